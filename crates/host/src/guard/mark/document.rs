//! The stored form of a mark, and its verdict on the present file.

use std::io;
use std::os::fd::AsFd;

use rustix::fs::{AtFlags, StatxFlags, StatxTimestamp, fstatfs, fstatvfs, statx};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Version of the marks that this version writes and accepts.
pub(super) const VERSION: u32 = 2;

/// A write may end this much after the last sign of life of the process that issued it, ns: signs come four times a
/// second, and on a crowded machine late.
pub(super) const SLACK_NS: i64 = 3_000_000_000;

/// How long a note of the writer on the mark itself stands for, ns: until its next (`NOTED_EVERY`, in `writer`), and the time
/// that it may be late.
pub(super) const NOTED_FOR_NS: i64 = 65_000_000_000;

/// Why a file that Plimsoll made is not taken for its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Doubt {
    /// Another version of Plimsoll marked it, without a note of its contents that this version can read.
    OtherVersion,
    /// It holds data of clients of a served volume.
    Served,
    /// Its size is not the one noted.
    Size,
    /// It was written to after it was sealed.
    Times,
    /// Its content is not what was sealed.
    Content,
    /// It was changed after its writer had been killed.
    AfterKill,
    /// Its writer was killed or its machine went down, and it was changed when no sign of life vouches for it.
    Unvouched,
}

impl Doubt {
    /// Words for such a file in a refusal: "FILE is …".
    pub(in crate::guard) fn what(self) -> &'static str {
        match self {
            Self::OtherVersion => {
                "a file that another version of Plimsoll made, without a note of its content that this one can check (once \
                 named, it gets one)"
            }
            Self::Served => "the content of a served volume, and holds what clients of plimsoll serve wrote",
            Self::Size => "a file that Plimsoll made, but changed since Plimsoll wrote it: its size differs",
            Self::Times => "a file that Plimsoll made, but changed since Plimsoll wrote it: its times differ",
            Self::Content => "a file that Plimsoll made, but changed since Plimsoll wrote it: its content differs",
            Self::AfterKill => {
                "a file that Plimsoll made, but changed since Plimsoll wrote it: the process that wrote it was killed, and it \
                 was changed after that"
            }
            Self::Unvouched => {
                "a file that Plimsoll made, but the process that wrote it was killed or its machine went down, and it may have \
                 been changed after that"
            }
        }
    }
}

/// The verdict on a file's mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::guard) enum Standing {
    /// Plimsoll made it, and wrote what is in it.
    Ours,
    /// Plimsoll made it, and may not have written what is in it.
    Doubtful(Doubt),
    /// Plimsoll did not make it.
    Foreign,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    Writing,
    Sealed,
    Served,
}

/// The stored mark (JSON). Times are ns since 1970, by the clock of the file system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    /// Version of the mark. Version 1 had inode and birth alone.
    pub(super) plimsoll: u32,
    pub(super) inode: u64,
    /// Birth of the inode, where the file system keeps it.
    pub(super) born_ns: Option<i64>,
    /// The subvolume, where a copy in another one has inode and birth of its original.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) subvolume: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) state: Option<State>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) size: Option<u64>,
    /// Sealed: the last write.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) mtime_ns: Option<i64>,
    /// Sealed: checksum of the sampled pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) pages: Option<u64>,
    /// Writing: when this was noted last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) noted_ns: Option<i64>,
    /// Writing: the names of the writers' life signs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) writers: Vec<String>,
}

impl Mark {
    pub(super) fn of(now: &Stat, state: State) -> Self {
        Self {
            plimsoll: VERSION,
            inode: now.inode,
            born_ns: now.born_ns,
            subvolume: now.subvolume,
            state: Some(state),
            size: Some(now.size),
            mtime_ns: None,
            pages: None,
            noted_ns: None,
            writers: Vec::new(),
        }
    }

    pub(super) fn at_seal(now: &Stat, pages: u64) -> Self {
        Self { mtime_ns: Some(now.mtime_ns), pages: Some(pages), ..Self::of(now, State::Sealed) }
    }

    /// Whether it is of this very file: a copy that carries the attribute along is not, nor is a file that got the inode later,
    /// nor its twin in a snapshot.
    pub(super) fn is_of(&self, now: &Stat) -> bool {
        let same = self.inode == now.inode && self.born_ns == now.born_ns;
        same && (self.subvolume == now.subvolume || self.tells_no_subvolume(now))
    }

