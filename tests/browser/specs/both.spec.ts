// Both policy systems about one trace.
import type { Page } from "@playwright/test";
import { expectAccessible } from "../harness/axe.ts";
import { DESK, approvals, policy, trace } from "../harness/documents.ts";
import { expect, test } from "../harness/test.ts";

const differing = (page: Page) => page.getByRole("list", { name: "Where the two differ" });
const decisions = (page: Page) => page.getByRole("table", { name: "Gate decisions" });

// The key of its budget is misspelt, which is a hint.
const ARH = policy({
  allowed_tools: { wire: {}, pay: {}, Bash: {} },
  budgets: { max_total_latency: 8000 },
});

test.beforeEach(async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ARH);
  await stepgate.replace("Policy", approvals(DESK));
  await expect(page.getByRole("tab", { name: "APPROVAL.md" })).toHaveAttribute("aria-selected", "true");
  await stepgate.replace("Trace", trace("find_order", "pay", "wire", "other", "Bash"));
  await expect(stepgate.verdict).toHaveText(/^GATE 1 allow/);
  await stepgate.show("Results");
});

test("findings and decisions stand beside each other, and what they disagree about is told", async ({
  stepgate,
  page,
}) => {
  await expect(decisions(page)).toBeVisible();
  await expect(stepgate.findings).toBeVisible();
  const items = differing(page).getByRole("listitem");
  await expect(items).toHaveCount(3);
  await expect(items.nth(0)).toContainText("ARH-SCH-001");
  await expect(items.nth(1)).toContainText("the gate denies it, the ARH policy has no error about it");
  await expect(items.nth(2)).toContainText("not gated");
  await expectAccessible(page);
  await items.nth(1).getByRole("button", { name: "Go to step s3" }).click();
  await expect(stepgate.trace).toBeFocused();
});

test("the system that is shown comes first", async ({ stepgate, page, isMobile }) => {
  const place = async () => {
    const [first, second] = await Promise.all([
      decisions(page).boundingBox(),
      stepgate.findings.boundingBox(),
    ]);
    const axis = isMobile ? "y" : "x";
    return Math.sign((first?.[axis] ?? 0) - (second?.[axis] ?? 0));
  };
  expect(await place()).toBe(-1);
  await stepgate.show("Policy");
  await page.getByRole("tab", { name: "ARH policy" }).click();
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  await stepgate.show("Results");
  expect(await place()).toBe(1);
});

test("the verdict of the system that is not shown stands beside the other, and leads to it", async ({
  stepgate,
  page,
}) => {
  const other = page.getByRole("button", { name: /^(ARH policy|APPROVAL\.md) [A-Z]/ });
  await expect(other).toHaveText(/^ARH policy FAIL \d+(\.\d+)? \/ 100$/);
  await other.focus();
  await page.keyboard.press("Enter");
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  await expect(other).toHaveText("APPROVAL.md GATE 1 allow, 1 ask, 1 deny, 1 not gated, 1 claimed");
  await expect(other).toBeFocused();
  await stepgate.show("Policy");
  await expect(page.getByRole("tab", { name: "ARH policy" })).toHaveAttribute("aria-selected", "true");
  await stepgate.replace("Policy", "");
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED/);
  await expect(other).toHaveCount(0);
});

test("an ARH policy that is gone leaves the gate alone", async ({ stepgate, page }) => {
  await stepgate.show("Policy");
  await page.getByRole("tab", { name: "ARH policy" }).click();
  await stepgate.replace("Policy", "");
  await page.getByRole("tab", { name: "APPROVAL.md" }).click();
  await stepgate.show("Results");
  await expect(decisions(page)).toBeVisible();
  await expect(stepgate.findings).toHaveCount(0);
  await expect(differing(page)).toHaveCount(0);
});
