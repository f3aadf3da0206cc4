// Samples and files come in without destroying what was there.
import { expect, test } from "../harness/test.ts";
import { ONLY_FIND, trace } from "../harness/documents.ts";
import type { Page } from "@playwright/test";

async function choose(page: Page, files: { name: string; bytes: Uint8Array | string }[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await (
    await chooser
  ).setFiles(
    files.map(({ name, bytes }) => ({
      name,
      mimeType: "application/json",
      buffer: Buffer.from(bytes as Uint8Array),
    })),
  );
}

function focusIsSomewhere(page: Page): Promise<boolean> {
  return page.evaluate(() => document.activeElement !== document.body);
}

test("a sample replaces what was there, and one click brings it back", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace("pay"));
  await expect(stepgate.verdict).toHaveText(/^FAIL/);

  await page.getByRole("button", { name: "Samples" }).click();
  await page.getByRole("menuitem", { name: "A run with nothing to say about" }).click();
  await expect(stepgate.verdict).toHaveText(/^PASS/);

  await page.getByRole("button", { name: "Restore what I had" }).click();
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  await stepgate.show("Policy");
  expect(JSON.parse(await stepgate.policy.innerText())).toEqual(JSON.parse(ONLY_FIND));
});

test("what I wrote can be brought back after several samples", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace("pay"));
  for (const sample of ["A run with nothing to say about", "A refund is paid twice"]) {
    await page.getByRole("button", { name: "Samples" }).click();
    await page.getByRole("menuitem", { name: sample }).click();
    await expect(page.getByText(`Opened the sample “${sample}”.`)).toBeVisible();
  }
  await page.getByRole("button", { name: "Restore what I had" }).click();
  await expect(stepgate.verdict).toHaveText(/^FAIL .*1 error /);
  await stepgate.show("Trace");
  expect(JSON.parse(await stepgate.trace.innerText())).toEqual(JSON.parse(trace("pay")));
  // And it goes both ways.
  await page.getByRole("button", { name: "Restore what I had" }).click();
  await expect(stepgate.verdict).toHaveText(/^FAIL .*3 errors /);
});

test("what I wrote and brought back can be brought back again", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace("pay"));
  for (let times = 0; times < 2; times += 1) {
    await stepgate.openSample();
    await page.getByRole("button", { name: "Restore what I had" }).click();
    await expect(stepgate.verdict).toHaveText(/^FAIL .*1 error /);
    expect(await stepgate.text("Trace")).toEqual(JSON.parse(trace("pay")));
  }
});

test("undo brings back what a sample replaced", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await page.getByRole("button", { name: "Samples" }).click();
  await page.getByRole("menuitem", { name: "A run with nothing to say about" }).click();
  await expect(stepgate.verdict).toHaveText(/^PASS/);

  await stepgate.show("Policy");
  await stepgate.policy.focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => stepgate.policy.innerText().then(JSON.parse)).toEqual(JSON.parse(ONLY_FIND));
});

test("files open where they belong", async ({ stepgate, page }) => {
  await stepgate.open();
  await choose(page, [
    { name: "t.json", bytes: trace("find").replaceAll("\n", "\r\n") },
    { name: "p.json", bytes: ONLY_FIND },
  ]);
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  await stepgate.show("Trace");
  await expect(page.getByRole("region", { name: "Trace document" })).toContainText("t.json");
  await expect(page.getByRole("region", { name: "Trace document" })).toContainText("CRLF");
});

test("a bad byte is named and nothing is opened", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await choose(page, [{ name: "latin.json", bytes: new Uint8Array([0x7b, 0x22, 0xe9, 0x22, 0x7d]) }]);
  await expect(page.getByRole("status", { name: "Notice" })).toContainText(/latin\.json.*offset 2/);
  await stepgate.show("Policy");
  expect(JSON.parse(await stepgate.policy.innerText())).toEqual(JSON.parse(ONLY_FIND));
});

