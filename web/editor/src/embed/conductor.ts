// Leads the examples of a page: which frame starts when, and which two may have a worker.
import type { Example } from "./element";

/** How far from the viewport an example starts to load. */
const NEAR = "600px 0px";
/** The most workers at a time on a page. */
const WORKERS = 2;
/** After this many milliseconds without scrolling, examples in view get the workers that nobody uses. */
const SETTLED = 300;

const near = new Set<Example>();
const visible = new Set<Example>();
/** Frames that have shown a verdict, those used last at the end. */
const live = new Set<Example>();
/** Frames that may have a worker. */
const running = new Set<Example>();
/** Those of them that have been asked to give it up. */
const resting = new Set<Example>();
/** Frames that wait for the worker of one of those. */
const wanting: Example[] = [];
/** The one frame that is on its way to its first verdict. */
let starting: Example | null = null;
let settling: ReturnType<typeof setTimeout> | undefined;

const nearby = observer(near, { rootMargin: NEAR }, start);
const inView = observer(visible, {}, () => {
  clearTimeout(settling);
  settling = setTimeout(lend, SETTLED);
});

function observer(
  into: Set<Example>,
  options: IntersectionObserverInit,
  then: () => void,
): IntersectionObserver {
  return new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) into.add(target as Example);
      else into.delete(target as Example);
    }
    then();
  }, options);
}

/** Watches for an example to come near. */
export function watch(example: Example): void {
  nearby.observe(example);
  inView.observe(example);
}

/** An example has left the page, or failed. */
export function forget(example: Example): void {
  nearby.unobserve(example);
  inView.unobserve(example);
  for (const set of [near, visible, live]) set.delete(example);
  const at = wanting.indexOf(example);
  if (at >= 0) wanting.splice(at, 1);
  if (starting === example) starting = null;
  rested(example);
}

/** An example has shown its first verdict. */
export function started(example: Example): void {
  live.add(example);
  if (starting === example) starting = null;
  start();
}

/** A person is in an example. */
export function entered(example: Example): void {
  if (live.delete(example)) live.add(example);
  run(example);
}

/** An example's worker is gone. */
export function rested(example: Example): void {
  running.delete(example);
  resting.delete(example);
  const next = running.size < WORKERS ? wanting.shift() : undefined;
  if (next) run(next);
  start();
}

/** Starts the next example: one in view before one that is only near. */
function start(): void {
  if (starting) return;
  const waiting = [...near].filter((example) => !live.has(example));
  const next = waiting.find((example) => visible.has(example)) ?? waiting[0];
  if (!next) return;
  starting = next;
  // Between two frames' work the page gets to do its own.
  requestIdle(() => {
    if (starting !== next) return;
    if (!near.has(next)) {
      // Scrolled past before it began.
      starting = null;
      start();
      return;
    }
    next.begin();
    run(next);
  });
}

/** Gives an example a worker, if need be the one of the example that was used the longest time ago. */
function run(example: Example): void {
  if (running.has(example) && !resting.has(example)) return;
  if (running.size < WORKERS) {
    running.add(example);
    example.run();
    return;
  }
  if (!wanting.includes(example)) wanting.push(example);
  if (resting.size >= wanting.length) return;
  const lender = [...live].find((other) => running.has(other) && !resting.has(other) && other !== example);
  if (!lender) return;
  resting.add(lender);
  lender.rest();
}

/** Wakes examples in view while there are workers that nobody uses. */
function lend(): void {
  if (starting) return;
  for (const example of visible) {
    if (running.size < WORKERS && live.has(example)) run(example);
  }
}

function requestIdle(then: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(then, { timeout: 500 });
  else setTimeout(then, 50);
}
