// After one visit the page needs no network, and what is kept for that never gets in a person's way.
import type { Page } from "@playwright/test";

import { expectAccessible } from "../harness/axe.ts";
import { Site } from "../harness/site.ts";
import { Stepgate } from "../harness/stepgate.ts";
import { test as base, expect } from "../harness/test.ts";
import { ONLY_FIND, trace } from "../harness/documents.ts";

const test = base.extend<{ site: Site }>({
  site: async ({}, use) => {
    const site = await Site.start(process.env["STEPGATE_URL"] ?? "");
    await use(site);
    await site.stop();
  },
  baseURL: async ({ site }, use) => use(site.url),
});

test.use({ serviceWorkers: "allow" });

/** Waits until the page has its copy. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    if (serviceWorker.controller) return;
    await new Promise((claimed) => serviceWorker.addEventListener("controllerchange", claimed));
  });
}

async function openSample(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Samples" }).click();
  await page.getByRole("menuitem", { name }).click();
}

test("after one visit the page opens and judges without network", async ({
  stepgate,
  page,
  context,
  site,
}) => {
  await stepgate.open();
  await kept(page);
  await context.setOffline(true);
  await site.stop();

  for (const address of ["./", "index.html", "?fresh"]) {
    await page.goto(address);
    await stepgate.judged();
  }
  await page.goto("embed.html");
  await expect(page.getByText("This page is meant to stand in a frame")).toBeVisible();
  await page.goto("./");
  await openSample(page, "A refund is paid twice");
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  await page.reload();
  await stepgate.judged();
});

test("the copy holds the page's own files and nothing else", async ({ stepgate, page, site, watch }) => {
  await stepgate.open();
  await kept(page);

  const names = await page.evaluate(async () => {
    const [cache = ""] = await caches.keys();
    const requests = await (await caches.open(cache)).keys();
    return requests.map(({ url }) => url).filter((url) => !url.includes("?client="));
  });
  expect(names.every((name) => name.startsWith(site.url))).toBe(true);
  expect(names).toContain(`${site.url}samples/index.json`);
  expect(names).not.toContain(`${site.url}service_worker.js`);
  // The watch sees what the service worker fetches, so it would see what is not ours.
  for (const name of names) expect(watch.requests).toContain(name);
});

test("a new version is announced and comes when it is asked for", async ({
  stepgate,
  page,
  context,
  site,
}) => {
  await stepgate.open();
  await kept(page);
  await page.reload();
  await stepgate.judged();
  const old = await page.title();
  const other = new Stepgate(await context.newPage());
  await other.open();

  await site.publish("index.html", (text) => text.replace("<title>", "<title>New: "));
  await site.publish("samples/clean-pass.policy.json", (text) => text.replace(/("policy_id": ")/, "$1new-"));
  await page.reload();

  const update = page.getByRole("status", { name: "Update" });
  await expect(update).toContainText("A new version is ready");
  await expect(page).toHaveTitle(old);
  await expectAccessible(page, { within: "#update" });
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace("find"));
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  await page.reload();
  await expect(page).toHaveTitle(old);

  await update.getByRole("button", { name: "Reload to update" }).click();
  await expect(page).toHaveTitle(`New: ${old}`);
  await stepgate.judged();
  await openSample(page, "A run with nothing to say about");
  await stepgate.show("Policy");
  await expect(stepgate.policy).toContainText('"policy_id": "new-');
  await expect(update).toBeEmpty();

  // The other page goes on as it started, with the files of its own version, until it is asked as well.
  await expect(other.page).toHaveTitle(old);
  await openSample(other.page, "A run with nothing to say about");
  await other.show("Policy");
  await expect(other.policy).toContainText("policy_id");
  await expect(other.policy).not.toContainText("new-");
  await other.page.getByRole("button", { name: "Reload to update" }).click();
  await expect(other.page).toHaveTitle(`New: ${old}`);

  // Nobody uses the old version any more.
  await page.reload();
  await expect.poll(() => page.evaluate(() => caches.keys())).toHaveLength(1);
});

test("a worker that is replaced after an update is of its page's version", async ({
  stepgate,
  page,
  context,
  site,
}) => {
  await stepgate.open();
  await kept(page);
  await page.reload();
  await stepgate.judged();
  const other = new Stepgate(await context.newPage());
  await other.open();
  await site.publish("worker_boot.js", (text) => `self.version = 2;${text}`);
  const version = async (page: Page) => page.workers()[0]?.evaluate("self.version");

  await page.reload();
  await page.getByRole("button", { name: "Reload to update" }).click();
  await expect.poll(() => version(page).catch(() => undefined)).toBe(2);

  const worker = other.page.workers()[0];
  await Promise.all([worker?.waitForEvent("close"), worker?.evaluate("self.close()")]);
  await other.replace("Policy", ONLY_FIND);
  await expect(other.verdict).toHaveText(/^COULD NOT VERIFY/);
  await other.replace("Trace", trace("find"));
  await expect(other.verdict).toHaveText(/^PASS/);
  expect(await version(other.page)).toBeUndefined();
});

test("?fresh shows what the host has now", async ({ stepgate, page, site }) => {
  await stepgate.open();
  await kept(page);
  await site.publish("index.html", (text) => text.replace("<title>", "<title>New: "));

  await page.goto("?fresh");
  await stepgate.judged();
  await expect(page).toHaveTitle(/New/);
  await page.goto("./");
  await stepgate.judged();
  await expect(page).not.toHaveTitle(/New/);
});

test("a half-published version is not taken", async ({ stepgate, page, site }) => {
  await stepgate.open();
  await kept(page);
  await site.publish("index.html", (text) => text.replace("<title>", "<title>New: "));
  site.lose("samples/index.json");

  const state = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const found = new Promise<ServiceWorker | null>((installing) =>
      registration.addEventListener("updatefound", () => installing(registration.installing)),
    );
    await registration.update();
    const worker = await found;
    if (worker?.state === "installing")
      await new Promise((done) => worker.addEventListener("statechange", done));
    return worker?.state;
  });

  expect(state).toBe("redundant");
  await page.reload();
  await stepgate.judged();
  await expect(page).not.toHaveTitle(/New/);
});

for (const end of ["_bg.wasm", "index.html", "worker_boot.js"]) {
  test(`a broken copy of ${end} is mended`, async ({ stepgate, page, site }) => {
    await stepgate.open();
    await kept(page);
    const name = await site.named(end);
    const url = name === "index.html" ? site.url : site.url + name;
    const size = () =>
      page.evaluate(async (url) => (await (await caches.match(url))?.arrayBuffer())?.byteLength, url);
    const whole = await size();
    await page.evaluate(async (url) => {
      const [cache = ""] = await caches.keys();
      await (await caches.open(cache)).put(url, new Response("broken"));
    }, url);

    await page.reload();
    await stepgate.judged();
    await expect.poll(size).toBe(whole);
  });
}

test("a copy that is gone is made again from the network", async ({ stepgate, page }) => {
  await stepgate.open();
  await kept(page);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });

  await page.reload();
  await stepgate.judged();
});

test("the copy is removed with everything else on this device, and another page's stays", async ({
  stepgate,
  page,
}) => {
  await stepgate.open();
  await kept(page);
  const another = `stepgate ${new URL("/", page.url()).href} 1`;
  await page.evaluate(async (another) => void (await caches.open(another)), another);
  await page.getByRole("button", { name: "History" }).click();
  await page.getByRole("button", { name: "Clear everything on this device" }).click();
  await page.getByRole("button", { name: "Delete everything" }).click();
  await expect(stepgate.notice).toContainText("is deleted");

  expect(await page.evaluate(() => caches.keys())).toEqual([another]);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test("a page that does not start from its copy is loaded once more without it", async ({
  stepgate,
  page,
  site,
  watch,
}) => {
  watch.expect(/./);
  await stepgate.open();
  await kept(page);
  site.lose(await site.named("_bg.wasm"));
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  const loads = () => site.requests.filter((name) => name === "index.html").length;
  const before = loads();

  await page.reload();
  await expect.poll(loads).toBe(before + 2);
  await expect(stepgate.verdict).toHaveText(/^COULD NOT VERIFY/);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  expect(loads()).toBe(before + 2);
});

for (const [address, shown] of [
  ["?fresh", "NOTHING TO CHECK"],
  ["embed.html", "This page is meant to stand in a frame"],
] as const) {
  test(`${address} keeps no copy`, async ({ page, site }) => {
    await page.goto(address);
    await expect(page.getByText(shown)).toBeVisible();
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));

    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      0,
    );
    expect(site.requests).not.toContain("service_worker.js");
  });
}

test("the page runs where storage and service workers are refused", async ({ stepgate, page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("refused", "SecurityError");
    };
    Object.defineProperty(ServiceWorkerContainer.prototype, "register", { value: refuse });
    Object.defineProperty(window, "sessionStorage", { get: refuse });
    Object.defineProperty(window, "caches", { get: refuse });
  });
  await stepgate.open();
  await openSample(page, "A refund is paid twice");
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
});
