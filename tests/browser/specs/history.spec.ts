// What was replaced can be brought back, also after a reload; and everything can be deleted.
import { expect, test } from "../harness/test.ts";
import { ONLY_FIND, trace } from "../harness/documents.ts";
import { stored } from "../harness/stored.ts";

test.beforeEach(async ({ stepgate }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace("find"));
  await expect(stepgate.verdict).toHaveText(/^PASS/);
});

test("what a sample has replaced is in the history, and restoring keeps the sample", async ({
  stepgate,
  page,
}) => {
  await stepgate.openSample();
  await expect(stepgate.storage).toHaveText("Saved on this device");
  const sample = await stepgate.text("Trace");
  await page.reload();
  await stepgate.judged();
  // The last notice is gone with the page.
  await expect(page.getByRole("button", { name: "Restore what I had" })).toHaveCount(0);

  const history = page.getByRole("dialog", { name: "History" });
  await page.getByRole("button", { name: "History" }).click();
  await history
    .getByRole("listitem")
    .filter({ hasText: "before I opened a sample" })
    .getByRole("button", { name: "Restore" })
    .click();
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  expect(await stepgate.text("Trace")).toEqual(JSON.parse(trace("find")));

  await page.getByRole("button", { name: "Restore what I had" }).click();
  await expect.poll(() => stepgate.text("Trace")).toEqual(sample);
});

test("what was deleted at once is in the history", async ({ stepgate, page }) => {
  await stepgate.replace("Trace", trace("find", "find", "find"));
  await expect(stepgate.storage).toHaveText("Saved on this device");
  await stepgate.replace("Trace", " ");
  await expect(stepgate.storage).toHaveText("Saved on this device");
  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await expect(history.getByRole("listitem").first()).toContainText("before I deleted most of it");
});

test("what was pasted over is in the history", async ({ stepgate, page }) => {
  await expect(stepgate.storage).toHaveText("Saved on this device");
  await stepgate.replace("Trace", trace("pay"));
  await expect(stepgate.storage).toHaveText("Saved on this device");
  await page.reload();
  await page.getByRole("button", { name: "History" }).click();
  const entry = page.getByRole("dialog", { name: "History" }).getByRole("listitem").first();
  await expect(entry).toContainText("before I replaced all of it");
  await entry.getByRole("button", { name: "Restore" }).click();
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  expect(await stepgate.text("Trace")).toEqual(JSON.parse(trace("find")));
});

test("going back and forth between two documents leaves the rest of the history alone", async ({
  stepgate,
  page,
}) => {
  await stepgate.openSample();
  for (let turn = 0; turn < 24; turn++) {
    await page.getByRole("button", { name: "Restore what I had" }).click();
    await expect(stepgate.notice).toContainText("What you had is back");
  }
  await page.getByRole("button", { name: "History" }).click();
  const entries = page.getByRole("dialog", { name: "History" }).getByRole("listitem");
  await expect(entries.first()).toBeVisible();
  expect(await entries.count()).toBeLessThan(5);
});

test("everything on this device is deleted when it is asked for", async ({ stepgate, page }) => {
  await stepgate.openSample();
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await page.getByRole("spinbutton", { name: "Fail under" }).fill("85");
  await expect(stepgate.storage).toHaveText("Saved on this device");
  await page.evaluate(() => localStorage.setItem("another.page", "stays"));

  const clear = page.getByRole("button", { name: "Clear everything on this device" });
  await page.getByRole("button", { name: "History" }).click();
  await clear.click();
  await page.getByRole("button", { name: "Keep everything" }).click();
  await expect(stepgate.verdict).not.toHaveText(/^NOTHING TO CHECK/);

  await page.getByRole("button", { name: "History" }).click();
  await clear.click();
  await page.getByRole("button", { name: "Delete everything" }).click();
  await expect(stepgate.notice).toContainText("is deleted");
  await expect(stepgate.verdict).toHaveText(/^NOTHING TO CHECK/);
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
  await expect(page.getByRole("spinbutton", { name: "Fail under" })).toHaveValue("70");
  expect(await stored(page)).toEqual({ local: ["another.page"], session: [], databases: [], caches: [] });
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);

  await stepgate.show("Policy");
  await stepgate.policy.focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(stepgate.policy).toHaveText("");

  await page.reload();
  await expect(stepgate.verdict).toHaveText(/^NOTHING TO CHECK/);
  await page.getByRole("button", { name: "History" }).click();
  await expect(page.getByRole("dialog", { name: "History" })).toContainText("Nothing yet");
});
