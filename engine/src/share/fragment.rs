//! What follows `#` in an address of the page.

use super::error::ShareError;
use super::finding_id::FindingId;
use super::payload;
use super::reproduction::Reproduction;
use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// The version that this engine writes.
const VERSION: char = '1';

/// What an address asks to open.
#[derive(Clone, Debug, PartialEq)]
pub enum Fragment {
    /// Nothing.
    Empty,
    /// The documents that it holds.
    Reproduction(Box<Opened>),
    /// Documents at other addresses.
    Addresses(Addresses),
}

/// A reproduction as it came out of a link.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// What the link holds.
    pub reproduction: Reproduction,
    /// Whether something that other programs had added was taken off. The content itself is whole: its checksum holds.
    pub mended: bool,
}

/// Where documents are to be fetched from. Whether an address may be fetched is for the one who fetches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Addresses {
    /// The policy's address.
    pub policy: Option<String>,
    /// The trace's address.
    pub trace: Option<String>,
    /// The finding to open.
    pub finding: Option<FindingId>,
    /// The score from which the trace passes, from 0 to 100.
    pub fail_under: Option<f64>,
}

/// The address that opens a reproduction: `base` without its own fragment, and the link's.
///
/// # Errors
/// The documents are larger than a link may hold.
pub fn link(base: &str, reproduction: &Reproduction) -> Result<String, ShareError> {
    let base = base.split('#').next().unwrap_or_default();
    let characters = payload::encode(reproduction.to_payload().as_bytes())?;
    let mut link = format!("{base}#{VERSION}{characters}");
    if let Some(finding) = reproduction.finding {
        link.push_str(&format!("&at={finding}"));
    }
    Ok(link)
}

/// Reads the fragment of an address, or the whole address. What mail and chat programs are known to do to a link is
/// undone as far as its checksum then holds; content is never guessed.
///
/// # Errors
/// See [`ShareError`].
pub fn read_fragment(address: &str) -> Result<Fragment, ShareError> {
    let (_, fragment) = address
        .split_once('#')
        .or_else(|| address.split_once("%23"))
        .unwrap_or(("", address));
    if fragment.trim().is_empty() {
        return Ok(Fragment::Empty);
    }
    let decoded = unwrapped(fragment);
    if is_of_addresses(fragment) {
        Ok(Fragment::Addresses(addresses(fragment)))
    } else if is_of_addresses(&decoded) {
        Ok(Fragment::Addresses(addresses(&decoded)))
    } else {
        opened(&decoded).map(|opened| Fragment::Reproduction(Box::new(opened)))
    }
}

/// Without percent-encoding, and without what quoted-printable mail and HTML make of `=` and `&`.
fn unwrapped(fragment: &str) -> Cow<'_, str> {
    let mut text = percent_decode_str(fragment).decode_utf8_lossy();
    for (written, meant) in [("=\r\n", ""), ("=\n", ""), ("=3D", "="), ("&amp;", "&")] {
        if text.contains(written) {
            text = Cow::Owned(text.replace(written, meant));
        }
    }
    text
}

fn opened(fragment: &str) -> Result<Opened, ShareError> {
    let fragment = fragment.trim_start();
    let mut characters = fragment.chars();
    match characters.next() {
        Some(VERSION) => {}
        Some(version) if version.is_ascii_alphanumeric() && looks_encoded(characters.as_str()) => {
            return Err(ShareError::UnknownVersion(version));
        }
        _ => return Err(ShareError::NotALink),
    }
    let (written, parameters) = match characters.as_str().split_once('&') {
        Some((written, parameters)) => (written, parameters),
        None => (characters.as_str(), ""),
    };
    // White space comes from a line that was broken. Only where that does not hold is it a plus sign that a form made
    // of a minus.
    let broken = gather(written, None);
    let (content, more) = payload::decode(&broken).or_else(|error| {
        if written.contains(' ') {
            payload::decode(&gather(written, Some('-'))).map_err(|_| error)
        } else {
            Err(error)
        }
    })?;
    let text = String::from_utf8(content).map_err(|_| ShareError::NotText)?;
    let mut reproduction = Reproduction::from_json(&text)?;
    let at = parameters
        .split('&')
        .find_map(|parameter| parameter.strip_prefix("at="));
    let finding = at.map(|at| gather(at, None));
    if let Some(id) = finding.as_deref().and_then(first_id) {
        reproduction.finding = Some(id);
    }
    Ok(Opened {
        reproduction,
        mended: more || broken.len() != written.len(),
    })
}

/// The finding's id at the start of a text, whatever follows it.
fn first_id(text: &str) -> Option<FindingId> {
    text.get(..10)?.parse().ok()
}

/// Whether a text is likely to be a payload rather than the name of a place in a page.
fn looks_encoded(text: &str) -> bool {
    text.len() >= 16 && text.bytes().take(16).all(|byte| is_base64url(byte as char))
}

/// The characters of a payload, out of what other programs made of them: broken lines, marks of quotation and
/// invisible characters are passed over, and anything else ends it.
fn gather(written: &str, space: Option<char>) -> String {
    let mut characters = String::with_capacity(written.len());
    for character in written.chars() {
        match character {
            _ if is_base64url(character) => characters.push(character),
            '+' => characters.push('-'),
            '/' => characters.push('_'),
            ' ' => characters.extend(space),
            '\t' | '\r' | '\n' | '>' | '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}' => {}
            _ => break,
        }
    }
    characters
}

fn is_base64url(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '_')
}

fn is_of_addresses(fragment: &str) -> bool {
    ["policy=", "trace="]
        .iter()
        .any(|key| fragment.starts_with(key))
}

/// An address that was not encoded may hold `&` itself: what begins with no key of ours belongs to the one before.
fn addresses(fragment: &str) -> Addresses {
    let mut pairs: Vec<(&str, String)> = Vec::new();
    for part in fragment.split('&') {
        let key = ["policy", "trace", "at", "fail_under"]
            .into_iter()
            .find(|key| {
                part.strip_prefix(key)
                    .is_some_and(|rest| rest.starts_with('='))
            });
        match (key, pairs.last_mut()) {
            (Some(key), _) => {
                let value = part.get(key.len() + 1..).unwrap_or_default();
                pairs.push((key, value.to_owned()));
            }
            (None, Some((_, value))) => {
                value.push('&');
                value.push_str(part);
            }
            (None, None) => {}
        }
    }
    let value = |key: &str| {
        let (_, value) = pairs.iter().find(|(name, _)| *name == key)?;
        let decoded = percent_decode_str(value).decode_utf8_lossy();
        Some(decoded.trim().to_owned()).filter(|value| !value.is_empty())
    };
    Addresses {
        policy: value("policy"),
        trace: value("trace"),
        finding: value("at").and_then(|id| first_id(&id)),
        fail_under: value("fail_under")
            .and_then(|bound| bound.parse().ok())
            .filter(|bound| (0.0..=100.0).contains(bound)),
    }
}