test("a byte order mark is kept, and refused with a sentence", async ({ stepgate, page }) => {
  await stepgate.open();
  await choose(page, [{ name: "p.json", bytes: `\ufeff${ONLY_FIND}` }]);
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED/);
  await stepgate.show("Policy");
  await expect(page.getByRole("alert", { name: "Policy problem" })).toBeVisible();
});

test("a file dropped on an editor opens there", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.show("Trace");
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "dropped.json"));
    return transfer;
  }, trace("find"));
  await stepgate.trace.dispatchEvent("drop", { dataTransfer: data });
  await expect(page.getByRole("region", { name: "Trace document" })).toContainText("dropped.json");
  await expect.poll(() => stepgate.trace.innerText().then(JSON.parse)).toEqual(JSON.parse(trace("find")));
});

test("Format lays out anew and keeps every spelling", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", '{"policy_id":"p","budgets":{"max_total_cost_usd":1.50e0}}');
  await page.getByRole("button", { name: "Format" }).click();
  await expect.poll(() => stepgate.policy.innerText()).toContain('"max_total_cost_usd": 1.50e0');
  await stepgate.policy.focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => stepgate.policy.innerText()).toContain('{"policy_id":"p"');
});

test("an example of a rule opens from its help", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace("pay"));
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  await stepgate.show("Results");
  await stepgate.findings.getByRole("button", { name: "About ARH-SCH-001" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Open it mended" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  await expect.poll(() => focusIsSomewhere(page)).toBe(true);
});

test("a long file name leaves the page in its window", async ({ stepgate, page }) => {
  await stepgate.open();
  const name = `refund_${"trace-2026-11-30-".repeat(12)}.json`;
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open" }).click();
  await (await choosing).setFiles({ name, mimeType: "application/json", buffer: Buffer.from(trace("find")) });
  await stepgate.show("Trace");
  await expect(stepgate.trace).toContainText("find");
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(beyond).toBeLessThanOrEqual(0);
});

test("a file's name goes with its text, also through undo", async ({ stepgate, page }) => {
  await stepgate.open();
  const head = page.getByRole("region", { name: "Trace document" });
  await choose(page, [{ name: "first.json", bytes: trace("find").replaceAll("\n", "\r\n") }]);
  await stepgate.show("Trace");
  await expect(head).toContainText("CRLF");
  await choose(page, [{ name: "second.json", bytes: trace("pay") }]);
  await expect(head).toContainText("second.json");
  await expect(head).not.toContainText("CRLF");

  await stepgate.trace.focus();
  await page.keyboard.type(" ");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(head).toContainText("second.json");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(head).toContainText("first.json");
  await expect(head).toContainText("CRLF");
  await page.keyboard.press("ControlOrMeta+y");
  await expect(head).toContainText("second.json");

  // Another text altogether is no longer that file.
  await stepgate.replace("Trace", trace("wire"));
  await expect(head).not.toContainText("second.json");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(head).toContainText("second.json");
});

test("what was said goes with the next edit, the way back stays", async ({ stepgate, page }) => {
  await stepgate.open();
  const notice = page.getByRole("status", { name: "Notice" });
  await stepgate.replace("Policy", "{");
  await page.getByRole("button", { name: "Format" }).click();
  await expect(notice).toHaveText(/^The policy cannot be formatted/);
  await stepgate.replace("Policy", ONLY_FIND);
  await expect(notice).toHaveText("");

  await page.getByRole("button", { name: "Samples" }).click();
  await page.getByRole("menuitem", { name: "A run with nothing to say about" }).click();
  await expect(notice).toHaveText(/^Opened/);
  await stepgate.replace("Policy", ONLY_FIND);
  await expect(page.getByRole("button", { name: "Restore what I had" })).toBeVisible();
  const dismiss = page.getByRole("button", { name: "Dismiss" });
  await dismiss.focus();
  await page.keyboard.press("Enter");
  await expect(dismiss).toBeHidden();
  await expect.poll(() => focusIsSomewhere(page)).toBe(true);
});
