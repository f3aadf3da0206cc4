// The element <stepgate-example>: shows what stands in it until its frame has a verdict, then the frame.
import { entered, forget, rested, started, watch } from "./conductor";
import { documentsOf } from "./documents";
import { type Show, TO_PAGE, type Theme, type ToFrame, VIEWS, type Verdict, unwrap, wrap } from "./messages";
import { paletteAround, watchPalette } from "./palette";

/** After this many milliseconds without a verdict the frame is given up: slow machines compile slowly. */
const PATIENCE = 60_000;
/** After this many milliseconds a frame that has loaded and says nothing is given up: it is some other page. */
const SILENCE = 10_000;

const style = new CSSStyleSheet();
style.replaceSync(`
  :host { display: block; position: relative; margin: 1em 0; }
  :host([hidden]) { display: none; }
  iframe {
    display: block; width: 100%; border: 0; border-radius: 6px; color-scheme: light dark;
    box-shadow: 0 0 0 1px color-mix(in srgb, currentcolor 25%, transparent);
  }
  /* It has its width and reads its texts, but what it replaces is still there. */
  .coming iframe { position: absolute; inset: 0 0 auto; visibility: hidden; }
  .coming > .before { overflow: auto; }
  .empty { min-height: var(--expected); }
  p { margin: 0; }
`);

let base = "";
let count = 0;

/** Makes the element known. `script` is the address of this script, beside which the frame's page lies. */
export function define(script: string): void {
  base = script;
  if (!customElements.get("stepgate-example")) customElements.define("stepgate-example", Example);
}

export class Example extends HTMLElement {
  static readonly observedAttributes = ["theme"];

