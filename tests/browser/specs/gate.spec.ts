// What the gate of an APPROVAL.md would have done with a trace.
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../harness/axe.ts";
import { DESK, approvals, trace } from "../harness/documents.ts";
import { expect, test } from "../harness/test.ts";

const decisions = (page: Page) => page.getByRole("table", { name: "Gate decisions" });
const rows = (page: Page) => decisions(page).getByRole("row");
const path = (page: Page) => page.getByRole("list", { name: "Decision path" });
const lit = async (editor: Locator) => (await editor.locator("[aria-current]").allInnerTexts()).join("\n");

/** The words, or parts of names, that do not stand in one line. */
function brokenWords(table: Locator): Promise<string[]> {
  return table.evaluate((table) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      for (const { index, 0: word } of text.data.matchAll(/[^\s_.-]+[_.-]*/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map((line) => line.top)).size > 1) broken.push(word);
      }
    }
    return broken;
  });
}

test.describe("of a trace", () => {
  test.beforeEach(async ({ stepgate }) => {
    await stepgate.open();
    await stepgate.replace("Policy", approvals(DESK));
    await stepgate.replace("Trace", trace("find_order", "pay", "wire", "other", "Bash"));
    await expect(stepgate.verdict).toHaveText(/^GATE 1 allow, 1 ask, 1 deny, 1 not gated, 1 claimed/);
    await stepgate.show("Results");
  });

  test("every call has its decision", async ({ page }) => {
    await expect(decisions(page)).toHaveAttribute("aria-rowcount", "6");
    for (const [row, ...words] of [
      [1, "allow", "find_order", "find*", "desk.find", "autonomous"],
      [2, "ask", "pay", "desk.pay", "supervised-live, live rate 0.2"],
      [3, "deny", "wire", "desk.wire", "human-only"],
      [4, "not gated", "other", "no entry"],
      [5, "claimed", "Bash", "claimed by the adapter; its class depends on the arguments"],
    ] as const) {
      for (const word of words) await expect(rows(page).nth(row)).toContainText(word);
    }
  });

  test("the shares and the steps show the outcomes", async ({ stepgate, page }) => {
    const shares = page.getByRole("list", { name: "Outcomes" });
    for (const outcome of ["allow", "ask", "deny", "not gated", "claimed"]) {
      const share = shares.getByRole("meter", { name: `${outcome} share`, exact: true });
      await expect(share).toHaveAttribute("aria-valuenow", "20");
    }
    await expect(stepgate.steps.getByRole("button", { name: "Step s3, wire, deny" })).toBeVisible();
    await stepgate.steps.getByRole("button", { name: "Step s3, wire, deny" }).click();
    await expect(stepgate.trace).toBeFocused();
    expect(await lit(stepgate.trace)).toContain('"wire"');
  });

  test("a decision leads to its step, its clause and its path", async ({ stepgate, page }) => {
    await expect(path(page)).toHaveCount(0);
    await decisions(page).getByRole("button", { name: "Go to step s3" }).click();
    await expect(stepgate.trace).toBeFocused();
    expect(await lit(stepgate.trace)).toContain('"wire"');
    await stepgate.show("Policy");
    expect(await lit(stepgate.policy)).toContain("human-only");
    await stepgate.show("Results");
    await expect(rows(page).nth(3)).toHaveAttribute("aria-current", "true");
    await expect(path(page).getByRole("listitem").first()).toContainText("wire");
    await expect(path(page).getByRole("listitem").last()).toContainText("Gate: deny");
    await path(page)
      .getByRole("button", { name: /^Entry 3 of tools/ })
      .click();
    await expect(stepgate.policy).toBeFocused();
    expect(await lit(stepgate.policy)).toContain("match: wire");
  });

  test("filters by words and by outcome", async ({ page }) => {
    await page.getByRole("searchbox", { name: "Filter decisions" }).fill("desk.pay");
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole("searchbox", { name: "Filter decisions" }).fill("s5");
    await expect(rows(page).nth(1)).toContainText("Bash");
    await page.getByRole("searchbox", { name: "Filter decisions" }).fill("");
    await expect(rows(page)).toHaveCount(6);
    await page.getByRole("button", { name: "Deny 1" }).click();
    await expect(rows(page)).toHaveCount(5);
    await expect(decisions(page)).not.toContainText("human-only");
  });

  test("a cursor in a step or a clause marks its decisions", async ({ stepgate, page }) => {
    await stepgate.show("Policy");
    await stepgate.policy.getByText("human-only").click();
    await stepgate.show("Results");
    const marked = decisions(page).getByRole("row", { name: /At the cursor/ });
    await expect(marked).toHaveCount(1);
    await expect(marked).toContainText("wire");
    await stepgate.show("Trace");
    await stepgate.trace.getByText("Bash").click();
    await stepgate.show("Results");
    await expect(marked).toContainText("Bash");
  });

  test("decisions stay while the trace is invalid, and lead only to what is left", async ({
    stepgate,
    page,
  }) => {
    const stale = page.getByRole("heading", { name: "Last result (stale)" });
    await rows(page).nth(3).click();
    await stepgate.show("Trace");
    await stepgate.trace.press("ControlOrMeta+End");
    await page.keyboard.insertText(",");
    await expect(stepgate.verdict).toContainText("the trace is invalid");
    await stepgate.show("Results");
    await expect(stale).toBeVisible();
    await expect(page.getByText("GATE 1 allow, 1 ask, 1 deny, 1 not gated, 1 claimed")).toBeVisible();
    await expect(rows(page)).toHaveCount(6);
    await expect(rows(page).nth(3)).toHaveAttribute("aria-current", "true");
    await expect(path(page)).toContainText("Gate: deny");
    await expect(page.getByRole("searchbox", { name: "Filter decisions" })).toHaveCount(0);
    await expectAccessible(page);
    await decisions(page).getByRole("button", { name: "Go to step s2" }).click();
    await expect(stepgate.trace).toBeFocused();
    expect(await lit(stepgate.trace)).toContain('"pay"');
    await stepgate.trace.fill("[");
    await expect(stepgate.verdict).toContainText("the trace is invalid");
    await stepgate.show("Results");
    await decisions(page).getByRole("button", { name: "Go to step s2" }).click();
    await expect(stepgate.notice).toContainText("That place is gone: the trace has changed");
    await stepgate.replace("Trace", trace("pay"));
    await expect(stepgate.verdict).toHaveText(/^GATE 0 allow, 1 ask/);
    await stepgate.show("Results");
    await expect(stale).toHaveCount(0);
    await expect(rows(page)).toHaveCount(2);
    await stepgate.show("Trace");
    await stepgate.trace.fill("");
    await expect(stepgate.verdict).toContainText("there is no trace");
    await stepgate.show("Results");
    await expect(rows(page)).toHaveCount(1);
  });

  test("the keyboard reaches every row", async ({ page, isMobile }) => {
    test.skip(isMobile, "a phone has no keys");
    await rows(page).nth(1).focus();
    await page.keyboard.press("End");
    await expect(rows(page).nth(5)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect(rows(page).nth(4)).toHaveAttribute("aria-current", "true");
    await expect(path(page)).toContainText("No entry of tools matches");
  });

  for (const colorScheme of ["light", "dark"] as const) {
    test(`nothing is in anyone's way, ${colorScheme}`, async ({ page, stepgate }) => {
      await page.emulateMedia({ colorScheme });
      await decisions(page).getByRole("button", { name: "Go to step s2" }).click();
      await stepgate.show("Results");
      await expect(path(page)).toBeVisible();
      await expectAccessible(page);
    });
  }
});

test("a policy that fails closed says so, and what everything is then", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", approvals(`${DESK}  - { match: other, class: nobody.knows }`));
  await stepgate.replace("Trace", trace("find_order", "Bash"));
  await expect(stepgate.verdict).toHaveText(/^FAILS CLOSED/);
  await stepgate.show("Results");
  const why = page.getByRole("region", { name: "Why the policy fails closed" });
  await expect(why).toContainText("schema-invalid");
  await expect(why).toContainText("Every class is manual");
  await expect(rows(page).nth(1)).toContainText("deny");
  await expect(rows(page).nth(2)).toContainText("claimed");
  await expect(page.getByRole("region", { name: "Older readers" })).toContainText("No");
  await expectAccessible(page);
  await why.getByRole("button", { name: /^Go to problem/ }).click();
  await expect(stepgate.policy).toBeFocused();
  expect(await lit(stepgate.policy)).toContain("nobody.knows");
});

