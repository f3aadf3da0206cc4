import type { Page } from "@playwright/test";

import { expect, test } from "../harness/test.ts";
import { stored } from "../harness/stored.ts";
import { APPROVALS, ONLY_FIND, trace } from "../harness/documents.ts";

const tabs = (page: Page) => page.getByRole("tablist", { name: "Policy systems" });
const tab = (page: Page, name: "ARH policy" | "APPROVAL.md") => tabs(page).getByRole("tab", { name });
const system = (page: Page) => page.getByRole("combobox", { name: "Policy system" });

test.beforeEach(async ({ stepgate }) => {
  await stepgate.open();
});

test("one policy system shows no tabs, and a second one does", async ({ stepgate, page }) => {
  await expect(tabs(page)).toHaveCount(0);
  await stepgate.policy.fill(ONLY_FIND);
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED/);
  await expect(tabs(page)).toHaveCount(0);

  await stepgate.policy.fill(APPROVALS);
  await expect(stepgate.verdict).toHaveText(/^GATE/);
  await expect(tab(page, "APPROVAL.md")).toHaveAttribute("aria-selected", "true");
  await expect(stepgate.policy).toHaveCount(1);
  await expect(stepgate.policy).toContainText("What the desk may do");
  await expect(stepgate.policy).toBeFocused();

  // What was replaced by it stands on its own tab.
  await tab(page, "ARH policy").click();
  await expect(stepgate.policy).toContainText("desk-v1");
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED/);
  await tab(page, "APPROVAL.md").press("ArrowRight");
  await expect(tab(page, "APPROVAL.md")).toBeFocused();
  await expect(stepgate.verdict).toHaveText(/^GATE/);
});

test("a policy of the first system leads back", async ({ stepgate }) => {
  await stepgate.policy.fill(APPROVALS);
  await expect(stepgate.verdict).toHaveText(/^GATE/);
  await stepgate.policy.fill(ONLY_FIND);
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED The trace is empty/);
  await expect(stepgate.policy).toContainText("desk-v1");
});

test("what is typed moves once it is an APPROVAL.md, and typing goes on where it was", async ({
  stepgate,
  page,
}) => {
  await stepgate.show("Policy");
  await stepgate.policy.focus();
  await page.keyboard.type('version: "0.4.3');
  await expect(stepgate.policy).toBeFocused();
  await page.keyboard.type('"\nclasses:\n');
  await expect(tab(page, "APPROVAL.md")).toHaveAttribute("aria-selected", "true");
  await expect(stepgate.policy).toBeFocused();
  await page.keyboard.type("desk.find: { autonomy: manual }");
  await expect(stepgate.verdict).toHaveText(/^(GATE|FAILS CLOSED)/);
  expect((await stepgate.policy.innerText()).replace(/\s+/g, " ")).toContain(
    'version: "0.4.3" classes: desk.find',
  );
});

test("an emptied editor stays the system's that it was", async ({ stepgate, page }) => {
  await stepgate.policy.fill(APPROVALS);
  await expect(stepgate.verdict).toHaveText(/^GATE/);
  await stepgate.policy.fill("");
  await expect(stepgate.verdict).toHaveText(/^NOTHING TO CHECK/);
  await expect(tab(page, "APPROVAL.md")).toHaveAttribute("aria-selected", "true");
});

test("a move is undone in either editor, and not made again", async ({ stepgate, page }) => {
  await stepgate.policy.fill(ONLY_FIND);
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED/);
  await stepgate.policy.fill(APPROVALS);
  await expect(stepgate.verdict).toHaveText(/^GATE/);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(stepgate.policy).not.toContainText("What the desk may do");
  await tab(page, "ARH policy").click();
  await stepgate.policy.focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(stepgate.policy).toContainText("What the desk may do");
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED The policy is invalid/);
  await expect(tabs(page)).toHaveCount(0);
});

test("a chosen system keeps a text that looks like the other's", async ({ stepgate, page }) => {
  await system(page).selectOption("ARH policy");
  await expect(tabs(page)).toBeVisible();
  await stepgate.policy.fill(APPROVALS);
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED The policy is invalid/);
  await expect(tab(page, "ARH policy")).toHaveAttribute("aria-selected", "true");

  await page.reload();
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED The policy is invalid/);
  await expect(system(page)).toHaveValue("arh");

  await system(page).selectOption("Automatic");
  await expect(stepgate.verdict).toHaveText(/^GATE/);
  await expect(tab(page, "APPROVAL.md")).toHaveAttribute("aria-selected", "true");

  // Whoever looks at the other system has chosen it.
  await system(page).selectOption("APPROVAL.md");
  await tab(page, "ARH policy").click();
  await expect(system(page)).toHaveValue("arh");
});