  readonly #number = ++count;
  readonly #root = this.attachShadow({ mode: "open" });
  readonly #box = document.createElement("div");
  readonly #before = document.createElement("div");
  #frame: HTMLIFrameElement | null = null;
  #loaded = false;
  #alarm: ReturnType<typeof setTimeout> | undefined;
  /** What is said as soon as the frame has been told what to show. */
  #held: ToFrame[] = [];
  #theme: Theme = "light";
  #height = 0;
  #live = false;
  #entered = false;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [style];
    this.#before.className = "before";
    this.#before.append(document.createElement("slot"));
    this.#box.append(this.#before);
    this.#root.append(this.#box);
  }

  connectedCallback(): void {
    const height = this.#fixedHeight();
    this.#before.style.height = height;
    // With nothing in it yet, it takes about the room that its frame will take.
    this.#box.style.setProperty("--expected", height || (this.#view() === "findings" ? "10rem" : "28rem"));
    this.#box.className = this.childElementCount ? "" : "empty";
    parsed(() => this.isConnected && watch(this));
    examples.add(this);
  }

  disconnectedCallback(): void {
    examples.delete(this);
    this.#remove();
  }

  attributeChangedCallback(): void {
    this.recolour();
  }

  /** Follows the page's palette. */
  recolour(): void {
    const chosen = this.getAttribute("theme");
    const theme = chosen === "light" || chosen === "dark" ? chosen : paletteAround(this);
    if (theme !== this.#theme) {
      this.#theme = theme;
      if (this.#frame) this.#tell({ type: "theme", theme });
    }
  }

  /** Loads the frame. */
  begin(): void {
    void this.#begin().catch((error: unknown) => this.#fail(error instanceof Error ? error.message : ""));
  }

  run(): void {
    this.#tell({ type: "run" });
  }

  rest(): void {
    this.#tell({ type: "rest" });
  }

  async #begin(): Promise<void> {
    const documents = await documentsOf(this);
    if (!this.isConnected) return;
    const fixed = this.#fixedHeight();
    const bound = Number(this.getAttribute("fail-under") ?? NaN);
    this.recolour();
    const show: Show = {
      type: "show",
      ...documents,
      view: this.#view(),
      readonly: this.hasAttribute("readonly"),
      finding: this.getAttribute("finding") ?? documents.finding,
      failUnder: bound >= 0 && bound <= 100 ? bound : documents.failUnder,
      fixed: fixed !== "",
      theme: this.#theme,
      name: (this.title || `Stepgate example ${this.#number}`).slice(0, 200),
    };
    const frame = document.createElement("iframe");
    frame.title = show.name;
    frame.allow = "";
    frame.referrerPolicy = "no-referrer";
    frame.src = new URL("embed.html", base).href;
    frame.style.height = fixed || getComputedStyle(this.#box).height;
    frame.addEventListener("load", () => {
      this.#loaded = true;
      for (const message of [show, ...this.#held]) this.#tell(message);
      this.#held = [];
      this.#expect(SILENCE);
    });
    this.#expect(PATIENCE);
    this.#frame = frame;
    this.#box.classList.add("coming");
    this.#box.append(frame);
    addEventListener("message", this.#hear);
  }

  #tell(message: ToFrame): void {
    if (this.#loaded) this.#frame?.contentWindow?.postMessage(wrap(message), new URL(base).origin);
    else this.#held.push(message);
  }

  /** Gives the frame a time to say something. */
  #expect(patience: number): void {
    clearTimeout(this.#alarm);
    if (!this.#live) this.#alarm = setTimeout(() => this.#fail("The frame did not answer."), patience);
  }

  readonly #hear = (event: MessageEvent): void => {
    if (event.source !== this.#frame?.contentWindow || event.origin !== new URL(base).origin) return;
    const message = unwrap(TO_PAGE, event.data);
    if (message) this.#expect(PATIENCE);
    switch (message?.type) {
      case "size":
        this.#height = message.height;
        this.#size();
        break;
      case "verdict":
        this.#show();
        this.#announce(message);
        break;
      case "entered":
        this.#entered = true;
        entered(this);
        break;
      case "left":
        this.#entered = false;
        this.#size();
        break;
      case "rested":
        rested(this);
        break;
      case "failed":
        this.#fail("The engine could not be loaded.");
        break;
    }
  };

  /** The frame takes the place of what stood here. */
  #show(): void {
    if (this.#live) return;
    this.#live = true;
    clearTimeout(this.#alarm);
    this.#size();
    this.#box.className = "";
    this.#before.hidden = true;
    started(this);
  }

  /** Gives the frame the height it asks for. While a person is in it, it may only grow: nothing jumps up. */
  #size(): void {
    if (!this.#frame || !this.#height || this.#fixedHeight()) return;
    const now = this.#frame.getBoundingClientRect().height;
    if (this.#live && this.#entered && this.#height < now) return;
    this.#frame.style.height = `${this.#height}px`;
  }

  #announce({ type: _, ...verdict }: Verdict): void {
    const expected = this.getAttribute("expect");
    const detail = {
      version: 1,
      ...verdict,
      expected,
      asExpected: expected === null ? null : isAsExpected(verdict, expected),
    };
    this.dispatchEvent(new CustomEvent("stepgate:verdict", { bubbles: true, composed: true, detail }));
  }

  /** What stood here stays, or comes back. An example without anything in it says why. */
  #fail(reason: string): void {
    this.#remove();
    if (this.childElementCount) return;
    const sentence = document.createElement("p");
    sentence.textContent = `The example could not be shown. ${reason}`;
    this.#before.replaceChildren(sentence);
  }

  #remove(): void {
    clearTimeout(this.#alarm);
    removeEventListener("message", this.#hear);
    this.#frame?.remove();
    this.#frame = null;
    this.#loaded = this.#live = this.#entered = false;
    this.#held = [];
    this.#before.hidden = false;
    this.#box.classList.remove("coming");
    forget(this);
  }

  #view(): (typeof VIEWS)[number] {
    return VIEWS.find((view) => view === this.getAttribute("view")) ?? "both";
  }

  #fixedHeight(): string {
    const height = this.getAttribute("height") ?? "";
    return CSS.supports("height", height) ? height : "";
  }
}

const examples = new Set<Example>();

parsed(() =>
  watchPalette(() => {
    for (const example of examples) example.recolour();
  }),
);

function isAsExpected({ outcome, rules }: Pick<Verdict, "outcome" | "rules">, expected: string): boolean {
  const [word, ...named] = expected.trim().split(/\s+/);
  if (word !== "fail" || named.length === 0) return outcome === [word, ...named].join(" ");
  return outcome === "fail" && [...new Set(named)].sort().join() === rules.join();
}

/** Calls back once everything that stands in the page has been read. */
function parsed(then: () => void): void {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", then, { once: true });
  else then();
}
