//! Which policy system a text belongs to.

use stepgate_engine::approval;

use crate::protocol::System;

/// The policy system that a text looks like a policy of; none where it looks like neither.
pub fn recognise(text: &str) -> Option<System> {
    if approval::detect(text).is_some() {
        return Some(System::Approval);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.trim_ascii_start()
        .starts_with('{')
        .then_some(System::Arh)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn a_text_is_taken_for_what_it_begins_as() {
        let fenced = "# Rules\n\n```yaml approval-policy\nversion: \"0.1\"\n```\n";
        for (text, system) in [
            (fenced, Some(System::Approval)),
            ("version: \"0.1\"\n", Some(System::Approval)),
            ("{\"policy_id\": \"p\"}", Some(System::Arh)),
            ("\u{feff}\n {", Some(System::Arh)),
            ("{\"version\": \"0.1\"}", Some(System::Arh)),
            ("", None),
            ("# Rules", None),
            ("[]", None),
        ] {
            assert_eq!(recognise(text), system, "{text}");
        }
    }
}
