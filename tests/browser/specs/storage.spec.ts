// The browser's storage may be full, forbidden or broken: the page works on, and says what it could not do.
import { expect, test } from "../harness/test.ts";
import { ONLY_FIND, trace } from "../harness/documents.ts";
import { stored } from "../harness/stored.ts";

const NOTHING = { local: [], session: [], databases: [], caches: [] };

test("a full storage keeps the last good draft and the text in the editors", async ({
  stepgate,
  page,
  baseURL,
}) => {
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(baseURL ?? "");
  await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 500_000 });
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace("find"));
  await expect(stepgate.storage).toHaveText("Saved on this device");

  const name = "large.trace.json";
  const random = Array.from({ length: 400_000 }, () => Math.random().toString(36).slice(2)).join(" ");
  const large = trace({ type: "model_response", text: random });
  await page
    .getByLabel("Files to open")
    .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(large) });
  await expect(stepgate.storage).toHaveText("Not saved on this device: storage is full");
  await stepgate.show("Trace");
  await expect(page.getByRole("region", { name: "Trace document" }).getByText(name)).toBeVisible();

  // Whoever leaves now finds the last good draft.
  await page.goto("about:blank");
  await stepgate.open();
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  // And once there is room again, what is written is kept again.
  await devtools.send("Storage.overrideQuotaForOrigin", { origin });
  await stepgate.replace("Trace", trace("pay"));
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  await expect(stepgate.storage).toHaveText("Saved on this device");
});

for (const [what, forbid] of [
  [
    "throws",
    () => {
      const refuse = {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      };
      for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
        Object.defineProperty(window, name, refuse);
      }
    },
  ],
  [
    "is missing",
    () => {
      for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
        Object.defineProperty(window, name, { value: undefined });
      }
    },
  ],
  [
    "fails",
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
      IDBFactory.prototype.open = () => {
        throw new DOMException("broken", "UnknownError");
      };
    },
  ],
] as const) {
  test(`the page works where storage ${what}`, async ({ stepgate, page }) => {
    await page.addInitScript(forbid);
    await stepgate.open();
    await stepgate.replace("Policy", ONLY_FIND);
    await stepgate.replace("Trace", trace("pay"));
    await expect(stepgate.verdict).toHaveText(/^FAIL/);
    await expect(stepgate.storage).toHaveText("Not saved on this device: storage is not allowed here");

    await page.getByRole("button", { name: "History" }).click();
    await expect(page.getByRole("dialog", { name: "History" })).toContainText("cannot be read");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Theme" }).click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  });
}

test("a newer database is left alone", async ({ stepgate, page }) => {
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (name, version) {
      if (version !== undefined) throw new DOMException("newer", "VersionError");
      return open.call(this, name);
    };
  });
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await expect(stepgate.storage).toHaveText(
    "Not saved on this device: a newer Stepgate keeps its documents here",
  );
});

test("a fresh page shows nothing that is stored, and stores nothing", async ({ stepgate, page, context }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(stepgate.storage).toHaveText("Saved on this device");

  await page.goto("./?fresh");
  await expect(stepgate.verdict).toHaveText(/^NOTHING TO CHECK/);
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
  await expect(page.getByRole("button", { name: "History" })).toHaveCount(0);

  const own = await context.browser()?.newContext();
  const clean = await own?.newPage();
  if (!clean) throw new Error("there is no second context");
  await clean.goto(page.url());
  const verdict = clean.getByRole("status", { name: "Verdict" });
  await expect(verdict).toHaveText(/^NOTHING TO CHECK/);
  await clean.getByRole("button", { name: "Theme" }).click();
  await clean.getByRole("menuitemradio", { name: "Dark" }).click();
  await clean.getByRole("textbox", { name: "Policy" }).focus();
  await clean.keyboard.insertText(ONLY_FIND);
  await expect(verdict).toHaveText(/^NOT JUDGED/);
  await clean.getByRole("spinbutton", { name: "Fail under" }).fill("12");
  await expect(clean.getByRole("status", { name: "Storage" })).toHaveText("Fresh: nothing is saved");
  expect(await stored(clean)).toEqual(NOTHING);
  await own?.close();

  await page.goto("./");
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED/);
});

test("settings are kept apart from documents and survive what is broken", async ({ stepgate, page }) => {
  await stepgate.open();
  await page.evaluate(() => localStorage.setItem("stepgate.theme", "dark"));
  await page.reload();
  await stepgate.judged();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("spinbutton", { name: "Fail under" }).fill("85");
  await page.reload();
  await stepgate.judged();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("spinbutton", { name: "Fail under" })).toHaveValue("85");

  for (const [value, said] of [
    ['{"version":1,"theme":["dark"],"failUnder":1000}', null],
    ["{", "cannot be read"],
    ['{"version":9,"theme":"dark"}', "another version"],
  ] as const) {
    await page.evaluate((value) => localStorage.setItem("stepgate.settings", value), value);
    await page.reload();
    await stepgate.judged();
    await expect(page.getByRole("spinbutton", { name: "Fail under" })).toHaveValue("70");
    await expect(page.locator("html")).not.toHaveAttribute("data-theme");
    if (said !== null) await expect(stepgate.notice).toContainText(said);
  }
  // What a newer version has written stays.
  await page.getByRole("spinbutton", { name: "Fail under" }).fill("60");
  expect(await page.evaluate(() => localStorage.getItem("stepgate.settings"))).toContain('"version":9');
});
