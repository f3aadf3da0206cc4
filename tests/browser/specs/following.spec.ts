// From a finding to its step and clause, and back from either cursor to the findings.
import { expect, test } from "../harness/test.ts";
import { ONLY_FIND, policy, trace } from "../harness/documents.ts";

const POLICY = policy({
  allowed_tools: { find: {}, pay: { max_calls: 1 } },
  sequence: { forbidden_tools: ["wire"] },
});
const TRACE = trace("find", "pay", "wire");

test.beforeEach(async ({ stepgate }) => {
  await stepgate.open();
  await stepgate.replace("Policy", POLICY);
  await stepgate.replace("Trace", TRACE);
  await expect(stepgate.verdict).toHaveText(/^FAIL .*2 errors/);
});

/** The lines of an editor that are lit. */
async function lit(editor: import("@playwright/test").Locator): Promise<string> {
  return (await editor.locator("[aria-current]").allInnerTexts()).join("\n");
}

test("a finding leads to its step and lights its clause, twice too", async ({ stepgate, page }) => {
  for (const _ of ["once", "again"]) {
    await stepgate.show("Results");
    const row = stepgate.findings.getByRole("row", { name: /ARH-SEQ-002/ });
    await row.getByRole("button", { name: "Go to step s3" }).click();
    await expect(stepgate.trace).toBeFocused();
    expect(await lit(stepgate.trace)).toContain('"wire"');
    await stepgate.show("Policy");
    expect(await lit(stepgate.policy)).toBe('      "wire"');
    await stepgate.show("Trace");
    await stepgate.trace.focus();
    await page.keyboard.press("ControlOrMeta+Home");
  }
});

test("a finding leads to its clause", async ({ stepgate }) => {
  await stepgate.show("Results");
  await stepgate.findings.getByRole("button", { name: /^Go to clause \/sequence\/forbidden_tools/ }).click();
  await expect(stepgate.policy).toBeFocused();
  expect(await lit(stepgate.policy)).toBe('      "wire"');
});

test("a cursor in a step or a clause marks its findings", async ({ stepgate, page }) => {
  await stepgate.show("Trace");
  await stepgate.trace.focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await stepgate.show("Results");
  const marked = stepgate.findings.getByRole("row", { name: /At the cursor/ });
  await expect(marked).toHaveCount(2);
  await expect(marked.first()).toContainText("s3");
  await expect(stepgate.steps.getByRole("button", { name: /^Step s3/ })).toHaveAttribute(
    "aria-current",
    "step",
  );

  await stepgate.show("Policy");
  await stepgate.policy.getByText("wire").click();
  await stepgate.show("Results");
  await expect(marked).toHaveCount(1);
  await expect(marked).toContainText("ARH-SEQ-002");
});

test("a step of the run leads to the trace", async ({ stepgate }) => {
  await stepgate.show("Results");
  await stepgate.steps.getByRole("button", { name: /^Step s2, pay/ }).click();
  await expect(stepgate.trace).toBeFocused();
  expect(await lit(stepgate.trace)).toContain('"pay"');
});

test("everything is reached by keyboard alone", async ({ stepgate, page, isMobile }) => {
  test.skip(isMobile, "a phone has no Tab key");
  await stepgate.trace.focus();
  await page.keyboard.press("Tab");
  await expect(stepgate.trace).toBeFocused();
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(stepgate.trace).not.toBeFocused();

  const rows = stepgate.findings.getByRole("row");
  for (let stop = 0; stop < 40; stop++) {
    if (await rows.nth(1).evaluate((row) => row === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("End");
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rows.last()).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Tab");
  await expect(rows.last().getByRole("button", { name: /^About/ })).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /^About ARH-/ });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(rows.last().getByRole("button", { name: /^About/ })).toBeFocused();
});