    /// One that was made before subvolumes were noted.
    fn tells_no_subvolume(&self, now: &Stat) -> bool {
        self.subvolume.is_none() && now.subvolume.is_some()
    }

    /// `last` returns a writer's last sign of life; `same_pages`, called last, whether the sampled pages are those
    /// noted.
    pub(super) fn standing(
        &self,
        now: &Stat,
        last: impl Fn(&str) -> Option<i64>,
        same_pages: impl FnOnce() -> bool,
    ) -> Standing {
        if !self.is_of(now) {
            return Standing::Foreign;
        }
        Standing::Doubtful(match (self.plimsoll, self.state) {
            (VERSION, _) if self.tells_no_subvolume(now) => Doubt::OtherVersion,
            (VERSION, _) if self.size != Some(now.size) => Doubt::Size,
            (VERSION, Some(State::Served)) => Doubt::Served,
            (VERSION, Some(State::Sealed)) if self.mtime_ns != Some(now.mtime_ns) => Doubt::Times,
            (VERSION, Some(State::Sealed)) if same_pages() => return Standing::Ours,
            (VERSION, Some(State::Sealed)) => Doubt::Content,
            (VERSION, Some(State::Writing)) => {
                let sign = self.writers.iter().filter_map(|writer| last(writer)).max();
                // Without a sign (memory was lost, or another machine's): what the mark itself was noted for.
                let until = sign.or_else(|| Some(self.noted_ns?.saturating_add(NOTED_FOR_NS)));
                match until.map(|until| until.saturating_add(SLACK_NS)) {
                    Some(until) if now.ctime_ns <= until && now.mtime_ns <= until => return Standing::Ours,
                    _ if sign.is_some() => Doubt::AfterKill,
                    _ => Doubt::Unvouched,
                }
            }
            _ => Doubt::OtherVersion,
        })
    }
}

/// The file system's facts about a file that bear on its mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stat {
    pub(super) inode: u64,
    pub(super) born_ns: Option<i64>,
    /// On btrfs the identifier of file system and subvolume: a snapshot has the inodes, births and attributes of its original.
    /// Others give theirs anew at each mount, or have no subvolumes.
    pub(super) subvolume: Option<u64>,
    pub(super) size: u64,
    pub(super) mtime_ns: i64,
    pub(super) ctime_ns: i64,
}

const BTRFS: u32 = 0x9123_683e;

