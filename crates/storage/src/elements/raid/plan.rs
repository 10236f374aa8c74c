//! The plan of a request on an array: which bytes of which member are read, and which are written then.
//!
//! Parity rotates left-symmetric, as md's default does (drivers/md/raid5.c, ALGORITHM_LEFT_SYMMETRIC): in row r of n
//! members P lies on n - 1 - (r mod n), Q behind it, and the data begin behind that, wrapping around. The bytes of a
//! row lie at r * unit on each member.

use super::spec::{Level, PartialWrite};
use crate::elements::stripe::{origin_of, share_of};

/// The most members: a set of them is one word.
pub(super) const MAX_MEMBERS: usize = 64;

/// The shape of an array.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) level: Level,
    pub(super) members: u64,
    pub(super) unit: u64,
    pub(super) partial: PartialWrite,
}

/// Missing members, as sets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MissingMembers {
    /// Neither read nor written.
    pub(super) gone: u64,
    /// Not read.
    pub(super) unread: u64,
    /// Not read beyond `whole_below`: members that are being filled.
    pub(super) filling: u64,
    pub(super) whole_below: u64,
}

impl MissingMembers {
    fn unreadable(&self, end: u64) -> u64 {
        let filling = if end <= self.whole_below { 0 } else { self.filling };
        self.gone | self.unread | filling
    }
}

/// Bytes of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) member: u16,
    pub(super) start: u64,
    pub(super) len: u32,
}

/// Pieces, those that follow each other on a member made one.
#[derive(Debug)]
pub(super) struct Pieces {
    pub(super) list: Vec<Piece>,
    /// The last piece of each member, plus one.
    last: [u32; MAX_MEMBERS],
}

impl Default for Pieces {
    fn default() -> Pieces {
        Pieces { list: Vec::new(), last: [0; MAX_MEMBERS] }
    }
}

impl Pieces {
    fn clear(&mut self) {
        self.list.clear();
        self.last = [0; MAX_MEMBERS];
    }

    fn push(&mut self, member: u64, start: u64, end: u64) {
        if end <= start {
            return;
        }
        let last = &mut self.last[member as usize];
        if let Some(piece) = self.list.get_mut((*last as usize).wrapping_sub(1)) {
            let together = end - piece.start;
            if piece.start + u64::from(piece.len) == start && together <= u64::from(u32::MAX) {
                piece.len = together as u32;
                return;
            }
        }
        self.list.push(Piece { member: member as u16, start, len: (end - start) as u32 });
        *last = self.list.len() as u32;
    }
}

/// The requests to members: first the reads, then, when all are back, the writes.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) reads: Pieces,
    pub(super) writes: Pieces,
}

/// The kind of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowAccess {
    Read,
    Write,
    Trim,
}

/// The data can't be had: too much is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DataLoss;

fn has(set: u64, member: u64) -> bool {
    set >> member & 1 == 1
}

/// The range of each member in a row, from the start of the unit.
struct Row([(u64, u64); MAX_MEMBERS]);

impl Row {
    fn want(&mut self, member: u64, (from, to): (u64, u64)) {
        let of = &mut self.0[member as usize];
        *of = if of.0 == of.1 { (from, to) } else { (of.0.min(from), of.1.max(to)) };
    }
}

impl Shape {
    /// Members that hold parity, in each row.
    pub(super) fn parities(&self) -> u64 {
        match self.level {
            Level::Five => 1,
            Level::Six => 2,
            Level::One | Level::Ten => 0,
        }
    }

    /// Members that hold the same data; 1 with parity.
    pub(super) fn copies(&self) -> u64 {
        match self.level {
            Level::One => self.members,
            Level::Ten => 2,
            Level::Five | Level::Six => 1,
        }
    }

    /// Members whose data differ, in each row.
    pub(super) fn data(&self) -> u64 {
        self.members / self.copies() - self.parities()
    }

    /// Where byte `at` of `member` lies in the array, and how many of the `len` from there follow it; none: it is parity.
    pub(super) fn origin(&self, member: u64, at: u64, len: u64) -> (Option<u64>, u64) {
        let (parities, row) = (self.parities(), at / self.unit);
        if parities == 0 {
            let (at, len) = origin_of(at, len, member / self.copies(), self.data(), self.unit);
            return (Some(at), len);
        }
        // As `plan_row` places them.
        let first_parity = self.members - 1 - row % self.members;
        let turned = (member + self.members - first_parity) % self.members;
        let unit = turned.checked_sub(parities);
        let origin = unit.map(|unit| (row * self.data() + unit) * self.unit + at % self.unit);
        (origin, len.min(self.unit - at % self.unit))
    }

