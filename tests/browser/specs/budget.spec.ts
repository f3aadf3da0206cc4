import { gzipSync } from "node:zlib";

import { expect, test } from "../harness/test.ts";

/** In bytes: `cargo xtask test` says what the build is held to. */
const budget = process.env["STEPGATE_FIRST_LOAD_BUDGET"];

test("what is fetched up to the first verdict stays within the budget", async ({
  page,
  request,
  stepgate,
  watch,
}) => {
  test.skip(budget === undefined, "only a finished build has a budget");
  await stepgate.open();

  const origin = new URL(page.url()).origin;
  const fetched = [...new Set(watch.requests)].filter((url) => url.startsWith(origin));
  const sizes = await Promise.all(
    fetched.map(async (url) => gzipSync(await (await request.get(url)).body(), { level: 9 }).length),
  );

  expect(fetched.some((url) => url.endsWith(".wasm"))).toBe(true);
  expect(fetched.filter((url) => url.includes("stepgate-whole"))).toEqual([]);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(Number(budget));
});
