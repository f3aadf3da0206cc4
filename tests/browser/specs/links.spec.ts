// A reproduction is a link: the address carries the documents, and a link opens them without destroying anything.
import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { fragmentOf, held, linkTo } from "../harness/link.ts";
import type { Stepgate } from "../harness/stepgate.ts";
import { expect, test } from "../harness/test.ts";
import { APPROVALS, ONLY_FIND, rogues, trace } from "../harness/documents.ts";

const FAILS = linkTo(ONLY_FIND, trace("find", "pay"), { fail_under: 80 });
const PASSES = linkTo(ONLY_FIND, trace("find"));

/** The line of an editor, as text without its layout. */
async function text(stepgate: Stepgate, editor: "Policy" | "Trace"): Promise<unknown> {
  await stepgate.show(editor);
  return JSON.parse(await (editor === "Policy" ? stepgate.policy : stepgate.trace).innerText());
}

/** Follows a link from within the page, as one that stands in another tab's chat would not. */
async function follow(page: Page, fragment: string): Promise<void> {
  await page.evaluate((fragment) => (location.hash = fragment), fragment);
}

/** Waits until the address holds something. */
async function carried(page: Page): Promise<void> {
  await expect(page).toHaveURL(/#1/);
}

function notice(page: Page) {
  return page.getByRole("status", { name: "Notice" });
}

test("the address carries what is written, and opens the same elsewhere", async ({
  stepgate,
  page,
  browser,
}) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace("find", "pay 😀"));
  await expect(stepgate.verdict).toHaveText(/^FAIL .*1 error/);
  await expect.poll(() => (page.url().includes("#1") ? held(page.url()).trace : "")).toContain("😀");
  const { policy, verdict, at } = held(page.url());
  expect(policy).toBe(ONLY_FIND);
  expect(verdict).toMatchObject({ outcome: "fail", count: 1 });
  expect(at).toBe(null);
  const said = await stepgate.verdict.innerText();

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(page.url());
  await expect(other.getByRole("status", { name: "Verdict" })).toHaveText(/^FAIL .*1 error/);
  const [mine, theirs] = [said, await other.getByRole("status", { name: "Verdict" }).innerText()].map(
    (verdict) => verdict.split(/\s+in the engine|\d+(\.\d+)? ms/)[0],
  );
  expect(theirs).toBe(mine);
  await expect(other.getByRole("region", { name: "Shared verdict" })).toHaveCount(0);
  await elsewhere.close();
});

test("the address names the chosen finding, and opens at it whatever the filter", async ({
  stepgate,
  page,
}) => {
  await page.goto(`./${linkTo(ONLY_FIND, trace("pay", "find", "wire"))}`);
  await expect(stepgate.verdict).toHaveText(/^FAIL .*2 errors/);
  await stepgate.show("Results");
  await stepgate.findings.getByRole("button", { name: "Go to step s3" }).click();
  await expect(page).toHaveURL(/&at=[\w-]{10}$/);
  const link = new URL(page.url()).hash;

  // Another document, and a filter that would hide the finding.
  await follow(page, FAILS);
  await expect(stepgate.verdict).toHaveText(/^FAIL .*1 error/);
  await stepgate.show("Results");
  await page.getByRole("searchbox", { name: "Filter findings" }).fill("nothing like this");
  await expect(stepgate.findings.getByRole("button", { name: "Go to step" })).toHaveCount(0);
  await follow(page, link);
  await expect(stepgate.verdict).toHaveText(/^FAIL .*2 errors/);
  await stepgate.show("Results");
  const chosen = stepgate.findings.locator("[aria-current=true]");
  await expect(chosen.getByRole("button", { name: "Go to step s3" })).toBeVisible();
});

test("the finding of a link is reached in a table of thousands", async ({ stepgate, page }) => {
  const long = linkTo(ONLY_FIND, rogues(1200));
  await page.goto(`./${long}`);
  await expect(stepgate.verdict).toHaveText(/^FAIL .*1,?200 errors/);
  await stepgate.show("Results");
  await stepgate.findings.getByRole("button", { name: "Go to step s1", exact: true }).focus();
  await page.keyboard.press("End");
  await page.keyboard.press("End");
  await stepgate.findings.getByRole("button", { name: "Go to step s1200" }).click();
  await expect(page).toHaveURL(/&at=/);
  await page.goto("about:blank");
  await page.goBack();
  await stepgate.show("Results");
  await expect(stepgate.findings.getByRole("button", { name: "Go to step s1200" })).toBeVisible();
});

