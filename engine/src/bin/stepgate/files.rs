//! Reading the files a command is given.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use stepgate_engine::Place;
use stepgate_engine::source::SyntaxError;

/// Why a file gave no text.
pub struct Unreadable {
    /// One sentence.
    pub message: String,
    /// The byte that is no UTF-8, if that is why.
    pub place: Option<Place>,
}

/// Whether a path means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Reads a file as UTF-8; `-` is standard input.
pub fn read_text(path: &Path) -> Result<String, Unreadable> {
    let bytes = if is_stdin(path) {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    let bytes = bytes.map_err(|error| Unreadable {
        message: format!("cannot be read: {error}"),
        place: None,
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let (message, place) = not_utf8(error.as_bytes(), error.utf8_error().valid_up_to());
        Unreadable {
            message,
            place: Some(place),
        }
    })
}

/// What is to be said of bytes that are no UTF-8 from an offset on.
pub fn not_utf8(bytes: &[u8], offset: usize) -> (String, Place) {
    let byte = bytes.get(offset).copied().unwrap_or_default();
    let before = String::from_utf8_lossy(bytes.get(..offset).unwrap_or_default());
    // The place of the end of what is right.
    let end = SyntaxError {
        message: String::new(),
        start: before.len(),
        end: before.len(),
    };
    (
        format!("is not UTF-8: byte {byte:#04x} at offset {offset}"),
        end.place(&before),
    )
}
