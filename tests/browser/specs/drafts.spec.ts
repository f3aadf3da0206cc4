// Nothing that was typed is lost: it is there after a reload, a crash and a closed tab, and each tab has its own.
import { expect, test } from "../harness/test.ts";
import { Stepgate } from "../harness/stepgate.ts";
import { linkTo } from "../harness/link.ts";
import { ONLY_FIND, trace } from "../harness/documents.ts";
import { changeEntries } from "../harness/stored.ts";

test.beforeEach(async ({ stepgate }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace("find"));
  await expect(stepgate.verdict).toHaveText(/^PASS/);
});

test("a reload keeps both texts, also the last letter", async ({ stepgate, page }) => {
  await expect(stepgate.storage).toHaveText("Saved on this device");
  await stepgate.replace("Trace", trace("pay"));
  // Nothing waits for it to be saved.
  await page.reload();
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  expect(await stepgate.text("Policy")).toEqual(JSON.parse(ONLY_FIND));
  expect(await stepgate.text("Trace")).toEqual(JSON.parse(trace("pay")));

  // Undoing does not take away what was there when the page began.
  await stepgate.trace.focus();
  await page.keyboard.press("ControlOrMeta+z");
  expect(await stepgate.text("Trace")).toEqual(JSON.parse(trace("pay")));
});

test("what a page could not write any more when it was left is there all the same", async ({
  stepgate,
  page,
}) => {
  await expect(stepgate.storage).toHaveText("Saved on this device");
  await page.evaluate(() => {
    const refuse = () => {
      throw new DOMException("gone", "InvalidStateError");
    };
    addEventListener("pagehide", () => Object.assign(IDBDatabase.prototype, { transaction: refuse }), {
      capture: true,
    });
  });
  await stepgate.replace("Trace", trace("pay"));
  await page.goto("about:blank");
  await page.goto("./");
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  expect(await stepgate.text("Trace")).toEqual(JSON.parse(trace("pay")));
});

test("a link that was followed does not come over what was written since", async ({ stepgate, page }) => {
  await page.goto("about:blank");
  await page.goto(`./${linkTo(ONLY_FIND, trace("find", "pay"))}`);
  // What the tab held is a click away.
  await expect(stepgate.verdict).toHaveText(/^FAIL .*1 error/);
  await expect(page.getByRole("button", { name: "Restore what I had" })).toBeVisible();
  await stepgate.replace("Trace", trace("pay", "pay", "pay"));
  await page.reload();
  await expect(stepgate.verdict).toHaveText(/^FAIL .*3 errors/);
  expect(await stepgate.text("Trace")).toEqual(JSON.parse(trace("pay", "pay", "pay")));
});

test("where a text came from is kept with it", async ({ stepgate, page }) => {
  await stepgate.show("Policy");
  const buffer = Buffer.from(ONLY_FIND.replaceAll("\n", "\r\n"));
  await page
    .getByLabel("Files to open")
    .setInputFiles({ name: "desk.policy.json", mimeType: "application/json", buffer });
  const pane = page.getByRole("region", { name: "Policy document" });
  await expect(pane.getByText("desk.policy.json")).toBeVisible();
  await page.reload();
  await expect(pane.getByText("desk.policy.json")).toBeVisible();
  await expect(pane.getByText("CRLF")).toBeVisible();
});

test("a closed tab is taken up by the next one", async ({ stepgate, page, context }) => {
  await expect(stepgate.storage).toHaveText("Saved on this device");
  await page.close();
  const next = new Stepgate(await context.newPage());
  await next.open();
  await expect(next.verdict).toHaveText(/^PASS/);
  expect(await next.text("Trace")).toEqual(JSON.parse(trace("find")));
});

test("a tab that crashes loses nothing that was saved", async ({ stepgate, page, context, watch }) => {
  await expect(stepgate.storage).toHaveText("Saved on this device");
  watch.expect(/crash/i);
  await Promise.all([page.waitForEvent("crash"), page.goto("chrome://crash").catch(() => {})]);
  await page.close();
  const next = new Stepgate(await context.newPage());
  await next.open();
  await expect(next.verdict).toHaveText(/^PASS/);
  expect(await next.text("Policy")).toEqual(JSON.parse(ONLY_FIND));
});

