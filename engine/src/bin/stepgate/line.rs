//! Text for one line of a terminal or a log.

use std::borrow::Cow;

/// A text with every control character written as an escape. What stands in a trace was chosen by the agent that was
/// recorded: printed as it is, it could end the line and begin one of its own, or speak to the terminal.
pub fn on_one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(breaks_out) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if breaks_out(character) {
            line.extend(character.escape_unicode());
        } else {
            line.push(character);
        }
    }
    Cow::Owned(line)
}

/// Control characters, the separators that some readers end a line at, and marks that turn the direction of text.
pub fn breaks_out(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
