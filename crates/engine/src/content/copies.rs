//! Contents of single copies of a volume that differ from the volume's: a copy that lost a write, or stored it in part
//! or elsewhere. Reads from that copy return them; reads from the other copies are right.
//!
//! Bytes are kept only where a copy differs, and count against the [`Budget`] of the content. A write that reaches the
//! copy whole removes them.
//!
//! A copy that answers after its write was acknowledged may still turn out to have lost it. It then holds the data from
//! before, unless a later write has reached it: the latest [`LOGGED`] writes are remembered for that.

use std::collections::{BTreeMap, VecDeque};

use plimsoll_base::{Nanos, Op};
use plimsoll_storage::{DataFault, PartEffect, PartFault};

use super::{Budget, Data, SECTOR, Store};

/// Writes that are remembered: as many as can be under way while a copy is late, and more.
const LOGGED: usize = 4096;
/// Limit of copies that reported a fault before their write took effect.
const MAX_EARLY_FAULTS: usize = 1024;

/// From, to.
type Range = (u64, u64);

/// See the module.
#[derive(Debug)]
pub struct Copies {
    differs: BTreeMap<u32, Pieces>,
    log: VecDeque<(Nanos, Range)>,
    late: VecDeque<PartFault>,
    budget: Budget,
    /// Whether the stack has faults at all.
    any: bool,
}

/// Bytes by address; no two pieces overlap.
#[derive(Debug, Default)]
struct Pieces(BTreeMap<u64, Vec<u8>>);

impl Pieces {
    /// The starts of the pieces that touch `range`.
    fn touching(&self, (from, to): Range) -> Vec<u64> {
        let ends_in = |(start, bytes): &(&u64, &Vec<u8>)| **start + bytes.len() as u64 > from;
        let first = self.0.range(..from).next_back().filter(ends_in);
        first.into_iter().chain(self.0.range(from..to)).map(|(start, _)| *start).collect()
    }

    fn cut(&mut self, (from, to): Range, budget: &Budget) {
        for start in self.touching((from, to)) {
            let Some(mut bytes) = self.0.remove(&start) else { continue };
            let (len, mut left) = (bytes.len() as u64, 0);
            if start + len > to {
                let tail = bytes.split_off((to - start) as usize);
                left += tail.len() as u64;
                self.0.insert(to, tail);
            }
            if start < from {
                bytes.truncate((from - start) as usize);
                left += bytes.len() as u64;
                self.0.insert(start, bytes);
            }
            budget.give_back(len - left);
        }
    }

    fn put(&mut self, at: u64, bytes: Vec<u8>, budget: &Budget) -> Result<(), i32> {
        self.cut((at, at + bytes.len() as u64), budget);
        budget.take(bytes.len() as u64)?;
        self.0.insert(at, bytes);
        Ok(())
    }

    /// Puts what is here of `range` over `into`, which begins at `base`.
    fn over(&self, (from, to): Range, base: u64, into: &mut [u8]) {
        for start in self.touching((from, to)) {
            let bytes = &self.0[&start];
            let (first, last) = (from.max(start), to.min(start + bytes.len() as u64));
            into[(first - base) as usize..(last - base) as usize]
                .copy_from_slice(&bytes[(first - start) as usize..(last - start) as usize]);
        }
    }
}

/// The part of `fault` that lies in `within`.
fn clip_fault(fault: &PartFault, within: Range) -> Option<Range> {
    let range = (fault.at.max(within.0), (fault.at + fault.len).min(within.1));
    (range.0 < range.1).then_some(range)
}

fn without(range: Range, holes: &[Range]) -> Vec<Range> {
    let mut left = vec![range];
    for &(from, to) in holes {
        let cut = |(start, end): Range| [(start, end.min(from)), (start.max(to), end)];
        left = left.into_iter().flat_map(cut).filter(|(start, end)| start < end).collect();
    }
    left
}

impl Copies {
    /// All copies alike. `any`: whether the stack has faults.
    pub fn new(budget: Budget, any: bool) -> Copies {
        Copies { differs: BTreeMap::new(), log: VecDeque::new(), late: VecDeque::new(), budget, any }
    }

