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
