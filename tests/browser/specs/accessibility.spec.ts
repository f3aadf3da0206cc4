// What a machine can check of it, in every state that looks different.
import { expectAccessible } from "../harness/axe.ts";
import { expect, test } from "../harness/test.ts";
import { APPROVALS, ONLY_FIND, rogues, trace } from "../harness/documents.ts";
import type { Page } from "@playwright/test";
import type { Stepgate } from "../harness/stepgate.ts";

async function everyView(stepgate: Stepgate, page: Page): Promise<void> {
  if (!(await page.getByRole("tablist", { name: "Views" }).isVisible())) return expectAccessible(page);
  for (const view of ["Policy", "Trace", "Results"] as const) {
    await stepgate.show(view);
    await expectAccessible(page);
  }
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test("the empty page", async ({ stepgate, page }) => {
      await stepgate.open();
      await everyView(stepgate, page);
    });

    test("a judged sample, with its menus and dialogs", async ({ stepgate, page }) => {
      await stepgate.open();
      await page.getByRole("button", { name: "Samples" }).click();
      await expectAccessible(page);
      await page.getByRole("menuitem", { name: "A refund is paid twice" }).click();
      await expect(stepgate.verdict).toHaveText(/^FAIL/);
      await everyView(stepgate, page);
      await page.getByRole("button", { name: "How it adds up" }).click();
      await expectAccessible(page);
      await stepgate.findings
        .getByRole("button", { name: /^About/ })
        .first()
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Help" }).click();
      await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
      await expectAccessible(page);
    });

    test("the history and a safe start", async ({ stepgate, page }) => {
      await stepgate.open();
      await stepgate.replace("Policy", ONLY_FIND);
      await stepgate.openSample();
      await page.getByRole("button", { name: "History" }).click();
      await expect(page.getByRole("button", { name: "Restore", exact: true })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Clear everything on this device" }).click();
      await expect(page.getByRole("button", { name: "Keep everything" })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Keep everything" }).click();
      await page.evaluate(() => {
        const mark = `stepgate.start.${sessionStorage.getItem("stepgate.tab")}`;
        addEventListener("pagehide", () => localStorage.setItem(mark, "1 1"));
      });
      await page.reload();
      await expect(page.getByRole("group", { name: "Safe start" })).toBeVisible();
      await expectAccessible(page);
    });

    test("an invalid document", async ({ stepgate, page }) => {
      await stepgate.open();
      await stepgate.replace("Policy", ONLY_FIND);
      await stepgate.replace("Trace", trace("pay"));
      await expect(stepgate.verdict).toHaveText(/^FAIL/);
      await stepgate.replace("Policy", `${ONLY_FIND},`);
      await expect(stepgate.verdict).toHaveText(/^NOT JUDGED/);
      await everyView(stepgate, page);
    });

    test("an APPROVAL.md at the gate, and one that fails closed", async ({ stepgate, page }) => {
      await stepgate.open();
      // The first entry leaves nothing to the second.
      await stepgate.policy.fill(APPROVALS.replace("match: find", 'match: "*"'));
      await stepgate.show("Trace");
      await stepgate.trace.fill(trace("find", "pay"));
      await expect(stepgate.verdict).toHaveText(/^GATE .* hint/);
      await everyView(stepgate, page);
      await stepgate.show("Policy");
      await stepgate.policy.fill(APPROVALS.replace("version", "versions"));
      await expect(stepgate.verdict).toHaveText(/^FAILS CLOSED/);
      await everyView(stepgate, page);
    });

    test("two hundred findings", async ({ stepgate, page }) => {
      // The checker looks at a few thousand elements.
      test.slow();
      await stepgate.open();
      await stepgate.replace("Policy", ONLY_FIND);
      await stepgate.replace("Trace", rogues(200));
      await expect(stepgate.verdict).toHaveText(/^FAIL/);
      await stepgate.show("Results");
      await expectAccessible(page);
    });
  });
}

test("the theme can be chosen and is kept", async ({ stepgate, page }) => {
  await stepgate.open();
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(root).toHaveAttribute("data-theme", "dark");
});
