// Where an example's documents come from: code blocks inside the element, files beside the page, a link, or a sample.
import { MOST_TEXT, type Show } from "./messages";

/** What the frame is told of the documents; a reproduction file also brings a bound and a finding. */
export type Documents = Pick<
  Show,
  "policy" | "approval" | "trace" | "sample" | "link" | "failUnder" | "harness" | "finding"
>;

const NONE: Documents = {
  policy: null,
  approval: null,
  trace: null,
  sample: null,
  link: null,
  failUnder: null,
  finding: null,
  harness: null,
};

const KINDS = ["policy", "approval", "trace"] as const;
type Kind = (typeof KINDS)[number];

const MARKED = /^(?:lang(?:uage)?-)?(policy|approval|trace)$/;

/** The documents of an example. Throws a sentence when there are none or they cannot be had. */
export async function documentsOf(example: HTMLElement): Promise<Documents> {
  const sample = example.getAttribute("sample");
  if (sample) return { ...NONE, sample };
  const link = example.getAttribute("link");
  if (link) return { ...NONE, link: link.slice(Math.max(0, link.indexOf("#"))) };
  const src = example.getAttribute("src");
  if (src) return reproduction(await fetched(example, src));
  const sources = KINDS.map((kind) => example.getAttribute(`${kind}-src`));
  if (has(sources)) {
    const texts = sources.map((source) => (source ? fetched(example, source) : null));
    const [policy = null, approval = null, trace = null] = await Promise.all(texts);
    return { ...NONE, policy, approval, trace };
  }
  const blocks = blocksOf(example);
  const [policy = null, approval = null, trace = null] = KINDS.map((kind) => blocks[kind] ?? null);
  if (!has([policy, approval, trace])) {
    const missing = policy === null && approval === null ? "policy" : "trace";
    throw new Error(`It has no code block marked ${missing}.`);
  }
  return { ...NONE, policy, approval, trace };
}

/** Whether there is a policy of either system, and a trace. */
function has([policy, approval, trace]: readonly (string | null)[]): boolean {
  return (typeof policy === "string" || typeof approval === "string") && typeof trace === "string";
}

function blocksOf(example: HTMLElement): Partial<Record<Kind, string>> {
  const blocks: Partial<Record<Kind, string>> = {};
  for (const pre of example.querySelectorAll("pre")) {
    // A generator's column of line numbers is no document.
    if (pre.closest(".linenos, .linenodiv")) continue;
    const kind = kindOf(pre, example);
    if (kind) blocks[kind] ??= textOf(pre.querySelector("code") ?? pre);
  }
  return blocks;
}

/** What a block is marked as: on itself, on the code in it, or on what a generator wrapped around it. */
function kindOf(pre: Element, example: Element): Kind | null {
  const places = [...pre.querySelectorAll("code")];
  for (let place: Element | null = pre; place && place !== example; place = place.parentElement) {
    places.push(place as HTMLElement);
  }
  for (const place of places) {
    for (const token of [place.getAttribute("data-stepgate") ?? "", ...place.classList]) {
      const kind = MARKED.exec(token)?.[1];
      if (kind) return kind as Kind;
    }
  }
  return null;
}

function textOf(code: Element): string {
  const copy = code.cloneNode(true) as Element;
  // Some highlighters end lines with elements.
  for (const end of copy.querySelectorAll("br")) end.replaceWith("\n");
  return copy.textContent ?? "";
}

async function fetched(example: HTMLElement, address: string): Promise<string> {
  let status: string | number = "no answer";
  try {
    const response = await fetch(new URL(address, example.baseURI));
    status = response.status;
    const text = response.ok ? await response.text() : null;
    if (text !== null && text.length <= MOST_TEXT) return text;
    if (text !== null) status = "too long";
  } catch {
    // Whatever it was, the sentence below says which file.
  }
  throw new Error(`${address} could not be loaded (${status}).`);
}

/** Reads a reproduction file as the engine writes it. */
function reproduction(json: string): Documents {
  const read = JSON.parse(json) as Readonly<Record<string, unknown>> | null;
  const { stepgate, policy, approval, trace, system, harness, fail_under, finding } = read ?? {};
  if (stepgate !== 1 || typeof policy !== "string" || typeof trace !== "string") {
    throw new Error("Its file is not a reproduction of version 1.");
  }
  return {
    ...NONE,
    policy,
    approval: typeof approval === "string" ? approval : null,
    trace,
    failUnder: typeof fail_under === "number" ? fail_under : null,
    finding: typeof finding === "string" ? finding : null,
    harness: system !== "approval" ? null : typeof harness === "string" ? harness.slice(0, 200) : "",
  };
}
