// Live examples, in the documentation site of tests/docs-site as MkDocs builds it.
import { readdir, readFile } from "node:fs/promises";
import { expectAccessible } from "../harness/axe.ts";
import { Handbook } from "../harness/example.ts";
import { Stepgate } from "../harness/stepgate.ts";
import { expect, test } from "../harness/test.ts";
import { DESK, approvals, policy, trace } from "../harness/documents.ts";
import type { Page } from "@playwright/test";

const DOCS = new URL("../../docs-site/docs/", import.meta.url);
const SAMPLES = new URL("../../../samples/", import.meta.url);

/** What the frame and the engine are made of. */
const ENGINE = /embed\.html|editor-|\.wasm/;

/** A policy by which every run of more than a step is too long. */
const SHORT = policy({ allow_unlisted_tools: true, completion: { max_steps: 1 } });

for (const name of ["index", "forms", "gate"]) {
  test(`each example of ${name} comes to the verdict that it declares`, async ({ page }) => {
    const handbook = await Handbook.open(page, name);
    const told = await handbook.readAll();
    expect(told.length).toBeGreaterThanOrEqual(4);
    for (const each of told) expect(each).toMatchObject({ version: 1, asExpected: true });
    expect(await page.evaluate(() => document.activeElement?.tagName), "nothing takes the focus").toBe(
      "BODY",
    );
  });
}

test("an example can be edited and put back", async ({ page }) => {
  const example = (await Handbook.open(page, "index")).example(0);
  expect(await example.live()).toMatchObject({ outcome: "fail", findings: 4 });

  await example.replacePolicy(SHORT);
  expect(await example.told((told) => told.findings !== 4)).toMatchObject({
    outcome: "fail",
    rules: ["ARH-CMP-002"],
    asExpected: false,
  });
  await expect(example.verdict).toHaveText(/^FAIL/);

  await example.inside.getByRole("button", { name: "Reset" }).click();
  expect(await example.told((told) => told.findings === 4)).toMatchObject({ asExpected: true });
});

test("what is only to be read cannot be changed", async ({ page }) => {
  const example = (await Handbook.open(page, "index")).example(1);
  await example.live();
  await example.replacePolicy("{}");
  // On a narrow screen the editor renders only a part of it.
  await expect(example.policy).toContainText('"max_step_latency_ms": 3000');
  await expect(example.policy).toHaveAttribute("aria-readonly", "true");
  await expect(example.inside.getByRole("button", { name: "Reset" })).toBeHidden();
});

test("the chosen finding is in view from the start", async ({ page }) => {
  const example = (await Handbook.open(page, "forms")).example(4);
  await example.live();
  await example.show("Trace");
  await expect(example.trace.getByText('"s5"')).toBeInViewport();
  await example.show("Results");
  const row = example.inside.getByRole("row", { name: "ARH-FLW-003" });
  await expect(row).toHaveAttribute("aria-current", "true");
});

test("the chosen decision is in view from the start, and opens in the playground", async ({
  page,
  context,
}) => {
  const example = (await Handbook.open(page, "gate")).example(0);
  await example.live();
  await example.show("Trace");
  await expect(example.trace.getByText('"s6"')).toBeInViewport();
  await example.show("Results");
  const row = example.inside.getByRole("row", { name: "mcp__shop__close_account" });
  await expect(row).toHaveAttribute("aria-current", "true");
  await expect(row).toBeInViewport();
  const link = example.inside.getByRole("link", { name: "Open in Stepgate" });
  await expect(link).toHaveAttribute("href", /&at=H2zZzt4huC$/);
  const opening = context.waitForEvent("page");
  await link.click();
  const playground = new Stepgate(await opening);
  await expect(playground.verdict).toHaveText(/^GATE/);
  await playground.show("Results");
  const decisions = playground.page.getByRole("table", { name: "Gate decisions" });
  await expect(decisions.getByRole("row", { name: "mcp__shop__close_account" })).toHaveAttribute(
    "aria-current",
    "true",
  );
});

