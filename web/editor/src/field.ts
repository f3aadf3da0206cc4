// A field for a text that is pasted and may be long. A plain text area lays out all of it: a megabyte takes the browser
// a second, which nothing else gets meanwhile.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import { insertions } from "./insertion";
import { look } from "./look";

export class Field {
  private readonly view: EditorView;

  constructor(host: HTMLElement, label: string, hint: string, changed: () => void) {
    this.view = new EditorView({
      parent: host,
      extensions: [
        history(),
        placeholder(hint),
        insertions(() => false),
        look,
        keymap.of([...historyKeymap, ...defaultKeymap]),
        EditorView.contentAttributes.of({
          "aria-label": label,
          tabindex: "0",
          spellcheck: "false",
          autocapitalize: "off",
          autocorrect: "off",
          translate: "no",
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed();
        }),
      ],
    });
  }

  text(): string {
    return this.view.state.doc.toString();
  }

  destroy(): void {
    this.view.destroy();
  }
}
