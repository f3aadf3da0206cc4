// Marks: what the engine says about a place, as an underline, a shape beside the line, and text on hover or F8.
import {
  EditorSelection,
  type EditorState,
  RangeSetBuilder,
  StateEffect,
  StateField,
} from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  type KeyBinding,
  type Tooltip,
  type TooltipView,
  gutter,
  hoverTooltip,
  keymap,
  showTooltip,
} from "@codemirror/view";

/** Severities in the order of their codes, worst first. */
const SEVERITIES = ["error", "warning", "info", "hint"] as const;

/** The longest underline drawn for one mark, in UTF-16 units: a whole list on one line is named, not painted. */
const LONGEST_UNDERLINE = 400;
/** The most messages shown in one tooltip. */
const MOST_MESSAGES = 6;
/** How many marks of one line are looked at for its shape in the gutter. */
const MOST_LOOKED_AT = 2000;

/** Marks as they come from the worker: triples (from, to, severity), sorted by `from`, and one text cut at `ends`. */
export interface MarkData {
  readonly triples: Uint32Array;
  readonly text: string;
  readonly ends: Uint32Array;
}

interface Marked {
  readonly data: MarkData;
  readonly set: DecorationSet;
}

const NOTHING: Marked = {
  data: { triples: new Uint32Array(), text: "", ends: new Uint32Array() },
  set: Decoration.none,
};

const setMarks = StateEffect.define<MarkData>();
const showAt = StateEffect.define<number | null>();

function build(data: MarkData, state: EditorState): DecorationSet {
  const { doc } = state;
  const builder = new RangeSetBuilder<Decoration>();
  for (let index = 0; index * 3 < data.triples.length; index++) {
    let from = Math.min(data.triples[index * 3] ?? 0, doc.length);
    let to = Math.min(data.triples[index * 3 + 1] ?? 0, doc.length);
    // An empty range cannot be drawn: widen it to the character after it, or before it at the end.
    if (to <= from) to = Math.min(from + 1, doc.length);
    if (to <= from) from = Math.max(0, to - 1);
    if (to <= from) continue;
    to = Math.min(to, from + LONGEST_UNDERLINE);
    const line = doc.lineAt(from);
    if (from < line.to) to = Math.min(to, line.to);
    const severity = SEVERITIES[data.triples[index * 3 + 2] ?? 0] ?? "info";
    builder.add(from, to, Decoration.mark({ class: `sg-mark sg-mark-${severity}`, index }));
  }
  return builder.finish();
}

const field = StateField.define<Marked>({
  create: () => NOTHING,
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setMarks)) return { data: effect.value, set: build(effect.value, transaction.state) };
    }
    return transaction.docChanged ? { data: value.data, set: value.set.map(transaction.changes) } : value;
  },
  provide: (self) => EditorView.decorations.from(self, (value) => value.set),
});

function indexOf(decoration: Decoration): number {
  return (decoration.spec as { index: number }).index;
}

function severityOf(data: MarkData, index: number): number {
  return data.triples[index * 3 + 2] ?? 0;
}

function messageOf(data: MarkData, index: number): string {
  return data.text.slice(index === 0 ? 0 : data.ends[index - 1], data.ends[index]);
}

interface Found {
  readonly from: number;
  readonly to: number;
  readonly indices: readonly number[];
}

/** The marks that touch a position, worst first. */
function marksAt(state: EditorState, position: number): Found | null {
  const { data, set } = state.field(field);
  let from = state.doc.length;
  let to = 0;
  const indices: number[] = [];
  set.between(position, position, (start, end, decoration) => {
    indices.push(indexOf(decoration));
    from = Math.min(from, start);
    to = Math.max(to, end);
    return indices.length < 50 ? undefined : false;
  });
  if (indices.length === 0) return null;
  indices.sort((a, b) => severityOf(data, a) - severityOf(data, b) || a - b);
  return { from, to, indices };
}

/** A message with its code set as code, as everywhere on the page. */
function prose(text: string): Node[] {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return [document.createTextNode(text)];
  return parts.map((part, at) => {
    const node = document.createElement(at % 2 === 0 ? "span" : "code");
    node.textContent = part;
    return node;
  });
}