test("F8 goes from mark to mark and shows their text", async ({ stepgate, page }) => {
  await stepgate.show("Trace");
  await stepgate.trace.focus();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("F8");
  await expect(page.getByRole("tooltip")).toContainText(/ARH-S/);
});

test("a chosen finding stays chosen when another one before it is mended", async ({ stepgate }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace("pay", "find", "wire"));
  await stepgate.show("Results");
  await stepgate.findings.getByRole("button", { name: "Go to step s3" }).click();
  await stepgate.show("Results");
  const row = (step: string) =>
    stepgate.findings
      .getByRole("row")
      .filter({ has: stepgate.page.getByRole("button", { name: `Go to step ${step}` }) });
  await expect(row("s3")).toHaveAttribute("aria-current", "true");
  await stepgate.replace("Trace", trace("find", "find", "wire"));
  await stepgate.show("Results");
  await expect(row("s1")).toHaveCount(0);
  await expect(row("s3")).toHaveAttribute("aria-current", "true");
  await stepgate.replace("Trace", trace("pay", "find", "find"));
  await stepgate.show("Results");
  await expect(row("s1")).not.toHaveAttribute("aria-current", "true");
});

test("a stale finding leads to its place wherever edits have moved it, and nowhere once it is gone", async ({
  stepgate,
  page,
}) => {
  const notice = page.getByRole("status", { name: "Notice" });
  const go = () => stepgate.findings.getByRole("button", { name: "Go to step s3" }).first().click();
  await stepgate.show("Trace");
  await stepgate.trace.focus();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.insertText("?\n\n");
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED/);
  await stepgate.show("Results");
  await go();
  await expect(stepgate.trace).toBeFocused();
  expect(await lit(stepgate.trace)).toContain('"wire"');
  expect(await lit(stepgate.trace)).not.toContain('"pay"');

  await stepgate.replace("Trace", "[1,\n 2,\n 3");
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED/);
  await stepgate.show("Results");
  await go();
  await expect(notice).toHaveText(/^That place is gone/);
  await stepgate.show("Trace");
  expect(await lit(stepgate.trace)).toBe("");

  await stepgate.replace("Trace", TRACE);
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  await expect(notice).toHaveText("");
});

test("a problem leads to its own place, not to where it would have been before", async ({
  stepgate,
  page,
}) => {
  await stepgate.show("Policy");
  await stepgate.policy.focus();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.insertText("\n\n\n\n\n?");
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED/);
  const problem = page.getByRole("alert", { name: "Policy problem" });
  await expect(problem).toHaveText(/^[A-Z]/);
  await problem.getByRole("button", { name: "Go to problem" }).click();
  expect(await lit(stepgate.policy)).toMatch(/^\?/);
});

test("the filter finds a clause by its pointer", async ({ stepgate, page }) => {
  await stepgate.show("Results");
  await page.getByRole("searchbox", { name: "Filter findings" }).fill("/sequence/forbidden_tools/0");
  await expect(stepgate.findings.getByRole("row")).toHaveCount(2);
  await expect(stepgate.findings).toContainText("ARH-SEQ-002");
});

test("a step without an id goes by its number", async ({ stepgate }) => {
  await stepgate.replace("Trace", trace("find", { step_id: "", tool_name: "wire" }));
  await stepgate.show("Results");
  await stepgate.findings.getByRole("button", { name: "Go to step 2 (no id)" }).first().click();
  await expect(stepgate.trace).toBeFocused();
  expect(await lit(stepgate.trace)).toContain('"wire"');
});

test("the text of a mark goes with the cursor", async ({ stepgate, page, isMobile }) => {
  test.skip(isMobile, "a phone has no F8 key, and shows one editor at a time");
  await stepgate.trace.focus();
  await page.keyboard.press("F8");
  const shown = page.getByText(/^(error|warning) .*/).and(page.locator("p"));
  await expect(shown).not.toHaveCount(0);
  await stepgate.policy.focus();
  await expect(shown).toHaveCount(0);
});
