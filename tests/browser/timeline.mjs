// The browser's own timeline, for the benchmarks.

const CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"];

/** Records what happens in the whole browser during an action. */
export async function timeline(browser, action) {
  const cdp = await browser.newBrowserCDPSession();
  const events = [];
  cdp.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const traceConfig = { includedCategories: CATEGORIES };
  await cdp.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  await action();
  const complete = new Promise((resolve) => cdp.once("Tracing.tracingComplete", resolve));
  await cdp.send("Tracing.end");
  await complete;
  await cdp.detach();
  return events;
}

/**
 * The tasks of the main thread of a page, by the scripts that it runs: the time that each took, and how much of it the
 * thread itself was at work, both in milliseconds. On a busy machine the two differ.
 */
export function tasksOfMainThread(events, url) {
  const thread = ({ pid, tid }) => `${pid}:${tid}`;
  const threads = (wanted) => new Set(events.filter(wanted).map(thread));
  const main = threads(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const running = threads(({ args }) => args.data?.url?.startsWith(url));
  return events
    .filter((event) => event.ph === "X" && /RunTask/.test(event.name))
    .filter((event) => main.has(thread(event)) && running.has(thread(event)))
    .map(({ dur, tdur }) => ({ took: dur / 1000, worked: (tdur ?? dur) / 1000 }));
}
