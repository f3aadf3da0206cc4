// Sharing: what leaves is a copy, without what is secret in it, and every way to hand it on says what happened.
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../harness/axe.ts";
import { held } from "../harness/link.ts";
import { Stepgate } from "../harness/stepgate.ts";
import { expect, test } from "../harness/test.ts";
import { APPROVALS, ONLY_FIND, policy, trace } from "../harness/documents.ts";

const MAIL = "ann.miller@example.com";
const PASSWORD = "correct-horse-7";
/** A trace that passes, and says more than it should. */
const TALKATIVE = trace({ tool_name: "find", arguments: { to: MAIL, password: PASSWORD } });

const EVERYTHING = policy({
  allowed_tools: { find: { required_arguments: { to: "str", password: "str" } } },
});
/** A policy of which only the secret breaks a clause. */
const NO_MAIL = policy({
  allowed_tools: { find: { required_arguments: { to: "str", password: "str" } } },
  unsafe_patterns: ["@example"],
});

function dialog(page: Page): Locator {
  return page.getByRole("dialog", { name: "Share" });
}

async function share(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(dialog(page)).toBeVisible();
  return dialog(page);
}

/** The link once it has been made. */
async function link(page: Page): Promise<string> {
  const field = dialog(page).getByRole("textbox", { name: "Link" });
  await expect(field).toHaveValue(/#1/);
  return field.inputValue();
}

async function write(stepgate: Stepgate, policy: string, trace: string, verdict: RegExp): Promise<void> {
  await stepgate.open();
  await stepgate.replace("Policy", policy);
  await stepgate.replace("Trace", trace);
  await expect(stepgate.verdict).toHaveText(verdict);
}

async function open(page: Page, files: { name: string; text: string }[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await (
    await chooser
  ).setFiles(
    files.map(({ name, text }) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) })),
  );
}

/** What a button has saved: its name and its text. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Download", exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** Has every copy kept, or refused, in place of the system's clipboard. */
async function clipboard(page: Page, refuse = false): Promise<() => Promise<string | undefined>> {
  await page.addInitScript((refuse) => {
    Object.defineProperty(navigator, "clipboard", {
      value: {
        writeText: (text: string) => {
          if (refuse) return Promise.reject(new Error("refused"));
          document.documentElement.dataset.copied = text;
          return Promise.resolve();
        },
      },
    });
  }, refuse);
  return () => page.evaluate(() => document.documentElement.dataset.copied);
}

test("a shared link opens the same in a fresh browser", async ({ stepgate, page, browser }) => {
  await write(stepgate, ONLY_FIND, trace("pay", "find", "wire"), /^FAIL .*2 errors/);
  await stepgate.show("Results");
  await stepgate.findings.getByRole("button", { name: "Go to step s3" }).click();
  const verdict = await stepgate.verdict.innerText();
  const shown = await share(page);
  await expect(shown).toContainText("Only such forms were looked for");
  const address = await link(page);
  expect(held(address)).toMatchObject({
    policy: ONLY_FIND,
    trace: trace("pay", "find", "wire"),
    fail_under: 70,
  });

  const elsewhere = await browser.newContext();
  const other = new Stepgate(await elsewhere.newPage());
  await other.page.goto(address);
  await expect(other.verdict).toHaveText(/^FAIL .*2 errors/);
  expect(await other.verdict.innerText()).toBe(verdict);
  await other.show("Results");
  const chosen = other.findings.getByRole("row").and(other.page.locator("[aria-current=true]"));
  await expect(chosen).toHaveCount(1);
  await expect(chosen.getByRole("button", { name: "Go to step s3" })).toBeVisible();
  await elsewhere.close();
});

