import { defineConfig } from "@playwright/test";

const url = process.env.STEPGATE_URL;
if (url === undefined) {
  throw new Error(
    "Run the browser tests with `cargo xtask test --only browser`: it serves the built page and names its address.",
  );
}
const program = process.env.STEPGATE_CHROMIUM;

export default defineConfig({
  testDir: "specs",
  outputDir: "test-results",
  forbidOnly: process.env.CI !== undefined,
  fullyParallel: true,
  // A test that passes on the second try has found something.
  retries: 0,
  reporter: "list",
  // Only a test that fails waits this long: the first page of a cold browser on a busy machine takes its time.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: url,
    trace: "retain-on-failure",
    // Every test has a browser profile of its own, and every profile would fetch the copy for offline use.
    serviceWorkers: "block",
    launchOptions: {
      ...(program === undefined ? {} : { executablePath: program }),
      // The browser itself keeps quiet: whatever is requested, the page requests.
      args: [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-gpu",
        "--disable-quic",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  projects: [
    { name: "laptop", use: { viewport: { width: 1440, height: 900 } } },
    {
      name: "phone",
      // What the watch sees does not depend on the screen.
      testIgnore: "harness.spec.ts",
      use: {
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
      },
    },
  ],
});