    /// Whether the data are there without `missing`.
    pub(super) fn survives(&self, missing: u64) -> bool {
        if self.parities() > 0 {
            return u64::from(missing.count_ones()) <= self.parities();
        }
        let copies = self.copies();
        (0..self.data()).all(|group| (0..copies).any(|copy| !has(missing, group * copies + copy)))
    }

    /// Makes the plan for the bytes from `from` to `to`; `turn` is what reads of copies are spread by.
    pub(super) fn plan(
        &self,
        asked: RowAccess,
        (from, to): (u64, u64),
        missing: &MissingMembers,
        turn: u64,
        plan: &mut Plan,
    ) -> Result<(), DataLoss> {
        plan.reads.clear();
        plan.writes.clear();
        if self.parities() == 0 {
            return self.plan_copies(asked, (from, to), missing, turn, plan);
        }
        if asked != RowAccess::Read && !self.survives(missing.gone) {
            return Err(DataLoss);
        }
        let row_bytes = self.data() * self.unit;
        for row in from / row_bytes..to.div_ceil(row_bytes) {
            let range = (from.max(row * row_bytes) - row * row_bytes, to.min((row + 1) * row_bytes) - row * row_bytes);
            self.plan_row(asked, row, range, missing, plan)?;
        }
        Ok(())
    }

    fn plan_copies(
        &self,
        asked: RowAccess,
        (from, to): (u64, u64),
        missing: &MissingMembers,
        turn: u64,
        plan: &mut Plan,
    ) -> Result<(), DataLoss> {
        let (groups, copies) = (self.data(), self.copies());
        for group in 0..groups {
            let start = share_of(from, group, groups, self.unit);
            let end = share_of(to, group, groups, self.unit);
            if start == end {
                continue;
            }
            let mut of_group = (0..copies).map(|copy| group * copies + (turn + copy) % copies);
            if asked == RowAccess::Read {
                let unreadable = missing.unreadable(end);
                let member = of_group.find(|member| !has(unreadable, *member)).ok_or(DataLoss)?;
                plan.reads.push(member, start, end);
                continue;
            }
            let before = plan.writes.list.len();
            of_group.filter(|member| !has(missing.gone, *member)).for_each(|m| plan.writes.push(m, start, end));
            if plan.writes.list.len() == before {
                return Err(DataLoss);
            }
        }
        Ok(())
    }

    /// `range` in bytes of the row's data.
    fn plan_row(
        &self,
        asked: RowAccess,
        row: u64,
        range: (u64, u64),
        missing: &MissingMembers,
        plan: &mut Plan,
    ) -> Result<(), DataLoss> {
        let (n, unit, p) = (self.members, self.unit, self.parities());
        let first_parity = n - 1 - row % n;
        let parity = |i: u64| (first_parity + i) % n;
        let holder = |d: u64| (first_parity + p + d) % n;
        let base = row * unit;
        let unreadable = missing.unreadable(base + unit);
        let (first, last) = (range.0 / unit, (range.1 - 1) / unit);
        let of_unit = |d: u64| (range.0.max(d * unit) - d * unit, range.1.min((d + 1) * unit) - d * unit);
        // Parity of the bytes written in one unit. A request that crosses into the next unit covers the end of the one
        // and the start of the other, so it takes the whole parity.
        let hull = if first == last { of_unit(first) } else { (0, unit) };
        let mut reads = Row([(0, 0); MAX_MEMBERS]);
        let mut writes = Row([(0, 0); MAX_MEMBERS]);
        match asked {
            RowAccess::Read => {
                for d in first..=last {
                    if has(unreadable, holder(d)) {
                        self.want_all_but(unreadable, of_unit(d), holder, parity, &mut reads)?;
                    } else {
                        reads.want(holder(d), of_unit(d));
                    }
                }
            }
            RowAccess::Trim | RowAccess::Write => {
                let full = range == (0, self.data() * unit);
                let parities = || (0..p).map(parity).filter(|member| !has(missing.gone, *member));
                (first..=last).filter(|d| !has(missing.gone, holder(*d))).for_each(|d| writes.want(holder(d), of_unit(d)));
                // A part of a row is trimmed without its parity: it would have to be read, for nothing.
                if asked == RowAccess::Write || full {
                    parities().for_each(|member| writes.want(member, hull));
                }
                if asked == RowAccess::Write && !full && parities().next().is_some() {
                    // New parity from the old data and parity (modify), or from the data that stay (reconstruct).
                    let modify = (first..=last).map(|d| (holder(d), of_unit(d))).chain(parities().map(|m| (m, hull)));
                    let stays = (0..self.data()).flat_map(|d| {
                        let own = if (first..=last).contains(&d) { of_unit(d) } else { (hull.0, hull.0) };
                        [(holder(d), (hull.0, own.0)), (holder(d), (own.1, hull.1))]
                    });
                    let stays = stays.filter(|(_, (from, to))| from < to);
                    let readable = |(member, _): (u64, _)| !has(unreadable, member);
                    let (can_modify, can_rebuild) = (modify.clone().all(readable), stays.clone().all(readable));
                    let fewer = self.partial == PartialWrite::Fewest && stays.clone().count() < modify.clone().count();
                    if can_rebuild && (fewer || !can_modify) {
                        stays.for_each(|(member, of)| reads.want(member, of));
                    } else if can_modify {
                        modify.for_each(|(member, of)| reads.want(member, of));
                    } else {
                        self.want_all_but(unreadable, hull, holder, parity, &mut reads)?;
                    }
                }
            }
        }
        for (wanted, pieces) in [(&reads, &mut plan.reads), (&writes, &mut plan.writes)] {
            for (member, (from, to)) in (0..n).zip(wanted.0) {
                pieces.push(member, base + from, base + to);
            }
        }
        Ok(())
    }

