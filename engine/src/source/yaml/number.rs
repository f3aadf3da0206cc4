//! Numbers as text, where a number is a key.

/// A double as JavaScript prints it: the shortest digits that read back, with an exponent from 1e21 on and below 1e-6.
pub(crate) fn number_text(value: f64) -> String {
    if value.is_nan() {
        return "NaN".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.into();
    }
    if value == 0.0 {
        return "0".into();
    }
    if (1e-6..1e21).contains(&value.abs()) {
        return format!("{value}");
    }
    let scientific = format!("{value:e}");
    match scientific.split_once('e') {
        Some((mantissa, exponent)) if !exponent.starts_with('-') => {
            format!("{mantissa}e+{exponent}")
        }
        _ => scientific,
    }
}
