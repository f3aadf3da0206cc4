//! A field for a text that is pasted and may be long. It owns its text, which is never rendered here, and never read
//! before the fingers rest.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use js_sys::JsString;
use wasm_bindgen::prelude::*;
use web_sys::Element;
use yew::prelude::*;

/// After so many milliseconds without a key the text is read.
const PATIENCE: u32 = 120;

#[wasm_bindgen]
extern "C" {
    type JsField;
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = field)]
    fn js_field(
        host: &Element,
        label: &str,
        placeholder: &str,
        changed: &Closure<dyn Fn()>,
    ) -> JsField;
    #[wasm_bindgen(method)]
    fn text(this: &JsField) -> JsString;
    #[wasm_bindgen(method)]
    fn destroy(this: &JsField);
}

/// Properties of [`Field`].
#[derive(Properties, PartialEq)]
pub struct FieldProps {
    /// Its accessible name.
    pub label: &'static str,
    /// What it says while it is empty.
    pub placeholder: &'static str,
    /// Is told the text, some time after it has changed.
    pub changed: Callback<JsString>,
}

/// The field.
#[component]
pub fn Field(props: &FieldProps) -> Html {
    let host = use_node_ref();
    // The field outlives the rendering that put it up.
    let changed = use_mut_ref(Callback::noop);
    changed.replace(props.changed.clone());
    {
        let (host, label, placeholder) = (host.clone(), props.label, props.placeholder);
        use_effect_with((), move |()| {
            let field = host
                .cast::<Element>()
                .map(|host| mount(&host, label, placeholder, changed));
            move || {
                if let Some((field, _closure)) = field {
                    field.destroy();
                }
            }
        });
    }
    html! { <div ref={host} class="field code" /> }
}

/// Puts up a field; what it calls must be kept for as long as it stands.
fn mount(
    host: &Element,
    label: &str,
    placeholder: &str,
    changed: Rc<RefCell<Callback<JsString>>>,
) -> (Rc<JsField>, Closure<dyn Fn()>) {
    let standing = Rc::new(RefCell::new(None::<Rc<JsField>>));
    let patience = RefCell::new(None::<Timeout>);
    let told = standing.clone();
    let closure = Closure::<dyn Fn()>::new(move || {
        let (standing, changed) = (told.clone(), changed.clone());
        patience.replace(Some(Timeout::new(PATIENCE, move || {
            if let Some(field) = &*standing.borrow() {
                changed.borrow().emit(field.text());
            }
        })));
    });
    let field = Rc::new(js_field(host, label, placeholder, &closure));
    standing.replace(Some(field.clone()));
    (field, closure)
}
