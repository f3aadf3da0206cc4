// A start that does not come to its end is followed by one with more care: nobody is locked out by a document.
import type { Page } from "@playwright/test";

import { expect, test } from "../harness/test.ts";
import { Stepgate } from "../harness/stepgate.ts";
import type { Watch } from "../harness/watch.ts";
import { ONLY_FIND, trace } from "../harness/documents.ts";

test.beforeEach(async ({ stepgate }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace("find"));
  await expect(stepgate.storage).toHaveText("Saved on this device");
});

/** Opens the page again so that it crashes before it has answered. */
async function crashAtStart(page: Page, watch: Watch, until: (page: Page) => Promise<void>): Promise<Page> {
  const context = page.context();
  await page.close();
  const crashing = await context.newPage();
  watch.expect(/crash/i);
  await crashing.route("**/worker_boot.js", () => {});
  await crashing.goto("./");
  await until(crashing);
  await Promise.all([crashing.waitForEvent("crash"), crashing.goto("chrome://crash").catch(() => {})]);
  await crashing.close();
  return context.newPage();
}

const documentsAreThere = (page: Page) =>
  expect(page.getByRole("textbox", { name: "Policy" })).toContainText("desk-v1");

test("after a crash at the start nothing is judged until it is asked for", async ({ page, watch }) => {
  const next = new Stepgate(await crashAtStart(page, watch, documentsAreThere));
  await next.open();
  await expect(next.verdict).toHaveText(/^COULD NOT VERIFY Judging is off/);
  expect(await next.text("Policy")).toEqual(JSON.parse(ONLY_FIND));
  const banner = next.page.getByRole("group", { name: "Safe start" });
  await expect(banner.getByRole("button", { name: "Clear everything on this device" })).toBeVisible();

  // Typing does not judge either.
  await next.replace("Trace", trace("pay"));
  await expect(next.storage).toHaveText("Saved on this device");
  await expect(next.verdict).toHaveText(/^COULD NOT VERIFY/);
  await banner.getByRole("button", { name: "Judge again" }).click();
  await expect(next.verdict).toHaveText(/^FAIL/);
  await expect(banner).toHaveCount(0);

  await next.page.reload();
  await expect(next.verdict).toHaveText(/^FAIL/);
});

test("a safe start shares and saves nothing that it has not judged, and says so", async ({ page, watch }) => {
  const next = new Stepgate(await crashAtStart(page, watch, documentsAreThere));
  await next.open();
  await expect(next.verdict).toHaveText(/^COULD NOT VERIFY Judging is off/);
  await next.page.getByRole("button", { name: "Download", exact: true }).click();
  await next.page.getByRole("menuitem", { name: "Reproduction" }).click();
  await expect(next.notice).toContainText("Nothing was saved, because judging is off.");
  await next.page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(next.page.getByRole("dialog", { name: "Share" })).toContainText(
    "There is no copy, because judging is off.",
  );
});

test("a safe start can clear everything", async ({ page, watch }) => {
  const next = new Stepgate(await crashAtStart(page, watch, documentsAreThere));
  await next.open();
  await next.page.getByRole("button", { name: "Clear everything on this device" }).click();
  await next.page.getByRole("button", { name: "Delete everything" }).click();
  await expect(next.verdict).toHaveText(/^NOTHING TO CHECK/);
});

test("documents that even a safe start does not survive go to the history", async ({ page, watch }) => {
  await page.evaluate(() => {
    const tab = sessionStorage.getItem("stepgate.tab");
    addEventListener("pagehide", () => localStorage.setItem(`stepgate.start.${tab}`, "1 2"));
  });
  await page.reload();
  const stepgate = new Stepgate(page);
  await expect(stepgate.verdict).toHaveText(/^NOTHING TO CHECK|^COULD NOT VERIFY/);
  await expect(stepgate.notice).toContainText("They are in the history");
  watch.expect(/nothing/);
  await page.getByRole("button", { name: "History" }).click();
  await page.getByRole("dialog", { name: "History" }).getByRole("button", { name: "Restore" }).click();
  expect(await stepgate.text("Policy")).toEqual(JSON.parse(ONLY_FIND));
});

test("closing a page that is judging is no failed start", async ({ page, context }) => {
  await page.close();
  const quick = await context.newPage();
  await quick.route("**/worker_boot.js", () => {});
  await quick.goto("./");
  await documentsAreThere(quick);
  await quick.goto("about:blank");
  await quick.close();
  const next = new Stepgate(await context.newPage());
  await next.open();
  await expect(next.verdict).toHaveText(/^PASS/);
});
