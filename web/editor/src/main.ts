// Mounts the editors before any wasm has arrived, and gives the page one global to talk to them.
import { type Dialect, approval, json } from "./dialect";
import { standInFrame } from "./embed/frame";
import { Field } from "./field";
import { type Beginning, type Edit, type Listener, Pane } from "./pane";
import "./storage";
import { applyStoredTheme } from "./theme";

/** Where an editor stands, what it is called, where its way out is told, and what it holds. */
interface Place {
  readonly host: string;
  readonly label: string;
  readonly hint: string;
  readonly dialect: Dialect;
}

/** By the documents' numbers: the ARH policy, the APPROVAL.md, the trace. */
const PLACES: readonly Place[] = [
  { host: "policy-editor", label: "Policy", hint: "policy-leave", dialect: json },
  { host: "approval-editor", label: "Policy", hint: "policy-leave", dialect: approval },
  { host: "trace-editor", label: "Trace", hint: "trace-leave", dialect: json },
];
/** Those that stand from the start. The one of the second policy system is put up when it is first wanted. */
const FIRST = [0, 2];
/** Those of which one is shown. */
const LEFT = [0, 1];

const panes: (Pane | undefined)[] = [];
/** How the editors of this page begin, but for their texts. */
let manner: Beginning | undefined;
let attach: ((pane: Pane, document: number) => void) | null = null;

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

function mount(document: number, beginning?: Beginning): Pane {
  const place = PLACES[document];
  if (!place) throw new Error(`there is no document ${document}`);
  const { host, label, hint, dialect } = place;
  const pane = new Pane(element(host), label, element(hint), dialect, beginning);
  panes[document] = pane;
  attach?.(pane, document);
  return pane;
}

if (document.documentElement.dataset["mode"] === "embed") {
  // The frame of an example begins when it is told its documents, with one editor after the other.
  standInFrame(
    PLACES.map((_, document) => (beginning) => {
      manner = { ...beginning, text: "" };
      if (FIRST.includes(document) || beginning.text !== "") mount(document, beginning);
    }),
  );
} else {
  applyStoredTheme();
  for (const document of FIRST) mount(document);
}

/** The editor of a document, put up if it is not there yet. */
function pane(document: number): Pane {
  return panes[document] ?? mount(document, manner);
}

/** The editor that is to hold a text. For an empty one no editor is put up. */
function wanted(document: number, text: string): Pane | undefined {
  return text === "" ? panes[document] : pane(document);
}

type Told<K extends keyof Listener> = (document: number, ...rest: Parameters<Listener[K]>) => void;

/** Shows an editor in place of the one that shares its place. */
function show(document: number): void {
  for (const other of LEFT) if (other !== document) panes[other]?.show(false);
  pane(document).show(true);
}

/** The global that the page's wasm binds to. Documents go by number; an editor that is not there yet is empty. */
const editor = {
  listen(
    changed: Told<"changed">,
    named: Told<"named">,
    moved: Told<"moved">,
    weighed: Told<"weighed">,
    focused: Told<"focused">,
  ): void {
    attach = (each, document) =>
      each.listen({
        changed: (byPerson, whole) => changed(document, byPerson, whole),
        named: (name, crlf) => named(document, name, crlf),
        moved: (offset) => moved(document, offset),
        weighed: (heavy) => weighed(document, heavy),
        focused: () => focused(document),
      });
    for (const [document, each] of panes.entries()) if (each) attach(each, document);
  },
  show,
  /** Moves a text to the editor that shares its place, with its selection and the focus. */
  move(from: number, to: number): void {
    const focused = pane(from).hasFocus;
    show(to);
    pane(to).takeFrom(pane(from));
    if (focused) pane(to).focus();
  },
  stays: (document: number): boolean => panes[document]?.stays ?? false,
  length: (document: number): number => panes[document]?.length ?? 0,
  heavy: (document: number): boolean => panes[document]?.heavy ?? false,
  text: (document: number): string => panes[document]?.text() ?? "",
  take: (document: number): Edit | null => panes[document]?.take() ?? null,
  taken: (document: number): boolean => panes[document]?.taken ?? true,
  forget: (document: number): void => panes[document]?.forget(),
  answered: (document: number, reported: boolean, replayed: boolean): void =>
    panes[document]?.answered(reported, replayed),
  name: (document: number): string => panes[document]?.origin.name ?? "",
  crlf: (document: number): boolean => panes[document]?.origin.crlf ?? false,
  replace: (document: number, text: string, name: string, crlf: boolean): void =>
    wanted(document, text)?.replace(text, { name, crlf }),
  begin: (document: number, text: string, name: string, crlf: boolean): void =>
    wanted(document, text)?.begin(text, { name, crlf }),
  rewrite: (document: number, text: string): void => pane(document).rewrite(text),
  focus: (document: number): void => pane(document).focus(),
  mark: (document: number, triples: Uint32Array, text: string, ends: Uint32Array): void =>
    panes[document]?.mark({ triples, text, ends }),
  stale: (document: number, stale: boolean): void => panes[document]?.stale(stale),
  reaches: (document: number, from: number, to: number, text: number): boolean =>
    pane(document).reaches(from, to, text),
  light: (document: number, from: number, to: number, text: number, scroll: boolean): void =>
    pane(document).light(from, to, text, scroll),
  unlight: (document: number): void => panes[document]?.unlight(),
  reveal: (document: number, from: number, to: number, text: number, focus: boolean): void =>
    pane(document).reveal(from, to, text, focus),
  /** Puts up a field for a long text, which is no document. */
  field: (host: HTMLElement, label: string, hint: string, changed: () => void): Field =>
    new Field(host, label, hint, changed),
};

declare global {
  var StepgateEditor: typeof editor;
}
globalThis.StepgateEditor = editor;
