//! Numbers and names in words.

/// A number of things.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The name that was probably meant, if one is so near.
pub fn nearest<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let distances = names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(name, written), name));
    let (distance, name) = distances.min()?;
    (distance <= 2).then_some(name)
}
