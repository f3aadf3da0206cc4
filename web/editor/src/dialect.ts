// What a document is written in: its colours, folding, brackets and comments. What depends on the text is looked up in
// its first lines.
import { jsonLanguage } from "@codemirror/lang-json";
import { yamlLanguage } from "@codemirror/lang-yaml";
import { Language, LanguageSupport, defineLanguageFacet, languageDataProp } from "@codemirror/language";
import { type Text } from "@codemirror/state";
import { GFM, parseCode, parser } from "@lezer/markdown";

/** Gives what a text is written in; the same object for the same language. */
export type Dialect = (doc: Text) => LanguageSupport;

/** An info string whose first word names YAML. */
const NAMES_YAML = /^\s*ya?ml\b/i;

const data = defineLanguageFacet({ commentTokens: { block: { open: "<!--", close: "-->" } } });
const markdown = new LanguageSupport(
  new Language(
    data,
    parser.configure([
      GFM,
      parseCode({ codeParser: (info) => (NAMES_YAML.test(info) ? yamlLanguage.parser : null) }),
      { props: [languageDataProp.add({ Document: data })] },
    ]),
    [],
    "markdown",
  ),
);
const yaml = new LanguageSupport(yamlLanguage);
const policy = new LanguageSupport(jsonLanguage);

/** A key at the edge of a line. */
const KEY = /^[\w"'-]+:(\s|$)/;
/** What only markdown begins a line with. One `#` and a space is a heading to the one and a comment to the other. */
const PROSE = /^(#{2,6}\s|`{3}|~{3}|>\s|<|\p{L}+\s)/u;
/** How many lines are looked at. */
const LOOKED_AT = 200;

/** JSON, whatever the text. */
export const json: Dialect = () => policy;

/** An APPROVAL.md: markdown with YAML inside its fences, or YAML alone, which has a key before any prose. */
export const approval: Dialect = (doc) => {
  let seen = 0;
  for (const line of doc.iterLines()) {
    if (KEY.test(line)) return yaml;
    if (PROSE.test(line) || ++seen === LOOKED_AT) break;
  }
  return markdown;
};