    /// Carries a write out: as a whole with `fault`, and with what happened to its `parts`.
    ///
    /// # Errors
    /// As [`Store::write`].
    pub fn write(
        &mut self,
        store: &mut impl Store,
        (op, submitted): (&Op, Nanos),
        data: Data<'_>,
        fault: Option<DataFault>,
        parts: &[PartFault],
    ) -> Result<(), i32> {
        let len = match fault {
            Some(DataFault::Lost | DataFault::Misplaced { .. }) => 0,
            Some(DataFault::Torn { sectors }) => (u64::from(sectors) * SECTOR).min(u64::from(op.len)),
            Some(DataFault::Stale) | None => u64::from(op.len),
        };
        let range = (op.offset, op.offset + len);
        if !self.any || len == 0 {
            super::write(store, op, data, fault)?;
            if let (true, Some(fault @ DataFault::Misplaced { .. })) = (self.any, fault) {
                self.wrote_whole(store, &Op { offset: fault.place(op), ..*op }, submitted);
            }
            return Ok(());
        }
        let hits = parts.iter().filter(|part| matches!(part.effect, PartEffect::Lost | PartEffect::Moved(_)));
        let hits = hits.filter_map(|part| Some((part, clip_fault(part, range)?)));
        // A copy that lost the write keeps its old data, before anything changes.
        let mut holes = Vec::new();
        let mut keep = Vec::new();
        for (part, (from, to)) in hits.clone() {
            match part.copy {
                None => holes.push((from, to)),
                Some(copy) => keep.push((copy, from, self.read_copy(store, copy, (from, to))?)),
            }
        }
        for (from, to) in without(range, &holes) {
            self.differs.values_mut().for_each(|pieces| pieces.cut((from, to), &self.budget));
            put(store, from, &slice(data, op, (from, to)))?;
        }
        for (copy, at, bytes) in keep {
            self.differs.entry(copy).or_default().put(at, bytes, &self.budget)?;
        }
        for (part, (from, to)) in hits {
            let PartEffect::Moved(at) = part.effect else { continue };
            let (at, piece) = (at + (from - part.at), slice(data, op, (from, to)));
            match part.copy {
                None => put(store, at, &piece)?,
                Some(copy) => {
                    self.differs.entry(copy).or_default().put(at, piece.to_vec(from, to), &self.budget)?;
                }
            }
        }
        self.wrote(store, submitted, range);
        Ok(())
    }

    /// All copies hold what the store does in `op`: it was trimmed, or written by other means.
    pub fn wrote_whole(&mut self, store: &impl Store, op: &Op, submitted: Nanos) {
        if self.any {
            let range = (op.offset, op.offset + u64::from(op.len));
            self.differs.values_mut().for_each(|pieces| pieces.cut(range, &self.budget));
            self.wrote(store, submitted, range);
        }
    }