test("the verdict counts what the gate would have said, by harness", async ({ stepgate, page }) => {
  await stepgate.policy.fill(APPROVALS);
  await expect(stepgate.verdict).toHaveText(
    "GATE 0 allow, 0 ask, 0 deny, 0 not gated, 0 claimed · there is no trace",
  );
  await stepgate.show("Trace");
  await stepgate.trace.fill(trace("find", "find", "pay", "Bash", "terminal"));
  await expect(stepgate.verdict).toHaveText("GATE 2 allow, 1 ask, 1 deny, 0 not gated, 1 claimed");
  await stepgate.show("Policy");
  await page.getByRole("combobox", { name: "Harness" }).selectOption("Hermes");
  await expect(stepgate.verdict).toHaveText("GATE 2 allow, 1 ask, 1 deny, 0 not gated, 1 claimed");
  await stepgate.show("Trace");
  await stepgate.trace.fill(trace("Bash", "Bash", "terminal"));
  await expect(stepgate.verdict).toHaveText("GATE 0 allow, 2 ask, 0 deny, 0 not gated, 1 claimed");
});

test("a block that lacks its mark is told so, rather than read as YAML", async ({ stepgate, page }) => {
  await stepgate.policy.fill('# Rules\n\n```yaml\nversion: "0.4.3"\n```\n');
  await expect(stepgate.verdict).toHaveText(/^FAILS CLOSED no-block/);
  await expect(page.getByRole("alert", { name: "Policy problem" })).toContainText("```yaml approval-policy");
});

test("neither an invalid trace nor an invalid policy hides the other", async ({ stepgate, page }) => {
  await stepgate.policy.fill(APPROVALS.replace("autonomous", "unheard-of"));
  await expect(stepgate.verdict).toHaveText(/^FAILS CLOSED schema-invalid/);
  const problem = page.getByRole("alert", { name: "Policy problem" });
  await stepgate.show("Policy");
  await expect(problem).toContainText("Line 9, column 15");
  await stepgate.show("Trace");
  await stepgate.trace.fill('{"steps": [');
  await expect(page.getByRole("alert", { name: "Trace problem" })).toBeVisible();
  await expect(stepgate.verdict).toHaveText(/^FAILS CLOSED schema-invalid/);

  await stepgate.show("Policy");
  await problem.getByRole("button", { name: "Go to problem" }).click();
  await expect(stepgate.policy).toBeFocused();
  expect(await page.evaluate(() => document.getSelection()?.toString())).toBe("unheard-of");
  await page.keyboard.insertText("autonomous");
  await expect(stepgate.verdict).toHaveText(/^GATE .* the trace is invalid$/);
  await expect(problem).toHaveCount(0);
});

test("all three documents come back, with the system and the harness", async ({ stepgate, page }) => {
  await stepgate.policy.fill(ONLY_FIND);
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED/);
  await stepgate.policy.fill(APPROVALS);
  await expect(stepgate.verdict).toHaveText(/^GATE/);
  await page.getByRole("combobox", { name: "Harness" }).selectOption("Hermes");
  await stepgate.show("Trace");
  await stepgate.trace.fill(trace("find", "terminal"));
  await expect(stepgate.verdict).toHaveText(/^GATE 1 allow, 0 ask,.* 1 claimed/);
  await expect(stepgate.storage).toHaveText("Saved on this device");

  await page.reload();
  await expect(stepgate.verdict).toHaveText(/^GATE 1 allow, 0 ask,.* 1 claimed/);
  await stepgate.show("Policy");
  await expect(page.getByRole("combobox", { name: "Harness" })).toHaveValue("hermes");
  await expect(stepgate.policy).toContainText("What the desk may do");
  await tab(page, "ARH policy").click();
  await expect(stepgate.policy).toContainText("desk-v1");
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
});

test("a draft from before there was a second system is read, and stays as it was until it has one", async ({
  stepgate,
  page,
}) => {
  await stepgate.replace("Policy", ONLY_FIND);
  await expect(stepgate.storage).toHaveText("Saved on this device");
  const id = await page.evaluate(() => sessionStorage.getItem("stepgate.tab"));
  // Exactly what a page of that time wrote.
  await write(page, {
    entry: {
      version: 1,
      id,
      reason: null,
      savedAt: Date.now(),
      documents: {
        policy: { name: "old.policy.json", crlf: false, length: ONLY_FIND.length },
        trace: { name: "", crlf: true, length: 15 },
      },
    },
    texts: { [`${id}/policy`]: ONLY_FIND, [`${id}/trace`]: '{\n"steps": []\n}'.slice(0, 15) },
  });
  await stepgate.open();
  await stepgate.show("Policy");
  await expect(page.getByText("old.policy.json")).toBeVisible();
  await expect(stepgate.policy).toContainText("desk-v1");
  await expect(tabs(page)).toHaveCount(0);
  expect((await stored(page)).databases).toEqual(["stepgate"]);

  await stepgate.policy.press("ControlOrMeta+End");
  await page.keyboard.insertText("\n");
  await expect(stepgate.storage).toHaveText("Saved on this device");
  expect(await versions(page)).toContain(1);
  expect(await versions(page)).not.toContain(2);
  await stepgate.policy.fill(APPROVALS);
  await expect(stepgate.verdict).toHaveText(/^GATE/);
  await expect(stepgate.storage).toHaveText("Saved on this device");
  expect(await versions(page)).toContain(2);
});