test("a followed link leaves a way back to unsaved work, and Back returns to it", async ({
  stepgate,
  page,
}) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace("mine"));
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  await carried(page);
  await follow(page, PASSES);
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  await page.getByRole("button", { name: "Restore what I had" }).click();
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  expect(await text(stepgate, "Trace")).toEqual(JSON.parse(trace("mine")));

  // What is brought back is judged by its own bound, and is put aside again by the next link.
  await follow(page, FAILS);
  await expect(page.getByRole("spinbutton", { name: "Fail under" })).toHaveValue("80");
  await page.getByRole("button", { name: "Restore what I had" }).click();
  await expect(page.getByRole("spinbutton", { name: "Fail under" })).toHaveValue("70");
  expect(await text(stepgate, "Trace")).toEqual(JSON.parse(trace("mine")));

  await expect.poll(() => new URL(page.url()).hash).not.toBe(FAILS);
  await follow(page, PASSES);
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  await page.goBack();
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  await follow(page, FAILS);
  await expect(page.getByRole("spinbutton", { name: "Fail under" })).toHaveValue("80");
  await page.goBack();
  await expect(page.getByRole("spinbutton", { name: "Fail under" })).not.toHaveValue("80");
  expect(await text(stepgate, "Trace")).toEqual(JSON.parse(trace("mine")));
  await page.goForward();
  await expect(page.getByRole("spinbutton", { name: "Fail under" })).toHaveValue("80");
});

test("typing does not fill the tab's history", async ({ stepgate, page }) => {
  await stepgate.open();
  const before = await page.evaluate(() => history.length);
  for (const tool of ["one", "two", "three"]) {
    await stepgate.replace("Policy", ONLY_FIND);
    await stepgate.replace("Trace", trace(tool));
    await expect.poll(() => (page.url().includes("#1") ? held(page.url()).trace : "")).toBe(trace(tool));
  }
  expect(await page.evaluate(() => history.length)).toBe(before);
});

const WHOLE = FAILS.slice(1);
const BAD: [string, string, RegExp][] = [
  ["of a newer version", `#2${WHOLE.slice(1)}`, /version.*newer/],
  ["cut off", `#${WHOLE.slice(0, WHOLE.length / 2)}`, /cut off/],
  ["cut off with an ellipsis", `#${WHOLE.slice(0, WHOLE.length / 2)}%E2%80%A6`, /cut off/],
  ["tampered with", `#1${WHOLE.slice(1, 60)}${WHOLE[60] === "A" ? "B" : "A"}${WHOLE.slice(61)}`, /damaged/],
  ["a bomb", fragmentOf(Buffer.alloc((16 << 20) + 1)), /more than 16 MiB/],
  ["not UTF-8", fragmentOf(Buffer.from([0xff, 0xfe])), /not UTF-8/],
  ["no reproduction", fragmentOf(Buffer.from("{}")), /not a reproduction/],
  ["the name of a place", "#findings", /no link of Stepgate/],
];
for (const [what, fragment, sentence] of BAD) {
  test(`a link that is ${what} is told, and nothing is lost`, async ({ stepgate, page }) => {
    await page.goto(`./${fragment}`);
    await expect(notice(page)).toHaveText(sentence);
    await expect(stepgate.verdict).toHaveText(/^NOTHING TO CHECK/);
    await stepgate.replace("Policy", ONLY_FIND);
    await stepgate.replace("Trace", trace("mine"));
    await expect(stepgate.verdict).toHaveText(/^FAIL/);
    await carried(page);
    await follow(page, fragment.replace("#1", "#1 "));
    await expect(notice(page)).toHaveText(sentence);
    expect(await text(stepgate, "Trace")).toEqual(JSON.parse(trace("mine")));
  });
}

for (const [what, link] of [
  ["broken over lines", `#${WHOLE.slice(0, 70)}%0D%0A> ${WHOLE.slice(70)}`],
  ["followed by a full stop", `#${WHOLE}.`],
  ["in emphasis", `#${WHOLE}__`],
] as const) {
  test(`a link that is ${what} opens all the same`, async ({ stepgate, page }) => {
    await page.goto(`./${link}`);
    await expect(stepgate.verdict).toHaveText(/^FAIL .*1 error/);
    await expect(notice(page)).toHaveText(/Another|another program had added/);
  });
}