    /// Puts the contents of the copies that answered a read over those of the store: `into` begins at byte `base` of
    /// the volume.
    ///
    /// # Errors As [`Store::read_before`].
    pub fn read(&self, store: &impl Store, base: u64, into: &mut [u8], parts: &[PartFault]) -> Result<(), i32> {
        let within = (base, base + into.len() as u64);
        // From the data to the client: what lies nearer to the client has the last word.
        for part in parts.iter().rev() {
            let Some((from, to)) = clip_fault(part, within) else { continue };
            match (part.effect, part.copy) {
                (PartEffect::Stale, _) => {
                    store.read_before(from, &mut into[(from - base) as usize..(to - base) as usize])?;
                }
                (PartEffect::Seen, Some(copy)) => {
                    if let Some(pieces) = self.differs.get(&copy) {
                        pieces.over((from, to), base, into);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A copy that was later than the answer to its write has not stored it as it should.
    pub fn late(&mut self, store: &impl Store, fault: PartFault) {
        if !self.came_late(store, &fault) {
            if self.late.len() == MAX_EARLY_FAULTS {
                self.late.pop_front();
            }
            self.late.push_back(fault);
        }
    }

    /// Whether the write has taken effect, so that it could be carried out.
    fn came_late(&mut self, store: &impl Store, fault: &PartFault) -> bool {
        let own =
            |(submitted, range): &(Nanos, Range)| *submitted == fault.submitted && clip_fault(fault, *range).is_some();
        let Some(own) = self.log.iter().rposition(own) else { return false };
        let Some(copy) = fault.copy else { return true };
        let Some(range) = clip_fault(fault, self.log[own].1) else { return true };
        let later: Vec<Range> = self.log.range(own + 1..).map(|(_, range)| *range).collect();
        for (from, to) in without(range, &later) {
            let mut now = vec![0; (to - from) as usize];
            let mut before = now.clone();
            if store.read(from, &mut now).is_err() || store.read_before(from, &mut before).is_err() {
                continue;
            }
            let pieces = self.differs.entry(copy).or_default();
            // Out of memory: then this copy counts as whole.
            let _ = pieces.put(from, before, &self.budget);
            if let PartEffect::Moved(at) = fault.effect {
                let _ = pieces.put(at + (from - fault.at), now, &self.budget);
            }
        }
        true
    }

    fn wrote(&mut self, store: &impl Store, submitted: Nanos, range: Range) {
        if self.log.len() == LOGGED {
            self.log.pop_front();
        }
        self.log.push_back((submitted, range));
        if self.late.iter().any(|fault| fault.submitted == submitted) {
            let mut waiting = std::mem::take(&mut self.late);
            waiting.retain(|fault| fault.submitted != submitted || !self.came_late(store, fault));
            self.late = waiting;
        }
    }

    fn read_copy(&self, store: &impl Store, copy: u32, (from, to): Range) -> Result<Vec<u8>, i32> {
        let mut bytes = vec![0; (to - from) as usize];
        store.read(from, &mut bytes)?;
        if let Some(pieces) = self.differs.get(&copy) {
            pieces.over((from, to), from, &mut bytes);
        }
        Ok(bytes)
    }
}

impl Drop for Copies {
    fn drop(&mut self) {
        self.differs.values_mut().for_each(|pieces| pieces.cut((0, u64::MAX), &self.budget));
    }
}

/// New data for a part of a write's range.
enum Slice<'a> {
    Bytes(&'a [u8]),
    Zeroes(u64),
}

impl Slice<'_> {
    fn to_vec(&self, from: u64, to: u64) -> Vec<u8> {
        match self {
            Slice::Bytes(bytes) => bytes.to_vec(),
            Slice::Zeroes(_) => vec![0; (to - from) as usize],
        }
    }
}

fn slice<'a>(data: Data<'a>, op: &Op, (from, to): Range) -> Slice<'a> {
    match data {
        Data::Bytes(bytes) => Slice::Bytes(&bytes[(from - op.offset) as usize..(to - op.offset) as usize]),
        Data::Zeroes => Slice::Zeroes(to - from),
    }
}

fn put(store: &mut impl Store, at: u64, slice: &Slice<'_>) -> Result<(), i32> {
    match slice {
        Slice::Bytes(bytes) => store.write(at, bytes),
        Slice::Zeroes(len) => store.zero(at, *len),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::Memory;
    use plimsoll_base::OpKind;
    use plimsoll_storage::{Stack, StackSpec, Topology, VolumeId};
    use proptest::prelude::*;

    const SIZE: usize = 64 << 10;

    /// A volume behind a stack, one operation at a time, on a clock that only this moves.
    struct Bench {
        stack: Stack,
        store: Memory,
        copies: Copies,
        now: Nanos,
        parts: Vec<PartFault>,
        topology: Topology,
    }

    impl Bench {
        fn new(stack: &str) -> Bench {
            let volume = "[volume.v]\nsize = \"64k\"\npath = [\"m\"]\n";
            let spec = StackSpec::from_toml(&format!("{stack}\n{volume}"), "test.toml").unwrap();
            let mut stack = Stack::new(&spec, 1);
            stack.keep_part_faults();
            let (store, copies) = (Memory::new(Budget::unlimited(), true), Copies::new(Budget::unlimited(), true));
            Bench { stack, store, copies, now: Nanos::ZERO, parts: Vec::new(), topology: Topology::of(&spec) }
        }

        fn place_of(&self, element: &str) -> u32 {
            let Topology { places, instances, .. } = &self.topology;
            places.iter().position(|place| instances[place.instance as usize].element == element).unwrap() as u32
        }

        /// Until the request is over; then `rest` more.
        fn ask(&mut self, op: Op, bytes: &mut [u8], rest: Nanos) {
            let submitted = self.now;
            self.stack.submit(self.now, VolumeId::FIRST, 7, op);
            let mut done = Vec::new();
            while done.is_empty() {
                self.now = self.stack.next_event().unwrap();
                self.stack.advance(self.now, &mut done);
            }
            self.parts.clear();
            self.stack.take_part_faults(Some(7), &mut self.parts);
            if op.kind == OpKind::Write {
                let asked = (&op, submitted);
                self.copies.write(&mut self.store, asked, Data::Bytes(bytes), done[0].fault, &self.parts).unwrap();
            } else {
                self.store.read(op.offset, bytes).unwrap();
                self.copies.read(&self.store, op.offset, bytes, &self.parts).unwrap();
            }
            self.now = Nanos(self.now.0 + rest.0);
            self.stack.advance(self.now, &mut done);
            let mut late = Vec::new();
            self.stack.take_part_faults(None, &mut late);
            late.iter().for_each(|fault| self.copies.late(&self.store, *fault));
        }

        fn write(&mut self, offset: u64, bytes: &mut [u8], rest: Nanos) {
            self.ask(Op { offset, len: bytes.len() as u32, kind: OpKind::Write }, bytes, rest);
        }

        fn read(&mut self, offset: u64, len: usize) -> Vec<u8> {
            let mut bytes = vec![0; len];
            self.ask(Op { offset, len: len as u32, kind: OpKind::Read }, &mut bytes, Nanos::ZERO);
            bytes
        }
    }

    const THREE: &str = r#"
[fault.first]
lost = 30
torn = 20
misplaced = 20
[fault.third]
lost = 40
[device.a]
service = "10us"
[device.b]
service = "10us"
[device.c]
service = "10us"
[mirror.m]
members = [["first", "a"], ["b"], ["third", "c"]]
read = "round_robin"
"#;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// Beside an array for each copy: what a fault does to one of them is done to that array, byte by byte.
        #[test]
        fn a_read_brings_what_the_copy_that_answers_it_holds(
            steps in prop::collection::vec((any::<bool>(), 0_u64..120, 1_usize..8), 1..60)
        ) {
            let mut bench = Bench::new(THREE);
            let mut plain = vec![vec![0_u8; SIZE]; 3];
            let mut reads = 0;
            for (number, (writes, sector, sectors)) in steps.into_iter().enumerate() {
                let (at, len) = (sector as usize * 512, sectors * 512);
                if !writes {
                    // By turns, from the first.
                    let copy = reads % 3;
                    reads += 1;
                    prop_assert_eq!(&bench.read(at as u64, len), &plain[copy][at..at + len], "copy {}", copy);
                    continue;
                }
                let mut bytes = vec![number as u8 + 1; len];
                bench.write(at as u64, &mut bytes, Nanos::ZERO);
                let mut whole = [true; 3];
                for part in bench.parts.clone() {
                    let copy = if part.copy == Some(bench.place_of("first")) { 0 } else { 2 };
                    prop_assert_eq!(part.copy, Some(bench.place_of(["first", "", "third"][copy])));
                    whole[copy] = false;
                    // Torn: what lies before is stored. Lost and misplaced: all of it is not.
                    plain[copy][at..part.at as usize].fill(number as u8 + 1);
                    if let PartEffect::Moved(to) = part.effect {
                        plain[copy][to as usize..to as usize + len].fill(number as u8 + 1);
                    }
                }
                (0..3).filter(|copy| whole[*copy]).for_each(|copy| plain[copy][at..at + len].fill(number as u8 + 1));
            }
        }
    }

    /// The second copy takes 5 ms and loses everything; the first answers for both.
    const LATE: &str = r#"
[fault.slow]
slow_by = "5ms"
[fault.loses]
lost = 100
[device.a]
service = "10us"
[device.b]
service = "10us"
[mirror.m]
members = [["a"], ["slow", "loses", "b"]]
ack = "one"
read = "round_robin"
"#;
    const LATER: Nanos = Nanos(10_000_000);

    #[test]
    fn a_copy_that_is_late_and_loses_the_write_keeps_what_it_had() {
        let mut bench = Bench::new(LATE);
        bench.write(0, &mut [1; 4096], LATER);
        assert_eq!(bench.read(0, 4096), [1; 4096]);
        assert_eq!(bench.read(0, 4096), [0; 4096]);
        // A second write of a part of it, while the first one's copy is on its way.
        bench.stack.switch(bench.now, "loses", "lost", "0").unwrap();
        bench.write(0, &mut [2; 4096], LATER);
        assert_eq!((bench.read(0, 4096), bench.read(0, 4096)), (vec![2; 4096], vec![2; 4096]));
        bench.stack.switch(bench.now, "loses", "lost", "100").unwrap();
        bench.write(0, &mut [3; 4096], Nanos::ZERO);
        bench.write(1024, &mut [4; 512], LATER);
        let mut wanted = vec![2; 4096];
        wanted[1024..1536].fill(3);
        assert_eq!(bench.read(1024, 512), [4; 512]);
        // Both were lost; of the second, what was there before it is all that is known.
        assert_eq!(bench.read(0, 4096), wanted);
    }

    #[test]
    fn a_write_that_reaches_a_copy_makes_it_whole_and_frees_what_was_kept() {
        let mut bench = Bench::new(&THREE.replace("30", "100").replace("20", "0"));
        let budget = bench.copies.budget.clone();
        bench.write(512, &mut [1; 2048], Nanos::ZERO);
        assert!(budget.held_bytes() >= 2048);
        bench.stack.switch(bench.now, "first", "lost", "0").unwrap();
        bench.stack.switch(bench.now, "third", "lost", "0").unwrap();
        bench.write(1024, &mut [2; 512], Nanos::ZERO);
        let first = bench.read(512, 2048);
        assert!(first[..512].iter().chain(&first[1024..]).all(|byte| *byte == 0), "still lost");
        assert_eq!(first[512..1024], [2; 512]);
        bench.write(0, &mut [3; 4096], Nanos::ZERO);
        assert_eq!(budget.held_bytes(), 0);
    }

    #[test]
    fn a_member_of_a_stripe_loses_its_units_and_parity_loses_nothing_that_is_read() {
        let stripe = r#"
[fault.bad]
lost = 100
[device.a]
service = "10us"
[device.b]
service = "10us"
[device.c]
service = "10us"
[ELEMENT.m]
members = [["a"], ["bad", "b"], ["c"]]
unit = "4k"
"#;
        let mut bench = Bench::new(&stripe.replace("ELEMENT", "stripe"));
        bench.write(2048, &mut [9; 20 << 10], Nanos::ZERO);
        let seen = bench.read(0, 24 << 10);
        for (unit, bytes) in seen.chunks(2048).enumerate() {
            let (at, of_bad) = (unit * 2048, unit / 2 % 3 == 1);
            let wanted = if of_bad || !(2048..22 << 10).contains(&at) { 0 } else { 9 };
            assert!(bytes.iter().all(|byte| *byte == wanted), "half unit {unit}");
        }
        let mut bench = Bench::new(&stripe.replace("ELEMENT", "raid").replace("unit", "level = 5\nunit"));
        bench.write(0, &mut [9; 48 << 10], Nanos::ZERO);
        let lost = bench.read(0, 48 << 10).iter().filter(|byte| **byte == 0).count();
        // Of three members, each holds a third of data and parity; here two thirds of what it has are data.
        assert_eq!(lost, 16 << 10);
    }
}
