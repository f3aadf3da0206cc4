// What an editor gives up for a heavy document: a syntax tree of megabytes costs more per key than a frame has.
import { bracketMatching, codeFolding, foldGutter, foldKeymap } from "@codemirror/language";
import { Compartment, EditorState, type Extension, type Text, type Transaction } from "@codemirror/state";
import { EditorView, type ViewUpdate, keymap } from "@codemirror/view";
import type { Dialect } from "./dialect";
import { LONG_TEXT, insertions } from "./insertion";

/** Above this many UTF-16 units a document is heavy. */
const HEAVY_DOCUMENT = 1_000_000;
/** A line longer than this makes a document heavy, whatever its size. */
const HEAVY_LINE = 50_000;

const NOTHING: Extension = [];
const structure: Extension = [bracketMatching(), codeFolding(), foldGutter(), keymap.of(foldKeymap)];

function longLine(doc: Text, from: number, to: number): boolean {
  for (let position = from; position <= to;) {
    const line = doc.lineAt(position);
    if (line.length > HEAVY_LINE) return true;
    position = line.to + 1;
  }
  return false;
}

function anyLongLine(doc: Text): boolean {
  if (doc.length <= HEAVY_LINE) return false;
  for (const line of doc.iterLines()) if (line.length > HEAVY_LINE) return true;
  return false;
}

/** Watches a document's weight and its dialect, and changes the editor with them. */
export class Weight {
  private readonly compartment = new Compartment();
  private heavy = false;
  /** What the document is written in; nothing while it is heavy. */
  private language: Extension = NOTHING;

  constructor(
    private readonly dialect: Dialect,
    private readonly changed: (heavy: boolean) => void,
  ) {}

  /** The extensions of a light document, and the watch over its growth. */
  extension(): Extension {
    return [
      this.compartment.of(this.rich()),
      EditorState.transactionExtender.of((transaction) => this.ahead(transaction)),
      EditorView.updateListener.of((update) => this.watch(update)),
      insertions(() => this.heavy),
    ];
  }

  get isHeavy(): boolean {
    return this.heavy;
  }

  /** What to add to a transaction that makes the document `length` units of `doc`, so that no tree is ever begun. */
  foresee(doc: Text): Pick<Transaction, "effects"> {
    const heavy = doc.length > HEAVY_DOCUMENT || anyLongLine(doc);
    return { effects: this.set(heavy, doc) ? [this.compartment.reconfigure(this.rich())] : [] };
  }

  /** Foresees what a paste makes of the document, so that nothing is parsed or searched for brackets in vain. */
  private ahead(transaction: Transaction): Pick<Transaction, "effects"> | null {
    let inserted = 0;
    transaction.changes.iterChanges((_fromA, _toA, from, to) => (inserted += to - from));
    return inserted < LONG_TEXT ? null : this.foresee(transaction.newDoc);
  }

  private watch(update: ViewUpdate): void {
    if (!update.docChanged) return;
    if (!this.set(this.weigh(update), update.state.doc)) return;
    const effects = this.compartment.reconfigure(this.rich());
    queueMicrotask(() => update.view.dispatch({ effects }));
  }

  private weigh(update: ViewUpdate): boolean {
    const { doc } = update.state;
    if (doc.length > HEAVY_DOCUMENT) return true;
    // A heavy document has lost its long line only if no line is long: look at them all, at most a megabyte.
    if (this.heavy) return anyLongLine(doc);
    let long = false;
    update.changes.iterChangedRanges((_fromA, _toA, from, to) => {
      long ||= longLine(doc, from, to);
    });
    return long;
  }

  private rich(): Extension {
    return this.heavy ? NOTHING : [this.language, structure];
  }

  /** Gives whether the editor is to change. */
  private set(heavy: boolean, doc: Text): boolean {
    const language = heavy ? NOTHING : this.dialect(doc);
    if (heavy === this.heavy && language === this.language) return false;
    this.language = language;
    if (heavy !== this.heavy) {
      this.heavy = heavy;
      this.changed(heavy);
    }
    return true;
  }
}
