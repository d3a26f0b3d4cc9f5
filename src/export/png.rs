//! Words inside a PNG picture that the browser made.

use super::{CREATOR, Document, one_line};
use crate::text::lang_word;

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// Signature, and the header chunk, which is always the first: length, `IHDR`, 13 bytes, checksum.
const HEADER: usize = 8 + 4 + 4 + 13 + 4;

/// The picture with title, description, settings, link and sources as international text behind its
/// header. What is no PNG comes back as it was.
pub fn png(document: &Document, picture: &[u8]) -> Vec<u8> {
    let is_png = picture.starts_with(&SIGNATURE) && picture.get(12..16) == Some(b"IHDR");
    let (true, Some((header, rest))) = (is_png, picture.split_at_checked(HEADER)) else {
        return picture.to_vec();
    };
    let mut out = header.to_vec();
    // The first three and the last are keywords of the PNG specification.
    for (keyword, text) in [
        ("Title", document.title.clone()),
        ("Author", CREATOR.to_owned()),
        ("Description", document.figure.description.clone()),
        ("Source", document.link.clone()),
        ("Software", CREATOR.to_owned()),
        ("Comment", document.paragraphs().join("\n")),
    ]
    .into_iter()
    .filter(|(_, text)| !text.is_empty())
    {
        out.extend(chunk(keyword, lang_word(document.lang), &text));
    }
    out.extend(rest);
    out
}

/// An `iTXt` chunk, not compressed.
fn chunk(keyword: &str, lang: &str, text: &str) -> Vec<u8> {
    let lines: Vec<String> = text.lines().map(one_line).collect();
    // Zeros: end of the keyword, not compressed, no method; end of the language; no keyword in it.
    let data = [
        b"iTXt".as_slice(),
        keyword.as_bytes(),
        &[0, 0, 0],
        lang.as_bytes(),
        &[0, 0],
        lines.join("\n").as_bytes(),
    ]
    .concat();
    let length = (data.len() - 4) as u32;
    [
        &length.to_be_bytes(),
        &data[..],
        &crc32(&data).to_be_bytes(),
    ]
    .concat()
}

/// The checksum of PNG chunks (ISO 3309), bit by bit: a table would be longer than what it is for.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
        }
    }
    !crc
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_standard_one() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b"IEND"), 0xae42_6082);
    }
}
