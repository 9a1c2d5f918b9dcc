//! SHA-256, written as lower-case hex: what tells two contents apart in journals, baselines and lists.

use std::io::{self, Read};

use sha2::{Digest as _, Sha256};

/// How many characters a digest has.
pub const LENGTH: usize = 64;

/// Lower-case hex of the SHA-256 of `bytes`.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(bytes))
}

/// Lower-case hex of the SHA-256 of all that `reader` gives, without keeping it in memory.
pub fn sha256_of(mut reader: impl Read) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return Ok(hex(&hash.finalize())),
            Ok(count) => hash.update(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Whether `text` is written as [`sha256`] writes a digest.
pub fn is_sha256(text: &str) -> bool {
    text.len() == LENGTH && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn hex(digest: &[u8]) -> String {
    const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    digest.iter().flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_give_the_known_digest() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256("abc"), abc);
        assert_eq!(sha256_of(&b"abc"[..]).unwrap(), abc);
        assert!(is_sha256(abc) && !is_sha256(&abc[1..]) && !is_sha256(&abc.to_uppercase()) && !is_sha256("../abc"));
    }
}
