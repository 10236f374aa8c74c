//! The mark on a file that Plimsoll made, and whether that file still holds what Plimsoll wrote.
//!
//! Inode and birth tell which file it is, and outlive whatever is put into it: a test file that became a disk image or a
//! backup keeps both. So the mark also says what the content is, and is believed only while that is true:
//!
//! ```text
//!   create ───▶ writing ◀─── begin ─── sealed
//!                  │                     ▲
//!                  └──────── seal ───────┘        either, by plimsoll serve ───▶ served
//! ```
//!
//! * *sealed*: no process of ours writes. Ours as long as size, time of the last write, and a checksum of sampled
//!   [`pages`] are those noted;
//! * *writing*: processes of ours write ([`writer`]). When they were killed nothing was sealed: then it is ours if it was
//!   not changed later than their last [`life`] sign;
//! * *served*: what clients of `plimsoll serve` wrote lies in it, which is theirs.
//!
//! [`place`] keeps it: a user attribute, or a file beside. Marks of other versions say which file it is and nothing that
//! can be believed of its content. Nobody is kept from forging a mark on a file of their own: it protects from mistakes.
//!
//! What it cannot see: somebody who wrote, with the size unchanged, while one of our processes held the permit to write (that
//! one overwrites it in any case), or within the slack after a kill, or who set the time of the last write back and met none
//! of the sampled pages. A file system made there shows all the same, by its signature.

mod document;
mod life;
mod pages;
mod place;
mod writer;

pub use self::document::Doubt;
pub(super) use self::document::Standing;
use self::document::Stat;
pub(super) use self::place::remove_beside;
pub(super) use self::writer::{Writer, hand_over};
use super::quiet::Quiet;

/// How closely a file is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::guard) enum Look {
    /// From outside, reading nothing of its content: enough to read from it.
    Outside,
    /// The content too: before it is written to.
    Inside,
}

/// Whether an open regular file is Plimsoll's own.
pub(super) fn standing(file: &Quiet, look: Look) -> Standing {
    match (place::load(file), Stat::of(file)) {
        (Some(mark), Ok(now)) => mark.standing(&now, life::last, || match look {
            Look::Outside => true,
            Look::Inside => mark.pages.is_some() && pages::checksum(file, now.size, now.inode).ok() == mark.pages,
        }),
        _ => Standing::Foreign,
    }
}
