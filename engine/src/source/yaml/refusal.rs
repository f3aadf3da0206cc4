//! Why a text is not YAML as the gate reads it.

use std::ops::Range;

/// A refusal: a sentence and the place it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// One sentence without a final period that says what to write instead.
    pub message: String,
    /// Where, in bytes of the text around the YAML.
    pub range: Range<usize>,
    /// The other place the sentence is about, such as the first of two equal keys.
    pub first: Option<Range<usize>>,
}

/// What the parser says, and how a person would put it. The first entry whose words occur in what the parser says
/// counts.
const SENTENCES: [(&str, &str); 39] = [
    ("tab", "A tab cannot indent here: write spaces"),
    (
        "mapping values are not allowed",
        "A second `:` on this line starts no mapping: put the value in quotes, or the key on a line of its own",
    ),
    (
        "mapping keys are not allowed",
        "No key can stand here: put it on a line of its own",
    ),
    (
        "block sequence entries are not allowed",
        "A `-` starts no list here: put it on a line of its own, or the value in quotes",
    ),
    (
        "unknown anchor",
        "This alias names nothing above it: set the anchor with `&` first, or put a value that starts with `*` in quotes",
    ),
    (
        "anchor or alias",
        "A `&` or `*` needs a name right after it: put a value that starts with one in quotes",
    ),
    (
        "indentation for anchor",
        "This anchor is not indented as its value: indent it further than its key",
    ),
    (
        "unexpected end of stream",
        "This quoted text never ends: add the closing quote",
    ),
    (
        "found unexpected document indicator",
        "A line of `---` or `...` stands in a quoted text: indent it, or close the quote before",
    ),
    (
        "unknown escape character",
        "This text has an escape that YAML does not know: write `\\\\` for a backslash, or use single quotes",
    ),
    (
        "hexadecimal",
        "This escape lacks hexadecimal digits: write `\\x` with 2, `\\u` with 4 or `\\U` with 8 of them",
    ),
    (
        "Unicode character escape",
        "This escape is no Unicode character: write the character itself",
    ),
    (
        "after double-quoted",
        "Something follows the closing quote: put the whole value in one pair of quotes",
    ),
    (
        "in quoted scalar",
        "A line of this quoted text is not indented: indent it further than its key",
    ),
    (
        "flow mapping",
        "This `{` is never closed, or a `,` is missing: write `{ key: value, key: value }`",
    ),
    (
        "flow sequence",
        "This `[` is never closed, or a `,` is missing: write `[ value, value ]`",
    ),
    (
        "flow construct",
        "A line inside of brackets is not indented: indent it further than the key it belongs to",
    ),
    (
        "misplaced bracket",
        "This closing bracket was never opened: remove it, or put the value in quotes",
    ),
    (
        "node content",
        "A value is missing here: write one, or put what starts with a special character in quotes",
    ),
    (
        "expected '-' indicator",
        "This line belongs to no entry of the list above it: start it with `-`, or indent it as its parent",
    ),
    (
        "did not find expected key",
        "This line is no entry of the mapping above it: write `key: value` at the same indentation as its neighbours",
    ),
    (
        "simple key",
        "This line is no entry of a mapping: write `key: value`, with a key on one line of at most 1024 characters",
    ),
    (
        "':'",
        "A `:` here starts no value: write a space after it, or put the text in quotes",
    ),
    (
        "plain scalar cannot start",
        "A `-` here is followed by a bracket or comma: put the text in quotes",
    ),
    (
        "intercepting",
        "A comment interrupts a text of several lines: put the text in quotes, or the comment elsewhere",
    ),
    (
        "block scalar",
        "The lines of this text block are not indented alike: indent them alike and further than its key, and write \
         nothing but an indicator after `|` or `>`",
    ),
    (
        "is only valid inside a block",
        "A `|` or `>` starts no text inside of brackets: use quotes",
    ),
    (
        "unexpected character",
        "This character cannot start a value: put the value in quotes",
    ),
    (
        "unprintable",
        "This character cannot stand in YAML: remove it, or write it as an escape in double quotes",
    ),
    (
        "byte order mark",
        "A byte order mark stands inside of the document: remove it",
    ),
    (
        "after document end",
        "Something follows the `...` that ends the document: remove it",
    ),
    (
        "document start",
        "This line is not part of the document: write one document, all at one indentation",
    ),
    (
        "document-start",
        "This line is not part of the document: write one document, all at one indentation",
    ),
    (
        "directive",
        "This line is no directive that is read here: remove it",
    ),
    (
        "recursion",
        "Values are nested too deeply: at most 255 levels are read",
    ),
    ("tag", "This tag is not read here: remove it"),
    ("TAG", "This tag is not read here: remove it"),
    ("handle", "This tag is not read here: remove it"),
    (
        "indentation",
        "This line is not indented as its neighbours: indent it alike",
    ),
];

/// What is said when the parser says something else.
const OTHERWISE: &str =
    "This is not YAML: write `key: value` lines, and put unusual text in quotes";

/// A sentence for what the parser says.
pub(super) fn sentence(said: &str) -> &'static str {
    SENTENCES
        .iter()
        .find(|(words, _)| said.contains(words))
        .map_or(OTHERWISE, |(_, sentence)| sentence)
}
