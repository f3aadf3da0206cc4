import type { FrameLocator, Locator, Page } from "@playwright/test";

/** What the event `stepgate:verdict` tells. */
export interface Told {
  readonly version: number;
  readonly outcome: string;
  readonly score: string | null;
  readonly rules: readonly string[];
  readonly findings: number;
  readonly engine: string;
  readonly expected: string | null;
  readonly asExpected: boolean | null;
}

declare global {
  /** What each example of a page has told, in order. */
  var stepgateTold: [example: number, told: Told][];
}

/** A page of the documentation site, and what its examples say. */
export class Handbook {
  readonly examples: Locator;

  private constructor(readonly page: Page) {
    // The element is what a page's author writes; it has no role of its own.
    this.examples = page.locator("stepgate-example");
  }

  /** Opens a page of the site. */
  static async open(page: Page, name: string): Promise<Handbook> {
    await page.addInitScript(() => {
      globalThis.stepgateTold = [];
      addEventListener("stepgate:verdict", (event) => {
        const all = [...document.querySelectorAll("stepgate-example")];
        stepgateTold.push([all.indexOf(event.target as Element), (event as CustomEvent<Told>).detail]);
      });
    });
    await page.goto(`handbook/${name}.html`);
    return new Handbook(page);
  }

  example(index: number): Example {
    return new Example(this.page, this.examples.nth(index), index);
  }

  /** Scrolls to each example and waits until it is live. */
  async readAll(): Promise<Told[]> {
    const told: Told[] = [];
    for (let index = 0; index < (await this.examples.count()); index++)
      told.push(await this.example(index).live());
    return told;
  }
}

/** One example: its element in the page, and what stands in its frame. */
export class Example {
  readonly frame: Locator;
  readonly inside: FrameLocator;
  readonly verdict: Locator;
  readonly policy: Locator;
  readonly trace: Locator;

  constructor(
    readonly page: Page,
    readonly element: Locator,
    readonly index: number,
  ) {
    this.frame = element.locator("iframe");
    this.inside = this.frame.contentFrame();
    this.verdict = this.inside.getByRole("status", { name: "Verdict" });
    this.policy = this.inside.getByRole("textbox", { name: "Policy", exact: true });
    this.trace = this.inside.getByRole("textbox", { name: "Trace", exact: true });
  }

  /** Scrolls to it and waits for its first verdict. */
  async live(): Promise<Told> {
    await this.element.scrollIntoViewIfNeeded();
    return this.told(() => true);
  }

  /** Brings a view to the front; in a wide frame all of them are there already. */
  async show(view: "Policy" | "Trace" | "Results"): Promise<void> {
    const tab = this.inside.getByRole("tablist", { name: "Views" }).getByRole("tab", { name: view });
    if (await tab.isVisible()) await tab.click();
  }

  /** Waits until the last thing it has told is as wanted. */
  async told(wanted: (told: Told) => boolean): Promise<Told> {
    for (;;) {
      const seen = await this.page.evaluate(() => stepgateTold.length);
      const last = await this.page.evaluate(
        (index) => stepgateTold.filter(([example]) => example === index).at(-1)?.[1] ?? null,
        this.index,
      );
      if (last && wanted(last)) return last;
      await this.page.waitForFunction((seen) => stepgateTold.length > seen, seen);
    }
  }

  /** Replaces the text of its policy, as by selecting everything and pasting. */
  async replacePolicy(text: string): Promise<void> {
    await this.policy.click();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(text);
  }
}
