//! Bytes to characters and back: raw deflate, a checksum, base64url.

use super::bounds::LARGEST;
use super::error::ShareError;
use base64::Engine as _;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

/// The most characters that are looked at: text that does not compress at all, and then some.
const LONGEST: usize = LARGEST / 3 * 4 + (1 << 20);

/// The effort of compression, of 10.
const LEVEL: u8 = 9;

/// The checksum's length in bytes.
const CHECKSUM: usize = 4;

/// What other programs make of the end of a link is not our concern: the checksum says whether anything is missing.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new()
        .with_encode_padding(false)
        .with_decode_padding_mode(DecodePaddingMode::RequireNone)
        .with_decode_allow_trailing_bits(true),
);

/// The characters for some bytes.
///
/// # Errors
/// More bytes than [`decode`] would give back.
pub fn encode(content: &[u8]) -> Result<String, ShareError> {
    if content.len() > LARGEST {
        return Err(ShareError::TooLarge);
    }
    let mut bytes = compress_to_vec(content, LEVEL);
    bytes.extend(crc32fast::hash(content).to_be_bytes());
    Ok(BASE64.encode(bytes))
}

/// The bytes for some characters, and whether anything stood after them.
///
/// # Errors
/// Characters are missing, were changed, or inflate to more than [`LARGEST`] bytes.
pub fn decode(characters: &str) -> Result<(Vec<u8>, bool), ShareError> {
    if characters.len() > LONGEST {
        return Err(ShareError::TooLarge);
    }
    // A lone character at the end is six bits, which make no byte.
    let whole = characters.len() - usize::from(characters.len() % 4 == 1);
    let bytes = characters
        .get(..whole)
        .and_then(|whole| BASE64.decode(whole).ok())
        .ok_or(ShareError::Damaged)?;
    let (content, consumed) = inflate(&bytes)?;
    let rest = bytes.get(consumed..).unwrap_or_default();
    let (checksum, rest) = rest.split_at_checked(CHECKSUM).ok_or(ShareError::CutOff)?;
    if checksum != crc32fast::hash(&content).to_be_bytes() {
        return Err(ShareError::Damaged);
    }
    Ok((content, !rest.is_empty() || whole < characters.len()))
}

/// Inflates within the bound. Also returns how many bytes the stream took.
fn inflate(input: &[u8]) -> Result<(Vec<u8>, usize), ShareError> {
    let mut state = Box::<DecompressorOxide>::default();
    let mut output = vec![0; input.len().saturating_mul(4).clamp(1024, LARGEST)];
    let (mut consumed, mut written) = (0, 0);
    loop {
        let (status, took, wrote) = decompress(
            &mut state,
            input.get(consumed..).unwrap_or_default(),
            &mut output,
            written,
            inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
        );
        consumed += took;
        written += wrote;
        match status {
            TINFLStatus::Done => {
                output.truncate(written);
                return Ok((output, consumed));
            }
            TINFLStatus::HasMoreOutput if output.len() < LARGEST => {
                output.resize(output.len().saturating_mul(2).min(LARGEST), 0);
            }
            TINFLStatus::HasMoreOutput => return Err(ShareError::TooLarge),
            TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => {
                return Err(ShareError::CutOff);
            }
            _ => return Err(ShareError::Damaged),
        }
    }
}
