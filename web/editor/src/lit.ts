// Lit ranges: the step a finding is about, or the policy clause that produced it.
import { type EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

interface Range {
  readonly from: number;
  readonly to: number;
}

const setLit = StateEffect.define<Range | null>();

const field = StateField.define<Range | null>({
  create: () => null,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setLit)) return effect.value;
    if (!value || !transaction.docChanged) return value;
    const from = transaction.changes.mapPos(value.from, 1);
    const to = transaction.changes.mapPos(value.to, -1);
    return from < to ? { from, to } : null;
  },
});

const line = Decoration.line({ class: "sg-lit", attributes: { "aria-current": "true" } });
const part = Decoration.mark({ class: "sg-lit-part" });

/** Only what is in view is decorated: a lit list may have a hundred thousand lines. */
function decorate(view: EditorView): DecorationSet {
  const lit = view.state.field(field);
  if (!lit) return Decoration.none;
  const { doc } = view.state;
  const builder = new RangeSetBuilder<Decoration>();
  const first = doc.lineAt(lit.from);
  const oneLine = lit.to <= first.to;
  for (const visible of view.visibleRanges) {
    let position = Math.max(visible.from, first.from);
    while (position <= Math.min(visible.to, lit.to)) {
      const current = doc.lineAt(position);
      builder.add(current.from, current.from, line);
      position = current.to + 1;
    }
    // A line may be seen in parts; its own decoration is wanted once.
    if (oneLine) break;
  }
  if (oneLine) builder.add(lit.from, lit.to, part);
  return builder.finish();
}

const plugin = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }
    update(update: ViewUpdate): void {
      const changed = update.startState.field(field) !== update.state.field(field);
      if (changed || update.docChanged || update.viewportChanged) this.decorations = decorate(update.view);
    }
  },
  { decorations: (value) => value.decorations },
);

/** Everything an editor needs to show a lit range. */
export const lit = [field, plugin];

/** Lights a range, or nothing. */
export function lightRange(view: EditorView, range: Range | null): void {
  const current = view.state.field(field);
  if (current?.from === range?.from && current?.to === range?.to) return;
  view.dispatch({ effects: setLit.of(range) });
}

/** A range inside the document, never empty unless the document is. */
export function clamp(state: EditorState, from: number, to: number): Range {
  const length = state.doc.length;
  const start = Math.max(0, Math.min(from, length));
  const end = Math.max(start, Math.min(to, length));
  if (end > start) return { from: start, to: end };
  return start < length ? { from: start, to: start + 1 } : { from: Math.max(0, start - 1), to: start };
}
