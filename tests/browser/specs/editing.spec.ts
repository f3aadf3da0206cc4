// Live evaluation: what is typed is what is judged, and nothing that is typed is ever lost.
import { expect, test } from "../harness/test.ts";
import { ONLY_FIND, policy, trace } from "../harness/documents.ts";

test("an edit of the policy changes the findings", async ({ stepgate, page }) => {
  await stepgate.open();
  await expect(stepgate.verdict).toHaveText(/^NOTHING TO CHECK/);
  await stepgate.replace("Policy", ONLY_FIND);
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED/);
  await stepgate.replace("Trace", trace("find", "pay"));
  await expect(stepgate.verdict).toHaveText(/^FAIL .*1 error /);

  await stepgate.show("Results");
  await expect(stepgate.findings.getByRole("row")).toHaveCount(2);
  await expect(stepgate.findings).toContainText("ARH-SCH-001");

  await stepgate.replace("Policy", policy({ allowed_tools: { find: {}, pay: {} } }));
  await expect(stepgate.verdict).toHaveText(/^PASS 100 \/ 100 0 errors/);
  await stepgate.show("Results");
  await expect(stepgate.findings.getByRole("row")).toHaveCount(1);
  await expect(page.getByRole("list", { name: "Steps" }).getByRole("listitem")).toHaveCount(2);
});

test("broken JSON leaves the last result, marked stale, and mending it loses nothing", async ({
  stepgate,
  page,
}) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace("pay"));
  await expect(stepgate.verdict).toHaveText(/^FAIL/);

  await stepgate.show("Policy");
  await stepgate.policy.focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("Backspace");
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED The policy is invalid/);
  await expect(stepgate.verdict).not.toHaveText(/PASS|FAIL/);
  const problem = page.getByRole("alert", { name: "Policy problem" });
  await expect(problem).toContainText(/Line \d+, column \d+/);

  await stepgate.show("Results");
  await expect(page.getByRole("heading", { name: "Last result (stale)" })).toBeVisible();
  await expect(stepgate.findings).toContainText("ARH-SCH-001");

  await stepgate.show("Policy");
  await problem.getByRole("button", { name: "Go to problem" }).click();
  await expect(stepgate.policy).toBeFocused();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("}");
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  await expect(problem).toBeHidden();
  await expect(page.getByRole("heading", { name: "Last result (stale)" })).toBeHidden();
  expect(JSON.parse(await stepgate.policy.innerText())).toEqual(JSON.parse(ONLY_FIND));
});

test("fast typing keeps text and caret while results arrive", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace({ tool_name: "find", arguments: { note: "" } }));
  await expect(stepgate.verdict).toHaveText(/^FAIL|^PASS/);

  const before = await stepgate.trace.innerText();
  const inside = before.indexOf('"note": "') + '"note": "'.length;
  await stepgate.trace.focus();
  await page.keyboard.press("ControlOrMeta+Home");
  const above = before.slice(0, inside).split("\n");
  for (const _ of above.slice(1)) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");

  const typed = "every letter of this stays where it was typed 0123456789";
  await page.keyboard.type(typed, { delay: 30 });
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("|");

  const expected = `${before.slice(0, inside)}${typed.slice(0, -1)}|${typed.slice(-1)}${before.slice(inside)}`;
  expect(await stepgate.trace.innerText()).toBe(expected);
  await stepgate.judged();

  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => stepgate.trace.innerText()).not.toContain("|");
});

test("what was typed before the engine arrived is judged first", async ({ stepgate, page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.wasm", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("./", { waitUntil: "commit" });
  await stepgate.policy.focus();
  await page.keyboard.insertText(ONLY_FIND);
  await expect(stepgate.verdict).toHaveText(/^CHECKING/);

  release();
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED The trace is empty/);
  expect(JSON.parse(await stepgate.policy.innerText())).toEqual(JSON.parse(ONLY_FIND));
});

test("another bound judges again", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", policy({ grounding: { require_citations: false } }));
  const uncited = { type: "model_response", text: "so it is", requires_grounding: true };
  const cited = { ...uncited, citations: [{ source: "notes", url: "https://kb.example/1" }] };
  await stepgate.replace("Trace", trace(uncited, cited, cited, cited, cited));
  await expect(stepgate.verdict).toHaveText(/^PASS .*1 warning/);

  const bound = page.getByRole("spinbutton", { name: "Fail under" });
  await expect(bound).toHaveValue("70");
  await bound.fill("100");
  await expect(stepgate.verdict).toHaveText(/^FAIL .*below 100/);
  // What is no bound changes nothing.
  await bound.fill("101");
  await expect(stepgate.verdict).toHaveText(/^FAIL .*below 100/);
  await bound.fill("0");
  await expect(stepgate.verdict).toHaveText(/^PASS/);
});

test("an invalid pattern is told while the trace is invalid too", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", policy({ unsafe_patterns: ["ok", "("] }));
  await stepgate.replace("Trace", "{");
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED/);
  await stepgate.show("Policy");
  await expect(page.getByRole("alert", { name: "Policy problem" })).toContainText(/group is not closed/);
  await stepgate.show("Trace");
  await expect(page.getByRole("alert", { name: "Trace problem" })).toBeVisible();
  await stepgate.replace("Trace", trace("pay"));
  await expect(page.getByRole("alert", { name: "Trace problem" })).toBeHidden();
  await stepgate.show("Policy");
  await expect(page.getByRole("alert", { name: "Policy problem" })).toHaveCount(1);
});

test("a bound that is none gives way to the one in force", async ({ stepgate, page }) => {
  await stepgate.open();
  const bound = page.getByRole("spinbutton", { name: "Fail under" });
  await bound.fill("150");
  await bound.press("Tab");
  await expect(bound).toHaveValue("70");
  await bound.fill("12.5");
  await bound.press("Tab");
  await expect(bound).toHaveValue("12.5");
});

test("the line between the editors moves, by key and by pointer", async ({ stepgate, page, isMobile }) => {
  test.skip(isMobile, "a phone shows one editor at a time");
  await stepgate.open();
  const line = page.getByRole("separator", { name: "Policy and trace" });
  const width = async () =>
    (await page.getByRole("region", { name: "Policy document" }).boundingBox())?.width;
  await expect(line).toHaveAttribute("aria-valuenow", "50");
  await line.focus();
  await page.keyboard.press("End");
  await expect(line).toHaveAttribute("aria-valuenow", "80");
  await expect.poll(width).toBeCloseTo(1440 * 0.8, 0);
  await page.keyboard.press("ArrowLeft");
  await expect(line).toHaveAttribute("aria-valuenow", "78");
  await page.keyboard.press("Enter");
  await expect(line).toHaveAttribute("aria-valuenow", "50");

  await expect.poll(width).toBeCloseTo(1440 * 0.5, 0);
  await line.hover();
  const box = await line.boundingBox();
  await page.mouse.down();
  await page.mouse.move(1440 * 0.3, (box?.y ?? 0) + 50);
  await page.mouse.up();
  await expect(line).toHaveAttribute("aria-valuenow", "30");
});
