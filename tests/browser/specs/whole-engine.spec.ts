// The page's own program knows ARH policies. Documents that need more have the whole engine fetched, once.
import type { Page, Route } from "@playwright/test";
import { APPROVALS, ONLY_FIND, policy, rogues, trace } from "../harness/documents.ts";
import { held, linkTo } from "../harness/link.ts";
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
  await expect(stepgate.verdict).toHaveText(/^CHECKING the part of the engine that these documents need/);
  await stepgate.replace("Trace", trace("find", "pay", "pay"));
  await expect(stepgate.verdict).toHaveText(/^CHECKING the part of the engine that these documents need/);
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
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("stepgate-whole"));
  release("abort");
  await failed;
  await expect(stepgate.verdict).toHaveText(/^PASS/);
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

test("who asks just before it is there gets an answer", async ({ stepgate, page }) => {
  // What the worker says can be held back, and the page says when the program is ready to be used.
  await page.addInitScript(() => {
    const state = { holds: false, isReady: false, held: [] as (() => void)[] };
    const own = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
    Object.defineProperty(Worker.prototype, "onmessage", {
      set(this: Worker, listener: ((event: MessageEvent) => void) | null) {
        const heard = (event: MessageEvent) =>
          state.holds ? void state.held.push(() => listener?.(event)) : listener?.(event);
        own?.set?.call(this, listener && heard);
      },
    });
    const compile = WebAssembly.compile;
    WebAssembly.compile = async (bytes) => {
      const module = await compile(bytes);
      setTimeout(() => (state.isReady = true));
      return module;
    };
    Object.assign(window, { state });
  });
  const release = await delayed(page);
  await stepgate.open();
  await stepgate.replace("Trace", trace("find"));
  await stepgate.replace("Policy", APPROVALS);
  await expect(stepgate.verdict).toHaveText(/^CHECKING the part of the engine/);
  await page.evaluate("state.holds = true");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await expect(dialog).toContainText("Making the copy");
  release();
  await expect.poll(() => page.evaluate("state.isReady")).toBe(true);
  await page.evaluate("state.holds = false; state.held.splice(0).forEach((tell) => tell())");
  await expect(dialog.getByRole("textbox", { name: "Link" })).toHaveValue(/#1/);
  await expect(stepgate.verdict).toHaveText(/^GATE 1 allow/);
});

test("until it is there all of the last result can be seen", async ({ stepgate, page }) => {
  const release = await delayed(page);
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", rogues(300));
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  await stepgate.replace(
    "Policy",
    policy({ allowed_tools: { find: {} }, unsafe_patterns: ["\\N{EURO SIGN}"] }),
  );
  await expect(stepgate.verdict).toHaveText(/^CHECKING the part of the engine/);
  await stepgate.show("Results");
  await page.getByRole("searchbox", { name: "Filter findings" }).fill("s250");
  await expect(stepgate.findings.getByRole("row")).toHaveCount(2);
  release();
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
});

test("the address keeps up with documents that wait for it, or never get it", async ({
  stepgate,
  page,
  watch,
}) => {
  watch.expect(/net::ERR_FAILED/);
  const release = await delayed(page);
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace("find"));
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  await expect(page).toHaveURL(/#1/);
  const named = policy({ unsafe_patterns: ["\\N{EURO SIGN}"] });
  await stepgate.replace("Policy", named);
  await expect.poll(() => held(page.url())).toMatchObject({ policy: named, trace: trace("find") });
  expect(held(page.url())).not.toHaveProperty("verdict");
  await expect(stepgate.verdict).toHaveText(/^CHECKING the part of the engine/);
  release("abort");
  await expect(stepgate.verdict).toHaveText(/^COULD NOT VERIFY/);
  await stepgate.replace("Trace", trace("find", "pay"));
  await expect.poll(() => held(page.url())).toMatchObject({ policy: named, trace: trace("find", "pay") });
});

test("the address carries what was linked and changed where it cannot be judged", async ({
  stepgate,
  page,
  watch,
}) => {
  watch.expect(/net::ERR_FAILED/);
  await page.route(WHOLE, (route) => route.abort());
  const link = linkTo("", trace("find"), { approval: APPROVALS, system: "approval" });
  await page.goto(`./${link}`);
  await expect(stepgate.verdict).toHaveText(/^COULD NOT VERIFY/);
  expect(new URL(page.url()).hash).toBe(link);
  await stepgate.replace("Trace", trace("pay"));
  await expect.poll(() => held(page.url())).toMatchObject({ trace: trace("pay"), system: "approval" });
  expect(held(page.url())["approval"]).toBe(APPROVALS);
});

test("where it cannot be had, sharing says why", async ({ stepgate, page, watch }) => {
  watch.expect(/stepgate-whole|net::ERR_FAILED/);
  await page.route(WHOLE, (route) => route.abort());
  await stepgate.open();
  await stepgate.replace("Trace", trace("find"));
  await stepgate.replace("Policy", APPROVALS);
  await expect(stepgate.verdict).toHaveText(/^COULD NOT VERIFY/);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await expect(dialog).toContainText(
    "There is no copy, because the part of the engine that these documents need",
  );
  await page.unroute(WHOLE);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByRole("textbox", { name: "Link" })).toHaveValue(/#1/);
});

for (const [how, answer, says] of [
  ["unreachable", (route: Route) => route.abort(), /does not answer/],
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

test("a script that only the worker does not get is told at once", async ({ stepgate, page, watch }) => {
  watch.expect(/stepgate-whole|Failed to fetch dynamically imported module/);
  let asked = 0;
  // The page looks whether the script is there; the worker is the second to ask for it.
  await page.context().route("**/stepgate-whole*.js", async (route) => {
    asked += 1;
    await (asked === 2 ? route.fulfill({ status: 404 }) : route.continue());
  });
  await stepgate.open();
  await stepgate.replace("Trace", trace("find"));
  await stepgate.replace("Policy", APPROVALS);
  await expect(stepgate.verdict).toHaveText(/^COULD NOT VERIFY .*engine stopped/);
  // And the next try succeeds by itself.
  await expect(stepgate.verdict).toHaveText(/^GATE 1 allow/);
  expect(asked).toBeGreaterThan(1);
});
