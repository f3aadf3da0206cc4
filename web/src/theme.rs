//! Light, dark, or as the system has it. The choice is remembered where storage allows.

use crate::settings::{self, Setting};

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
    settings::keep(Setting::Theme, theme.stored());
    show(theme);
}

/// Shows a theme.
pub fn show(theme: Theme) {
    let Some(root) = gloo::utils::document().document_element() else {
        return;
    };
    let _ = match theme.stored() {
        Some(name) => root.set_attribute("data-theme", name),
        None => root.remove_attribute("data-theme"),
    };
}
