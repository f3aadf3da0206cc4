// The tool box: names and classes tried without a trace.
import type { Page } from "@playwright/test";
import { DESK, approvals } from "../harness/documents.ts";
import { expect, test } from "../harness/test.ts";

const box = (page: Page) => page.getByRole("textbox", { name: "Tool or class" });
const ofTool = (page: Page) => page.getByRole("list", { name: "Path of the tool" });
const ofClass = (page: Page) => page.getByRole("list", { name: "Path of the class" });

test.beforeEach(async ({ stepgate }) => {
  await stepgate.open();
  await stepgate.replace("Policy", approvals(`${DESK}  - { match: files.touch, class: files.write }`));
  await expect(stepgate.verdict).toHaveText(/^GATE/);
  await stepgate.show("Results");
});

test("a tool shows how its calls are decided", async ({ stepgate, page }) => {
  await box(page).fill("wire");
  await expect(ofTool(page).getByRole("listitem").last()).toContainText("Gate: deny");
  await expect(ofClass(page)).toHaveCount(0);
  await ofTool(page)
    .getByRole("button", { name: /^Entry 3 of tools/ })
    .click();
  await expect(stepgate.policy).toBeFocused();
});

test("a class shows what it comes to, also where it cannot be undone", async ({ page }) => {
  await box(page).fill("files.delete");
  await expect(ofClass(page).getByRole("listitem").last()).toContainText("Gate: allow");
  await expect(ofTool(page)).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Irreversible" }).check();
  await expect(ofClass(page).getByRole("listitem").last()).toContainText("Gate: ask");
  await expect(ofClass(page)).toContainText("irreversibility floor");
});

test("what the floor does to a class does not reach the calls of a tool, and that is said", async ({
  page,
}) => {
  await page.getByRole("checkbox", { name: "Irreversible" }).check();
  await box(page).fill("find_order");
  const lines = ofTool(page).getByRole("listitem");
  await expect(lines.last()).toContainText("Gate: allow");
  await expect(lines.nth(-2)).toContainText("The gate is not told that a call is irreversible");
  await box(page).fill("desk.find");
  await expect(ofClass(page)).toContainText("Gate: ask");
  await expect(ofClass(page)).not.toContainText("not told");
});

test("what may be both is answered as both", async ({ page }) => {
  await box(page).fill("files.touch");
  await expect(ofTool(page)).toContainText("Gate: allow");
  await expect(ofClass(page)).toContainText("Gate: allow");
});

test("the harness that is chosen answers", async ({ stepgate, page }) => {
  await box(page).fill("terminal");
  await expect(ofTool(page)).toContainText("Gate: not gated");
  await stepgate.show("Policy");
  await page.getByRole("combobox", { name: "Harness" }).selectOption("Hermes");
  await stepgate.show("Results");
  await expect(ofTool(page)).toContainText("Gate: claimed");
});

test("an emptied box answers nothing", async ({ page }) => {
  await box(page).fill("wire");
  await expect(ofTool(page)).toBeVisible();
  await box(page).fill("");
  await expect(ofTool(page)).toHaveCount(0);
});