test("a link whose # has become %23 opens all the same", async ({ stepgate, page, watch }) => {
  watch.expect(/404/);
  await page.goto(`./%23${WHOLE}`);
  await expect(stepgate.verdict).toHaveText(/^FAIL .*1 error/);
});

test("a link tells when today's verdict is another one", async ({ stepgate, page }) => {
  const verdict = {
    outcome: "pass",
    score: "100.00",
    findings: { "ARH-OLD-001": ["/steps/0"] },
    count: 1,
    digest: "AAAAAAAAAA",
  };
  await page.goto(`./${linkTo(ONLY_FIND, trace("find", "pay"), { engine: "0.0.9", verdict })}`);
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  await stepgate.show("Results");
  const note = page.getByRole("region", { name: "Shared verdict" });
  await expect(note).toContainText("engine 0.0.9");
  await expect(note).toContainText("PASS 100.00");
  await expect(note).toContainText("ARH-OLD-001 at s1");
  await expect(note).toContainText("ARH-SCH-001 at s2");
  await note.getByRole("button", { name: "Close" }).click();
  await expect(note).toHaveCount(0);
});

test("a link opens an APPROVAL.md at its gate, and the address carries it on", async ({ stepgate, page }) => {
  const gate = { counts: [2, 0, 0, 0, 0], tools: { find: "allow", pay: "allow" }, digest: "AAAAAAAAAA" };
  const shown = { approval: APPROVALS, approval_name: "desk.md", system: "approval", harness: "hermes" };
  await page.goto(`./${linkTo("", trace("find", "pay", "terminal"), { ...shown, gate })}`);
  await expect(stepgate.verdict).toHaveText(/^GATE.*1 allow.*0 ask.*1 deny.*1 claimed/);
  await stepgate.show("Policy");
  await expect(stepgate.policy).toContainText("# What the desk may do");
  await stepgate.show("Results");
  const note = page.getByRole("region", { name: "Shared verdict" });
  await expect(note).toContainText(
    "GATE 2 allow, 0 ask, 0 deny, 0 not gated, 0 claimed became GATE 1 allow, 0 ask, 1 deny, 0 not gated, 1 claimed",
  );
  await expect(note.getByRole("list", { name: "Decided otherwise" })).toHaveText("pay: allow became deny");
  // Another trace: the address is made anew.
  await stepgate.replace("Trace", trace("pay"));
  await expect(stepgate.verdict).toHaveText(/^GATE.*0 allow.*1 deny/);
  await expect
    .poll(() => held(page.url()).gate)
    .toMatchObject({ counts: [0, 0, 1, 0, 0], tools: { pay: "deny" } });
  expect(held(page.url())).toMatchObject({ ...shown, policy: "" });
});

test("the address names the chosen decision, and opens at it", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", APPROVALS);
  await stepgate.replace("Trace", trace("find", "pay", "find"));
  await expect(stepgate.verdict).toHaveText(/^GATE 2 allow/);
  await stepgate.show("Results");
  const decisions = page.getByRole("table", { name: "Gate decisions" });
  await decisions.getByRole("button", { name: "Go to step s3" }).click();
  await expect(page).toHaveURL(/&at=[\w-]{10}$/);

  const address = page.url();
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await expect(dialog.getByRole("checkbox", { name: "Point at the chosen decision" })).toBeChecked();
  const link = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  expect(held(link).at).toBe(held(address).at);
  await page.keyboard.press("Escape");

  await stepgate.openSample();
  await page.goto(`./${new URL(link).hash}`);
  await expect(stepgate.verdict).toHaveText(/^GATE 2 allow/);
  await stepgate.show("Results");
  const chosen = decisions.getByRole("row").and(page.locator("[aria-current=true]"));
  await expect(chosen).toContainText("s3");
  await expect(page.getByRole("list", { name: "Decision path" })).toContainText("find");
  // What it points at may be gone by the time.
  await page.goto(`./${new URL(link).hash.replace(/&at=.*/, "&at=AbCdEf-_09")}`);
  await expect(stepgate.notice).toHaveText(
    "The decision that this link points at is not among today's decisions.",
  );
});

test("a link without an APPROVAL.md leaves the harness that was chosen", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", APPROVALS);
  await expect(stepgate.verdict).toHaveText(/^GATE/);
  const harness = page.getByRole("combobox", { name: "Harness" });
  await harness.selectOption("Hermes");
  await page.goto(`./${linkTo(ONLY_FIND, trace("find"))}`);
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  await stepgate.replace("Policy", APPROVALS);
  await expect(stepgate.verdict).toHaveText(/^GATE/);
  await expect(harness).toHaveValue("hermes");
});

