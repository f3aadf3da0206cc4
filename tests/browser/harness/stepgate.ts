import { expect, type Locator, type Page } from "@playwright/test";

/** What the verdict begins with once everything that was typed has been judged. */
const SETTLED = /^\s*(PASS|FAIL|NOT JUDGED|COULD NOT VERIFY|NOTHING TO CHECK|GATE|FAILS CLOSED)\b/;

/** The page as a person meets it: every part by its role and accessible name. */
export class Stepgate {
  readonly page: Page;
  readonly policy: Locator;
  readonly trace: Locator;
  readonly verdict: Locator;
  readonly findings: Locator;
  readonly steps: Locator;
  readonly scores: Locator;
  readonly hints: Locator;
  readonly storage: Locator;
  readonly notice: Locator;

  constructor(page: Page) {
    this.page = page;
    this.policy = page.getByRole("textbox", { name: "Policy", exact: true });
    this.trace = page.getByRole("textbox", { name: "Trace", exact: true });
    this.verdict = page.getByRole("status", { name: "Verdict" });
    this.findings = page.getByRole("table", { name: "Findings" });
    this.steps = page.getByRole("list", { name: "Steps" });
    this.scores = page.getByRole("list", { name: "Scores" });
    this.hints = page.getByRole("list", { name: "Hints" });
    this.storage = page.getByRole("status", { name: "Storage" });
    this.notice = page.getByRole("status", { name: "Notice" });
  }

  /** Opens the page and waits for its first verdict. */
  async open(): Promise<void> {
    await this.page.goto("./");
    await this.judged();
  }

  /** Waits until what stands in the editors has been judged. */
  async judged(): Promise<void> {
    await expect(this.verdict).toHaveText(SETTLED);
  }

  /** Brings a view to the front; on a wide screen all of them are there already. */
  async show(view: "Policy" | "Trace" | "Results"): Promise<void> {
    const tab = this.page.getByRole("tablist", { name: "Views" }).getByRole("tab", { name: view });
    if (await tab.isVisible()) await tab.click();
  }

  /** Replaces the whole text of an editor, as by selecting everything and pasting. */
  async replace(editor: "Policy" | "Trace", text: string): Promise<void> {
    await this.show(editor);
    const box = editor === "Policy" ? this.policy : this.trace;
    await box.focus();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(text);
  }

  /** What an editor holds, read as JSON. */
  async text(editor: "Policy" | "Trace"): Promise<unknown> {
    await this.show(editor);
    return JSON.parse(await (editor === "Policy" ? this.policy : this.trace).innerText());
  }

  /** Opens the first sample in place of both documents. */
  async openSample(): Promise<void> {
    await this.page.getByRole("button", { name: "Samples" }).click();
    await this.page.getByRole("menuitem").first().click();
    await expect(this.notice).toContainText("Opened the sample");
    await this.judged();
  }
}
