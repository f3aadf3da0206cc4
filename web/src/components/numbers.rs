//! Numbers as people read them.

/// A number of things: `1 step`, `10,000 steps`.
pub fn count(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", grouped(number))
}

/// A number with its thousands set apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A step's id, or its number where there is none to read.
pub fn step_name(index: u32, id: &str) -> String {
    if id.trim().is_empty() {
        format!("{} (no id)", index + 1)
    } else {
        id.to_owned()
    }
}

/// Milliseconds in a unit that can be read at a glance.
pub fn duration(milliseconds: f64) -> String {
    if milliseconds < 1.0 {
        format!("{milliseconds:.2} ms")
    } else if milliseconds < 1000.0 {
        format!("{milliseconds:.0} ms")
    } else if milliseconds < 60_000.0 {
        format!("{:.1} s", milliseconds / 1000.0)
    } else {
        format!("{:.1} min", milliseconds / 60_000.0)
    }
}

/// How long ago something was, from milliseconds: `just now`, `5 minutes ago`.
pub fn ago(milliseconds: f64) -> String {
    // A clock that was set back makes nothing happen in the future.
    let minutes = (milliseconds / 60_000.0).max(0.0) as u64;
    match minutes {
        0 => "just now".to_owned(),
        1..60 => format!("{} ago", count(minutes, "minute")),
        60..1440 => format!("{} ago", count(minutes / 60, "hour")),
        _ => format!("{} ago", count(minutes / 1440, "day")),
    }
}

#[cfg(test)]
mod tests {
    use super::ago;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn a_time_is_told_in_one_unit() {
        for (minutes, told) in [
            (-5.0, "just now"),
            (0.9, "just now"),
            (1.0, "1 minute ago"),
            (59.9, "59 minutes ago"),
            (60.0, "1 hour ago"),
            (1439.0, "23 hours ago"),
            (1440.0, "1 day ago"),
            (43_200.0, "30 days ago"),
        ] {
            assert_eq!(ago(minutes * 60_000.0), told);
        }
    }
}
