// The gate's side of `cargo xtask bench`: puts a large APPROVAL.md and a long trace into the built page, and does what
// people do with them. Prints a table: the longest task of the main thread in each case, and how long the thread itself
// was at work in one.
//
//     node bench-gate.mjs URL WORKLOADS

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { tasksOfMainThread, timeline } from "./timeline.mjs";

const KEYS = 20;
const PAUSE_MS = 50;
/** A turn of a mouse wheel. */
const WHEEL = 1500;
/** What follows an action at leisure, such as parsing for colours. */
const SETTLE_MS = 1500;

const [url, workloads] = process.argv.slice(2);
const read = (name) => readFile(join(workloads, name), "utf8");
const approval = await read("gate.APPROVAL.md");
const large = await read("gate-large.APPROVAL.md");
const calls = await read("gate.trace.json");
const steps = JSON.stringify(JSON.parse(calls), null, 2);
const broken = approval.replaceAll("autonomy: manual", "autonomy: manuel");
const other = approval.replaceAll("autonomy: manual", "autonomy: human-only");

const executablePath = process.env.STEPGATE_CHROMIUM;
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
  ],
});
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function open() {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: "block",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  await page.goto(url);
  await page
    .getByRole("status", { name: "Verdict" })
    .filter({ hasText: /^\s*NOTHING/ })
    .waitFor();
  return page;
}

const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);
row("2,000 classes, 10,000 calls", "longest main-thread task ms", "at work ms");
row("---", "---", "---");

/** Measures an action with what follows from it. */
async function measure(name, action) {
  const events = await timeline(browser, async () => {
    await action();
    await sleep(SETTLE_MS);
  });
  const tasks = tasksOfMainThread(events, url);
  row(name, ...["took", "worked"].map((kind) => Math.max(...tasks.map((task) => task[kind])).toFixed(0)));
}

/** Pastes a text in place of what is in a box. */
async function paste(name, box, text) {
  const page = box.page();
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await box.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await measure(name, () => page.keyboard.press("ControlOrMeta+v"));
}

/** Types into a box, from where a key leads. */
async function type(name, box, key) {
  const page = box.page();
  await box.focus();
  await page.keyboard.press(key);
  await sleep(SETTLE_MS);
  await measure(name, async () => {
    for (let pressed = 0; pressed < KEYS; pressed++) {
      await page.keyboard.press("Space");
      await sleep(PAUSE_MS);
    }
  });
}

/** Scrolls a table. */
async function scroll(page, name) {
  const table = page.getByRole("table", { name, exact: true });
  await table.getByRole("row").nth(2).hover();
  await sleep(SETTLE_MS);
  await measure(`scrolling ${name}`, async () => {
    for (let turned = 0; turned < KEYS; turned++) {
      await page.mouse.wheel(0, WHEEL);
      await sleep(PAUSE_MS);
    }
  });
}

const box = (page, name) => page.getByRole("textbox", { name, exact: true });

let page = await open();
await paste("pasting the policy", box(page, "Policy"), approval);
await paste("pasting the trace, on one line", box(page, "Trace"), calls);
await type("typing at the start of the policy", box(page, "Policy"), "ControlOrMeta+Home");
await type("typing at the end of the policy", box(page, "Policy"), "ControlOrMeta+End");
await paste("pasting a policy with an error in every fifth class", box(page, "Policy"), broken);
await page.context().close();

page = await open();
await paste("pasting the trace, indented", box(page, "Trace"), steps);
await paste("pasting the policy beside it", box(page, "Policy"), approval);
await page.getByRole("button", { name: "Compare with this" }).click();
await paste("pasting 400 KB into the other version", box(page, "Other version"), other);
for (const name of ["Comparison", "Classes", "Gate decisions"]) await scroll(page, name);
await page.context().close();

page = await open();
await paste("pasting a policy of 1 MB", box(page, "Policy"), large);
await type("typing at its end", box(page, "Policy"), "ControlOrMeta+End");
await browser.close();
