// The browser's side of `cargo xtask bench`: times the engine as WebAssembly on the workloads that the page must
// judge quickly. Prints one JSON object, workload to milliseconds (the median of nine runs).
//
//     node bench.mjs URL

import { chromium } from "@playwright/test";

const WORKLOADS = ["typical", "large", "corpus"];
const RUNS = 9;

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
const page = await browser.newPage();
await page.goto(url);
const times = await page.evaluate(
  async ({ workloads, runs }) => {
    const { default: init, prepare } = await import("./stepgate_bench.js");
    await init();
    const median = (workload) => {
      const prepared = prepare(workload);
      // Short work is repeated, since the clock is coarse.
      const start = performance.now();
      prepared.run();
      const repeats = Math.max(1, Math.ceil(20 / (performance.now() - start)));
      const taken = [];
      for (let run = 0; run < runs; run++) {
        const from = performance.now();
        for (let repeat = 0; repeat < repeats; repeat++) prepared.run();
        taken.push((performance.now() - from) / repeats);
      }
      return taken.sort((a, b) => a - b)[Math.floor(runs / 2)];
    };
    return Object.fromEntries(workloads.map((workload) => [workload, median(workload)]));
  },
  { workloads: WORKLOADS, runs: RUNS },
);
await browser.close();
console.log(JSON.stringify(times));
