import { expect, test } from "../harness/test.ts";

test("the page opens below a sub-path and judges", async ({ stepgate, page, watch }) => {
  await stepgate.open();

  expect(new URL(page.url()).pathname).toBe("/deep/sub/dir/");
  await expect(page).toHaveTitle(/Stepgate/);
  const modules = watch.requests.filter((url) => url.endsWith(".wasm"));
  expect(modules, "the engine is fetched once, for page and worker").toHaveLength(1);
});

test("the policy of the page stands before everything else", async ({ page }) => {
  const response = await page.goto("./");

  expect(await response?.text()).toMatch(
    /<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'( 'sha256-[^']+')+; /,
  );
});
