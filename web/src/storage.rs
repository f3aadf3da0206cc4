//! What the page may keep in this browser, and where. A fresh page and a frame in somebody else's page keep nothing and
//! read nothing; where the browser refuses, everything here is simply absent.

pub mod database;
pub mod tab;

use web_sys::Storage;

use crate::mode;

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
    !mode::is_fresh() && !mode::is_frame()
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
