//! The page's own address: what stands after `#`, and the entries of the tab's history.

use gloo::events::EventListener;
use gloo::utils::window;
use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// The key of an entry's number in its state.
const ENTRY: &str = "stepgate";

/// The whole address without its fragment.
pub fn base() -> String {
    let href = window().location().href().unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}

/// The whole address without its fragment and without what was asked of this visit alone, such as `?fresh`.
pub fn page() -> String {
    let base = base();
    base.split('?').next().unwrap_or_default().to_owned()
}

/// The address of a file beside the page.
pub fn beside(name: &str) -> String {
    let address = web_sys::Url::new_with_base(name, &page());
    // The page's own address is one; otherwise the name alone is as good as anything.
    address.map_or_else(|_| name.to_owned(), |address| address.href())
}

/// The fragment, `#` included; empty when there is none.
pub fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// Puts a fragment (with its `#`, or nothing) and a number in the present entry of the tab's history.
pub fn write(fragment: &str, entry: u32) {
    let Ok(history) = window().history() else {
        return;
    };
    let state = js_sys::Object::new();
    // An own plain object takes any key.
    let _ = Reflect::set(&state, &ENTRY.into(), &entry.into());
    let address = format!("{}{fragment}", base());
    // Refused where the browser counts too many of them; the next one tells the same and more.
    let _ = history.replace_state_with_url(&state, "", Some(&address));
}

/// The number of the present entry, if it has been written.
pub fn entry() -> Option<u32> {
    let state = window().history().ok()?.state().ok()?;
    let number = Reflect::get(&state, &ENTRY.into()).ok()?.as_f64()?;
    Some(number as u32)
}

/// Calls back whenever the tab has moved to another entry: a link was followed, or Back or Forward was used. What this
/// page writes itself is not told.
pub fn listen(moved: impl Fn() + 'static) {
    EventListener::new(&window(), "popstate", move |_| moved()).forget();
}

/// The address of a document, as a person wrote it into the fragment, made whole.
///
/// # Errors
/// A sentence: it is no address, or none that may be fetched.
pub fn of_document(written: &str) -> Result<web_sys::Url, String> {
    let refused = |_: JsValue| format!("The address {written} cannot be read.");
    let url = web_sys::Url::new_with_base(written, &base()).map_err(refused)?;
    let own = window().location();
    // A blob: has the origin of the page that made it, and is no address of a document.
    let is_own = Ok(url.protocol()) == own.protocol() && Ok(url.origin()) == own.origin();
    if !url.username().is_empty() || !url.password().is_empty() {
        Err(format!(
            "The address of {} is not fetched: it holds a name or a password.",
            url.host()
        ))
    } else if url.protocol() == "https:" || is_own {
        Ok(url)
    } else {
        Err(format!(
            "The address {written} is not fetched: documents are loaded over https or from this site only."
        ))
    }
}
