//! What the page may keep in this browser, and where. A fresh page and a frame in somebody else's page keep nothing and
//! read nothing; where the browser refuses, everything here is simply absent.

pub mod database;
pub mod tab;

use web_sys::Storage;

use crate::embed;

/// Why a stored value is not read. It is left where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It has another version.
    Newer,
    /// It is not what it should be.
    Broken,
}

/// Whether this page uses any storage.
pub fn is_allowed() -> bool {
    !is_fresh() && !embed::is_frame()
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

/// What stays on this device.
pub fn local() -> Option<Storage> {
    is_allowed()
        .then(|| gloo::utils::window().local_storage().ok().flatten())
        .flatten()
}

/// What stays with this tab.
pub fn session() -> Option<Storage> {
    is_allowed()
        .then(|| gloo::utils::window().session_storage().ok().flatten())
        .flatten()
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
