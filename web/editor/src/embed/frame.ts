// The frame's end of the messages. It listens before the wasm has arrived, puts the documents into the editors, and
// gives the wasm one global to talk to the page through. The frame keeps nothing and asks for nothing but its own files.
import type { Beginning } from "../pane";
import { type Show, TO_FRAME, type ToPage, unwrap, wrap } from "./messages";

type Mount = (beginning: Beginning) => void;

/** What the wasm wants to hear. */
interface Listener {
  run(): void;
  rest(): void;
}

/** What the frame shows, once its editors stand. */
export interface Shown {
  readonly policy: string;
  readonly approval: string;
  readonly trace: string;
  readonly names: readonly string[];
  readonly link: string | null;
  readonly finding: string | null;
  readonly fail_under: number | null;
  /** The harness whose gate is asked, where the APPROVAL.md is to be shown whatever else there is. */
  readonly harness: string | null;
}

const root = document.documentElement;
const main = document.querySelector("main");

/** The page's origin, once its first message has come. */
let page: string | null = null;
let listener: Listener | null = null;
/** Whether the page has allowed a worker. */
let allowed = false;
/** The verdict that was told last. */
let told = "";
let say: (shown: Shown) => void;
const shown = new Promise<Shown>((resolve) => (say = resolve));

/** The global that the wasm binds to. */
const frame = {
  /** What is to be shown. */
  shown: (): Promise<Shown> => shown,
  /** From now on the wasm hears whether it may have a worker. */
  listen(run: () => void, rest: () => void): void {
    listener = { run, rest };
    if (allowed) run();
  },
  rested: (): void => tell({ type: "rested" }),
  verdict(
    outcome: string,
    score: string | undefined,
    rules: string[],
    findings: number,
    engine: string,
  ): void {
    // First the height, so that the page can show the frame in one go.
    measure();
    const verdict = { outcome, score: score ?? null, rules, findings, engine };
    // A frame that wakes comes to the same verdict again.
    const text = JSON.stringify(verdict);
    if (text !== told) tell({ type: "verdict", ...verdict });
    told = text;
  },
};

declare global {
  var StepgateFrame: typeof frame;
}

/** Waits for the page around the frame. Each of `mounts` puts up one document's editor. */
export function standInFrame(mounts: readonly Mount[]): void {
  globalThis.StepgateFrame = frame;
  if (window.parent === window) return standAlone();
  // The page around it has enough landmarks: an example is one, and its parts are none.
  for (const part of document.querySelectorAll("section")) part.setAttribute("role", "group");
  const app = document.getElementById("app");
  if (app) main?.append(app);
  addEventListener("message", ({ source, origin, data }: MessageEvent) => {
    if (source !== window.parent || (page !== null && origin !== page)) return;
    const message = unwrap(TO_FRAME, data);
    if (message?.type === "show" ? page !== null : page === null) return;
    switch (message?.type) {
      case "show":
        page = origin;
        void show(message, mounts).catch(fail);
        break;
      case "theme":
        root.dataset["theme"] = message.theme;
        break;
      case "run":
        allowed = true;
        listener?.run();
        break;
      case "rest":
        allowed = false;
        if (listener) listener.rest();
        else frame.rested();
        break;
    }
  });
  addEventListener("focusin", enter);
  addEventListener("click", enter);
  addEventListener("blur", leave);
  // Said by boot.js.
  addEventListener("stepgate:boot-failed", fail);
}

async function show(told: Show, mounts: readonly Mount[]): Promise<void> {
  const { sample, link, view, readonly: readOnly, finding, failUnder, fixed, theme } = told;
  Object.assign(root.dataset, { theme, shows: view, size: fixed ? "fixed" : "content" });
  document.title = told.name;
  main?.setAttribute("aria-label", told.name);
  // The page hears that somebody is there.
  measure();
  if (readOnly) root.dataset["readonly"] = "";
  let names = ["", "", ""];
  let texts = [told.policy ?? "", told.approval ?? "", told.trace ?? ""];
  if (sample !== null) {
    names = await filesOf(sample);
    texts = await Promise.all(names.map((name) => (name === "" ? "" : fetched(name))));
  }
  const [policy = "", approval = "", trace = ""] = texts;
  for (const [index, mount] of mounts.entries()) {
    // Each in a task of its own: the page around the frame may be scrolling.
    await nextTask();
    mount({ text: texts[index] ?? "", readOnly });
  }
  await nextTask();
  new ResizeObserver(measure).observe(root);
  say({
    policy,
    approval,
    trace,
    names,
    link,
    finding,
    fail_under: failUnder,
    harness: told.harness ?? null,
  });
}

/** What the files of a sample's documents end in, by the names of the documents in the list of samples. */
const ENDS = { policy: "policy.json", approval: "APPROVAL.md", trace: "trace.json" } as const;

/** The names of a sample's files; empty for a document that it does not have. */
async function filesOf(sample: string): Promise<string[]> {
  const samples = JSON.parse(await fetched("index.json")) as readonly {
    readonly name: string;
    readonly documents?: readonly string[];
  }[];
  const documents = samples.find(({ name }) => name === sample)?.documents ?? ["policy", "trace"];
  return Object.entries(ENDS).map(([kind, end]) => (documents.includes(kind) ? `${sample}.${end}` : ""));
}

/** The text of a sample's file. */
async function fetched(name: string): Promise<string> {
  const response = await fetch(`samples/${name}`);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.text();
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function tell(message: ToPage): void {
  if (page !== null) window.parent.postMessage(wrap(message), page);
}

function fail(): void {
  tell({ type: "failed" });
}

let measured = 0;

function measure(): void {
  const height = Math.ceil(root.getBoundingClientRect().height);
  if (height === measured) return;
  measured = height;
  tell({ type: "size", height });
}

/** A person is in the frame: from now on it takes the wheel where it can use it. */
function enter(): void {
  if (root.dataset["entered"] !== undefined) return;
  root.dataset["entered"] = "";
  tell({ type: "entered" });
}

function leave(): void {
  if (root.dataset["entered"] === undefined) return;
  delete root.dataset["entered"];
  tell({ type: "left" });
}

/** Somebody has opened the frame's page by itself. */
function standAlone(): void {
  const playground = new URL("./", location.href);
  playground.hash = location.hash;
  const link = document.createElement("a");
  link.href = playground.href;
  link.textContent = "Open the playground";
  const sentence = document.createElement("p");
  sentence.append("This page is meant to stand in a frame, as a live example in documentation. ", link, ".");
  document.getElementById("verdict")?.replaceChildren(sentence);
}