test("documents too long for the address stay out of it, and the page says so", async ({
  stepgate,
  page,
}) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace("find"));
  await carried(page);
  const noise = randomBytes(40_000).toString("base64");
  await stepgate.replace("Trace", trace({ tool_name: "find", response_text: noise }));
  await expect(page.getByText("Not in the address")).toBeVisible();
  expect(new URL(page.url()).hash).toBe("");
});

test.describe("documents at addresses", () => {
  const at = (policy: string, trace: string) =>
    `./#policy=${encodeURIComponent(policy)}&trace=${encodeURIComponent(trace)}`;
  const allow = { "access-control-allow-origin": "*" };

  test("load from this site and over https", async ({ stepgate, page, watch }) => {
    watch.allow("https://docs.example");
    await page.route("https://docs.example/t.json", (route) =>
      route.fulfill({ body: trace("find", "pay"), headers: allow }),
    );
    await page.route("**/here.json", (route) => route.fulfill({ body: ONLY_FIND }));
    await page.goto(`${at("here.json", "https://docs.example/t.json")}&fail_under=55`);
    await expect(stepgate.verdict).toHaveText(/^FAIL .*1 error/);
    await expect(notice(page)).toHaveText(/Loaded from .*docs\.example/);
    await expect(page.getByRole("spinbutton", { name: "Fail under" })).toHaveValue("55");
    expect(await text(stepgate, "Policy")).toEqual(JSON.parse(ONLY_FIND));
    // The address stays what it was until something is changed.
    expect(page.url()).toContain("#policy=here.json");
  });

  test("keep all their parts when another finding is chosen", async ({ stepgate, page }) => {
    await page.route("**/p.json", (route) => route.fulfill({ body: ONLY_FIND }));
    await page.route("**/t.json", (route) => route.fulfill({ body: trace("find", "pay") }));
    await page.goto("./#policy=p.json&at=AAAAAAAAAA&trace=t.json&fail_under=55");
    await expect(stepgate.verdict).toHaveText(/^FAIL .*1 error/);
    await stepgate.show("Results");
    await stepgate.findings.getByRole("button", { name: "Go to step s2" }).click();
    await expect(page).toHaveURL(/#policy=p\.json&trace=t\.json&fail_under=55&at=(?!AAAA)[\w-]{10}$/);
  });

  test("do not come over what is typed while they load, and this is told", async ({ stepgate, page }) => {
    let answer = () => {};
    const typed = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/p.json", async (route) => {
      await typed;
      await route.fulfill({ body: ONLY_FIND });
    });
    await page.goto("./#policy=p.json");
    await expect(notice(page)).toHaveText(/Loading/);
    await stepgate.replace("Trace", trace("mine"));
    answer();
    await expect(notice(page)).toHaveText(/^The link was not opened/);
    expect(await text(stepgate, "Trace")).toEqual(JSON.parse(trace("mine")));
  });

  for (const [what, answer, sentence] of [
    ["is missing", { status: 404, body: "", headers: allow }, /docs\.example answered 404 for \/t\.json/],
    [
      "may not be read by other sites",
      { body: "{}", headers: { "access-control-allow-origin": "https://other.example" } },
      /does not let other sites read it/,
    ],
    ["is not UTF-8", { body: Buffer.from([0x7b, 0xff]), headers: allow }, /not UTF-8.*offset 1/],
  ] as const) {
    test(`are explained when one ${what}`, async ({ stepgate, page, watch }) => {
      watch.allow("https://docs.example");
      watch.expect(/docs\.example/);
      await page.route("https://docs.example/t.json", (route) => route.fulfill(answer));
      await page.route("**/here.json", (route) => route.fulfill({ body: ONLY_FIND }));
      await page.goto(at("here.json", "https://docs.example/t.json"));
      await expect(notice(page)).toHaveText(sentence);
      await expect(stepgate.verdict).toHaveText(/^NOTHING TO CHECK/);
    });
  }

  test("are refused over anything but https", async ({ stepgate, page }) => {
    await page.goto(at("http://docs.example/p.json", "data:application/json,{}"));
    await expect(notice(page)).toHaveText(/http:\/\/docs\.example\/p\.json is not fetched/);
    await expect(stepgate.verdict).toHaveText(/^NOTHING TO CHECK/);
  });
});
