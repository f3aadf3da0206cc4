// The page's own program knows ARH policies. Documents that need more have the whole engine fetched, once.
import type { Page, Route } from "@playwright/test";
import { APPROVALS, ONLY_FIND, policy, trace } from "../harness/documents.ts";
import { held } from "../harness/link.ts";
import { expect, test } from "../harness/test.ts";

const WHOLE = "**/stepgate-whole*";
const fetched = (requests: string[]) => requests.filter((url) => url.includes("stepgate-whole")).length;

/** Keeps the whole engine on its way until it is let through. */
async function delayed(page: Page): Promise<(how?: "abort" | "continue") => void> {
  let release: (how: "abort" | "continue") => void = () => {};
  const released = new Promise<"abort" | "continue">((resolve) => (release = resolve));
  await page.route(WHOLE, async (route) => route[await released]());
  return (how = "continue") => release(how);
}

test("what ARH policies need is there at once", async ({ stepgate, watch }) => {
  await stepgate.open();
  await stepgate.replace(
    "Policy",
    policy({ allowed_tools: { find: {} }, unsafe_patterns: ["\\d{5}", "N{DIGIT ONE}"] }),
  );
  await stepgate.replace("Trace", trace("find"));
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  expect(fetched(watch.requests)).toBe(0);
});

test("an APPROVAL.md has it fetched, once", async ({ stepgate, watch }) => {
  await stepgate.open();
  await stepgate.replace("Trace", trace("find", "pay"));
  await stepgate.replace("Policy", APPROVALS);
  await expect(stepgate.verdict).toHaveText(/^GATE 1 allow, 0 ask, 1 deny/);
  const count = fetched(watch.requests);
  expect(count).toBeGreaterThan(0);

  await stepgate.replace("Policy", ONLY_FIND);
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  await stepgate.replace("Policy", APPROVALS);
  await expect(stepgate.verdict).toHaveText(/^GATE/);
  expect(fetched(watch.requests)).toBe(count);
});

test("a pattern that names a character has it fetched", async ({ stepgate, watch }) => {
  await stepgate.open();
  await stepgate.replace("Policy", policy({ unsafe_patterns: ["\\N{EURO SIGN}5"] }));
  await stepgate.replace("Trace", trace({ tool_name: "find", arguments: { for: "\u20ac5" } }));
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  await stepgate.show("Results");
  await expect(stepgate.findings).toContainText("ARH-SAF-001");
  expect(fetched(watch.requests)).toBeGreaterThan(0);
  await stepgate.replace("Policy", policy({ unsafe_patterns: ["\\N{NO SUCH SIGN}"] }));
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED/);
});

test("until it is there the page says so, and goes on with what is typed", async ({ stepgate, page }) => {
  const release = await delayed(page);
  await stepgate.open();
  await stepgate.replace("Trace", trace("find"));
  await stepgate.replace("Policy", APPROVALS);
  await expect(stepgate.verdict).toHaveText(/^CHECKING the whole engine is on its way/);
  await stepgate.replace("Trace", trace("find", "pay", "pay"));
  await expect(stepgate.verdict).toHaveText(/^CHECKING the whole engine is on its way/);
  release();
  await expect(stepgate.verdict).toHaveText(/^GATE 1 allow, 0 ask, 2 deny/);
});

test("who no longer needs it does not wait for it", async ({ stepgate, page, watch }) => {
  watch.expect(/net::ERR_FAILED/);
  const release = await delayed(page);
  await stepgate.open();
  await stepgate.replace("Trace", trace("find"));
  await stepgate.replace("Policy", APPROVALS);
  await expect(stepgate.verdict).toHaveText(/^CHECKING/);
  await stepgate.replace("Policy", "");
  await stepgate.show("Policy");
  await page.getByRole("tab", { name: "ARH policy" }).click();
  await stepgate.replace("Policy", ONLY_FIND);
  await expect(stepgate.verdict).toHaveText(/^PASS/);

  // Nor does it matter to them that it cannot be loaded.
  release("abort");
  await stepgate.replace("Trace", trace("find", "pay"));
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
});

test("what is shared waits for it", async ({ stepgate, page }) => {
  const release = await delayed(page);
  await stepgate.open();
  await stepgate.replace("Trace", trace("find"));
  await stepgate.replace("Policy", APPROVALS);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await expect(dialog).toBeVisible();
  release();
  const link = dialog.getByRole("textbox", { name: "Link" });
  await expect(link).toHaveValue(/#1/);
  expect(held(await link.inputValue())["gate"]).toMatchObject({ counts: [1, 0, 0, 0, 0] });
});

for (const [how, answer, says] of [
  ["unreachable", (route: Route) => route.abort(), /no connection/],
  ["gone", (route: Route) => route.fulfill({ status: 404 }), /answered 404/],
  ["broken", (route: Route) => route.fulfill({ body: "<html>" }), /broken/],
] as const) {
  test(`where it is ${how} the page says so, loses nothing, and tries again`, async ({
    stepgate,
    page,
    watch,
  }) => {
    watch.expect(/stepgate-whole|net::ERR_FAILED/);
    await page.route(WHOLE, answer);
    await stepgate.open();
    await stepgate.replace("Trace", trace("find"));
    await stepgate.replace("Policy", APPROVALS);
    await expect(stepgate.verdict).toHaveText(/^COULD NOT VERIFY/);
    await expect(stepgate.verdict).toHaveText(says);
    await stepgate.show("Policy");
    await expect(stepgate.policy).toContainText("What the desk may do");

    await page.unroute(WHOLE);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(stepgate.verdict).toHaveText(/^GATE 1 allow/);
  });
}
