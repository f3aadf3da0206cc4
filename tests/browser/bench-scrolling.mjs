// The documentation site's side of `cargo xtask bench`: scrolls a page with twenty live examples from top to bottom and
// prints the longest task of the main thread, which the frames share with the page, and how long an example takes from
// coming into view to its first verdict.
//
//     node bench-scrolling.mjs URL

import { chromium } from "@playwright/test";
import { timeline, tasksOfMainThread } from "./timeline.mjs";

/** A notch of a mouse wheel, and the time between two of somebody who skims a page. */
const NOTCH = 120;
const PAUSE_MS = 60;

/** Examples far from each other, and the time for those beside them to come as well. */
const JUMPS = [6, 10, 14, 18];
const SETTLE_MS = 1500;

const [url] = process.argv.slice(2);
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

/** From coming into view to the first verdict, of all examples or of some, shortest first. */
async function waitsOf(page, some) {
  const waits = await page.evaluate(
    (some) =>
      [...document.querySelectorAll("stepgate-example")]
        .filter((example, index) => window.inView.has(example) && (some?.includes(index) ?? true))
        .map((example) => Math.max(0, window.judged.get(example) - window.inView.get(example))),
    some,
  );
  return waits.sort((a, b) => a - b);
}

const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
const page = await context.newPage();
await page.addInitScript(() => {
  if (window !== window.top) return;
  window.inView = new Map();
  window.judged = new Map();
  addEventListener("stepgate:verdict", ({ target }) => {
    if (!window.judged.has(target)) window.judged.set(target, performance.now());
  });
  addEventListener("DOMContentLoaded", () => {
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting && !window.inView.has(target)) window.inView.set(target, performance.now());
      }
    });
    for (const example of document.querySelectorAll("stepgate-example")) observer.observe(example);
  });
});
await page.goto(`${url}handbook/twenty.html`);
await page.mouse.move(720, 450);
const events = await timeline(browser, async () => {
  const end = () => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1);
  while (!(await end())) {
    await page.mouse.wheel(0, NOTCH);
    await sleep(PAUSE_MS);
  }
  await page.waitForFunction(() => [...window.inView.keys()].every((example) => window.judged.has(example)));
});
const tasks = tasksOfMainThread(events, url);
const waits = await waitsOf(page);

// The same page anew: jumping to examples far away, of which nothing has been loaded.
await page.reload();
for (const index of JUMPS) {
  await page.evaluate(
    (index) => document.querySelectorAll("stepgate-example")[index].scrollIntoView(),
    index,
  );
  await page.waitForFunction(
    (index) => window.judged.has(document.querySelectorAll("stepgate-example")[index]),
    index,
  );
  await sleep(SETTLE_MS);
}
const jumps = await waitsOf(page, JUMPS);
await browser.close();

const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);
row(`${waits.length} live examples, scrolled past`, "ms");
row("---", "---");
const longest = (kind) => Math.max(...tasks.map((task) => task[kind])).toFixed(0);
row("longest main-thread task", longest("took"));
row("the same, without the time in which other programs had the processor", longest("worked"));
row("tasks above 50 ms", tasks.filter(({ took }) => took > 50).length);
row("from coming into view to the first verdict, median", waits[Math.floor(waits.length / 2)].toFixed(0));
row("the same, longest", waits.at(-1).toFixed(0));
row("the same after a jump to one far away, median", jumps[Math.floor(jumps.length / 2)].toFixed(0));
