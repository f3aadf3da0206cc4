//! The one kind of pattern a tool map knows: `*` stands for any run of characters, also none.

/// The pattern that matches every name.
pub const CATCH_ALL: &str = "*";

/// Whether a pattern matches a whole name.
pub fn matches(glob: &str, name: &str) -> bool {
    match_counting(glob, name).0
}

/// Whether every name that one pattern matches is matched by another as well. This is exact: put a character that
/// stands in neither pattern in place of each `*` of the narrower one; only a `*` of the wider one can take it, and that
/// takes anything else in its place as well. The `*` itself is such a character.
pub fn covers(wider: &str, narrower: &str) -> bool {
    matches(wider, narrower)
}

/// The same with the bytes that were looked at. Each piece between two `*` is searched from where the one before it
/// ended, so that together they pass over the name once.
fn match_counting(glob: &str, name: &str) -> (bool, usize) {
    let mut steps = 0;
    let mut pieces = glob.split('*');
    let first = pieces.next().unwrap_or_default();
    steps += first.len();
    let Some(mut rest) = name.strip_prefix(first) else {
        return (false, steps);
    };
    let Some(last) = pieces.next_back() else {
        return (rest.is_empty(), steps);
    };
    steps += last.len();
    match rest.strip_suffix(last) {
        Some(inner) => rest = inner,
        None => return (false, steps),
    }
    for piece in pieces {
        // This search takes steps by the length of what it passes over and of what it looks for, not by their product.
        let Some((before, after)) = rest.split_once(piece) else {
            return (false, steps + rest.len());
        };
        steps += before.len() + piece.len();
        rest = after;
    }
    (true, steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_times_the_text_takes_at_most_twelve_times_the_steps() {
        let worst = |times: usize| {
            let name = "a".repeat(1000 * times);
            let globs = [
                "*a*a*a*b".to_owned(),
                format!("*{}", "a*".repeat(500 * times)),
                format!("*{}b*", "a".repeat(500 * times)),
                format!("{}*b*{}", "a".repeat(100 * times), "a".repeat(100 * times)),
            ];
            globs.map(|glob| match_counting(&glob, &name).1)
        };
        for (one, ten) in worst(1).into_iter().zip(worst(10)) {
            assert!(ten <= 12 * one, "{one} steps became {ten}");
        }
    }
}
