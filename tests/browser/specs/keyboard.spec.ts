// The gate with the keyboard alone: nothing holds the focus, and nothing loses it.
import type { Locator, Page } from "@playwright/test";
import { DESK, approvals, trace } from "../harness/documents.ts";
import { expect, test } from "../harness/test.ts";

test.skip(({ isMobile }) => isMobile, "a phone has no Tab key");

const decisions = (page: Page) => page.getByRole("table", { name: "Gate decisions" });

/** Presses a key until something has the focus; not for ever. */
async function pressUntil(page: Page, key: string, wanted: Locator): Promise<void> {
  for (let stop = 0; stop < 40; stop++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press(key);
  }
  await expect(wanted).toBeFocused();
}

test.describe("with a trace", () => {
  test.beforeEach(async ({ stepgate }) => {
    await stepgate.open();
    await stepgate.replace("Policy", approvals(DESK));
    await stepgate.replace("Trace", trace("find_order", "pay", "wire"));
    await expect(stepgate.verdict).toHaveText(/^GATE 1 allow, 1 ask, 1 deny/);
  });

  test("from a decision to its step and its clause, and back", async ({ stepgate, page }) => {
    const row = decisions(page).getByRole("row").nth(3);
    await decisions(page).getByRole("row").nth(1).focus();
    await page.keyboard.press("End");
    await expect(row).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(stepgate.trace).toBeFocused();
    // What was followed is selected, and stays as it is.
    const text = await stepgate.trace.innerText();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await expect(stepgate.trace).not.toBeFocused();
    expect(await stepgate.trace.innerText()).toBe(text);
    await pressUntil(page, "Tab", row);
    await pressUntil(page, "Tab", row.getByRole("button", { name: "human-only" }));
    await page.keyboard.press("Enter");
    await expect(stepgate.policy).toBeFocused();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+Tab");
    await expect(page.getByRole("combobox", { name: "Policy system" })).toBeFocused();
    await pressUntil(page, "Shift+Tab", page.getByRole("tab", { name: "APPROVAL.md" }));
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByRole("tab", { name: "ARH policy" })).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(stepgate.verdict).toHaveText(/^GATE/);
  });

  test("trying a class and comparing versions", async ({ page }) => {
    const box = page.getByRole("textbox", { name: "Tool or class" });
    const last = decisions(page).getByRole("row").nth(1);
    await last.focus();
    await pressUntil(page, "Tab", box);
    await page.keyboard.type("files.delete");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await expect(page.getByRole("list", { name: "Path of the class" })).toContainText("Gate: ask");
    await pressUntil(page, "Tab", page.getByRole("button", { name: "Compare with this" }));
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("textbox", { name: "Other version" })).toBeFocused();
    await page.keyboard.insertText(approvals("classes:\n  desk.find: { autonomy: manual }"));
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Open its file" })).toBeFocused();
    const comparison = page.getByRole("table", { name: "Comparison" });
    await expect(comparison).toBeVisible();
    await pressUntil(page, "Tab", comparison.getByRole("row").nth(1));
  });

  for (const [button, dialog] of [
    ["Share", "Share"],
    ["Help", "Help"],
    ["History", "History"],
  ] as const) {
    test(`${dialog} gives the focus back`, async ({ page }) => {
      await page.getByRole("button", { name: button, exact: true }).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog", { name: dialog })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.getByRole("button", { name: button, exact: true })).toBeFocused();
    });
  }
});

test("what goes away hands the focus on", async ({ stepgate, page }) => {
  await stepgate.open();
  await page.getByRole("button", { name: "Samples" }).click();
  await page.getByRole("menuitem", { name: "A refund waits for a human" }).click();
  await expect(stepgate.verdict).toHaveText(/^GATE/);
  await page.getByRole("button", { name: "Dismiss" }).focus();
  await page.keyboard.press("Enter");
  await expect(stepgate.policy).toBeFocused();

  const keys = Array.from({ length: 8 }, (_, index) => `  desk.c${index}: { autonomy: never }`);
  await stepgate.replace("Policy", approvals(`classes:\n${keys.join("\n")}`));
  await expect(stepgate.verdict).toHaveText(/^FAILS CLOSED/);
  await page.getByRole("button", { name: "Show more" }).focus();
  await page.keyboard.press("Enter");
  const errors = page.getByRole("list", { name: "Errors" }).getByRole("listitem");
  await expect(errors).toHaveCount(8);
  await expect(errors.nth(5).getByRole("button")).toBeFocused();
});