test("two tabs hold their own texts, and a closed one goes to the history", async ({
  stepgate,
  page,
  context,
}) => {
  const second = new Stepgate(await context.newPage());
  await second.open();
  await expect(second.verdict).toHaveText(/^NOTHING TO CHECK/);
  await second.replace("Policy", ONLY_FIND);
  await second.replace("Trace", trace("pay", "pay"));
  await stepgate.replace("Trace", trace("find", "find"));
  for (const tab of [stepgate, second]) await expect(tab.storage).toHaveText("Saved on this device");
  for (const tab of [stepgate, second]) await tab.page.reload();
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  await expect(second.verdict).toHaveText(/^FAIL/);
  expect(await stepgate.text("Trace")).toEqual(JSON.parse(trace("find", "find")));
  expect(await second.text("Trace")).toEqual(JSON.parse(trace("pay", "pay")));

  await second.page.close();
  await page.reload();
  await stepgate.judged();
  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  const left = history.getByRole("listitem").filter({ hasText: "from another tab that was closed" });
  await left.getByRole("button", { name: "Restore" }).click();
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  expect(await stepgate.text("Trace")).toEqual(JSON.parse(trace("pay", "pay")));
});

test("a tab goes on with both its texts after another has cleared everything", async ({
  stepgate,
  page,
  context,
}) => {
  await expect(stepgate.storage).toHaveText("Saved on this device");
  const second = new Stepgate(await context.newPage());
  await second.open();
  await second.page.getByRole("button", { name: "History" }).click();
  await second.page.getByRole("button", { name: "Clear everything on this device" }).click();
  await second.page.getByRole("button", { name: "Delete everything" }).click();
  await expect(second.notice).toContainText("is deleted");
  await page.bringToFront();
  await stepgate.replace("Trace", trace("pay"));
  await expect(stepgate.storage).toHaveText("Saved on this device");
  // What is stored, and not what the address holds.
  await page.evaluate(() => history.replaceState(history.state, "", "./"));
  await page.reload();
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  expect(await stepgate.text("Policy")).toEqual(JSON.parse(ONLY_FIND));
  expect(await stepgate.text("Trace")).toEqual(JSON.parse(trace("pay")));
});

test("a tab that comes back does not mix with the one that took up its texts", async ({
  stepgate,
  page,
  context,
}) => {
  await expect(stepgate.storage).toHaveText("Saved on this device");
  // As the browser does when a page is left and kept for Back.
  const transition = (type: string) =>
    page.evaluate((type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true })), type);
  await transition("pagehide");
  const second = new Stepgate(await context.newPage());
  await second.open();
  await second.replace("Trace", trace("pay", "pay"));
  await expect(second.storage).toHaveText("Saved on this device");
  await second.page.close();

  await transition("pageshow");
  await stepgate.replace("Policy", `${ONLY_FIND} `);
  await expect(stepgate.storage).toHaveText("Saved on this device");
  await page.evaluate(() => history.replaceState(history.state, "", "./"));
  await page.reload();
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  expect(await stepgate.text("Trace")).toEqual(JSON.parse(trace("find")));
  // What the other wrote is not lost.
  await page.getByRole("button", { name: "History" }).click();
  const left = page.getByRole("listitem").filter({ hasText: "from another tab that was closed" });
  await expect(left).toHaveCount(1);
});

test("a duplicated tab goes on with the same texts, on its own", async ({ stepgate, page, context }) => {
  await expect(stepgate.storage).toHaveText("Saved on this device");
  const session = await page.evaluate(() => ({ ...sessionStorage }));
  const other = await context.newPage();
  await other.addInitScript((session) => {
    if (Object.keys(sessionStorage).length === 0) Object.assign(sessionStorage, session);
  }, session);
  const copy = new Stepgate(other);
  await copy.open();
  await expect(copy.verdict).toHaveText(/^PASS/);
  await copy.replace("Trace", trace("pay"));
  await expect(copy.storage).toHaveText("Saved on this device");
  await page.reload();
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  await copy.page.reload();
  await expect(copy.verdict).toHaveText(/^FAIL/);
});

test("without locks a reload keeps the text, too", async ({ stepgate, page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "locks", { value: undefined }));
  await page.reload();
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  await stepgate.replace("Trace", trace("pay"));
  await page.reload();
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
});

for (const [what, change] of [
  ["another version", { version: 3, reason: { newer: true } }],
  ["broken", { documents: "gone" }],
] as const) {
  test(`a stored draft that is ${what} is left alone, and the page says so`, async ({ stepgate, page }) => {
    await expect(stepgate.storage).toHaveText("Saved on this device");
    await changeEntries(page, change);
    // Without the link that the address may hold by now.
    await stepgate.open();
    await expect(stepgate.verdict).toHaveText(/^NOTHING TO CHECK/);
    await expect(stepgate.notice).toContainText("it is left as it is");
    await stepgate.replace("Policy", ONLY_FIND);
    await expect(stepgate.storage).toHaveText("Saved on this device");

    // What was there comes back with whoever can read it.
    await page.evaluate(async () => {
      const settled = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve) => (request.onsuccess = () => resolve(request.result)));
      const database = await settled(indexedDB.open("stepgate"));
      const texts = await settled(database.transaction("texts").objectStore("texts").getAllKeys());
      if (texts.length !== 4) throw new Error(`the database holds ${texts.join()}`);
      database.close();
    });
  });
}
