import { test as base, expect } from "@playwright/test";

import { Stepgate } from "./stepgate.ts";
import { Watch } from "./watch.ts";

interface Fixtures {
  stepgate: Stepgate;
  watch: Watch;
}

/**
 * Playwright's `test` with the page as `stepgate`, and with a watch over every test: one that sends a request to
 * another origin, sends anything at all, or makes the browser complain, fails.
 */
export const test = base.extend<Fixtures>({
  watch: [
    async ({ context, baseURL }, use) => {
      const watch = await Watch.on(context, new URL(baseURL ?? "").origin);
      await use(watch);
      expect(watch.foreign(), "requests to other origins").toEqual([]);
      expect(watch.sent(), "requests that send something").toEqual([]);
      expect(watch.complaints(), "complaints of the browser").toEqual([]);
    },
    { auto: true },
  ],
  stepgate: async ({ page }, use) => {
    await use(new Stepgate(page));
  },
});

export { expect };
