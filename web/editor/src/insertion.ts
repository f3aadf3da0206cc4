// Long texts that a program types: a form filler, dictation, an assistive tool.
import { type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** A text of so many UTF-16 units at once comes from no key. */
export const LONG_TEXT = 200;

/** What reads the browser's selection; the types do not show it. */
interface Observed {
  readonly observer: { flush(): boolean };
}

/**
 * Puts a long text straight into the document, and every character where `always` says so. Otherwise the browser changes
 * the page first, line by line, and the editor finds out what by comparing whole lines, which may be all of the document.
 */
export function insertions(always: () => boolean): Extension {
  return EditorView.domEventHandlers({
    beforeinput(event, view) {
      if (event.inputType !== "insertText" || !event.data || view.composing) return false;
      if (!always() && event.data.length < LONG_TEXT && !event.data.includes("\n")) return false;
      // A program may select and insert before the editor has heard of the selection that is to be replaced.
      (view as unknown as Observed).observer.flush();
      const typed = view.state.replaceSelection(event.data);
      view.dispatch(typed, { userEvent: "input.type", scrollIntoView: true });
      return true;
    },
  });
}
