// One document's editor. It owns its text: the page only asks for what changed, sends marks, and gives commands.
import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { indentOnInput } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { ChangeSet, Compartment, EditorSelection, EditorState, Text, Transaction } from "@codemirror/state";
import {
  EditorView,
  type ViewUpdate,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import type { Dialect } from "./dialect";
import { leaving } from "./leave";
import { clamp, lightRange, lit } from "./lit";
import { look } from "./look";
import { type MarkData, marks, replaceMarks } from "./marks";
import { type Origin, TYPED, origins, originOf, replacesAll, setOrigin } from "./origin";
import { Weight } from "./weight";

/** What the page wants to hear from an editor. */
export interface Listener {
  /** `whole` says that nothing is left of the text before. */
  changed(byPerson: boolean, whole: boolean): void;
  /** Where the text came from is something else now; told before `changed`. */
  named(name: string, crlf: boolean): void;
  moved(offset: number): void;
  weighed(heavy: boolean): void;
  focused(): void;
}

/** What an editor of an example begins with. */
export interface Beginning {
  readonly text: string;
  readonly readOnly: boolean;
}

/** A text with where it came from. */
interface Standing {
  readonly doc: Text;
  readonly origin: Origin;
}

const EMPTY: Beginning = { text: "", readOnly: false };

const LINE_END = /\r\n?|\n/;

/** What changed since the last time it was asked for. */
export interface Edit {
  /** The version that `changes` start from; null when `content` is the whole text. */
  readonly base: number | null;
  readonly version: number;
  /** The document's length after the edit, in UTF-16 units. */
  readonly length: number;
  /** The whole text, or a flat list of from, to, insert: positions of the base version, in order. */
  readonly content: string | (number | string)[];
}

/**
 * CodeMirror scrolls only what a person could scroll, and an example that nobody has come into does not scroll under
 * wheel or finger. While CodeMirror looks and scrolls, which it does without a break, the example does.
 */
const scrolls = EditorView.scrollHandler.of(({ scrollDOM: { style } }) => {
  style.setProperty("overflow", "auto", "important");
  queueMicrotask(() => style.removeProperty("overflow"));
  return false;
});

const NARROW = "(max-width: 760px)";

export class Pane {
  private readonly view: EditorView;
  private readonly weight: Weight;
  private readonly wrapping = new Compartment();
  private readonly undoing = new Compartment();
  private listener: Listener | null = null;
  private version = 0;
  /** Changes since the last `take`; null when the next one must carry the whole text. */
  private pending: ChangeSet | null = null;
  /**
   * Changes since each of the texts by whose positions places are told: the one that the last answer is about, which
   * may have been that there is no result; that of the shown report; and that of the shown decisions.
   */
  private since: readonly ChangeSet[];
  private moving = false;
  /** What stood here before a person put another text in place of it. */
  private before: Standing | null = null;
  private undone = false;

  constructor(
    private readonly host: HTMLElement,
    label: string,
    hint: HTMLElement,
    dialect: Dialect,
    beginning?: Beginning,
  ) {
    const { text, readOnly } = beginning ?? EMPTY;
    const doc = Text.of(text.split(LINE_END));
    const narrow = matchMedia(NARROW);
    // An example is to be read without scrolling sideways.
    const wrap = () => ((beginning || narrow.matches) && !this.weight.isHeavy ? EditorView.lineWrapping : []);
    const rewrap = () => this.view.dispatch({ effects: this.wrapping.reconfigure(wrap()) });
    this.weight = new Weight(dialect, (heavy) => {
      this.listener?.weighed(heavy);
      queueMicrotask(rewrap);
    });
    this.weight.foresee(doc);
    this.view = new EditorView({
      parent: host,
      state: EditorState.create({
        doc,
        extensions: [
          beginning ? scrolls : [],
          readOnly ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : [],
          lineNumbers(),
          highlightActiveLineGutter(),
          highlightActiveLine(),
          this.undoing.of(history()),
          drawSelection(),
          EditorState.allowMultipleSelections.of(true),
          indentOnInput(),
          search({ top: true }),
          highlightSelectionMatches({ minSelectionLength: 3, maxMatches: 100 }),
          this.weight.extension(),
          this.wrapping.of(wrap()),
          marks,
          lit,
          origins,
          look,
          keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
          leaving((leaves) => hint.classList.toggle("leaves", leaves)),
          EditorView.contentAttributes.of({
            "aria-label": label,
            "aria-describedby": hint.id,
            // It is a stop for the Tab key anyway; checkers believe it only when it says so.
            tabindex: "0",
            ...(readOnly ? { "aria-readonly": "true" } : {}),
            spellcheck: "false",
            autocapitalize: "off",
            autocorrect: "off",
            translate: "no",
          }),
          EditorView.updateListener.of((update) => this.updated(update)),
        ],
      }),
    });
    this.since = Array<ChangeSet>(3).fill(this.nothing);
    narrow.addEventListener("change", rewrap);
  }

  /** Shows the editor, or hides it from everyone. */
  show(shown: boolean): void {
    this.host.hidden = !shown;
    if (shown) this.view.requestMeasure();
  }

  listen(listener: Listener): void {
    this.listener = listener;
  }

  get length(): number {
    return this.view.state.doc.length;
  }

  get heavy(): boolean {
    return this.weight.isHeavy;
  }

  text(): string {
    return this.view.state.doc.toString();
  }

  take(): Edit | null {
    if (this.pending?.empty) return null;
    const base = this.pending ? this.version : null;
    const content = this.pending ? flat(this.pending) : this.text();
    this.version++;
    this.pending = this.nothing;
    return { base, version: this.version, length: this.length, content };
  }

  /** Whether everything that was written has been taken. */
  get taken(): boolean {
    return this.pending?.empty ?? false;
  }

  /** Makes the next `take` carry the whole text: the worker that knew it is gone. */
  forget(): void {
    this.pending = null;
  }

  /** The last answer is about the text as it is now, and so are the shown report and decisions if there were any. */
  answered(reported: boolean, replayed: boolean): void {
    const { nothing } = this;
    const renewed = [true, reported, replayed];
    this.since = this.since.map((since, text) => (renewed[text] ? nothing : since));
  }

  get origin(): Origin {
    return originOf(this.view.state);
  }

  /** Puts another document in place of this one, as one step of the undo history. */
  replace(text: string, origin: Origin): void {
    this.put(text, origin, 0);
  }

  /** Begins with a document: undoing goes no further back than this. */
  begin(text: string, origin: Origin): void {
    // Without its field, what was written before is forgotten.
    this.view.dispatch({ effects: this.undoing.reconfigure([]) });
    this.put(text, origin, 0, false);
    this.view.dispatch({ effects: this.undoing.reconfigure(history()) });
  }

  /** Writes the same document in another way. */
  rewrite(text: string): void {
    this.put(text, this.origin, this.view.state.selection.main.head);
  }

  focus(): void {
    this.focusQuietly();
  }

  /** Takes over another editor's text with its selection. What it had replaced there comes back. */
  takeFrom(other: Pane): void {
    const { doc, selection } = other.view.state;
    const { origin, before } = other;
    this.putText(doc, origin, selection);
    other.putText(before?.doc ?? Text.empty, before?.origin ?? TYPED, EditorSelection.single(0));
  }

  get hasFocus(): boolean {
    return this.view.hasFocus;
  }

  /** Whether the text is as undoing or redoing has left it. */
  get stays(): boolean {
    return this.undone;
  }

  private put(text: string, origin: Origin, cursor: number, undoable = true): void {
    const doc = Text.of(text.split(LINE_END));
    const selection = EditorSelection.single(Math.min(cursor, doc.length));
    this.putText(doc, origin, selection, undoable);
  }

  private putText(doc: Text, origin: Origin, selection: EditorSelection, undoable = true): void {
    const { state } = this.view;
    const { effects } = this.weight.foresee(doc);
    this.view.dispatch({
      changes: { from: 0, to: state.doc.length, insert: doc },
      selection,
      scrollIntoView: true,
      userEvent: "input.replace",
      effects: [...effects, setOrigin.of(origin)],
      // What is typed right after it is undone by itself.
      annotations: [isolateHistory.of("full"), Transaction.addToHistory.of(undoable)],
    });
  }

  mark(data: MarkData): void {
    replaceMarks(this.view, data);
  }

  /** Shows the marks as belonging to an earlier text, or to this one. */
  stale(stale: boolean): void {
    this.view.dom.classList.toggle("sg-stale", stale);
  }

  /** Whether anything is left of a range of one of the texts. */
  reaches(from: number, to: number, text: number): boolean {
    let left = true;
    this.changes(text).iterChangedRanges((start, end) => {
      if (start < end && start <= from && to <= end) left = false;
    });
    return left;
  }

  /** Lights a range of one of the texts. */
  light(from: number, to: number, text: number, scroll: boolean): void {
    const range = this.now(from, to, text);
    lightRange(this.view, range);
    if (scroll) this.view.dispatch({ effects: EditorView.scrollIntoView(range.from, { y: "center" }) });
  }

  unlight(): void {
    lightRange(this.view, null);
  }

  /** Selects a range of one of the texts and brings it into view. */
  reveal(from: number, to: number, text: number, focus: boolean): void {
    const range = this.now(from, to, text);
    // A range of many lines is shown from its start: selecting all of it would scroll its end into view.
    const line = this.view.state.doc.lineAt(range.from);
    const end = Math.max(range.from, Math.min(range.to, line.to));
    this.view.dispatch({
      selection: EditorSelection.range(end, range.from),
      effects: EditorView.scrollIntoView(range.from, { y: "center" }),
      userEvent: "select.reveal",
    });
    if (focus) this.focusQuietly();
  }

  /** Takes the focus without bringing up a touch keyboard over the place that is to be read; a tap brings it up. */
  private focusQuietly(): void {
    const { contentDOM } = this.view;
    if (matchMedia("(pointer: coarse)").matches) {
      contentDOM.inputMode = "none";
      contentDOM.addEventListener("pointerdown", () => (contentDOM.inputMode = ""), { once: true });
    }
    this.view.focus();
  }

  private changes(text: number): ChangeSet {
    return this.since[text] ?? this.nothing;
  }

  private now(from: number, to: number, text: number): { from: number; to: number } {
    const since = this.changes(text);
    // Results may come from a text this editor no longer knows; positions are clamped, never trusted.
    const start = Math.min(from, since.length);
    const end = Math.min(Math.max(to, start), since.length);
    return clamp(this.view.state, since.mapPos(start, 1), since.mapPos(end, -1));
  }

  private get nothing(): ChangeSet {
    return ChangeSet.empty(this.view.state.doc.length);
  }

  private updated(update: ViewUpdate): void {
    const { origin } = this;
    if (origin !== originOf(update.startState)) this.listener?.named(origin.name, origin.crlf);
    if (update.docChanged) {
      this.pending = this.pending?.compose(update.changes) ?? null;
      // While there is a result they are one, and composing is done once.
      const composed = new Map<ChangeSet, ChangeSet>();
      this.since = this.since.map((since) => {
        const now = composed.get(since) ?? since.compose(update.changes);
        composed.set(since, now);
        return now;
      });
      const byPerson = !update.transactions.some((transaction) => transaction.isUserEvent("input.replace"));
      const whole = update.transactions.some(replacesAll);
      this.undone = update.transactions.some((each) => each.isUserEvent("undo") || each.isUserEvent("redo"));
      if (whole)
        this.before = byPerson && !this.undone && this.length > 0 ? standing(update.startState) : null;
      this.listener?.changed(byPerson, whole);
    }
    if (update.focusChanged && update.view.hasFocus) this.listener?.focused();
    if (update.selectionSet || update.docChanged) this.move();
  }

  /** Tells where the cursor is, at most once a frame. */
  private move(): void {
    if (this.moving) return;
    this.moving = true;
    requestAnimationFrame(() => {
      this.moving = false;
      this.listener?.moved(this.view.state.selection.main.head);
    });
  }
}

function standing(state: EditorState): Standing {
  return { doc: state.doc, origin: originOf(state) };
}

function flat(changes: ChangeSet): (number | string)[] {
  const list: (number | string)[] = [];
  changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    list.push(from, to, inserted.toString());
  });
  return list;
}