test("a file finds its editor, and opening it can be undone", async ({ stepgate, page }) => {
  await stepgate.replace("Policy", ONLY_FIND);
  await stepgate.replace("Trace", trace("find"));
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  const files = [
    {
      name: "APPROVAL.md",
      mimeType: "text/markdown",
      buffer: Buffer.from(APPROVALS.replaceAll("\n", "\r\n")),
    },
    { name: "run.json", mimeType: "application/json", buffer: Buffer.from(trace("pay")) },
  ];
  await page.getByLabel("Files to open").setInputFiles(files);
  await expect(stepgate.verdict).toHaveText(/^GATE 0 allow, 0 ask, 1 deny/);
  await expect(stepgate.notice).toContainText(
    "Opened APPROVAL.md as the APPROVAL.md and run.json as the trace",
  );
  await stepgate.show("Policy");
  await expect(page.getByText("CRLF", { exact: true })).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    (async () => {
      await page.getByRole("button", { name: "Download" }).click();
      await page.getByRole("menuitem", { name: "APPROVAL.md" }).click();
    })(),
  ]);
  expect(download.suggestedFilename()).toBe("APPROVAL.md");

  await page.getByRole("button", { name: "Restore what I had" }).click();
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  await expect(tabs(page)).toHaveCount(0);
});

test("the history names all three documents", async ({ stepgate, page }) => {
  await stepgate.policy.fill(ONLY_FIND);
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED/);
  await stepgate.policy.fill(APPROVALS);
  await expect(stepgate.verdict).toHaveText(/^GATE/);
  await stepgate.openSample();
  await expect(tabs(page)).toHaveCount(0);
  await page.getByRole("button", { name: "History" }).click();
  const entry = page.getByRole("list", { name: "History" }).getByRole("listitem").first();
  await expect(entry).toContainText(/policy, \d+ characters · APPROVAL\.md, \d+ characters · no trace/);
  await entry.getByRole("button", { name: "Restore" }).click();
  await expect(stepgate.verdict).toHaveText(/^GATE/);
  await expect(stepgate.policy).toContainText("What the desk may do");
});

test("Tab indents an APPROVAL.md with spaces, and a key comments its lines out", async ({
  stepgate,
  page,
}) => {
  await stepgate.policy.fill(APPROVALS);
  await expect(stepgate.verdict).toHaveText(/^GATE/);
  await stepgate.policy.getByText("version", { exact: true }).click();
  await page.keyboard.press("Tab");
  expect(await stepgate.policy.innerText()).toContain('\n  version: "0.4.3"');
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ControlOrMeta+/");
  expect(await stepgate.policy.innerText()).toContain('\n# version: "0.4.3"');
});

interface Written {
  readonly entry: Record<string, unknown>;
  readonly texts: Record<string, string>;
}

/** Puts an entry and its texts into the page's database, in place of what is there. */
async function write(page: Page, written: Written): Promise<void> {
  await page.evaluate(async ({ entry, texts }) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open("stepgate"));
    const change = database.transaction(["entries", "texts"], "readwrite");
    await settled(change.objectStore("texts").clear());
    await settled(change.objectStore("entries").put(entry));
    for (const [key, text] of Object.entries(texts))
      await settled(change.objectStore("texts").put(text, key));
    database.close();
  }, written);
}

/** The versions of all entries in the page's database. */
async function versions(page: Page): Promise<unknown[]> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await settled(indexedDB.open("stepgate"));
    const entries = await settled(database.transaction("entries").objectStore("entries").getAll());
    database.close();
    return entries.map(({ version }: { version: unknown }) => version);
  });
}

test("a heavy APPROVAL.md says that it has no colours, and is judged all the same", async ({
  stepgate,
  page,
}) => {
  const pane = page.getByRole("region", { name: "Policy document" });
  const heavy = "large: no colours or folding";
  await stepgate.replace("Policy", `${APPROVALS}\n${"word ".repeat(12_000)}\n`);
  await expect(stepgate.verdict).toHaveText(/^GATE/);
  await stepgate.show("Policy");
  await expect(pane).toContainText(heavy);
  await stepgate.replace("Policy", APPROVALS);
  await expect(pane).not.toContainText(heavy);
  await expect(stepgate.policy).toContainText("What the desk may do");
});