function tooltipFor(state: EditorState, position: number): Tooltip | null {
  const found = marksAt(state, position);
  if (!found) return null;
  const { data } = state.field(field);
  return {
    pos: found.from,
    end: found.to,
    above: true,
    create(): TooltipView {
      const dom = document.createElement("div");
      dom.className = "sg-tooltip";
      dom.setAttribute("role", "tooltip");
      for (const index of found.indices.slice(0, MOST_MESSAGES)) {
        const severity = SEVERITIES[severityOf(data, index)] ?? "info";
        const row = dom.appendChild(document.createElement("p"));
        row.className = `sg-tooltip-row sg-${severity}`;
        const word = row.appendChild(document.createElement("b"));
        word.textContent = severity;
        row.append(" ", ...prose(messageOf(data, index)));
      }
      if (found.indices.length > MOST_MESSAGES) {
        const more = dom.appendChild(document.createElement("p"));
        more.textContent = `and ${found.indices.length - MOST_MESSAGES} more here`;
      }
      return { dom };
    },
  };
}

/** The tooltip that F8 opens; it goes with the next key, edit or click. */
const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(showAt))
        return effect.value === null ? null : tooltipFor(transaction.state, effect.value);
    }
    return transaction.docChanged || transaction.selection ? null : value;
  },
  provide: (self) => showTooltip.from(self),
});

class Shape extends GutterMarker {
  constructor(private readonly severity: number) {
    super();
  }
  override eq(other: Shape): boolean {
    return other.severity === this.severity;
  }
  override toDOM(): Node {
    const shape = document.createElement("span");
    shape.className = `sg-shape sg-shape-${SEVERITIES[this.severity] ?? "info"}`;
    return shape;
  }
}
const SHAPES = SEVERITIES.map((_, severity) => new Shape(severity));

const shapes = gutter({
  class: "sg-shapes",
  lineMarker(view, line) {
    const { data, set } = view.state.field(field);
    let worst: number = SEVERITIES.length;
    let seen = 0;
    set.between(line.from, line.to, (from, _to, decoration) => {
      if (from >= line.from) worst = Math.min(worst, severityOf(data, indexOf(decoration)));
      return worst === 0 || ++seen > MOST_LOOKED_AT ? false : undefined;
    });
    return SHAPES[worst] ?? null;
  },
  lineMarkerChange: (update) => update.startState.field(field) !== update.state.field(field),
  initialSpacer: () => SHAPES[0] as Shape,
});

/** The start of the next (or previous) mark from the cursor, going round at the ends. */
function neighbour(state: EditorState, forward: boolean): number | null {
  const { set } = state.field(field);
  const here = state.selection.main.head;
  let first: number | null = null;
  let last: number | null = null;
  let before: number | null = null;
  let after: number | null = null;
  for (const cursor = set.iter(); cursor.value; cursor.next()) {
    first ??= cursor.from;
    last = cursor.from;
    if (cursor.from < here) before = cursor.from;
    if (cursor.from > here) after ??= cursor.from;
    if (forward && after !== null) break;
  }
  return forward ? (after ?? first) : (before ?? last);
}

function step(forward: boolean): (view: EditorView) => boolean {
  return (view) => {
    const position = neighbour(view.state, forward);
    if (position === null) return false;
    const found = marksAt(view.state, position);
    const { data } = view.state.field(field);
    const spoken = (found?.indices ?? [])
      .slice(0, MOST_MESSAGES)
      .map((index) => `${SEVERITIES[severityOf(data, index)] ?? "info"}: ${messageOf(data, index)}`);
    view.dispatch({
      selection: EditorSelection.cursor(position),
      effects: [showAt.of(position), EditorView.announce.of(spoken.join(". "))],
      scrollIntoView: true,
      userEvent: "select",
    });
    return true;
  };
}

/** Closes the tooltip and lets the key go on: Escape also opens the way out of the editor. */
function hide(view: EditorView): boolean {
  if (view.state.field(shown)) view.dispatch({ effects: showAt.of(null) });
  return false;
}

const keys: readonly KeyBinding[] = [
  { key: "F8", run: step(true), shift: step(false) },
  { key: "Escape", run: hide },
];

/** Everything an editor needs to show marks. */
export const marks = [
  field,
  shown,
  shapes,
  hoverTooltip((view, position) => tooltipFor(view.state, position)),
  keymap.of(keys),
  EditorView.domEventHandlers({
    // It belongs to the cursor, which is in the other editor now.
    blur(_event, view) {
      hide(view);
      return false;
    },
  }),
];

/** Replaces all marks of an editor. The text and the undo history are untouched. */
export function replaceMarks(view: EditorView, data: MarkData): void {
  view.dispatch({ effects: setMarks.of(data) });
}