impl Stat {
    pub(super) fn of(file: impl AsFd) -> io::Result<Self> {
        let btrfs = fstatfs(&file).is_ok_and(|told| told.f_type as u32 == BTRFS);
        let subvolume = if btrfs { Some(fstatvfs(&file)?.f_fsid) } else { None };
        let facts = statx(file, c"", AtFlags::EMPTY_PATH, StatxFlags::BASIC_STATS | StatxFlags::BTIME)?;
        let has_birth = StatxFlags::from_bits_retain(facts.stx_mask).contains(StatxFlags::BTIME);
        let ns = |at: StatxTimestamp| at.tv_sec.saturating_mul(1_000_000_000).saturating_add(i64::from(at.tv_nsec));
        Ok(Self {
            inode: facts.stx_ino,
            born_ns: has_birth.then(|| ns(facts.stx_btime)),
            subvolume,
            size: facts.stx_size,
            mtime_ns: ns(facts.stx_mtime),
            ctime_ns: ns(facts.stx_ctime),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Stat = Stat { inode: 7, born_ns: Some(5), subvolume: None, size: 4096, mtime_ns: 1000, ctime_ns: 2000 };

    fn standing(mark: &Mark, now: &Stat, last: Option<i64>, same: bool) -> Standing {
        mark.standing(now, |_| last, || same)
    }

    fn doubt(mark: &Mark, now: &Stat, last: Option<i64>) -> Option<Doubt> {
        match standing(mark, now, last, true) {
            Standing::Doubtful(doubt) => Some(doubt),
            Standing::Ours => None,
            Standing::Foreign => panic!("of another file"),
        }
    }

    #[test]
    fn a_mark_speaks_of_its_own_file_only() {
        let mark = Mark::at_seal(&NOW, 1);
        assert_eq!(standing(&mark, &NOW, None, true), Standing::Ours);
        for other in [
            Stat { inode: 8, ..NOW },         // a copy
            Stat { born_ns: Some(6), ..NOW }, // a later file with the same inode
            Stat { born_ns: None, ..NOW },
        ] {
            assert_eq!(standing(&mark, &other, None, true), Standing::Foreign);
        }
    }

    #[test]
    fn a_mark_is_not_of_the_twin_in_a_snapshot_and_one_that_tells_no_subvolume_is_asked_about() {
        let now = Stat { subvolume: Some(3), ..NOW };
        let mark = Mark::at_seal(&now, 1);
        assert_eq!(standing(&mark, &now, None, true), Standing::Ours);
        assert_eq!(standing(&mark, &Stat { subvolume: Some(4), ..NOW }, None, true), Standing::Foreign);
        assert_eq!(standing(&mark, &NOW, None, true), Standing::Foreign);
        assert_eq!(doubt(&Mark { subvolume: None, ..mark }, &now, None), Some(Doubt::OtherVersion));
    }

    #[test]
    fn what_is_sealed_is_ours_until_size_times_or_content_differ() {
        let mark = Mark::at_seal(&NOW, 1);
        assert_eq!(doubt(&mark, &Stat { ctime_ns: 9_000_000_000_000, ..NOW }, None), None, "renamed, chmod");
        assert_eq!(doubt(&mark, &Stat { size: 4097, ..NOW }, None), Some(Doubt::Size));
        assert_eq!(doubt(&mark, &Stat { mtime_ns: 999, ..NOW }, None), Some(Doubt::Times), "an older time too: cp -p");
        assert_eq!(standing(&mark, &NOW, None, false), Standing::Doubtful(Doubt::Content));
    }

    #[test]
    fn what_was_being_written_is_ours_up_to_the_last_sign_of_life() {
        let mark = Mark { noted_ns: Some(0), writers: vec!["1-1".into()], ..Mark::of(&NOW, State::Writing) };
        let at = |ctime_ns: i64, mtime_ns: i64| Stat { ctime_ns, mtime_ns, ..NOW };
        let last = 1_000_000_000_000;
        let end = last + SLACK_NS;
        assert_eq!(doubt(&mark, &at(end, end), Some(last)), None);
        assert_eq!(doubt(&mark, &at(end + 1, end), Some(last)), Some(Doubt::AfterKill));
        assert_eq!(doubt(&mark, &at(end, end + 1), Some(last)), Some(Doubt::AfterKill));
        assert_eq!(doubt(&mark, &Stat { size: 1, ..NOW }, Some(last)), Some(Doubt::Size));
        // After the machine went down only the mark's own note is left.
        let end = NOTED_FOR_NS + SLACK_NS;
        assert_eq!(doubt(&mark, &at(end, 0), None), None);
        assert_eq!(doubt(&mark, &at(end + 1, 0), None), Some(Doubt::Unvouched));
        assert_eq!(doubt(&Mark { noted_ns: None, ..mark }, &NOW, None), Some(Doubt::Unvouched));
    }

    #[test]
    fn served_files_and_marks_of_other_versions_are_not_taken_for_a_fill() {
        assert_eq!(doubt(&Mark::of(&NOW, State::Served), &NOW, None), Some(Doubt::Served));
        let first: Mark = serde_json::from_str(r#"{"plimsoll":1,"inode":7,"born_ns":5}"#).expect("version 1");
        assert_eq!(doubt(&first, &NOW, None), Some(Doubt::OtherVersion));
        let later: Mark =
            serde_json::from_str(r#"{"plimsoll":3,"inode":7,"born_ns":5,"size":1,"more":[]}"#).expect("later");
        assert_eq!(doubt(&later, &NOW, None), Some(Doubt::OtherVersion));
        assert_eq!(
            doubt(&Mark { state: None, ..Mark::of(&NOW, State::Sealed) }, &NOW, None),
            Some(Doubt::OtherVersion)
        );
    }

    #[test]
    fn each_doubt_is_told_in_one_line_that_differs_from_the_others() {
        use Doubt::*;
        let all = [OtherVersion, Served, Size, Times, Content, AfterKill, Unvouched];
        for (index, doubt) in all.iter().enumerate() {
            assert!(!doubt.what().contains('\n') && !doubt.what().ends_with('.'));
            assert!(all[..index].iter().all(|other| other.what() != doubt.what()));
        }
    }
}
