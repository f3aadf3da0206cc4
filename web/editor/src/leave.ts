// Tab indents; after Escape it leaves the editor, for as long as no other key is pressed.
import { indentWithTab } from "@codemirror/commands";
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

const QUIET = new Set(["Tab", "Shift", "Escape", "Control", "Alt", "Meta"]);

/** The way out by keyboard. `changed` hears whether Tab leaves now. */
export function leaving(changed: (leaves: boolean) => void): Extension {
  const set = (view: EditorView, leaves: boolean) => {
    view.setTabFocusMode(leaves);
    changed(leaves);
  };
  return [
    // Whatever else Escape does, such as giving up a selection, the next Tab leaves.
    Prec.high(
      keymap.of([
        {
          key: "Escape",
          run: (view) => {
            set(view, true);
            return false;
          },
          preventDefault: true,
        },
      ]),
    ),
    keymap.of([indentWithTab]),
    Prec.highest(
      EditorView.domEventHandlers({
        keydown(event, view) {
          if (!QUIET.has(event.key)) set(view, false);
          return false;
        },
        blur(_event, view) {
          set(view, false);
          return false;
        },
      }),
    ),
  ];
}
