// Colours come from the page's custom properties, so a change of theme costs the editors nothing.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--syntax-key)" },
  { tag: tags.string, color: "var(--syntax-string)" },
  { tag: tags.number, color: "var(--syntax-number)" },
  { tag: [tags.bool, tags.null], color: "var(--syntax-atom)", fontWeight: "600" },
  { tag: [tags.punctuation, tags.separator, tags.bracket], color: "var(--syntax-mark)" },
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: [tags.labelName, tags.typeName], color: "var(--syntax-atom)", fontWeight: "600" },
  { tag: [tags.heading, tags.strong], color: "var(--ink)", fontWeight: "650" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: [tags.link, tags.url], color: "var(--syntax-key)" },
  { tag: tags.monospace, color: "var(--syntax-string)" },
  { tag: [tags.meta, tags.processingInstruction], color: "var(--syntax-mark)" },
  { tag: tags.invalid, color: "var(--error)" },
]);

const surface = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--panel)", fontSize: "var(--code-size)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { caretColor: "var(--accent)", padding: "8px 0" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--faint)", border: "0" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 6px 0 4px", minWidth: "30px" },
  ".cm-activeLine": { backgroundColor: "var(--line-active)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--bracket)", outline: "1px solid var(--line)" },
  ".cm-foldPlaceholder": {
    backgroundColor: "var(--sunk)",
    border: "1px solid var(--line)",
    color: "var(--soft)",
    padding: "0 4px",
  },
  ".cm-searchMatch": { backgroundColor: "var(--found)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--found-here)" },
});

/** How an editor looks in either theme. */
export const look = [surface, syntaxHighlighting(colours)];
