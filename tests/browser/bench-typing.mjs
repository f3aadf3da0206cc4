// The page's side of `cargo xtask bench`: opens the large workload in the built page and types into its trace, forty
// keys at 30 ms. Prints a table: from the last key to painted findings, and the longest task of the main thread.
//
//     node bench-typing.mjs URL WORKLOADS

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { tasksOfMainThread, timeline } from "./timeline.mjs";

const KEYS = 40;
const PAUSE_MS = 30;

const [url, workloads] = process.argv.slice(2);
const policy = await readFile(join(workloads, "large.policy.json"));
const line = await readFile(join(workloads, "large.traces.jsonl"));
const indented = Buffer.from(JSON.stringify(JSON.parse(line.toString()), null, 2));

const executablePath = process.env.STEPGATE_CHROMIUM;
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
  ],
});
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function type(trace, key) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    // Its fetching is not what is measured.
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  await page.goto(url);
  const verdict = page.getByRole("status", { name: "Verdict" });
  await verdict.filter({ hasText: /^\s*NOTHING/ }).waitFor();
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open" }).click();
  await (
    await choosing
  ).setFiles([
    { name: "large.policy.json", mimeType: "application/json", buffer: policy },
    { name: "large.trace.json", mimeType: "application/json", buffer: trace },
  ]);
  await verdict.filter({ hasText: /^\s*(PASS|FAIL)/ }).waitFor();
  await page.getByRole("textbox", { name: "Trace", exact: true }).focus();
  await page.keyboard.press(key);
  await sleep(1500);
  let last = 0;
  const events = await timeline(browser, async () => {
    for (let pressed = 0; pressed < KEYS; pressed++) {
      await page.keyboard.press("Space");
      await sleep(PAUSE_MS);
    }
    last = await page.evaluate(() => performance.now());
    await page.waitForFunction((last) => {
      const measure = performance.getEntriesByName("stepgate:input-to-findings").at(-1);
      return measure !== undefined && measure.startTime + measure.duration > last;
    }, last);
  });
  const took = await page.evaluate(
    () => performance.getEntriesByName("stepgate:input-to-findings").at(-1).duration,
  );
  const longest = Math.max(...tasksOfMainThread(events, url).map(({ took }) => took));
  await context.close();
  return [took, longest].map((ms) => ms.toFixed(0));
}

console.log("| 10,000 steps, 5 MB | last key to findings ms | longest main-thread task ms |\n|---|---|---|");
for (const [name, trace] of [
  ["one line", line],
  ["indented", indented],
]) {
  for (const [where, key] of [
    ["start", "ControlOrMeta+Home"],
    ["end", "ControlOrMeta+End"],
  ]) {
    const [took, longest] = await type(trace, key);
    console.log(`| ${name}, typing at the ${where} | ${took} | ${longest} |`);
  }
}
await browser.close();
