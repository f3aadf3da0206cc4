// The engine's worker may hang or die: the page says so, starts another, and keeps the text.
import { expect, test } from "../harness/test.ts";
import { ONLY_FIND, policy, trace } from "../harness/documents.ts";

test("a hung worker is replaced and the same text is judged again", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace("find"));
  await expect(stepgate.verdict).toHaveText(/^PASS/);

  const worker = page.workers()[0];
  expect(worker).toBeDefined();
  // It never answers this, nor anything else.
  void worker?.evaluate("for (;;);").catch(() => {});
  await stepgate.replace("Trace", trace("find", "pay"));
  await expect(stepgate.verdict).toHaveText(/^CHECKING/);
  await expect(stepgate.verdict).toHaveText(/^COULD NOT VERIFY/, { timeout: 15_000 });
  expect(JSON.parse(await stepgate.trace.innerText())).toEqual(JSON.parse(trace("find", "pay")));

  await page.getByRole("button", { name: "Try again" }).click();
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
});

test("a dead worker is replaced and the next edit is judged", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace("pay"));
  await expect(stepgate.verdict).toHaveText(/^FAIL/);

  const worker = page.workers()[0];
  await Promise.all([worker?.waitForEvent("close"), worker?.evaluate("self.close()")]);
  await stepgate.replace("Trace", trace("find"));
  await expect(stepgate.verdict).toHaveText(/^COULD NOT VERIFY/, { timeout: 15_000 });
  await stepgate.replace("Trace", trace("find", "find"));
  await expect(stepgate.verdict).toHaveText(/^PASS/);
});

test("a worker that fails while nothing is asked is replaced before anyone notices", async ({
  stepgate,
  page,
  watch,
}) => {
  watch.expect(/out of luck/);
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace("pay"));
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  const next = page.waitForEvent("worker");
  await page.workers()[0]?.evaluate("void setTimeout(() => { throw new Error('out of luck'); })");
  await next;
  await stepgate.replace("Trace", trace("find"));
  await expect(stepgate.verdict).toHaveText(/^(PASS|COULD NOT VERIFY)/);
  await expect(stepgate.verdict).toHaveText(/^PASS/);
});

test("a pattern that hangs a naive matcher is decided", async ({ stepgate }) => {
  await stepgate.open();
  await stepgate.replace("Policy", policy({ unsafe_patterns: ["(a+)+$"] }));
  await stepgate.replace("Trace", trace({ type: "model_response", text: `${"a".repeat(5000)}!` }));
  await expect(stepgate.verdict).toHaveText(/^PASS/);
});

test("a pattern that cannot be decided is not guessed", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", policy({ unsafe_patterns: ["(a+)(a+)(a+)(a+)\\1\\2\\3\\4$"] }));
  await stepgate.replace("Trace", trace({ type: "model_response", text: `${"a".repeat(3000)}!` }));
  await expect(stepgate.verdict).toHaveText(/^COULD NOT VERIFY/);
  await stepgate.show("Policy");
  await expect(page.getByRole("alert", { name: "Policy problem" })).toBeVisible();
});

test("without the engine the page says so and keeps the text", async ({ stepgate, page, watch }) => {
  watch.expect(/./);
  await page.route("**/*.wasm", (route) => route.abort());
  await page.goto("./");
  await expect(stepgate.verdict).toHaveText(/^COULD NOT VERIFY/);
  await stepgate.policy.focus();
  await page.keyboard.insertText(ONLY_FIND);
  expect(JSON.parse(await stepgate.policy.innerText())).toEqual(JSON.parse(ONLY_FIND));
});
