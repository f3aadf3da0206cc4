// Where a text came from. It belongs to the text: undo and redo bring it back with it.
import { invertedEffects } from "@codemirror/commands";
import { type EditorState, StateEffect, StateField, type Transaction } from "@codemirror/state";

export interface Origin {
  /** The file or sample; empty for something typed. */
  readonly name: string;
  /** Whether its file ends lines with CR and LF. */
  readonly crlf: boolean;
}

/** Where a text comes from that was typed. */
export const TYPED: Origin = { name: "", crlf: false };

/** Says where the text comes from that the same transaction puts there. */
export const setOrigin = StateEffect.define<Origin>();

/** Whether nothing is left of the text: what is there now is another document. */
export function replacesAll(transaction: Transaction): boolean {
  const { length } = transaction.startState.doc;
  let all = false;
  transaction.changes.iterChangedRanges((from, to) => {
    all ||= length > 0 && from === 0 && to === length;
  });
  return all;
}

const field = StateField.define<Origin>({
  create: () => TYPED,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setOrigin)) return effect.value;
    return replacesAll(transaction) ? TYPED : value;
  },
});

/** Everything an editor needs to know where its text came from. */
export const origins = [
  field,
  invertedEffects.of((transaction) => {
    const told = transaction.effects.some((effect) => effect.is(setOrigin));
    return told || replacesAll(transaction) ? [setOrigin.of(transaction.startState.field(field))] : [];
  }),
];

export function originOf(state: EditorState): Origin {
  return state.field(field);
}
