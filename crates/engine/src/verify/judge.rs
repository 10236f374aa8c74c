//! Compares a unit that was read with its expected content.

use super::findings::{Mismatch, MismatchKind};
use super::sector::{self, Header, Read, SECTOR};

pub(super) enum UnitVerdict {
    /// As it has to be.
    Right,
    /// The unit was changed while it was read, and cannot be judged.
    Unknown,
    /// Not as it has to be.
    Wrong(Box<Mismatch>),
}

/// The content of one sector.
enum Sector {
    /// Ours, of this generation; 0: what was there before the first write under this journal.
    Of(u32),
    Misplaced,
    Damaged,
}

/// Judges `data`, one unit, which has to hold a generation from `oldest` to that of `place`, the header that its first
/// sector has to have. `quiet`: nothing changed the unit while it was read.
#[inline]
pub(super) fn judge(data: &[u8], place: &Header, oldest: u32, quiet: bool) -> UnitVerdict {
    let mut expected = *place;
    for bytes in data.chunks_exact(SECTOR) {
        let Ok(bytes) = bytes.try_into() else { continue };
        match sector::read(bytes) {
            Read::Whole(header) if header == expected => {}
            Read::Whole(header) if fits(&header, &expected) && header.generation >= oldest => {
                if header.generation > place.generation {
                    return explain(data, place, oldest, quiet);
                }
            }
            _ => return explain(data, place, oldest, quiet),
        }
        expected.offset += SECTOR as u64;
    }
    UnitVerdict::Right
}

/// Written to this place under this journal.
fn fits(header: &Header, expected: &Header) -> bool {
    Header { generation: expected.generation, ..*header } == *expected
}

fn classify(found: Read, expected: &Header) -> Sector {
    match found {
        Read::Whole(header) if fits(&header, expected) => Sector::Of(header.generation),
        Read::Whole(header) if header.target != expected.target || header.offset != expected.offset => {
            Sector::Misplaced
        }
        // From an earlier session, or from none: older than everything of this one. Before the first write the content
        // may be anything; later it can only be zeroes, when no write has reached it.
        Read::Whole(_) | Read::Zeroes => Sector::Of(0),
        Read::Foreign if expected.generation == 1 => Sector::Of(0),
        Read::Foreign | Read::Damaged(_) => Sector::Damaged,
    }
}

#[cold]
fn explain(data: &[u8], place: &Header, oldest: u32, quiet: bool) -> UnitVerdict {
    let newest = place.generation;
    let (mut least, mut most) = (u32::MAX, 0);
    // The first sector that shows it: the worst kind wins, as it is the surest.
    let (mut damaged, mut misplaced, mut first_old, mut first_new) = (None, None, None, None);
    let mut expected = *place;
    for bytes in data.chunks_exact(SECTOR) {
        let Ok(bytes) = bytes.try_into() else { continue };
        let found = sector::read(bytes);
        match classify(found, &expected) {
            Sector::Damaged => _ = damaged.get_or_insert((expected.offset, found)),
            Sector::Misplaced => _ = misplaced.get_or_insert((expected.offset, found)),
            Sector::Of(generation) => {
                (least, most) = (least.min(generation), most.max(generation));
                if generation < oldest {
                    first_old.get_or_insert((expected.offset, found));
                } else if generation > newest {
                    first_new.get_or_insert((expected.offset, found));
                }
            }
        }
        expected.offset += SECTOR as u64;
    }
    let (kind, (offset, found)) = match (damaged, misplaced, first_new, first_old) {
        (Some(_), ..) if !quiet => return UnitVerdict::Unknown,
        (Some(at), ..) => (MismatchKind::Corrupt, at),
        (_, Some(at), ..) => (MismatchKind::Misplaced, at),
        (_, _, Some(at), _) => (MismatchKind::Newer, at),
        (_, _, _, Some(at)) if most < oldest => (MismatchKind::LostOrStale, at),
        (_, _, _, Some(at)) => (MismatchKind::Torn, at),
        (None, None, None, None) => return UnitVerdict::Right,
    };
    let mut found = describe(&found, &Header { offset, ..*place });
    if kind == MismatchKind::Torn {
        found = format!("sectors of writes {least} to {most} in one unit; here: {found}");
    }
    let writes = if oldest == newest { format!("write {newest}") } else { format!("write {oldest} to {newest}") };
    let expected = format!("{writes} to byte {offset}");
    UnitVerdict::Wrong(Box::new(Mismatch { kind, offset, worker: 0, expected, found }))
}

fn describe(found: &Read, expected: &Header) -> String {
    match found {
        Read::Zeroes => "zeroes: never written, or erased".into(),
        Read::Foreign => "no header: nothing that was written here".into(),
        Read::Damaged(header) if fits(header, expected) => {
            format!("a wrong checksum under the header of write {}", header.generation)
        }
        Read::Damaged(header) => {
            format!("a wrong checksum, and a header of write {} to byte {}", header.generation, header.offset)
        }
        Read::Whole(header) if header.target != expected.target => {
            format!("what was written to another target, at its byte {}", header.offset)
        }
        Read::Whole(header) if header.key != expected.key => {
            format!("write {} to byte {} under an earlier journal", header.generation, header.offset)
        }
        Read::Whole(header) => format!("write {} to byte {}", header.generation, header.offset),
    }
}
