import { expect, test } from "../harness/test.ts";

test("the page opens below a sub-path and judges", async ({ stepgate, page, watch }) => {
  await stepgate.open();

  expect(new URL(page.url()).pathname).toBe("/deep/sub/dir/");
  await expect(page).toHaveTitle(/Stepgate/);
  const modules = watch.requests.filter((url) => url.endsWith(".wasm"));
  expect(modules, "the engine is fetched once, for page and worker").toHaveLength(1);
});

test("the policy of the page stands before everything else", async ({ page }) => {
  await page.goto("./");

  const first = page.locator("head > *").first();
  await expect(first).toHaveAttribute("http-equiv", "Content-Security-Policy");
  await expect(first).toHaveAttribute(
    "content",
    /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'( 'sha256-[^']+')+; /,
  );
});
