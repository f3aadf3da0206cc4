//! The browser's elements and frames, without failing where one is missing.

use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::timeline;

/// The element of `index.html` with an id.
pub fn element(id: &str) -> Option<Element> {
    gloo::utils::document().get_element_by_id(id)
}

/// Takes away what `index.html` says in an element until the program is there.
pub fn clear(id: &str) {
    if let Some(element) = element(id) {
        element.set_text_content(None);
    }
}

/// What `index.html` says under a name in a `<meta>`.
pub fn meta_content(name: &str) -> Option<String> {
    let selector = format!("meta[name={name}]");
    let found = gloo::utils::document().query_selector(&selector).ok()??;
    found.get_attribute("content")
}

/// Calls back in the next frame, before it is painted.
pub fn next_frame(then: impl FnOnce() + 'static) {
    let frame = gloo::render::request_animation_frame(move |_| then());
    // Dropping the handle would take the request back.
    std::mem::forget(frame);
}

/// Calls back once what is on its way has been painted.
pub fn after_paint(then: impl FnOnce() + 'static) {
    next_frame(move || {
        Timeout::new(0, then).forget();
    });
}

/// Leaves a measure from `start` until what is on its way has been painted.
pub fn measure_until_painted(name: &'static str, start: f64) {
    after_paint(move || timeline::measure(name, start, timeline::now()));
}

/// Whether nothing has the focus: what had it is gone.
pub fn focus_is_lost() -> bool {
    let document = gloo::utils::document();
    let focused = document.active_element();
    focused.is_none_or(|focused| document.body().is_some_and(|body| *body == focused))
}

/// Gives the focus to the first element that a selector finds, if what has it is about to go.
pub fn hand_on_focus(selector: &str) {
    let selector = selector.to_owned();
    next_frame(move || {
        if focus_is_lost() {
            focus(&selector);
        }
    });
}

/// Gives the focus to the first element that a selector finds.
pub fn focus(selector: &str) {
    let found = gloo::utils::document().query_selector(selector);
    if let Ok(Some(element)) = found
        && let Some(element) = element.dyn_ref::<web_sys::HtmlElement>()
    {
        // An element that cannot take the focus leaves it where it is.
        let _ = element.focus();
    }
}
