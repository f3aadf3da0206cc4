//! The engine's half-sentences made into whole ones.

/// A text with its first letter as a capital.
pub fn capital(text: &str) -> String {
    let mut rest = text.chars();
    let first = rest.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(rest).collect()
}

/// A problem's message as the beginning of a sentence: one about a field begins with the field's name as code.
pub fn problem(message: &str) -> String {
    if message.starts_with('`') {
        format!("The field {message}")
    } else {
        capital(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn a_problem_begins_with_a_capital() {
        let cases = [
            ("a value is missing", "A value is missing"),
            (
                "`steps` must be an array",
                "The field `steps` must be an array",
            ),
            ("", ""),
        ];
        for (message, sentence) in cases {
            assert_eq!(problem(message), sentence);
        }
    }
}
