// The page's copy for working offline, which service_worker.js keeps: which one is this page's own, and how it goes.

/** The script that keeps the copy. */
export const SCRIPT = "service_worker.js";

/** What the copy belongs to. Another page on the same origin has another scope, and keeps its own. */
function scope(): string {
  return new URL("./", location.href).href;
}

/** Whether this page was loaded from its copy. */
export function isInUse(): boolean {
  return navigator.serviceWorker.controller?.scriptURL === scope() + SCRIPT;
}

/** Removes the copy and what keeps it. A place without secure context has neither. */
export async function remove(): Promise<void> {
  const ours = scope();
  if ("serviceWorker" in navigator) {
    const workers = await navigator.serviceWorker.getRegistrations();
    await Promise.all(workers.filter((worker) => worker.scope === ours).map((worker) => worker.unregister()));
  }
  if ("caches" in globalThis) {
    // The names are given by `OURS` in service_worker.js.
    const names = (await caches.keys()).filter((name) => name.startsWith(`stepgate ${ours} `));
    await Promise.all(names.map((name) => caches.delete(name)));
  }
}