test("copying puts the link on the clipboard and says so", async ({ stepgate, page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await write(stepgate, ONLY_FIND, trace("pay"), /^FAIL/);
  const shown = await share(page);
  const address = await link(page);
  await shown.getByRole("button", { name: "Copy link" }).click();
  await expect(shown.getByRole("status", { name: "Share status" })).toHaveText("Copied the link.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
});

test("a refused copy is told, and the text is selected", async ({ stepgate, page }) => {
  await clipboard(page, true);
  await write(stepgate, ONLY_FIND, trace("pay"), /^FAIL/);
  const shown = await share(page);
  const address = await link(page);
  await shown.getByRole("button", { name: "Copy link" }).click();
  const status = shown.getByRole("status", { name: "Share status" });
  await expect(status).toHaveText("Could not copy: select the link and copy it yourself.");
  await expect(shown.getByRole("textbox", { name: "Link" })).toBeFocused();
  const selected = () =>
    page.evaluate(() => {
      const field = document.activeElement as HTMLInputElement;
      return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
    });
  expect(await selected()).toBe(address);

  await shown.getByRole("button", { name: "Copy as issue" }).click();
  await expect(status).toHaveText("Could not copy: the issue is below, copy it yourself.");
  await expect(shown.getByRole("textbox", { name: "Text to copy" })).toBeFocused();
  expect(await selected()).toContain("**Stepgate: FAIL");
});

test("the length of a link comes with advice", async ({ stepgate, page }) => {
  await stepgate.open();
  await stepgate.replace("Policy", ONLY_FIND);
  // Random texts do not compress, and hexadecimal digits look like no secret.
  let state = 1;
  const random = (length: number) =>
    Array.from({ length }, () => {
      state = (state * 48271) % 2147483647;
      return "abcdefghijklmnop ."[state % 18];
    }).join("");
  for (const [length, advice] of [
    [10, /^\d{3} characters\.\s*$/],
    [3_500, /Longer than 2,000 characters/],
    [14_000, /Longer than 8,000 characters/],
    [60_000, /Longer than 32,000 characters.*reproduction file/],
  ] as const) {
    await stepgate.replace("Trace", trace({ tool_name: "find", arguments: { note: random(length) } }));
    await expect(stepgate.verdict).toHaveText(/^(PASS|FAIL)/);
    const shown = await share(page);
    await link(page);
    await expect(shown.getByText(/characters\./).first()).toHaveText(advice);
    await shown.getByRole("button", { name: "Close" }).click();
  }
});

test("redaction changes the copy, and nothing else", async ({ stepgate, page, browser }) => {
  await write(stepgate, EVERYTHING, TALKATIVE, /^PASS/);
  const shown = await share(page);
  const list = shown.getByRole("list", { name: "Redaction" });
  await expect(list.getByRole("checkbox")).toHaveCount(2);
  for (const box of await list.getByRole("checkbox").all()) await expect(box).toBeChecked();
  await expect(list).not.toContainText(MAIL);
  let { trace: copy = "" } = held(await link(page));
  expect(copy).not.toContain(MAIL);
  expect(copy).not.toContain(PASSWORD);
  expect(JSON.parse(copy)).toMatchObject({ steps: [{ arguments: { to: "REDACTED-EMAIL-1" } }] });

  // One is kept: the link follows.
  const before = await link(page);
  await list.getByRole("checkbox", { name: /E-mail/ }).uncheck();
  await expect(shown.getByRole("textbox", { name: "Link" })).not.toHaveValue(before);
  ({ trace: copy = "" } = held(await link(page)));
  expect(copy).toContain(MAIL);
  expect(copy).not.toContain(PASSWORD);

  // None is replaced, and then all are again.
  await shown.getByRole("button", { name: "None" }).click();
  await expect(list.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await expect.poll(async () => held(await link(page)).trace).toBe(TALKATIVE);
  await shown.getByRole("button", { name: "All" }).click();
  await expect(list.getByRole("checkbox", { checked: true })).toHaveCount(2);
  await expect.poll(async () => held(await link(page)).trace).not.toContain(MAIL);

  // Every way out carries the copy.
  const file = await saved(page, () => shown.getByRole("button", { name: "Download reproduction" }).click());
  expect(file.text).not.toContain(MAIL);
  const address = await link(page);
  await shown.getByRole("button", { name: "Close" }).click();
  await stepgate.show("Trace");
  expect(await stepgate.trace.innerText()).toContain(MAIL);

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(address);
  await expect(other.getByRole("status", { name: "Verdict" })).toHaveText(/^PASS/);
  await elsewhere.close();
});

test("the name of a file that says too much stays here", async ({ stepgate, page }) => {
  await stepgate.open();
  await open(page, [
    { name: `${MAIL}.policy.json`, text: ONLY_FIND },
    { name: `call with ${MAIL}.json`, text: trace("find") },
  ]);
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  const shown = await share(page);
  await expect(shown).toContainText("The name of the policy’s file looks secret or personal");
  await expect(shown).toContainText("The name of the trace’s file looks secret or personal");
  expect(JSON.stringify(held(await link(page)))).not.toContain(MAIL);
  const file = await saved(page, () => shown.getByRole("button", { name: "Download reproduction" }).click());
  expect(file.name + file.text).not.toContain(MAIL);
});

test("a verdict that redaction changes is shown before anything is copied", async ({ stepgate, page }) => {
  await write(stepgate, NO_MAIL, TALKATIVE, /^FAIL .*1 error/);
  const shown = await share(page);
  const differs = shown.getByRole("status", { name: "Shared copy" });
  await expect(differs).toContainText(/FAIL .* became PASS/);
  await expect(differs.getByRole("list", { name: "No longer found" })).toContainText("ARH-SAF-001 at s1");
  expect(held(await link(page)).verdict).toMatchObject({ outcome: "pass" });
  await shown.getByRole("button", { name: "None" }).click();
  await expect(differs).toHaveText("");
});

test("a secret's place can be looked at", async ({ stepgate, page }) => {
  await write(stepgate, EVERYTHING, TALKATIVE, /^PASS/);
  const shown = await share(page);
  await shown
    .getByRole("button", { name: /^Trace line/ })
    .first()
    .click();
  await expect(shown).toBeHidden();
  await expect(stepgate.trace).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(MAIL);
});

test("the link points at the chosen finding, unless it should not or cannot", async ({ stepgate, page }) => {
  await write(stepgate, NO_MAIL, TALKATIVE, /^FAIL .*1 error/);
  await stepgate.show("Results");
  await stepgate.findings.getByRole("row").nth(1).focus();
  await page.keyboard.press("Enter");
  const shown = await share(page);
  // Its only reason is redacted away.
  await expect(shown).toContainText("does not have the chosen finding");
  expect(held(await link(page)).at).toBe(null);
  await shown.getByRole("button", { name: "None" }).click();
  await expect.poll(async () => held(await link(page)).at).toMatch(/^[\w-]{10}$/);
  await shown.getByRole("checkbox", { name: "Point at the chosen finding" }).uncheck();
  await expect.poll(async () => held(await link(page)).at).toBe(null);
});

test("the other copies are whole, and hostile texts stay texts", async ({ stepgate, page }) => {
  const copied = await clipboard(page);
  await stepgate.open();
  const tool = "``` </script> [a](b) |x| @team";
  await open(page, [
    { name: "p.json", text: ONLY_FIND },
    { name: "run ](x) <b>.json", text: trace(tool) },
  ]);
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  const shown = await share(page);
  const address = await link(page);

  await shown.getByRole("button", { name: "Copy as Markdown" }).click();
  await expect(shown.getByRole("status", { name: "Share status" })).toHaveText("Copied the Markdown link.");
  const markdown = (await copied()) ?? "";
  expect(markdown).toMatch(/^\[Stepgate: FAIL [\d.]+, run \\\]\(x\) \\<b\\>\.json\]\(/);
  expect(markdown.endsWith(`](${address})`)).toBe(true);

  await shown.getByRole("button", { name: "Copy as issue" }).click();
  await expect(shown.getByRole("status", { name: "Share status" })).toHaveText("Copied the issue.");
  const issue = (await copied()) ?? "";
  expect(issue).toMatch(/^\*\*Stepgate: FAIL [\d.]+\*\* of 100 \(fail under 70, stepgate \d/);
  expect(issue).toContain(address);
  expect(issue).toContain(`\`\`\`\`json\n${trace(tool)}\n\`\`\`\`\n`);
  expect(issue).toContain("| error | ARH-SCH-001 | `s1` |");
  const row = issue.split("\n").find((line) => line.startsWith("| error")) ?? "";
  expect(row.match(/(?<!\\)\|/g)).toHaveLength(5);

  await shown.getByRole("button", { name: "Copy as embed" }).click();
  await expect(shown.getByRole("status", { name: "Share status" })).toHaveText("Copied the HTML.");
  const html = (await copied()) ?? "";
  const parsed = await page.evaluate((html) => {
    const parsed = new DOMParser().parseFromString(html, "text/html");
    return {
      script: parsed.querySelector("script")?.src,
      link: parsed.querySelector("stepgate-example")?.getAttribute("link"),
    };
  }, html);
  expect(parsed.link).toBe(address);
  expect(parsed.script).toBe(new URL("stepgate-example.js", page.url()).href);
});

test("a reproduction file comes back through Open and by a drop", async ({ stepgate, page }) => {
  await stepgate.open();
  const written = trace("find", "pay").replaceAll("\n", "\r\n");
  await open(page, [
    { name: "refund-policy.json", text: ONLY_FIND },
    { name: "refund-double.json", text: written },
  ]);
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  await page.getByRole("spinbutton", { name: "Fail under" }).fill("30");
  await stepgate.show("Results");
  await stepgate.findings.getByRole("row").nth(1).focus();
  await page.keyboard.press("Enter");
  const shown = await share(page);
  await link(page);
  const file = await saved(page, () => shown.getByRole("button", { name: "Download reproduction" }).click());
  await expect(shown.getByRole("status", { name: "Share status" })).toHaveText(`Saved ${file.name}.`);
  expect(file.name).toBe("refund-double.stepgate.json");
  expect(JSON.parse(file.text)).toMatchObject({
    stepgate: 1,
    policy: ONLY_FIND,
    trace: written,
    policy_name: "refund-policy.json",
    trace_name: "refund-double.json",
    fail_under: 30,
    finding: expect.stringMatching(/^[\w-]{10}$/),
  });
  await shown.getByRole("button", { name: "Close" }).click();

  await stepgate.replace("Policy", policy({ allowed_tools: { find: {}, pay: {} } }));
  await expect(stepgate.verdict).toHaveText(/^PASS/);
  await open(page, [file]);
  await expect(page.getByRole("status", { name: "Notice" })).toContainText(
    "Opened the reproduction refund-double.stepgate.json.",
  );
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
  await expect(page.getByRole("spinbutton", { name: "Fail under" })).toHaveValue("30");
  await stepgate.show("Results");
  await expect(stepgate.findings.locator("[aria-current=true]")).toContainText("ARH-SCH-001");
  await stepgate.show("Trace");
  await expect(page.getByRole("region", { name: "Trace document" })).toContainText("refund-double.json");
  await expect(page.getByRole("region", { name: "Trace document" })).toContainText("CRLF");
  // The address follows the file's documents.
  await expect.poll(() => (page.url().includes("#1") ? held(page.url()).trace : "")).toBe(written);
  await page.getByRole("button", { name: "Restore what I had" }).click();
  await expect(stepgate.verdict).toHaveText(/^PASS/);

  const data = await page.evaluateHandle(({ name, text }) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name));
    return transfer;
  }, file);
  await stepgate.show("Policy");
  await stepgate.policy.dispatchEvent("drop", { dataTransfer: data });
  await expect(stepgate.verdict).toHaveText(/^FAIL/);
});

test("a broken reproduction file is told in a sentence and changes nothing", async ({ stepgate, page }) => {
  await write(stepgate, ONLY_FIND, trace("find"), /^PASS/);
  const notice = page.getByRole("status", { name: "Notice" });
  await open(page, [{ name: "a.stepgate.json", text: '{"stepgate": 1, "policy": 3}' }]);
  await expect(notice).toContainText("This is not a reproduction that can be opened:");
  await open(page, [{ name: "b.stepgate.json", text: '{"stepgate": 99}' }]);
  await expect(notice).toContainText("version 99");
  await expect(stepgate.verdict).toHaveText(/^PASS/);
});

test("documents are downloaded as they were opened", async ({ stepgate, page }) => {
  await stepgate.open();
  await choose(page, "Policy");
  await expect(page.getByRole("status", { name: "Notice" })).toContainText("there is nothing to download");
  const written = TALKATIVE.replaceAll("\n", "\r\n");
  await open(page, [{ name: "run.json", text: written }]);
  await stepgate.show("Trace");
  await expect(stepgate.trace).toContainText("find");
  expect(await saved(page, () => choose(page, "Trace"))).toEqual({ name: "run.json", text: written });
  const both = await saved(page, () => choose(page, "Reproduction"));
  expect(both.name).toBe("run.stepgate.json");
  // What is downloaded for oneself is not redacted.
  expect(JSON.parse(both.text)).toMatchObject({ trace: written, policy: "" });
});

test("invalid documents can be shared, and nothing cannot", async ({ stepgate, page }) => {
  await stepgate.open();
  const shown = await share(page);
  await expect(shown).toContainText("There is nothing to share");
  await shown.getByRole("button", { name: "Close" }).click();

  await stepgate.replace("Policy", `{"policy_id": "p", "note": "${MAIL}",}`);
  await expect(stepgate.verdict).toHaveText(/^NOT JUDGED/);
  await share(page);
  const { policy: copy, verdict } = held(await link(page));
  expect(copy).toBe('{"policy_id": "p", "note": "REDACTED-EMAIL-1",}');
  expect(verdict).toMatchObject({ outcome: "invalid policy" });
});

test("a worker that has died makes no difference", async ({ stepgate, page }) => {
  await write(stepgate, ONLY_FIND, trace("pay"), /^FAIL/);
  const worker = page.workers()[0];
  await Promise.all([worker?.waitForEvent("close"), worker?.evaluate("self.close()")]);
  await share(page);
  expect(held(await link(page)).trace).toBe(trace("pay"));
});

test("the keyboard is enough, and the focus comes back", async ({ stepgate, page }) => {
  const copied = await clipboard(page);
  await write(stepgate, EVERYTHING, TALKATIVE, /^PASS/);
  const button = page.getByRole("button", { name: "Share", exact: true });
  await button.focus();
  await page.keyboard.press("Enter");
  const address = await link(page);
  const box = dialog(page).getByRole("checkbox", { name: /E-mail/ });
  const copyLink = dialog(page).getByRole("button", { name: "Copy link" });
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 20; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    await expect(target).toBeFocused();
  };
  await tabTo(box);
  await page.keyboard.press("Space");
  await expect(box).not.toBeChecked();
  await expect(box).toBeFocused();
  await expect(dialog(page).getByRole("textbox", { name: "Link" })).not.toHaveValue(address);
  await expect(copyLink).toBeEnabled();
  await tabTo(copyLink);
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("status", { name: "Share status" })).toHaveText("Copied the link.");
  expect(await copied()).toBe(await link(page));
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(button).toBeFocused();
});

