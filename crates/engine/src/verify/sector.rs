//! The header that every verified sector carries: who wrote it, where to, for the how-manieth time, and whether it is
//! whole.
//!
//! 40 bytes at the start of each 512, little-endian: checksum (8), magic (4), generation (4), target (8), offset (8),
//! key (8). The checksum is XXH3-64 over the other 504 bytes, header and content in one pass.

use xxhash_rust::xxh3::xxh3_64;

/// Bytes of a sector: what every target writes whole.
pub const SECTOR: usize = 512;
/// Bytes of the header.
pub const HEADER: usize = 40;
const MAGIC: u32 = u32::from_le_bytes(*b"PLV1");
/// Where the checksum ends and what it covers begins.
const COVERED: usize = 8;

/// The header of a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The target it was written to.
    pub target: u64,
    /// The session, or the journal, that it was written under.
    pub key: u64,
    /// The byte of the target at which it was written.
    pub offset: u64,
    /// How many times its unit had been written then, this time included.
    pub generation: u32,
}

/// The content of a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    /// A header that fits the content.
    Whole(Header),
    /// A header, or content, that something has changed since: the checksum is not theirs.
    Damaged(Header),
    /// Only zeroes.
    Zeroes,
    /// Something else: no header.
    Foreign,
}

/// Writes `header` into `sector`, for the content that it has now.
#[inline]
pub fn seal(sector: &mut [u8; SECTOR], header: &Header) {
    sector[8..12].copy_from_slice(&MAGIC.to_le_bytes());
    sector[12..16].copy_from_slice(&header.generation.to_le_bytes());
    sector[16..24].copy_from_slice(&header.target.to_le_bytes());
    sector[24..32].copy_from_slice(&header.offset.to_le_bytes());
    sector[32..40].copy_from_slice(&header.key.to_le_bytes());
    let sum = xxh3_64(&sector[COVERED..]);
    sector[..COVERED].copy_from_slice(&sum.to_le_bytes());
}

/// The content of `sector`.
#[inline]
pub fn read(sector: &[u8; SECTOR]) -> Read {
    if word(sector, 8) as u32 != MAGIC {
        return if sector.iter().all(|&b| b == 0) { Read::Zeroes } else { Read::Foreign };
    }
    let header = Header {
        generation: (word(sector, 8) >> 32) as u32,
        target: word(sector, 16),
        offset: word(sector, 24),
        key: word(sector, 32),
    };
    if xxh3_64(&sector[COVERED..]) == word(sector, 0) { Read::Whole(header) } else { Read::Damaged(header) }
}

#[inline]
fn word(sector: &[u8; SECTOR], at: usize) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&sector[at..at + 8]);
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn seal_sector(content: u8, header: &Header) -> [u8; SECTOR] {
        let mut sector = [content; SECTOR];
        seal(&mut sector, header);
        sector
    }

    proptest! {
        #[test]
        fn what_is_sealed_reads_back(target: u64, key: u64, offset: u64, generation: u32, content: u8) {
            let header = Header { target, key, offset, generation };
            let sector = seal_sector(content, &header);
            prop_assert_eq!(read(&sector), Read::Whole(header));
            prop_assert!(sector[HEADER..].iter().all(|&b| b == content), "the content is left alone");
        }

        #[test]
        fn every_changed_bit_is_seen(target: u64, offset: u64, generation: u32, byte in 0..SECTOR, bit in 0..8) {
            let mut sector = seal_sector(7, &Header { target, key: 1, offset, generation });
            sector[byte] ^= 1_u8 << bit;
            prop_assert!(!matches!(read(&sector), Read::Whole(_)));
        }

        #[test]
        fn a_sector_torn_in_its_middle_is_seen(at in 1..SECTOR, first: u8, second: u8) {
            prop_assume!(first != second);
            let header = |generation| Header { target: 1, key: 2, offset: 3, generation };
            let (old, new) = (seal_sector(first, &header(1)), seal_sector(second, &header(2)));
            let mut torn = old;
            torn[..at].copy_from_slice(&new[..at]);
            prop_assert!(!matches!(read(&torn), Read::Whole(_)));
        }
    }

    #[test]
    fn what_has_no_header_is_told_apart() {
        assert_eq!(read(&[0; SECTOR]), Read::Zeroes);
        assert_eq!(read(&[1; SECTOR]), Read::Foreign);
    }
}