    /// As many members as it takes to work out any other: the data first, then the parities.
    fn want_all_but(
        &self,
        unreadable: u64,
        of: (u64, u64),
        holder: impl Fn(u64) -> u64,
        parity: impl Fn(u64) -> u64,
        reads: &mut Row,
    ) -> Result<(), DataLoss> {
        let all = (0..self.data()).map(holder).chain((0..self.parities()).map(parity));
        let mut found = 0;
        for member in all.filter(|member| !has(unreadable, *member)).take(self.data() as usize) {
            reads.want(member, of);
            found += 1;
        }
        if found < self.data() { Err(DataLoss) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const UNIT: u64 = 4;

    fn shape(level: Level, members: u64, partial: PartialWrite) -> Shape {
        Shape { level, members, unit: UNIT, partial }
    }

    /// Reads and writes of a plan with nothing missing.
    fn counts(shape: &Shape, asked: RowAccess, from: u64, to: u64) -> (usize, usize) {
        let mut plan = Plan::default();
        shape.plan(asked, (from, to), &MissingMembers::default(), 0, &mut plan).unwrap();
        (plan.reads.list.len(), plan.writes.list.len())
    }

    #[test]
    fn a_small_write_costs_the_penalty_of_its_level_and_a_whole_row_reads_nothing() {
        for (level, members, small) in
            [(Level::One, 2, (0, 2)), (Level::Ten, 4, (0, 2)), (Level::Five, 5, (2, 2)), (Level::Six, 6, (3, 3))]
        {
            let shape = shape(level, members, PartialWrite::Modify);
            let row = shape.data() * UNIT;
            for from in 0..3 * row {
                assert_eq!(counts(&shape, RowAccess::Write, from, from + 1), small, "{level:?} at {from}");
                assert_eq!(counts(&shape, RowAccess::Read, from, from + 1), (1, 0), "{level:?} at {from}");
            }
            // One row, and three: what follows on a member is one request.
            for rows in [1, 3] {
                let whole = counts(&shape, RowAccess::Write, row, row + rows * row);
                assert_eq!(whole, (0, members as usize), "{level:?}, {rows} rows");
            }
        }
        // Three members: reading the other unit is one request instead of two.
        assert_eq!(counts(&shape(Level::Five, 3, PartialWrite::Fewest), RowAccess::Write, 0, 1), (1, 2));
        assert_eq!(counts(&shape(Level::Five, 8, PartialWrite::Fewest), RowAccess::Write, 0, 1), (2, 2));
    }

    #[test]
    fn what_a_member_holds_is_found_again_by_its_place_in_the_array() {
        for (level, members) in [(Level::One, 3_u64), (Level::Ten, 6), (Level::Five, 5), (Level::Six, 7)] {
            let shape = shape(level, members, PartialWrite::Modify);
            let mut plan = Plan::default();
            let around = shape.data() * members * UNIT;
            for at in 0..around {
                shape.plan(RowAccess::Write, (at, at + 1), &MissingMembers::default(), 0, &mut plan).unwrap();
                let back = plan.writes.list.iter().map(|piece| shape.origin(u64::from(piece.member), piece.start, 1).0);
                let held = back.clone().flatten().filter(|origin| *origin == at).count() as u64;
                let parity = back.filter(Option::is_none).count() as u64;
                assert_eq!((held, parity), (shape.copies(), shape.parities()), "{level:?} at {at}");
            }
        }
    }

    #[test]
    fn parity_and_data_are_spread_evenly_over_the_members() {
        for (level, members) in [(Level::Five, 5_u64), (Level::Six, 7)] {
            let shape = shape(level, members, PartialWrite::Modify);
            let (mut read, mut written) = (vec![0_u64; members as usize], vec![0_u64; members as usize]);
            let mut plan = Plan::default();
            for at in 0..shape.data() * members * UNIT {
                shape.plan(RowAccess::Read, (at, at + 1), &MissingMembers::default(), 0, &mut plan).unwrap();
                plan.reads.list.iter().for_each(|piece| read[usize::from(piece.member)] += 1);
                shape.plan(RowAccess::Write, (at, at + 1), &MissingMembers::default(), 0, &mut plan).unwrap();
                plan.writes.list.iter().for_each(|piece| written[usize::from(piece.member)] += 1);
            }
            assert!(read.iter().all(|n| *n == read[0]) && written.iter().all(|n| *n == written[0]), "{level:?}");
        }
    }

    /// Whether `pieces` hold the byte `at` of `member`.
    fn hold(pieces: &Pieces, member: u64, at: u64) -> bool {
        pieces.list.iter().any(|p| u64::from(p.member) == member && p.start <= at && at < p.start + u64::from(p.len))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]

        /// Column by column: the reads suffice for the request. In a column of a row any `data` members determine the
        /// others (the parities are those of a code that allows it), and parity is linear: it can also be computed from
        /// its old value and the old values of the data that change.
        #[test]
        fn what_is_read_is_enough_and_what_changes_is_written(
            six in any::<bool>(), fewest in any::<bool>(), write in any::<bool>(), members in 4_u64..9,
            from in 0_u64..80, len in 1_u64..60, gone in 0_u64..512, unread in 0_u64..512,
        ) {
            let partial = if fewest { PartialWrite::Fewest } else { PartialWrite::Modify };
            let shape = shape(if six { Level::Six } else { Level::Five }, members, partial);
            let all = (1 << members) - 1;
            // Thin the sets out, so that most have few members.
            let (gone, unread) = (gone & gone >> 3 & gone >> 5 & all, unread & unread >> 2 & unread >> 4 & all);
            let missing = MissingMembers { gone, unread, ..MissingMembers::default() };
            let (asked, to) = (if write { RowAccess::Write } else { RowAccess::Read }, from + len);
            let mut plan = Plan::default();
            let planned = shape.plan(asked, (from, to), &missing, 0, &mut plan);
            let (n, p, data) = (members, shape.parities(), shape.data());
            if planned == Err(DataLoss) {
                prop_assert!(!shape.survives(gone | unread), "given up with {gone:b} and {unread:b} missing");
                return Ok(());
            }
            for row in from / (data * UNIT)..to.div_ceil(data * UNIT) {
                let parity_at = n - 1 - row % n;
                let holder = |d: u64| (parity_at + p + d) % n;
                let parities: Vec<u64> = (0..p).map(|i| (parity_at + i) % n).collect();
                for column in 0..UNIT {
                    let at = row * UNIT + column;
                    let known = |member: u64| hold(&plan.reads, member, at);
                    let all_known = (0..n).filter(|m| known(*m)).count() as u64 >= data;
                    let concerned = |d: u64| (from..to).contains(&(row * data * UNIT + d * UNIT + column));
                    for member in 0..n {
                        prop_assert!(!known(member) || !has(gone | unread, member), "reads what is missing");
                        prop_assert!(!hold(&plan.writes, member, at) || !has(gone, member), "writes what is gone");
                    }
                    if asked == RowAccess::Read {
                        for d in (0..data).filter(|d| concerned(*d)) {
                            prop_assert!(known(holder(d)) || all_known, "unit {d} of row {row} is not to be had");
                        }
                        continue;
                    }
                    let changes = (0..data).any(concerned);
                    for d in 0..data {
                        let written = hold(&plan.writes, holder(d), at);
                        prop_assert_eq!(written, concerned(d) && !has(gone, holder(d)), "data of row {}", row);
                    }
                    for parity in parities.iter().filter(|member| !has(gone, **member)) {
                        let written = hold(&plan.writes, *parity, at);
                        prop_assert!(written || !changes, "parity of row {row} is not written");
                        let modified = known(*parity) && (0..data).filter(|d| concerned(*d)).all(|d| known(holder(d)));
                        let afresh = (0..data).filter(|d| !concerned(*d)).all(|d| known(holder(d)));
                        prop_assert!(!written || modified || afresh || all_known, "parity of row {row} is not known");
                    }
                }
            }
        }
    }
}
