// Mounts both editors before any wasm has arrived, and gives the page one global to talk to them.
import { standInFrame } from "./embed/frame";
import { type Beginning, type Edit, type Listener, Pane } from "./pane";
import "./storage";
import { applyStoredTheme } from "./theme";

function mount(host: string, label: string, hint: string, beginning?: Beginning): Pane {
  const parent = document.getElementById(host);
  const description = document.getElementById(hint);
  if (!parent || !description) throw new Error(`the page has no #${host} or no #${hint}`);
  return new Pane(parent, label, description, beginning);
}

const MOUNTS = [
  (beginning?: Beginning) => mount("policy-editor", "Policy", "policy-leave", beginning),
  (beginning?: Beginning) => mount("trace-editor", "Trace", "trace-leave", beginning),
] as const;
const panes: Pane[] = [];

if (document.documentElement.dataset["mode"] === "embed") {
  // The frame of an example begins when it is told its documents, with one editor after the other.
  standInFrame(MOUNTS.map((mount) => (beginning) => void panes.push(mount(beginning))));
} else {
  applyStoredTheme();
  for (const mount of MOUNTS) panes.push(mount());
}

function pane(document: number): Pane {
  const pane = panes[document];
  if (!pane) throw new Error(`there is no editor ${document} yet`);
  return pane;
}

type Told<K extends keyof Listener> = (document: number, ...rest: Parameters<Listener[K]>) => void;

/** The global that the page's wasm binds to. Documents go by number: 0 is the policy, 1 the trace. */
const editor = {
  listen(
    changed: Told<"changed">,
    named: Told<"named">,
    moved: Told<"moved">,
    weighed: Told<"weighed">,
    focused: Told<"focused">,
  ): void {
    panes.forEach((each, document) => {
      each.listen({
        changed: (byPerson, whole) => changed(document, byPerson, whole),
        named: (name, crlf) => named(document, name, crlf),
        moved: (offset) => moved(document, offset),
        weighed: (heavy) => weighed(document, heavy),
        focused: () => focused(document),
      });
    });
  },
  length: (document: number): number => pane(document).length,
  heavy: (document: number): boolean => pane(document).heavy,
  text: (document: number): string => pane(document).text(),
  take: (document: number): Edit | null => pane(document).take(),
  taken: (document: number): boolean => pane(document).taken,
  forget: (document: number): void => pane(document).forget(),
  answered: (document: number, reported: boolean): void => pane(document).answered(reported),
  name: (document: number): string => pane(document).origin.name,
  crlf: (document: number): boolean => pane(document).origin.crlf,
  replace: (document: number, text: string, name: string, crlf: boolean): void =>
    pane(document).replace(text, { name, crlf }),
  begin: (document: number, text: string, name: string, crlf: boolean): void =>
    pane(document).begin(text, { name, crlf }),
  rewrite: (document: number, text: string): void => pane(document).rewrite(text),
  focus: (document: number): void => pane(document).focus(),
  mark: (document: number, triples: Uint32Array, text: string, ends: Uint32Array): void =>
    pane(document).mark({ triples, text, ends }),
  stale: (document: number, stale: boolean): void => pane(document).stale(stale),
  reaches: (document: number, from: number, to: number, reported: boolean): boolean =>
    pane(document).reaches(from, to, reported),
  light: (document: number, from: number, to: number, reported: boolean, scroll: boolean): void =>
    pane(document).light(from, to, reported, scroll),
  unlight: (document: number): void => pane(document).unlight(),
  reveal: (document: number, from: number, to: number, reported: boolean, focus: boolean): void =>
    pane(document).reveal(from, to, reported, focus),
};

declare global {
  var StepgateEditor: typeof editor;
}
globalThis.StepgateEditor = editor;