test("a name of any length leaves room for the other rows", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", approvals(DESK));
  await stepgate.replace("Trace", trace("x".repeat(3_000), "pay"));
  await expect(stepgate.verdict).toHaveText(/^GATE .*1 ask/);
  await stepgate.show("Results");
  const long = await rows(page).nth(1).boundingBox();
  expect(long?.height).toBeLessThan(200);
});

test("no word is broken where three tables are narrow", async ({ stepgate, page, isMobile }) => {
  if (!isMobile) await page.setViewportSize({ width: 1024, height: 768 });
  await stepgate.open();
  const policy = approvals(`
classes:
  shop.account.close_for_good: { autonomy: supervised-retro, retro_rate: 0.2, approvers: [dana] }
approvers:
  dana: { channels: [web] }
tools:
  - { match: mcp__shop_desk__close_account_for_good, class: shop.account.close_for_good }
`);
  await stepgate.replace("Policy", policy);
  await stepgate.replace("Trace", trace("mcp__shop_desk__close_account_for_good", "Bash"));
  await expect(stepgate.verdict).toHaveText(/^GATE 1 allow/);
  await stepgate.show("Results");
  await page.getByRole("button", { name: "Compare with this" }).click();
  await page
    .getByRole("textbox", { name: "Other version" })
    .fill(policy.replace("supervised-retro, retro_rate: 0.2", "autonomous"));
  for (const name of ["Gate decisions", "Classes", "Comparison"]) {
    const table = page.getByRole("table", { name });
    await expect(table).toBeVisible();
    expect(await brokenWords(table), name).toEqual([]);
  }
});