test("the chosen finding is in view however late the browser paints", async ({ page, isMobile }) => {
  test.skip(isMobile, "on a narrow screen, whoever sees the trace has come into the frame");
  // What is to happen in the next frame happens more than a second later.
  await page.addInitScript(() => {
    const soon = window.requestAnimationFrame.bind(window);
    if (window !== window.top)
      window.requestAnimationFrame = (then) => window.setTimeout(() => soon(then), 1_200);
  });
  const example = (await Handbook.open(page, "forms")).example(4);
  await example.live();
  await expect(example.trace.getByText('"s5"')).toBeInViewport();
});

test("without JavaScript the blocks are text", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}handbook/index.html`);
  await expect(page.getByText('"policy_id": "refund-desk"')).toBeVisible();
  await expect(page.getByText('"trace_id": "chat-8841"')).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await context.close();
});

test("nothing is loaded before an example comes near", async ({ page, watch }) => {
  await page.route("**/handbook/index.html", async (route) => {
    const body = await (await route.fetch()).text();
    await route.fulfill({
      body: body.replace("<body", '<body style="padding-top: 5000px"'),
      contentType: "text/html",
    });
  });
  const handbook = await Handbook.open(page, "index");
  await page.waitForFunction(() => customElements.get("stepgate-example") !== undefined);
  await settle(page);
  expect(watch.requests.filter((url) => ENGINE.test(url))).toEqual([]);
  await expect(handbook.example(0).element.getByText('"policy_id": "refund-desk"')).toBeVisible();

  expect(await handbook.example(0).live()).toMatchObject({ asExpected: true });
});

test("of twenty examples two have a worker, and each is judged", async ({ page }) => {
  test.slow();
  await page.addInitScript(() => {
    interface Counts {
      now: number;
      most: number;
      all: number;
    }
    const counts = (): Counts =>
      ((window.top as unknown as { workers?: Counts }).workers ??= { now: 0, most: 0, all: 0 });
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        counts().all++;
        counts().most = Math.max(counts().most, ++counts().now);
      }
      override terminate(): void {
        counts().now--;
        super.terminate();
      }
    };
  });
  const handbook = await Handbook.open(page, "twenty");
  expect(await handbook.examples.count()).toBe(20);
  const first = await page.locator("iframe").count();
  expect(first, "those far away wait").toBeLessThan(10);
  const told = await handbook.readAll();
  expect(told.filter((each) => each.asExpected !== true)).toEqual([]);
  const counts = await page.evaluate(
    () => (window as unknown as { workers: { most: number; all: number } }).workers,
  );
  expect(counts.most).toBe(2);
  expect(counts.all).toBeGreaterThanOrEqual(20);

  // The first has given its worker away; with a person in it, it gets one again.
  const again = handbook.example(0);
  await again.element.scrollIntoViewIfNeeded();
  await expect(again.verdict).toHaveText(/^FAIL/);
  await again.replacePolicy(policy({ allow_unlisted_tools: true }));
  await again.told((each) => each.outcome === "pass");
});

test("the wheel scrolls the page until a person is in the frame", async ({ page, isMobile }) => {
  test.skip(isMobile, "a phone has no wheel");
  const example = (await Handbook.open(page, "index")).example(0);
  await example.live();
  await example.policy.hover();
  const scrolled = () => page.evaluate(() => scrollY);
  const before = await scrolled();
  await page.mouse.wheel(0, 120);
  await expect.poll(scrolled).toBeGreaterThan(before);

  await example.policy.click();
  await settle(page);
  const inside = await scrolled();
  await page.mouse.wheel(0, 60);
  const lines = () => example.policy.evaluate((box) => box.parentElement?.scrollTop ?? 0);
  await expect.poll(lines).toBeGreaterThan(0);
  expect(await scrolled()).toBe(inside);
});

test("an example has the colours of the page, also when they change", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  const example = (await Handbook.open(page, "index")).example(0);
  await example.live();
  const root = example.inside.locator("html");
  await expect(root).toHaveAttribute("data-theme", "light");
  await page.getByTitle("Dark").click();
  await expect(root).toHaveAttribute("data-theme", "dark");
});

test("messages from elsewhere, or of another shape, change nothing", async ({ page }) => {
  const example = (await Handbook.open(page, "index")).example(0);
  await example.live();
  const verdict = { type: "verdict", outcome: "pass", score: null, rules: [], findings: 0, engine: "forged" };
  await page.evaluate(async (verdict) => {
    const real = document
      .querySelector("stepgate-example")
      ?.shadowRoot?.querySelector("iframe")?.contentWindow;
    if (!real) throw new Error("there is no frame");
    // The page itself, in every wrong shape.
    for (const message of [
      null,
      "theme",
      { stepgate: 2, type: "theme", theme: "dark" },
      { stepgate: 1, type: "theme", theme: "<b>" },
      { stepgate: 1, type: "toString" },
      { stepgate: 1, type: "show", policy: "{}", trace: "{}" },
    ]) {
      real.postMessage(message, "*");
    }
    // Another frame of the page, which is neither the frame's parent nor one of ours.
    const other = document.createElement("iframe");
    const told = new Promise((resolve) =>
      addEventListener("message", ({ data }) => data === "sent" && resolve(data)),
    );
    Object.assign(window, { real });
    other.srcdoc =
      `<script>
      parent.real.postMessage({ stepgate: 1, type: "theme", theme: "dark" }, "*");
      parent.postMessage(${JSON.stringify({ stepgate: 1, ...verdict })}, "*");
      parent.postMessage("sent", "*");
    </` + "script>";
    document.body.append(other);
    await told;
  }, verdict);
  // What is posted after them has been heard after them.
  await example.replacePolicy(SHORT);
  await example.told((told) => told.rules.includes("ARH-CMP-002"));
  const engines = await page.evaluate(() => stepgateTold.map(([, { engine }]) => engine));
  expect(engines).not.toContain("forged");
  await expect(example.inside.locator("html")).toHaveAttribute("data-theme", "light");
});

test("the frame of another origin works, with storage refused", async ({ page, baseURL, watch }) => {
  const other = new URL("stepgate-example.js", baseURL);
  other.hostname = "localhost";
  watch.allow(other.origin);
  // The page's own script is empty; the one that works comes from elsewhere.
  const own = new URL("stepgate-example.js", baseURL);
  await page.route(own.href, (route) => route.fulfill({ body: "", contentType: "text/javascript" }));
  await page.addInitScript(() => {
    if (window === window.top) return;
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("refused", "SecurityError");
        },
      });
    }
  });
  const handbook = await Handbook.open(page, "index");
  await page.addScriptTag({ url: other.href });
  for (const told of await handbook.readAll()) expect(told).toMatchObject({ asExpected: true });
  expect(page.frames().filter((frame) => frame.url().startsWith(other.origin)).length).toBeGreaterThan(1);
});

test("an example opens in the playground as it stands", async ({ page, context }) => {
  const example = (await Handbook.open(page, "index")).example(0);
  await example.live();
  await example.replacePolicy(SHORT);
  await example.told((told) => told.rules.includes("ARH-CMP-002"));
  const link = example.inside.getByRole("link", { name: "Open in Stepgate" });
  await expect(link).toHaveAttribute("href", /#1/);
  const before = await link.getAttribute("href");
  await expect.poll(async () => (await link.getAttribute("href")) === before).toBe(true);
  const opening = context.waitForEvent("page");
  await link.click();
  const playground = await opening;
  await expect(playground.getByRole("status", { name: "Verdict" })).toHaveText(/^FAIL.*1 error/);
  const text = playground.getByRole("textbox", { name: "Policy", exact: true });
  await expect(text).toContainText('"max_steps": 1');
});

test("line endings survive a link, an example and the way into the playground", async ({
  stepgate,
  page,
  context,
}) => {
  await stepgate.open();
  await page.getByLabel("Files to open").setInputFiles(
    [SHORT, trace("find", "pay").replaceAll("\n", "\r\n")].map((text, at) => ({
      name: at === 0 ? "short.policy.json" : "windows.trace.json",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    })),
  );
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  await expect(page).toHaveURL(/#1/);
  const { hash } = new URL(page.url());
  await page.route("**/handbook/index.html", async (route) => {
    const body = await (await route.fetch()).text();
    await route.fulfill({
      body: body.replace("<stepgate-example", `<stepgate-example link="${hash}"`),
      contentType: "text/html",
    });
  });

  const example = (await Handbook.open(page, "index")).example(0);
  expect(await example.live()).toMatchObject({ outcome: "fail", rules: ["ARH-CMP-002"] });
  const link = example.inside.getByRole("link", { name: "Open in Stepgate" });
  await expect(link).toHaveAttribute("href", /#1/);
  const opening = context.waitForEvent("page");
  await link.click();
  const playground = new Stepgate(await opening);
  await expect(playground.verdict).toHaveText(/^FAIL/);
  await playground.show("Policy");
  const [policy, other] = ["Policy", "Trace"].map((name) =>
    playground.page.getByRole("region", { name: `${name} document` }),
  );
  await expect(policy!).toContainText("short.policy.json");
  await expect(policy!).not.toContainText("CRLF");
  await playground.show("Trace");
  await expect(other!).toContainText("windows.trace.json");
  await expect(other!).toContainText("CRLF");
});

test("a gate of a harness that is not known is not replaced by another one's", async ({ page }) => {
  await page.route("**/uncited-warning.stepgate.json", async (route) => {
    const reproduction = {
      stepgate: 1,
      policy: "",
      approval: approvals(DESK),
      trace: trace("pay"),
      system: "approval",
      harness: "Harness 2",
    };
    await route.fulfill({ json: reproduction });
  });
  const example = (await Handbook.open(page, "forms")).example(1);
  expect((await example.live()).outcome).toBe("could not verify");
  await expect(example.verdict).toContainText(
    "It asks the gate of a harness that this Stepgate does not know",
  );
  await expect(example.inside.getByRole("table", { name: "Gate decisions" })).toHaveCount(0);
});

test("the frame's page, opened by itself, leads to the playground", async ({ page }) => {
  await page.goto("./embed.html");
  await expect(page.getByText("This page is meant to stand in a frame")).toBeVisible();
  await page.getByRole("link", { name: "Open the playground" }).click();
  await expect(page.getByRole("status", { name: "Verdict" })).toHaveText(/^NOTHING TO CHECK/);
});

for (const [what, pattern] of [
  ["frame", "**/embed.html"],
  ["engine", "**/*.wasm"],
] as const) {
  test(`what stood there stays when the ${what} cannot be loaded`, async ({ page, watch }) => {
    watch.expect(/Failed to load resource|Failed to execute 'postMessage'|could not be loaded|TypeError/);
    await page.clock.install();
    const asked = page.waitForRequest(pattern);
    await page.route(pattern, (route) => route.fulfill({ status: 404, body: "gone" }));
    const example = (await Handbook.open(page, "index")).example(0);
    const block = example.element.getByText('"policy_id": "refund-desk"');
    // The frame is tried; how soon it is gone again is the browser's business.
    await asked;
    await expect(block).toBeVisible();
    await expect(async () => {
      await page.clock.runFor(11_000);
      expect(await example.frame.count()).toBe(0);
    }).toPass();
    await expect(block).toBeVisible();
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing in live examples, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const handbook = await Handbook.open(page, "index");
    await handbook.readAll();
    // The page around them has the heading.
    await expectAccessible(page, { within: "stepgate-example", without: ["page-has-heading-one"] });
  });
}

test("the site's documents are the samples", async () => {
  const samples = new Map<string, string>();
  for (const name of await readdir(SAMPLES))
    samples.set(name, await readFile(new URL(name, SAMPLES), "utf8"));
  const known = new Set(samples.values());
  for (const name of (await readdir(DOCS)).filter((name) => name.endsWith(".md"))) {
    const page = await readFile(new URL(name, DOCS), "utf8");
    for (const example of page.match(/<stepgate-example[^]*?<\/stepgate-example>/g) ?? []) {
      if (example.includes('expect="invalid')) continue;
      for (const [, , text] of example.matchAll(/^(`{3,4})\{[^}]*\}\n([^]*?)^\1$/gm)) {
        expect(known.has(text ?? ""), `${name}: ${text}`).toBe(true);
      }
    }
  }
  for (const name of await readdir(new URL("files/", DOCS))) {
    const text = await readFile(new URL(`files/${name}`, DOCS), "utf8");
    if (!name.endsWith(".stepgate.json")) {
      // MkDocs would take a file ending in `.md` for a page.
      expect(text).toBe(samples.get(name.replace(/\.txt$/, "")));
      continue;
    }
    const { policy, trace, policy_name, trace_name } = JSON.parse(text);
    expect([policy, trace]).toEqual([samples.get(policy_name), samples.get(trace_name)]);
  }
});

/** Waits until observers have had their say. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
}
