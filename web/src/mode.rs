//! What the page was opened as. It depends on nothing else of the page.

/// Whether this is the frame of an example, and not the playground.
pub fn is_frame() -> bool {
    let root = gloo::utils::document().document_element();
    root.and_then(|root| root.get_attribute("data-mode"))
        .is_some_and(|mode| mode == "embed")
}

/// Whether the page was asked to show nothing that is stored, and to store nothing.
pub fn is_fresh() -> bool {
    let search = gloo::utils::window().location().search();
    asks_for_fresh(&search.unwrap_or_default())
}

fn asks_for_fresh(search: &str) -> bool {
    search
        .split(['?', '&'])
        .any(|part| part == "fresh" || part.starts_with("fresh="))
}

#[cfg(test)]
mod tests {
    use super::asks_for_fresh;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn fresh_is_asked_for_by_its_name_alone() {
        for search in ["?fresh", "?fresh=1", "?a=b&fresh"] {
            assert!(asks_for_fresh(search), "{search}");
        }
        for search in ["", "?", "?refresh", "?a=fresh", "?freshly=1"] {
            assert!(!asks_for_fresh(search), "{search}");
        }
    }
}