test("many secrets are listed in part and replaced as a whole", async ({ stepgate, page }) => {
  const steps = Array.from({ length: 300 }, (_, at) => ({
    tool_name: "find",
    arguments: { to: `a${at}@example.com` },
  }));
  await write(stepgate, ONLY_FIND, trace(...steps), /^(PASS|FAIL)/);
  const shown = await share(page);
  const list = shown.getByRole("list", { name: "Redaction" });
  await expect(list.getByRole("checkbox")).toHaveCount(101);
  await expect(list.getByRole("checkbox", { name: "200 more that are not listed" })).toBeChecked();
  expect(held(await link(page)).trace).not.toContain("@example.com");
  await list.getByRole("checkbox", { name: "200 more that are not listed" }).uncheck();
  await expect.poll(async () => held(await link(page)).trace?.match(/@example\.com/g)?.length).toBe(200);
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test("the dialog and the menu are accessible", async ({ stepgate, page }) => {
      await write(stepgate, NO_MAIL, TALKATIVE, /^FAIL/);
      await page.getByRole("button", { name: "Download", exact: true }).click();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      const shown = await share(page);
      await link(page);
      await expect(shown.getByRole("button", { name: "Copy link" })).toBeEnabled();
      await expectAccessible(page);
      // Nothing stands out of the window.
      const beyond = await shown.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(beyond).toBeLessThanOrEqual(0);
    });
  });
}

test("of an APPROVAL.md, the senders of approvers stay at home", async ({ stepgate, page }) => {
  const approvals = APPROVALS.replace(
    "tools:",
    'approvers:\n  ada:\n    channels: [telegram]\n    senders:\n      telegram: "5551234"\ntools:',
  );
  await stepgate.open();
  await stepgate.replace("Policy", approvals);
  await stepgate.replace("Trace", trace("find"));
  await expect(stepgate.verdict).toHaveText(/^GATE.*1 allow/);
  const shown = await share(page);
  const redaction = shown.getByRole("list", { name: "Redaction" });
  await expect(redaction).toContainText("Sender id of an approver");
  await expect(redaction).toContainText("0000000001");
  const { approval, gate, system } = held(await link(page));
  expect(approval).toBe(approvals.replace("5551234", "0000000001"));
  expect([system, gate]).toMatchObject(["approval", { counts: [1, 0, 0, 0, 0] }]);
  await expect(shown.getByRole("status", { name: "Shared copy" })).toHaveText("");
  const file = await saved(page, () => shown.getByRole("button", { name: "Download reproduction" }).click());
  expect(JSON.parse(file.text)).toMatchObject({ approval, system });
});
