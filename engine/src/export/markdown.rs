//! Markdown as issue trackers read it (GitHub's dialect), around text that is not to be trusted.

use std::borrow::Cow;

/// What has a meaning anywhere in a line of Markdown. What has one only where a line begins is none of our business:
/// no text here begins a line.
const SPECIAL: &str = "\\`*_[]<>|~&$";

/// A text as a part of a line of Markdown that shows exactly it: no mark-up, no link, no mention of a person or an
/// issue.
pub fn markdown_text(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        match character {
            // A person, a team or an issue is looked for in the finished page, where no backslash is left.
            '@' | '#' => line.extend([character, '\u{200b}']),
            // What would become a link by itself.
            ':' if rest.as_str().starts_with("//") => line.push_str("\\:"),
            '.' if ends_with_www(&line) => line.push_str("\\."),
            _ if SPECIAL.contains(character) => line.extend(['\\', character]),
            _ if is_break(character) => line.push(' '),
            _ => line.push(character),
        }
    }
    line
}

fn ends_with_www(line: &str) -> bool {
    let end = line.len().checked_sub(3).and_then(|at| line.get(at..));
    end.is_some_and(|end| end.eq_ignore_ascii_case("www"))
}

/// A text as code within a line of Markdown, or nothing when there is nothing to show.
pub fn markdown_code(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|character| if is_break(character) { ' ' } else { character })
        .collect();
    if text.trim().is_empty() {
        return String::new();
    }
    let fence = "`".repeat(longest_run(&text, '`') + 1);
    // One space on each side is not part of the code; without it the text's own backquotes would join the fence.
    let pad = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// A sentence of the engine as one line of Markdown: what stands between backquotes is code.
pub fn markdown_sentence(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return markdown_text(text);
    }
    let shown = |(at, part): (usize, &&str)| {
        if at.is_multiple_of(2) {
            markdown_text(part)
        } else {
            markdown_code(part)
        }
    };
    parts.iter().enumerate().map(shown).collect()
}

/// One line of Markdown as the cell of a table, where a bar needs a backslash even within code.
pub fn markdown_cell(line: &str) -> String {
    let mut cell = String::with_capacity(line.len());
    let mut is_escaped = false;
    for character in line.chars() {
        if character == '|' && !is_escaped {
            cell.push('\\');
        }
        cell.push(character);
        is_escaped = character == '\\' && !is_escaped;
    }
    cell
}

/// A link with a text.
pub fn markdown_link(text: &str, address: &str) -> String {
    let mut destination = String::with_capacity(address.len());
    for character in address.chars() {
        match character {
            '(' => destination.push_str("%28"),
            ')' => destination.push_str("%29"),
            '<' => destination.push_str("%3C"),
            '>' => destination.push_str("%3E"),
            '\\' => destination.push_str("%5C"),
            _ if is_break(character) || character == ' ' => destination.push_str("%20"),
            _ => destination.push(character),
        }
    }
    format!("[{}]({destination})", markdown_text(text))
}

/// A text as a block of code. Nothing in the text can end the block.
pub fn markdown_block(language: &str, text: &str) -> String {
    let fence = "`".repeat((longest_run(text, '`') + 1).max(3));
    let end = if text.ends_with('\n') || text.is_empty() {
        ""
    } else {
        "\n"
    };
    format!("{fence}{language}\n{text}{end}{fence}\n")
}

/// A text in HTML, in an element or in a quoted attribute, on one line.
pub fn html_text(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            _ if is_break(character) => html.push(' '),
            _ => html.push(character),
        }
    }
    html
}

/// At most some characters of a text, the last one an ellipsis if any are missing.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => Cow::Borrowed(text),
        Some(_) => {
            let kept = text.chars().take(most.saturating_sub(1));
            Cow::Owned(kept.chain(['\u{2026}']).collect())
        }
    }
}

fn longest_run(text: &str, wanted: char) -> usize {
    let (mut longest, mut run) = (0, 0);
    for character in text.chars() {
        run = if character == wanted { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// Whether a character ends a line, or is not shown at all.
fn is_break(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_no_meaning_left() {
        for (text, line) in [
            (
                "plain words, 84.5: (so) - it-is!",
                "plain words, 84.5: (so) - it-is!",
            ),
            ("[a](http://b) <c>", r"\[a\](http\://b) \<c\>"),
            ("a|b\r\nc", r"a\|b  c"),
            ("@team #12", "@\u{200b}team #\u{200b}12"),
            ("WWW.example.com", r"WWW\.example.com"),
            (
                "**x** __y__ ~~z~~ $a$ &lt;",
                r"\*\*x\*\* \_\_y\_\_ \~\~z\~\~ \$a\$ \&lt;",
            ),
        ] {
            assert_eq!(markdown_text(text), line, "{text}");
        }
    }

    #[test]
    fn code_keeps_its_backquotes_inside() {
        for (text, code) in [
            ("pay", "`pay`"),
            ("a`b", "``a`b``"),
            ("``", "``` `` ```"),
            (" ", ""),
            ("a\r\nb", "`a  b`"),
        ] {
            assert_eq!(markdown_code(text), code, "{text:?}");
        }
    }

    #[test]
    fn sentences_have_code_where_the_engine_has() {
        assert_eq!(
            markdown_sentence("`pay` is not allowed"),
            "`pay` is not allowed"
        );
        assert_eq!(
            markdown_sentence("an unpaired ` and a *"),
            "an unpaired \\` and a \\*"
        );
    }

    #[test]
    fn no_bar_ends_a_cell() {
        for (line, cell) in [
            ("`a|b`", r"`a\|b`"),
            (r"a\|b", r"a\|b"),
            (r"`a\\|b`", r"`a\\\|b`"),
        ] {
            assert_eq!(markdown_cell(line), cell, "{line}");
        }
    }

    #[test]
    fn a_link_closes_where_it_should() {
        assert_eq!(
            markdown_link("a]b", "https://host/a (1)/#1x"),
            r"[a\]b](https://host/a%20%281%29/#1x)"
        );
    }

    #[test]
    fn no_text_ends_its_block() {
        assert_eq!(markdown_block("json", "{}"), "```json\n{}\n```\n");
        assert_eq!(markdown_block("json", "````\n"), "`````json\n````\n`````\n");
    }

    #[test]
    fn html_is_text() {
        assert_eq!(
            html_text("</script>\n\"'&"),
            "&lt;/script&gt; &quot;&#39;&amp;"
        );
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(shortened("a😀b", 3), "a😀b");
        assert_eq!(shortened("a😀bc", 3), "a😀…");
    }
}
