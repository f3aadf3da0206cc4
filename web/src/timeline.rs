//! The browser's clock and its timeline of measures, on either side.

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn js_now() -> f64;
    #[wasm_bindgen(js_namespace = performance, js_name = measure, catch)]
    fn js_measure(name: &str, options: &Object) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = performance, js_name = clearMeasures)]
    fn js_clear_measures(name: &str);
}

/// Milliseconds since the page or the worker was started.
pub fn now() -> f64 {
    js_now()
}

/// Leaves a measure. It replaces the last one of its name: a day of typing would leave a hundred thousand.
pub fn measure(name: &str, start: f64, end: f64) {
    js_clear_measures(name);
    let options = Object::new();
    let set = |key: &str, value: f64| Reflect::set(&options, &key.into(), &value.into());
    if set("start", start).is_ok() && set("end", end).is_ok() {
        // A timeline that refuses a measure costs nothing but the measure.
        let _ = js_measure(name, &options);
    }
}
