import { fileURLToPath } from "node:url";

import { expect, test } from "../harness/test.ts";

const README = fileURLToPath(new URL("../../../docs/screenshot.png", import.meta.url));

test("the picture in the README can be taken anew", async ({ page, stepgate }, info) => {
  test.skip(info.project.name !== "laptop", "the README shows a wide screen");
  await stepgate.open();
  await page.getByRole("button", { name: "Samples" }).click();
  await page.getByRole("menuitem", { name: "Two systems, one run" }).click();
  await expect(stepgate.verdict).toHaveText(/^GATE/);
  await page.getByRole("button", { name: "Dismiss" }).click();
  const decisions = page.getByRole("table", { name: "Gate decisions" });
  await decisions.getByRole("row", { name: "mcp__rail__cancel" }).click();
  await expect(page.getByRole("list", { name: "Where the two differ" })).toBeVisible();

  // Fonts and anti-aliasing differ between machines: only who asks for it changes the committed picture.
  const wanted = process.env.STEPGATE_SCREENSHOT !== undefined;
  await page.screenshot({
    path: wanted ? README : info.outputPath("screenshot.png"),
    animations: "disabled",
    caret: "hide",
  });
});
