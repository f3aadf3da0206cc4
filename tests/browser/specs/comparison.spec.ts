// The comparison with another version: what became looser or stricter, loosened first.
import type { Page } from "@playwright/test";
import { expectAccessible } from "../harness/axe.ts";
import { DESK, approvals } from "../harness/documents.ts";
import { expect, test } from "../harness/test.ts";

const other = (page: Page) => page.getByRole("textbox", { name: "Other version" });
const region = (page: Page) => page.getByRole("region", { name: "Another version" });
const table = (page: Page) => page.getByRole("table", { name: "Comparison" });

const NOW = approvals(DESK);
const OTHER = approvals(
  DESK.replace("desk.find: { autonomy: autonomous }", "desk.find: { autonomy: human-only }").replace(
    "desk.wire: { autonomy: human-only }",
    "desk.wire: { autonomy: human-only }\n  desk.extra: { autonomy: autonomous }",
  ),
);

test.beforeEach(async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", NOW);
  await expect(stepgate.verdict).toHaveText(/^GATE/);
  await stepgate.show("Results");
  await page.getByRole("button", { name: "Compare with this" }).click();
});

test("a pasted version shows what became looser first", async ({ stepgate, page }) => {
  await other(page).fill(OTHER);
  const rows = table(page).getByRole("row");
  await expect(rows.nth(1)).toContainText("loosened");
  await expect(rows.nth(1)).toContainText("desk.find");
  await expect(rows.nth(1)).toContainText(/human-only.*became.*autonomous/);
  await expect(rows.last()).toContainText("tightened");
  await expect(rows.last()).toContainText("desk.extra");
  await expectAccessible(page);
  await rows.nth(1).getByRole("button").click();
  await expect(stepgate.policy).toBeFocused();
});

test("says when nothing differs", async ({ page }) => {
  await other(page).fill(NOW);
  await expect(region(page)).toContainText("Nothing differs from the pasted text.");
  await expect(table(page)).toHaveCount(0);
});

test("a long text is compared with, and its last line is as good as its first", async ({ page }) => {
  const many = Array.from({ length: 3_000 }, (_, index) => `  long.c${index}: { autonomy: autonomous }`);
  const text = approvals(`classes:\n${many.join("\n")}`);
  await other(page).fill(text);
  await expect(region(page)).toContainText("Compared with the pasted text:");
  await expect(table(page)).toContainText("long.c");
  await other(page).focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText("```yaml approval-policy\n```\n");
  await expect(region(page)).toContainText("The other version fails closed: multiple-blocks");
});

test("says when there are too many patterns to compare every two of them", async ({ page }) => {
  const many = Array.from({ length: 700 }, (_, index) => `  long${index}.*: { autonomy: manual }`);
  await other(page).fill(approvals(`classes:\n${many.join("\n")}`));
  await expect(region(page)).toContainText(
    "There are too many patterns to compare what each two of them match",
  );
});

test("a file is compared with", async ({ page }) => {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open its file" }).click();
  await (await chooser).setFiles({ name: "old.md", mimeType: "text/markdown", buffer: Buffer.from(OTHER) });
  await expect(region(page)).toContainText("Compared with the file old.md: 2 loosened");
});

test("the version before the last edit is compared with", async ({ stepgate, page }) => {
  await stepgate.replace("Policy", approvals(DESK.replace("autonomous", "manual")));
  await stepgate.show("Results");
  await page.getByRole("button", { name: "Before the last edit" }).click();
  await expect(region(page)).toContainText("the policy before its last edit");
  await expect(table(page).getByRole("row").nth(1)).toContainText("tightened");
});

test("a version that fails closed is said to", async ({ page }) => {
  await other(page).fill("# Nothing here");
  await expect(region(page)).toContainText("The other version fails closed: no-block");
  await expect(table(page).getByRole("row").nth(1)).toContainText("loosened");
});
