//! Reading the files a command is given.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// Reads a file as UTF-8; `-` is standard input.
///
/// # Errors
/// A sentence that says why it cannot be read, with the offset of a byte that is no UTF-8.
pub fn read_text(path: &Path) -> Result<String, String> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    let bytes = bytes.map_err(|error| format!("cannot be read: {error}"))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let byte = error.as_bytes().get(at).copied().unwrap_or_default();
        format!("is not UTF-8: byte {byte:#04x} at offset {at}")
    })
}
