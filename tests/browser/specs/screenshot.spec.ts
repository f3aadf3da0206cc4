import { fileURLToPath } from "node:url";

import { expect, test } from "../harness/test.ts";

const README = fileURLToPath(new URL("../../../docs/screenshot.png", import.meta.url));

test("the picture in the README can be taken anew", async ({ page, stepgate }, info) => {
  test.skip(info.project.name !== "laptop", "the README shows a wide screen");
  await stepgate.open();
  await page.getByRole("button", { name: "Samples" }).click();
  await page.getByRole("menuitem", { name: "A refund is paid twice" }).click();
  await expect(stepgate.verdict).toHaveText(/^\s*FAIL/);
  await stepgate.findings
    .getByRole("button", { name: /^Go to step/ })
    .first()
    .click();

  // Fonts and anti-aliasing differ between machines: only who asks for it changes the committed picture.
  const wanted = process.env.STEPGATE_SCREENSHOT !== undefined;
  await page.screenshot({
    path: wanted ? README : info.outputPath("screenshot.png"),
    animations: "disabled",
    caret: "hide",
  });
});
