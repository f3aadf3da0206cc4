import { expectAccessible } from "../harness/axe.ts";
import { test } from "../harness/test.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test("the page as it opens is accessible", async ({ page, stepgate }) => {
      await stepgate.open();
      await expectAccessible(page);
    });
  });
}
