// What a page and the frame of an example say to each other. This is the whole of it.
//
// Every message is `{ stepgate: 1, type, ...fields }`. What is not exactly so is not for us and is passed over: a page
// gets messages from many sides. The page takes messages only from the window of this very frame and from Stepgate's own
// origin; the frame only from its parent, whose origin it knows from the first message, and answers only there.

/** The version of the protocol. */
const VERSION = 1;

/** The most UTF-16 units of a document: more than the engine takes. */
export const MOST_TEXT = 16 * 1024 * 1024;

type Guard<T> = (value: unknown) => value is T;

const text =
  (most: number, pattern = /^/): Guard<string> =>
  (value): value is string =>
    typeof value === "string" && value.length <= most && pattern.test(value);

const number =
  (least: number, most: number): Guard<number> =>
  (value): value is number =>
    typeof value === "number" && least <= value && value <= most;

const flag: Guard<boolean> = (value): value is boolean => typeof value === "boolean";

const oneOf =
  <T extends string>(...words: readonly T[]): Guard<T> =>
  (value): value is T =>
    words.some((word) => word === value);

const orNull =
  <T>(guard: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || guard(value);

/** What scripts of before knew nothing of. */
const added =
  <T>(guard: Guard<T>): Guard<T | null | undefined> =>
  (value): value is T | null | undefined =>
    value === undefined || value === null || guard(value);

const list =
  <T>(guard: Guard<T>, most: number): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.length <= most && value.every(guard);

export const VIEWS = ["both", "policy", "trace", "findings"] as const;
export const THEMES = ["light", "dark"] as const;
/** A verdict, in the words of the attribute `expect`: of ARH, or what the gate of an APPROVAL.md says. */
const OUTCOME =
  /^(pass|fail|invalid policy|invalid trace|could not verify|nothing to check|gate( \d+ [a-z-]+)*|fails closed [a-z-]+)$/;

export type View = (typeof VIEWS)[number];
export type Theme = (typeof THEMES)[number];

/** What the page tells the frame. */
export const TO_FRAME = {
  /** Once: what to show. The documents are given as texts, as a sample's name or as the fragment of a link. */
  show: {
    policy: orNull(text(MOST_TEXT)),
    approval: added(text(MOST_TEXT)),
    trace: orNull(text(MOST_TEXT)),
    /** The harness whose gate is asked, where the APPROVAL.md is to be shown whatever else there is. */
    harness: added(text(200)),
    sample: orNull(text(100, /^[a-z0-9-]+$/)),
    link: orNull(text(MOST_TEXT)),
    view: oneOf(...VIEWS),
    readonly: flag,
    /** The id of the finding to choose. */
    finding: orNull(text(10, /^[\w-]{10}$/)),
    /** The score from which the trace passes; null is the engine's own, or the link's. */
    failUnder: orNull(number(0, 100)),
    /** Whether the page gives the frame a height; else the frame says how high it would be. */
    fixed: flag,
    theme: oneOf(...THEMES),
    /** What the page calls this example. */
    name: text(200),
  },
  /** The page's colours have changed. */
  theme: { theme: oneOf(...THEMES) },
  /** The frame may have a worker from now on. */
  run: {},
  /** It may not: it ends its worker, keeps showing its last verdict, and answers `rested`. */
  rest: {},
} as const;

/** What the frame tells the page. */
export const TO_PAGE = {
  /** How high the frame would be, in CSS pixels. */
  size: { height: number(0, 20_000) },
  /** What has become of the documents. */
  verdict: {
    outcome: text(200, OUTCOME),
    /** With two places; null where there is none. */
    score: orNull(text(6, /^\d{1,3}\.\d\d$/)),
    /** The rules found, sorted, each once. */
    rules: list(text(40, /^[A-Z0-9-]+$/), 200),
    findings: number(0, 2 ** 32),
    engine: text(40),
  },
  /** A person is in the frame: it wants a worker. */
  entered: {},
  /** And has left it. */
  left: {},
  /** The worker is gone, as the page asked. */
  rested: {},
  /** The engine could not be loaded. There will be no verdict. */
  failed: {},
} as const;

type Shapes = Readonly<Record<string, Readonly<Record<string, Guard<unknown>>>>>;
type Fields<F> = { [K in keyof F]: F[K] extends Guard<infer T> ? T : never };

/** A message of one of the two tables above. */
export type Message<S extends Shapes> = { [T in keyof S]: { type: T } & Fields<S[T]> }[keyof S];

export type ToFrame = Message<typeof TO_FRAME>;
export type ToPage = Message<typeof TO_PAGE>;
export type Show = Extract<ToFrame, { type: "show" }>;
export type Verdict = Extract<ToPage, { type: "verdict" }>;

/** A message in the form in which it travels. */
export function wrap(message: ToFrame | ToPage): object {
  return { stepgate: VERSION, ...message };
}

/** Reads a message: its known fields alone, or null when it is not one of these. */
export function unwrap<S extends Shapes>(shapes: S, data: unknown): Message<S> | null {
  if (typeof data !== "object" || data === null) return null;
  const given = data as Readonly<Record<string, unknown>>;
  const type = given["type"];
  if (given["stepgate"] !== VERSION || typeof type !== "string" || !Object.hasOwn(shapes, type)) return null;
  const message: Record<string, unknown> = { type };
  for (const [field, guard] of Object.entries(shapes[type] ?? {})) {
    if (!guard(given[field])) return null;
    message[field] = given[field];
  }
  return message as Message<S>;
}
