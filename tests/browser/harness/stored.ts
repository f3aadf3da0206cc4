import type { Page } from "@playwright/test";

/** What this browser keeps for the page: the names in each kind of storage. */
export async function stored(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name ?? ""),
    caches: await caches.keys(),
  }));
}

/** Changes what the page keeps of its documents: every entry that it has stored. */
export async function changeEntries(page: Page, change: Record<string, unknown>): Promise<void> {
  await page.evaluate(async (change) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open("stepgate"));
    const entries = database.transaction("entries", "readwrite").objectStore("entries");
    for (const entry of await settled(entries.getAll())) await settled(entries.put({ ...entry, ...change }));
    database.close();
  }, change);
}