test("notes say what to write", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", approvals("classes:\n  a.b: { autonomy: supervised, retro_rate: 0.2 }"));
  await stepgate.show("Results");
  const note = page.getByRole("list", { name: "Notes" }).getByRole("listitem");
  await expect(note).toContainText("supervised is an older word for supervised-retro: write that.");
  await expect(note).toContainText("classes.a.b");
});

test("more errors come when asked for, and the focus goes to the first of them", async ({
  stepgate,
  page,
}) => {
  await stepgate.open();
  const wrong = Array.from({ length: 8 }, (_, index) => `  a.b${index}: { autonomy: never }`);
  await stepgate.replace("Policy", approvals(`classes:\n${wrong.join("\n")}`));
  await stepgate.show("Results");
  const errors = page.getByRole("list", { name: "Errors" });
  await expect(errors.getByRole("button", { name: /^Go to problem/ })).toHaveCount(5);
  await errors.getByRole("button", { name: "Show more" }).click();
  await expect(errors.getByRole("button", { name: /^Go to problem/ })).toHaveCount(8);
  await expect(errors.getByRole("button", { name: /^Go to problem/ }).nth(5)).toBeFocused();
});

test("says whether an older reader would load it", async ({ stepgate, page }) => {
  await stepgate.open();
  const older = page.getByRole("region", { name: "Older readers" });
  await stepgate.replace("Policy", approvals("classes:\n  a.b: { autonomy: manual }"));
  await stepgate.show("Results");
  await expect(older).toContainText("0.4.1 reader still load this? Yes");
  await stepgate.replace("Policy", approvals("defaults: { unmapped_tool: ask }"));
  await stepgate.show("Results");
  await expect(older).toContainText("No: it would fail closed there");
  await expect(older.getByRole("listitem")).toHaveCount(1);
});

test("of ten thousand calls there is a window that goes everywhere", async ({ stepgate, page }) => {
  test.slow();
  await stepgate.open();
  await stepgate.replace("Policy", approvals(DESK));
  await stepgate.replace("Trace", trace(...Array.from({ length: 10_000 }, (_, index) => `tool_${index}`)));
  await expect(stepgate.verdict).toHaveText(/^GATE .*10,000 not gated/, { timeout: 30_000 });
  await stepgate.show("Results");
  await expect(decisions(page)).toHaveAttribute("aria-rowcount", "10001");
  expect(await rows(page).count()).toBeLessThan(202);
  await rows(page).nth(1).focus();
  await page.keyboard.press("End");
  const last = decisions(page).getByRole("row", { name: /s10000/ });
  await expect(last).toBeFocused();
  await page.getByRole("searchbox", { name: "Filter decisions" }).fill("tool_77 s78");
  await expect(rows(page).nth(1)).toContainText("tool_77");
});
