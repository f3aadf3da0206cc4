//! What a person has chosen and expects to find again: kept apart from the documents, so that neither can break the
//! other.

use std::ops::RangeInclusive;

use js_sys::{JSON, Object, Reflect};
use stepgate_engine::approval::Harness;
use wasm_bindgen::{JsCast, JsValue};

use crate::protocol::{System, Systems};
use crate::state::SPLITS;
use crate::storage::{self, Unreadable};

/// The shape of the stored settings; the editor script knows it, too.
const VERSION: u32 = 1;
/// The key that the editor script reads before the wasm arrives.
const KEY: &str = "stepgate.settings";
/// Where the theme was kept before there were other settings.
const THEME_BEFORE: &str = "stepgate.theme";

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The chosen colours, by name.
    Theme,
    /// The score from which a trace passes.
    FailUnder,
    /// Where the splitter stands: the part of a wide screen's width that the policy takes, in percent.
    Split,
    /// The policy system that was chosen whatever the text looks like, by name.
    System,
    /// The harness that the gate is asked for, by name.
    Harness,
}

impl Setting {
    const fn key(self) -> &'static str {
        match self {
            Setting::Theme => "theme",
            Setting::FailUnder => "failUnder",
            Setting::Split => "split",
            Setting::System => "policySystem",
            Setting::Harness => "harness",
        }
    }
}

/// The bound that was chosen last, if one was and it is one.
pub fn fail_under() -> Option<f64> {
    number(Setting::FailUnder, 0.0..=100.0)
}

/// Where the splitter was left last, in percent; none if it never was, or at no place it may stand.
pub fn split() -> Option<u8> {
    let [least, most] = [SPLITS.start(), SPLITS.end()].map(|percent| f64::from(*percent));
    number(Setting::Split, least..=most).map(|percent| percent as u8)
}

/// What was chosen last about the policy systems, as far as it is known here.
pub fn systems() -> Systems {
    let name = |setting| get(&parse(&stored()?).ok()?, setting).as_string();
    let forced = name(Setting::System);
    let forced = System::BOTH
        .into_iter()
        .find(|system| forced.as_deref() == Some(system.name()));
    let harness = name(Setting::Harness).and_then(|name| Harness::from_name(&name));
    Systems {
        shown: forced.unwrap_or_default(),
        forced,
        harness: harness.unwrap_or_default(),
    }
}

fn number(setting: Setting, within: RangeInclusive<f64>) -> Option<f64> {
    let number = get(&parse(&stored()?).ok()?, setting).as_f64()?;
    within.contains(&number).then_some(number)
}

/// Keeps a choice; undefined means that nothing is chosen. What cannot be kept holds for as long as the page does.
pub fn keep(setting: Setting, value: impl Into<JsValue>) {
    let Some(storage) = storage::local() else {
        return;
    };
    if let Some(text) = with(stored().as_deref(), setting, &value.into()) {
        let _ = storage.set_item(KEY, &text);
    }
}

/// Moves what an earlier page has kept to where it is kept today. Gives a sentence if something there cannot be read.
pub fn migrate() -> Option<&'static str> {
    let storage = storage::local()?;
    if let Some(theme) = storage.get_item(THEME_BEFORE).ok().flatten() {
        if stored().is_none() {
            keep(Setting::Theme, theme);
        }
        let _ = storage.remove_item(THEME_BEFORE);
    }
    match parse(&stored()?) {
        Ok(_) => None,
        Err(Unreadable::Newer) => Some(
            "The settings on this device are from another version of Stepgate; they are left as they are.",
        ),
        Err(Unreadable::Broken) => {
            Some("The settings on this device cannot be read; the usual ones are in force.")
        }
    }
}

fn stored() -> Option<String> {
    storage::local()?.get_item(KEY).ok().flatten()
}

fn parse(text: &str) -> Result<Object, Unreadable> {
    let value = JSON::parse(text).map_err(|_| Unreadable::Broken)?;
    let settings: Object = value.dyn_into().map_err(|_| Unreadable::Broken)?;
    let version = Reflect::get(&settings, &"version".into()).ok();
    match version.and_then(|version| version.as_f64()) {
        Some(version) if version == f64::from(VERSION) => Ok(settings),
        Some(_) => Err(Unreadable::Newer),
        None => Err(Unreadable::Broken),
    }
}

fn get(settings: &Object, setting: Setting) -> JsValue {
    Reflect::get(settings, &setting.key().into()).unwrap_or_default()
}

/// The stored text with one choice changed; none if it is not ours to change.
fn with(stored: Option<&str>, setting: Setting, value: &JsValue) -> Option<String> {
    let settings = match stored.map(parse) {
        Some(Ok(settings)) => settings,
        Some(Err(Unreadable::Newer)) => return None,
        Some(Err(Unreadable::Broken)) | None => Object::new(),
    };
    Reflect::set(&settings, &"version".into(), &VERSION.into()).ok()?;
    Reflect::set(&settings, &setting.key().into(), value).ok()?;
    JSON::stringify(&settings).ok()?.as_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn a_choice_leaves_the_others_as_they_are() {
        let dark = with(None, Setting::Theme, &"dark".into());
        assert_eq!(dark.as_deref(), Some(r#"{"version":1,"theme":"dark"}"#));
        let both = with(dark.as_deref(), Setting::FailUnder, &80.into());
        assert_eq!(
            both.as_deref(),
            Some(r#"{"version":1,"theme":"dark","failUnder":80}"#)
        );
        let unchosen = with(both.as_deref(), Setting::Theme, &JsValue::UNDEFINED);
        assert_eq!(unchosen.as_deref(), Some(r#"{"version":1,"failUnder":80}"#));
    }

    #[wasm_bindgen_test]
    fn what_is_broken_is_replaced_and_what_is_newer_is_left_alone() {
        for broken in ["", "{", "null", "7", "[]", "{}", r#"{"version":"1"}"#] {
            assert_eq!(parse(broken).err(), Some(Unreadable::Broken), "{broken}");
            let text = with(Some(broken), Setting::Theme, &"light".into());
            assert_eq!(text.as_deref(), Some(r#"{"version":1,"theme":"light"}"#));
        }
        let newer = r#"{"version":2,"theme":{"name":"dark"}}"#;
        assert_eq!(parse(newer).err(), Some(Unreadable::Newer));
        assert_eq!(with(Some(newer), Setting::Theme, &"light".into()), None);
    }
}
