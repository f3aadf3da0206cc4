//! Light, dark, or as the system has it. The choice is remembered where storage allows.

/// The key that the editor script reads before the wasm arrives.
const KEY: &str = "stepgate.theme";

/// A choice of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// As the system has it.
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// All choices, in the order of the menu.
    pub const ALL: [Theme; 3] = [Theme::System, Theme::Light, Theme::Dark];

    /// Its name in the menu.
    pub const fn title(self) -> &'static str {
        match self {
            Theme::System => "System",
            Theme::Light => "Light",
            Theme::Dark => "Dark",
        }
    }

    const fn stored(self) -> Option<&'static str> {
        match self {
            Theme::System => None,
            Theme::Light => Some("light"),
            Theme::Dark => Some("dark"),
        }
    }
}

/// The theme that the page shows.
pub fn current() -> Theme {
    let root = gloo::utils::document().document_element();
    match root
        .and_then(|root| root.get_attribute("data-theme"))
        .as_deref()
    {
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        _ => Theme::System,
    }
}

/// Shows a theme and remembers it. What cannot be remembered is shown all the same.
pub fn choose(theme: Theme) {
    let storage = gloo::utils::window().local_storage().ok().flatten();
    let root = gloo::utils::document().document_element();
    match theme.stored() {
        Some(name) => {
            let _ = storage.map(|storage| storage.set_item(KEY, name));
            let _ = root.map(|root| root.set_attribute("data-theme", name));
        }
        None => {
            let _ = storage.map(|storage| storage.remove_item(KEY));
            let _ = root.map(|root| root.remove_attribute("data-theme"));
        }
    }
}
