//! Caches: replacement against a naive list, hit ratios and rates against arithmetic, a buffer that fills and empties.

use crate::common;

use std::collections::BTreeMap;

use crate::common::read;
use plimsoll_base::random::{Random, stream, unit};
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::{ElementFigures, FinishedOp, Stack, StackSpec, VolumeId};
use proptest::prelude::*;

const K: u64 = 1 << 10;
const M: u64 = 1 << 20;
/// A disk that answers 100 reads a second.
const DISK: &str = "[device.disk]\nservice = \"10ms\"\n";
/// Neither slow nor narrow.
const QUICK: &str = "[device.disk]\nservers = 1024\nservice = \"1ms\"\n";

fn spec(cache: &str, behind: &str) -> StackSpec {
    common::spec(&format!("[cache.c]\n{cache}\n{behind}"), &["c", "disk"])
}

fn op(kind: OpKind, offset: u64, len: u64) -> Op {
    Op { kind, offset, len: len as u32 }
}

fn write(offset: u64, len: u64) -> Op {
    op(OpKind::Write, offset, len)
}

const FLUSH: Op = Op { kind: OpKind::Flush, offset: 0, len: 0 };

fn below(random: &mut Random, n: u64) -> u64 {
    (unit(random) * n as f64) as u64
}

/// A client with one operation at a time.
struct SequentialClient {
    stack: Stack,
    now: Nanos,
    finished: Vec<FinishedOp>,
}

impl SequentialClient {
    fn new(spec: &StackSpec) -> SequentialClient {
        SequentialClient { stack: Stack::new(spec, 1), now: Nanos(1_000_000), finished: Vec::new() }
    }
    /// Submits an operation and waits: its time, and whether it succeeded.
    fn ask_for(&mut self, op: Op) -> (Nanos, Result<u32, i32>) {
        let began = self.now;
        self.stack.submit(began, VolumeId::FIRST, 0, op);
        while self.finished.is_empty() {
            self.now = self.stack.next_event().expect("what was asked is answered");
            self.stack.advance(self.now, &mut self.finished);
        }
        let end = self.finished.pop().unwrap();
        assert!(self.finished.is_empty());
        (end.at - began, end.result)
    }
    fn ask(&mut self, op: Op) -> Nanos {
        let (took, result) = self.ask_for(op);
        assert_eq!(result, Ok(op.len));
        took
    }
    fn wait(&mut self, time: Nanos) {
        self.now += time;
        self.stack.advance(self.now, &mut self.finished);
    }
    fn own(&self, name: &str) -> f64 {
        own(&self.stack, name)
    }
    fn arrivals(&self, element: &str) -> u64 {
        figures(&self.stack, element).arrivals
    }
}

fn figures(stack: &Stack, element: &str) -> ElementFigures {
    stack.element_figures().into_iter().find(|f| f.name == element).unwrap()
}

fn own(stack: &Stack, name: &str) -> f64 {
    figures(stack, "c").own[name]
}

/// `outstanding` operations at all times until `until`; how many ended after `from`, and the stack.
fn closed(spec: &StackSpec, outstanding: u64, from: Nanos, until: Nanos, mut next: impl FnMut() -> Op) -> (u64, Stack) {
    let mut stack = Stack::new(spec, 7);
    let (mut finished, mut count) = (Vec::new(), 0);
    (0..outstanding).for_each(|id| stack.submit(Nanos::ZERO, VolumeId::FIRST, id, next()));
    while let Some(now) = stack.next_event().filter(|at| *at <= until) {
        stack.advance(now, &mut finished);
        for end in finished.drain(..) {
            count += u64::from(end.at > from);
            stack.submit(now, VolumeId::FIRST, end.id, next());
        }
    }
    stack.advance(until, &mut finished);
    (count, stack)
}

const LINE: u64 = 64 * K;

/// Contents of a cache of `capacity` lines, the naive way.
enum Naive {
    /// Most recent first.
    Lru(Vec<u64>),
    /// Places with their mark, and the hand.
    Clock(Vec<Option<(u64, bool)>>, usize),
}

impl Naive {
    fn holds(&mut self, line: u64) -> bool {
        match self {
            Naive::Lru(list) => {
                let found = list.iter().position(|l| *l == line);
                if let Some(at) = found {
                    list.remove(at);
                    list.insert(0, line);
                }
                found.is_some()
            }
            Naive::Clock(places, _) => match places.iter_mut().flatten().find(|(l, _)| *l == line) {
                Some((_, used)) => {
                    *used = true;
                    true
                }
                None => false,
            },
        }
    }
    fn bring(&mut self, line: u64, capacity: usize) {
        if self.holds(line) {
            return;
        }
        match self {
            Naive::Lru(list) => {
                list.insert(0, line);
                list.truncate(capacity);
            }
            Naive::Clock(places, hand) => {
                if places.len() < capacity {
                    return places.push(Some((line, true)));
                }
                while let Some((_, used @ true)) = &mut places[*hand] {
                    *used = false;
                    *hand = (*hand + 1) % capacity;
                }
                places[*hand] = Some((line, true));
                *hand = (*hand + 1) % capacity;
            }
        }
    }
    fn drop(&mut self, line: u64) {
        if let Naive::Lru(list) = self {
            list.retain(|l| *l != line);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Reads of one to three lines, and with LRU trims: hits and misses match the list, every time.
    #[test]
    fn lines_come_and_go_as_a_naive_list_says(
        steps in prop::collection::vec((0_u64..14, 1_u64..4, 0_u8..12), 1..200),
        capacity in 1_usize..9,
        clock in any::<bool>(),
    ) {
        let policy = if clock { "clock" } else { "lru" };
        let keys = format!("size = {}\nline = \"64k\"\npolicy = \"{policy}\"\nhit = \"1us\"\nwrite = \"around\"", capacity as u64 * LINE);
        let mut asked = SequentialClient::new(&spec(&keys, DISK));
        let mut naive = if clock { Naive::Clock(Vec::new(), 0) } else { Naive::Lru(Vec::new()) };
        for (first, lines, what) in steps {
            let lines = first..first + lines;
            if what == 0 && !clock {
                asked.ask(op(OpKind::Trim, first * LINE, LINE));
                naive.drop(first);
                continue;
            }
            // The first and last line are touched in part.
            let asks = op(OpKind::Read, first * LINE + 4 * K, (lines.end - first) * LINE - 8 * K);
            let missing: Vec<u64> = lines.filter(|line| !naive.holds(*line)).collect();
            let took = asked.ask(asks);
            prop_assert_eq!(took == Nanos(1000), missing.is_empty(), "{:?} took {}", asks, took);
            missing.into_iter().for_each(|line| naive.bring(line, capacity));
        }
    }
}

#[test]
fn uniform_reads_hit_as_often_as_the_cache_is_a_share_of_them() {
    // Any policy that keeps C of W lines hits with C / W when each is as likely as the other.
    const READS: u64 = 100_000;
    for policy in ["lru", "clock"] {
        let keys =
            format!("size = \"{}k\"\nline = \"64k\"\npolicy = \"{policy}\"\nhit = \"1us\"\nread_share = 100", 64 * 100);
        // All of size is for reads, so that nothing can be buffered.
        let spec = spec(&format!("{keys}\nwrite = \"around\""), QUICK);
        let mut asked = SequentialClient::new(&spec);
        let mut random = stream(3, "addresses", 0);
        let mut any = || read(4096).at(below(&mut random, 400) * LINE);
        (0..2000).for_each(|_| _ = asked.ask(any()));
        let before = asked.own("read_hits_count");
        (0..READS).for_each(|_| _ = asked.ask(any()));
        let ratio = (asked.own("read_hits_count") - before) / READS as f64;
        // Standard error sqrt(0.25 · 0.75 / 100,000) = 0.0014; what is there now depends on the reads before, but a
        // read does not depend on what is there. 4 of them.
        assert!((ratio - 0.25).abs() < 0.0055, "{policy}: {ratio}");
    }
}

trait At {
    fn at(self, offset: u64) -> Op;
}
impl At for Op {
    fn at(self, offset: u64) -> Op {
        Op { offset, ..self }
    }
}

#[test]
fn one_disk_of_100_iops_and_5_percent_of_misses_give_2000() {
    // 200,000 blocks, 95 % of them cached. Lines of one block, so that a miss brings nothing else.
    let text = format!(
        "[cache.c]\nsize = {}\nline = \"4k\"\nread_share = 100\nwrite = \"around\"\nhit = \"100us\"\ninitial = \"warm\"\n\
         {DISK}[volume.v]\nsize = {}\npath = [\"c\", \"disk\"]\n",
        190_000 * 4 * K,
        200_000 * 4 * K
    );
    let spec = StackSpec::from_toml(&text, "s.toml").unwrap();
    let mut random = stream(5, "addresses", 0);
    let until = Nanos::from_secs(500);
    let (count, stack) = closed(&spec, 32, Nanos::ZERO, until, || read(4096).at(below(&mut random, 200_000) * 4 * K));
    let rate = count as f64 / 500.0;
    // 50,000 misses: the reads per miss are geometric, relative error 1 / sqrt(50,000) = 0.45 %; and 32 outstanding of
    // 10,000 missing blocks share a fetch in 0.3 % of the misses.
    assert!((rate / 2000.0 - 1.0).abs() < 0.02, "{rate}");
    assert!(figures(&stack, "disk").utilisation > 0.999);
}

#[test]
fn misses_of_one_line_at_once_are_one_fetch() {
    let spec = spec("size = \"64m\"\nhit = \"100us\"", QUICK);
    let mut stack = Stack::new(&spec, 1);
    (0..16).for_each(|id| stack.submit(Nanos(id), VolumeId::FIRST, id, read(4096).at(id * 64 * K)));
    let mut finished = Vec::new();
    stack.advance(Nanos::from_secs(1), &mut finished);
    // All lie in the first mebibyte, which comes 1 ms after the first asked; first come, first served.
    let ends: Vec<(u64, Nanos)> = finished.iter().map(|f| (f.id, f.at)).collect();
    assert_eq!(ends, (0..16).map(|id| (id, Nanos(1_000_000))).collect::<Vec<_>>());
    assert_eq!(figures(&stack, "disk").arrivals, 1);
}

#[test]
fn lines_beside_each_other_are_fetched_as_one_and_what_is_there_is_not() {
    let mut asked = SequentialClient::new(&spec(
        "size = \"64m\"\nline = \"64k\"\nhit = \"100us\"",
        "[device.disk]\nservice = \"1ms\"\n",
    ));
    asked.ask(read(4096).at(2 * LINE));
    // Lines 0 to 5: two, one that is there, and three.
    assert_eq!(asked.ask(read((6 * LINE) as u32)), Nanos(2_000_000), "two fetches, one after the other");
    assert_eq!(asked.arrivals("disk"), 3);
    assert_eq!(asked.ask(read((6 * LINE) as u32)), Nanos(100_000));
}

#[test]
fn fill_says_what_a_miss_brings() {
    // 1 ms, and 10 MB/s: a line of 1 MiB takes 105.9 ms, 4 KiB 1.4 ms.
    let disk = "[device.disk]\nservice = \"1ms\"\nbytes_per_s = \"10mb\"\n";
    for (fill, first, second) in [("line", 105_857_600, 100_000), ("request", 1_409_600, 1_409_600)] {
        let mut asked =
            SequentialClient::new(&spec(&format!("size = \"64m\"\nhit = \"100us\"\nfill = \"{fill}\""), disk));
        assert_eq!(asked.ask(read(4096)), Nanos(first), "{fill}");
        assert_eq!(asked.ask(read(4096).at(8192)), Nanos(second), "{fill}: another block of the line");
        // Sectors of a block are there as one.
        assert_eq!(asked.ask(read(512).at(512)), Nanos(100_000), "{fill}");
    }
}

#[test]
fn a_line_is_not_fetched_beyond_the_end_of_its_volume_nor_shared_by_two() {
    let text = "[cache.c]\nsize = \"64m\"\nhit = \"100us\"\n[device.disk]\nservice = \"1ms\"\nbytes_per_s = \"10mb\"\n\
                [volume.a]\nsize = \"1200k\"\npath = [\"c\", \"disk\"]\n[volume.b]\nsize = \"1200k\"\npath = [\"c\", \"disk\"]\n";
    let mut stack = Stack::new(&StackSpec::from_toml(text, "s.toml").unwrap(), 1);
    let (mut finished, mut now) = (Vec::new(), Nanos(0));
    let mut took = |volume, offset| {
        let began = now;
        stack.submit(began, VolumeId(volume), 0, read(4096).at(offset));
        now += Nanos::from_secs(1);
        stack.advance(now, &mut finished);
        (finished.pop().unwrap().at - began).0
    };
    // The last 176 KiB of a volume: 1 ms + 180,224 B / 10 MB/s.
    assert_eq!([took(0, M), took(0, M + 4 * K)], [19_022_400, 100_000]);
    // Its neighbour begins in the middle of what would be the same line.
    assert_eq!([took(1, 0), took(1, M), took(1, M + 100 * K)], [105_857_600, 19_022_400, 100_000]);
}

/// A write buffer of 64 MiB and disks that take 4 MiB/s of destage.
const BURST: &str = "read_bytes = 0\nwrite_bytes = \"64m\"\nhit = \"100us\"\ndestage = { rate = \"4m\", start = 0 }";

#[test]
fn a_burst_is_absorbed_until_the_buffer_is_full_and_then_runs_at_the_rate_of_destage() {
    let mut stack = Stack::new(&spec(BURST, QUICK), 1);
    // 4096 a second of 4 KiB are 16 MiB/s. 7919 is odd: every block of the volume once before any comes again.
    let gap = 1e9 / 4096.0;
    let (mut finished, mut ends) = (Vec::new(), Vec::new());
    let mut begun = Vec::new();
    for id in 0..4096 * 30_u64 {
        let now = Nanos((id as f64 * gap) as u64);
        stack.advance(now, &mut finished);
        stack.submit(now, VolumeId::FIRST, id, write(id * 7919 % (M / 4) * 4 * K, 4 * K));
        begun.push(now);
        ends.append(&mut finished);
    }
    let slow = ends.iter().find(|end| end.at - begun[end.id as usize] > Nanos(100_000)).unwrap();
    // t_fill = 64 MiB / (16 - 4 MiB/s).
    let full_at = begun[slow.id as usize].as_secs_f64();
    assert!((full_at / (64.0 / 12.0) - 1.0).abs() < 0.02, "full at {full_at} s");
    let later = ends.iter().filter(|e| e.at > Nanos::from_secs(10) && e.at <= Nanos::from_secs(30)).count();
    // 4 MiB/s are 1024 blocks a second; ends are a destage apart.
    assert!((later as f64 / (20.0 * 1024.0) - 1.0).abs() < 0.001, "{later} in 20 s");
    assert!(own(&stack, "dirty_bytes") <= 64.0 * M as f64);
}

#[test]
fn a_block_that_is_written_again_and_again_is_destaged_once() {
    let mut asked = SequentialClient::new(&spec("size = \"64m\"\nhit = \"100us\"", QUICK));
    for _ in 0..1000 {
        assert_eq!(asked.ask(write(8 * K, 4 * K)), Nanos(100_000));
        asked.wait(Nanos(900_000));
    }
    assert_eq!((asked.own("dirty_bytes"), asked.arrivals("disk")), (4096.0, 0));
    asked.wait(Nanos::from_secs(10));
    let names = ["dirty_bytes", "destaged_bytes", "destage_writes_count"];
    assert_eq!(names.map(|name| asked.own(name)), [0.0, 4096.0, 1.0]);
    assert_eq!(asked.arrivals("disk"), 1);
}

#[test]
fn what_is_dirty_is_read_from_the_cache_and_destaged_when_it_has_been_idle() {
    // No room for reads at all.
    let mut asked = SequentialClient::new(&spec("size = \"16m\"\nread_share = 0\nhit = \"100us\"", QUICK));
    let mut random = stream(1, "blocks", 0);
    let mut blocks = Vec::new();
    for _ in 0..500 {
        let (offset, len) = (below(&mut random, 200_000) * 4 * K + 512, 512 * (1 + below(&mut random, 20)));
        asked.ask(write(offset, len));
        blocks.push((offset, len));
        let again = blocks[below(&mut random, blocks.len() as u64) as usize];
        assert_eq!(asked.ask(op(OpKind::Read, again.0, again.1)), Nanos(100_000));
    }
    assert_eq!((asked.own("read_misses_count"), asked.arrivals("disk")), (0.0, 0));
    let dirty = asked.own("dirty_bytes");
    assert!(dirty > 0.0);
    // 3 s after each write: it lasted 500 · 200 us.
    asked.wait(Nanos(3_200_000_000));
    assert_eq!([asked.own("dirty_bytes"), asked.own("destaged_bytes")], [0.0, dirty]);
    // Then it is behind: all but for what fits nowhere is read there.
    assert_eq!(asked.ask(op(OpKind::Read, blocks[0].0, blocks[0].1)), Nanos(1_000_000));
}

#[test]
fn a_write_larger_than_the_buffer_goes_behind_and_a_buffer_without_a_block_is_refused() {
    let mut asked = SequentialClient::new(&spec(
        "read_bytes = 0\nwrite_bytes = \"64k\"\nhit = \"100us\"\ndestage = { start = 1, idle = \"1h\" }",
        QUICK,
    ));
    assert_eq!(asked.ask(write(0, 64 * K)), Nanos(100_000));
    // Touches 17 blocks of the 16.
    assert_eq!(asked.ask(write(M + 512, 64 * K)), Nanos(1_000_000));
    // Fits when the first is destaged, which nobody else asked for.
    assert_eq!(asked.ask(write(2 * M, 4 * K)), Nanos(1_100_000));
    let text = "[cache.c]\nwrite_bytes = 2048\nhit = \"1us\"\n[device.disk]\nservice = \"1ms\"\n[volume.v]\nsize = \"1g\"\npath = [\"c\", \"disk\"]\n";
    let error = StackSpec::from_toml(text, "s.toml").unwrap_err().to_string();
    assert!(
        error.contains("s.toml:2") && error.contains("'write_bytes'") && error.contains("no block of 4k"),
        "{error}"
    );
}

#[test]
fn above_the_high_water_writes_wait_or_are_delayed_the_more_the_fuller_it_is() {
    // 100 blocks; destage is asleep until somebody waits for room.
    let keys = "read_bytes = 0\nwrite_bytes = \"400k\"\nhit = \"100us\"\ndestage = { start = 1, idle = \"1h\" }\nhigh_water = 0.5\n";
    let took = |more: &str| {
        let mut asked = SequentialClient::new(&spec(&format!("{keys}{more}"), QUICK));
        // Lines apart, so that each destage makes room for one.
        (0..75).map(|i| asked.ask(write(i * M, 4 * K))).collect::<Vec<_>>()
    };
    let waits = took("");
    assert!(waits[..50].iter().all(|t| *t == Nanos(100_000)));
    assert_eq!(waits[50], Nanos(1_100_000), "until one is destaged");
    let delayed = took("max_delay = \"100ms\"");
    assert!(delayed[..50].iter().all(|t| *t == Nanos(100_000)));
    // The 75th makes 75 dirty: half way from 50 to 100.
    assert_eq!((delayed[50], delayed[74]), (Nanos(2_100_000), Nanos(50_100_000)));
}

#[test]
fn a_flush_is_answered_by_the_cache_or_when_all_before_it_is_behind() {
    for (flush, took) in [("cache", 100_000), ("behind", 2_000_000)] {
        let mut asked =
            SequentialClient::new(&spec(&format!("size = \"64m\"\nhit = \"100us\"\nflush = \"{flush}\""), QUICK));
        (0..5).for_each(|i| _ = asked.ask(write(i * 10 * M, 4 * K)));
        // Five destages at once, 1 ms, and the disk's own flush.
        assert_eq!(asked.ask(FLUSH), Nanos(took), "{flush}");
        let dirty = if flush == "cache" { 5.0 * 4096.0 } else { 0.0 };
        assert_eq!(asked.own("dirty_bytes"), dirty, "{flush}");
    }
    let mut clean = SequentialClient::new(&spec("size = \"64m\"\nhit = \"100us\"\nflush = \"behind\"", QUICK));
    assert_eq!(clean.ask(FLUSH), Nanos(1_000_000));
}

#[test]
fn writes_through_keep_what_is_cached_and_writes_around_forget_it() {
    for (policy, again) in [("through", 100_000), ("around", 1_000_000)] {
        let mut asked =
            SequentialClient::new(&spec(&format!("size = \"64m\"\nhit = \"100us\"\nwrite = \"{policy}\""), QUICK));
        assert_eq!(asked.ask(write(0, 4 * K)), Nanos(1_000_000), "{policy}");
        assert_eq!(asked.ask(read(4096)), Nanos(1_000_000), "{policy}: a write brings nothing in");
        assert_eq!(asked.ask(read(4096)), Nanos(100_000), "{policy}");
        asked.ask(write(0, 4 * K));
        assert_eq!(asked.ask(read(4096)), Nanos(again), "{policy}");
    }
}

#[test]
fn what_was_written_behind_while_it_was_fetched_does_not_stay() {
    let mut stack = Stack::new(&spec("size = \"64m\"\nhit = \"100us\"\nwrite = \"around\"", QUICK), 1);
    stack.submit(Nanos(0), VolumeId::FIRST, 0, read(4096));
    stack.submit(Nanos(500_000), VolumeId::FIRST, 1, write(8 * K, 4 * K));
    let mut finished = Vec::new();
    stack.advance(Nanos::from_secs(1), &mut finished);
    stack.submit(Nanos::from_secs(1), VolumeId::FIRST, 2, read(4096));
    stack.advance(Nanos::from_secs(2), &mut finished);
    assert_eq!(finished[2].at, Nanos(1_001_000_000));
}

const FLASH: &str = "[device.card]\nservers = 4\nservice = \"50us\"\nbytes_per_s = \"1gb\"\n";

#[test]
fn hits_fills_writes_and_destages_take_the_time_of_the_card() {
    let mut asked =
        SequentialClient::new(&spec(&format!("size = \"64m\"\nline = \"64k\"\non = [\"card\"]\n{FLASH}"), QUICK));
    // 50 us + 4096 ns.
    assert_eq!(asked.ask(write(M, 4 * K)), Nanos(54_096));
    assert_eq!(asked.ask(read(4096).at(M)), Nanos(54_096));
    assert_eq!(asked.arrivals("card"), 2);
    // A miss has its data from behind; the card is filled after that.
    assert_eq!(asked.ask(read(4096)), Nanos(1_000_000));
    asked.wait(Nanos(1_000_000));
    assert_eq!((asked.arrivals("card"), asked.arrivals("disk")), (3, 1));
    assert_eq!(asked.ask(read(4096)), Nanos(54_096));
    // Half of it there: the parts come at the same time.
    assert_eq!(asked.ask(read(8192).at(LINE - 4 * K)), Nanos(1_000_000));
    asked.wait(Nanos::from_secs(4));
    // Destaged: read from the card, written behind. Before: the hit, the part, its fill.
    assert_eq!((asked.arrivals("card"), asked.arrivals("disk")), (7, 3));
    assert_eq!([asked.own("dirty_bytes"), asked.own("destaged_bytes")], [0.0, 4096.0]);
}

#[test]
fn warm_holds_the_first_bytes_of_each_volume() {
    let text = format!(
        "[cache.c]\nsize = \"4m\"\nread_share = 100\nwrite = \"around\"\nhit = \"100us\"\ninitial = \"warm\"\n{QUICK}\
         [volume.v]\nsize = \"8m\"\npath = [\"c\", \"disk\"]\ncount = 2\n"
    );
    let mut stack = Stack::new(&StackSpec::from_toml(&text, "s.toml").unwrap(), 1);
    (0..16).for_each(|id| stack.submit(Nanos(0), VolumeId(id as u32 / 8), id, read(512).at(id % 8 * M)));
    let mut finished = Vec::new();
    stack.advance(Nanos(100_000), &mut finished);
    let mut hits: Vec<u64> = finished.iter().map(|f| f.id).collect();
    hits.sort_unstable();
    assert_eq!(hits, [0, 1, 8, 9]);
}

#[test]
fn storage_that_is_gone_for_good_fails_who_waits_for_it_and_not_the_others() {
    let fault = "[fault.gone]\nwrite_errors = 100\n";
    let text = format!(
        "[cache.c]\nread_bytes = 0\nwrite_bytes = \"64k\"\nhit = \"100us\"\ndestage = {{ depth = 1, start = 1, idle = \"1h\" }}\n{fault}{QUICK}"
    );
    let mut asked = SequentialClient::new(&common::spec(&text, &["c", "gone", "disk"]));
    (0..16).for_each(|i| _ = asked.ask(write(i * 4 * K, 4 * K)));
    // Tried at once and twice more, a second apart.
    let (took, result) = asked.ask_for(write(M, 4 * K));
    assert_eq!((took, result), (Nanos::from_secs(2), Err(5)));
    assert_eq!(asked.ask(write(0, 4 * K)), Nanos(100_000), "what needs no room is still taken");
    assert_eq!(asked.own("dirty_bytes"), 64.0 * K as f64, "and nothing is lost");
}

/// Anything at a small cache, many at once: kinds, offsets in sectors, lengths.
fn steps() -> impl Strategy<Value = Vec<(u64, Op)>> {
    let op = (0_usize..8, 0_u64..4096, 0_u64..600).prop_map(|(kind, sector, sectors)| match kind {
        0 => FLUSH,
        1 => op(OpKind::Trim, sector * 512, sectors * 512),
        2..=4 => write(sector * 512, sectors * 512),
        _ => op(OpKind::Read, sector * 512, sectors * 512),
    });
    prop::collection::vec((prop_oneof![1 => Just(0_u64), 3 => 0_u64..3_000_000], op), 1..150)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever comes, with whatever settings: each ends once, well, nothing stays dirty or waiting, and Little's law
    /// holds at each element.
    #[test]
    fn everything_ends_once_and_nothing_stays_behind(
        steps in steps(),
        rooms in prop_oneof![Just((0_u64, 64_u64)), Just((128, 64)), Just((256, 1024)), Just((0, 4)), Just((512, 0))],
        choices in (0_usize..2, 0_usize..2, 0_usize..3, 0_usize..2, 0_usize..2, 0_usize..2),
        card in any::<bool>(),
    ) {
        let (fill, policy, mode, flush, order, delay) = choices;
        let mode = if rooms.1 == 0 { ["through", "around"][mode % 2] } else { "back" };
        let mut keys = format!(
            "read_bytes = \"{}k\"\nline = \"64k\"\nfill = \"{}\"\npolicy = \"{}\"\nwrite = \"{mode}\"\n",
            rooms.0, ["line", "request"][fill], ["lru", "clock"][policy]
        );
        if mode == "back" {
            keys += &format!(
                "write_bytes = \"{}k\"\nflush = \"{}\"\ndestage = {{ order = \"{}\", depth = 2, idle = \"10ms\" }}\n{}",
                rooms.1, ["cache", "behind"][flush], ["sorted", "fifo"][order],
                ["", "high_water = 0.5\nmax_delay = \"3ms\"\n"][if rooms.1 > 4 { delay } else { 0 }],
            );
        }
        keys += if card { "on = [\"card\"]\n[device.card]\nservice = \"30us\"\n" } else { "hit = \"30us\"\n" };
        let mut stack = Stack::new(&spec(&keys, "[device.disk]\nservers = 2\nservice = \"1ms\"\n"), 1);
        let (mut now, mut finished) = (Nanos(0), Vec::new());
        let mut ended: BTreeMap<u64, u32> = BTreeMap::new();
        for (id, (gap, op)) in steps.iter().enumerate() {
            now += Nanos(*gap);
            stack.advance(now, &mut finished);
            stack.submit(now, VolumeId::FIRST, id as u64, *op);
        }
        stack.advance(now + Nanos::from_secs(60), &mut finished);
        prop_assert!(stack.next_event().is_none(), "{:?}", stack.next_event());
        for end in finished {
            prop_assert_eq!(end.result, Ok(steps[end.id as usize].1.len));
            *ended.entry(end.id).or_default() += 1;
        }
        prop_assert_eq!(ended.len(), steps.len());
        prop_assert!(ended.values().all(|count| *count == 1));
        for name in ["dirty_bytes", "waiting_writes_count", "destage_outstanding_count"] {
            prop_assert_eq!(own(&stack, name), 0.0, "{}", name);
        }
        for f in stack.element_figures() {
            prop_assert_eq!(f.arrivals, f.departures);
            if f.name == "c" {
                prop_assert_eq!(f.arrivals, steps.len() as u64);
            }
            if f.departures > 0 {
                let stay = f.mean_wait_ns.unwrap() + f.mean_service_ns.unwrap() + f.mean_behind_ns.unwrap();
                let area = f.mean_queue * f.elapsed_ns.0 as f64;
                prop_assert!((area - stay * f.departures as f64).abs() <= 1e-6 * area + 1.0, "{:?}", f);
            }
        }
    }
}

/// Checks that `keys` of a cache are refused because of `key`, with `what` in the message.
#[track_caller]
fn assert_refusal(keys: &str, key: &str, what: &str) {
    let text = format!("[cache.c]\n{keys}\n{DISK}[volume.v]\nsize = \"1g\"\npath = [\"c\", \"disk\"]\n");
    let error = StackSpec::from_toml(&text, "s.toml").map(|_| ()).unwrap_err().to_string();
    assert!(error.contains(&format!("'{key}'")) && error.contains(what), "{error}");
}

#[test]
fn what_cannot_be_is_refused_with_the_key_and_the_way_out() {
    assert_refusal("hit = \"1us\"", "size", "read_bytes and write_bytes");
    assert_refusal("size = \"1g\"", "hit", "on, the device");
    assert_refusal("size = \"1g\"\nhit = \"1us\"\non = [\"disk\"]", "hit", "leave one out");
    assert_refusal("size = \"1g\"\nread_bytes = 5\nhit = \"1us\"", "read_bytes", "leave one out");
    assert_refusal(
        "read_bytes = \"1g\"\nread_share = 5\nwrite_bytes = \"1g\"\nhit = \"1us\"",
        "read_share",
        "without size",
    );
    assert_refusal("size = \"1g\"\nread_share = 101\nhit = \"1us\"", "read_share", "0 to 100");
    assert_refusal("size = \"1g\"\nhit = \"1us\"\nline = \"3m\"", "line", "power of 2");
    assert_refusal("size = \"1g\"\nhit = \"1us\"\nline = \"32m\"", "line", "4096 blocks");
    assert_refusal("size = \"1g\"\nhit = \"1us\"\nblock = \"2m\"", "block", "512 to line");
    assert_refusal("size = \"1m\"\nhit = \"1us\"", "read_bytes", "hold no line of 1m");
    assert_refusal(
        "size = \"1g\"\nhit = \"1us\"\nwrite = \"around\"\nflush = \"cache\"",
        "flush",
        "nothing is buffered",
    );
    assert_refusal("size = \"1g\"\nhit = \"1us\"\ndestage = 3", "destage", "has to be a table");
    assert_refusal("size = \"1g\"\nhit = \"1us\"\ndestage = { speed = 3 }", "speed", "idle, start, rate, order, depth");
    assert_refusal("size = \"1g\"\nhit = \"1us\"\ndestage = { depth = 0 }", "destage", "depth = 0");
    assert_refusal("size = \"1g\"\nhit = \"1us\"\nhigh_water = 0", "high_water", "above 0 and up to 1");
}

#[test]
fn on_paper_every_read_is_a_hit_and_every_write_is_destaged_once() {
    use plimsoll_storage::ElementSpec;
    use plimsoll_storage::element::{Exit, Surroundings};
    let keys = format!("size = \"64m\"\non = [\"card\"]\n{FLASH}");
    let described = spec(&keys, QUICK);
    let ElementSpec::Cache(cache) = &described.elements()["c"] else { panic!("{described:?}") };
    // 70 % of 64 MiB.
    assert_eq!((cache.read_bytes.0 + cache.write_bytes.0, cache.read_bytes.0), (64 * M, 46_976_205));
    let around = Surroundings {
        name: "c",
        seed: 1,
        volume_bytes: 1 << 30,
        first_volume_bytes: 1 << 30,
        address_end: 1 << 30,
        members: 1,
        clients: &[],
        volumes: &[],
        client_groups: &[],
        volume_groups: &[],
    };
    let visits = |op: Op| -> Vec<(Exit, OpKind, bool)> {
        let visits = described.elements()["c"].wiring().visits(&op, &around);
        visits.iter().map(|v| (v.exit, v.op.kind, v.awaited)).collect()
    };
    assert_eq!(visits(read(4096)), [(Exit::Member(0), OpKind::Read, true)]);
    assert_eq!(
        visits(write(0, 4096)),
        [
            (Exit::Member(0), OpKind::Write, true),
            (Exit::Member(0), OpKind::Read, false),
            (Exit::Next, OpKind::Write, false)
        ]
    );
    // What the model does with one of each, once they are destaged.
    let mut asked = SequentialClient::new(&described);
    asked.ask(write(0, 4096));
    asked.ask(read(4096));
    asked.wait(Nanos::from_secs(4));
    assert_eq!((asked.arrivals("card"), asked.arrivals("disk")), (3, 1));
}

#[test]
fn a_block_that_is_written_while_it_is_destaged_stays_dirty_and_goes_again() {
    let mut asked = SequentialClient::new(&spec("size = \"64m\"\nhit = \"100us\"\ndestage = { idle = \"1s\" }", QUICK));
    let began = asked.now;
    asked.ask(write(0, 4 * K));
    // Its destage lasts from 1 s to 1.001 s after it.
    asked.wait(began + Nanos(1_000_500_000) - asked.now);
    asked.ask(write(0, 4 * K));
    asked.wait(Nanos(500_000_000));
    let figures = |asked: &SequentialClient| ["destage_writes_count", "dirty_bytes"].map(|name| asked.own(name));
    assert_eq!(figures(&asked), [1.0, 4096.0]);
    asked.wait(Nanos::from_secs(1));
    assert_eq!(figures(&asked), [2.0, 0.0]);
}

#[test]
fn a_cache_filled_by_request_holds_what_was_asked_for() {
    // Reads of 4 KiB, each in a line of its own: 8 blocks of 8 lines. With whole lines the lines.
    for (fill, bytes) in [("request", 8 * 4 * K), ("line", 8 * LINE)] {
        let keys = format!(
            "size = \"64m\"\nline = \"64k\"\nhit = \"1us\"\nread_share = 100\nwrite = \"around\"\nfill = \"{fill}\""
        );
        let mut asked = SequentialClient::new(&spec(&keys, QUICK));
        for line in 0..8 {
            asked.ask(op(OpKind::Read, line * LINE, 4 * K));
        }
        assert_eq!(asked.own("cached_bytes"), bytes as f64, "{fill}");
        // Again, and one block more of the first line.
        asked.ask(op(OpKind::Read, 0, 4 * K));
        asked.ask(op(OpKind::Read, 4 * K, 4 * K));
        let more = if fill == "request" { 4 * K } else { 0 };
        assert_eq!(asked.own("cached_bytes"), (bytes + more) as f64, "{fill}");
        // A write around forgets its block, or the line.
        asked.ask(write(4 * K, 4 * K));
        let left = if fill == "request" { bytes } else { bytes - LINE };
        assert_eq!(asked.own("cached_bytes"), left as f64, "{fill}");
    }
}

#[test]
fn parts_of_lines_that_go_for_others_are_no_longer_counted() {
    let keys =
        "size = \"256k\"\nline = \"64k\"\nhit = \"1us\"\nread_share = 100\nwrite = \"around\"\nfill = \"request\"";
    let mut asked = SequentialClient::new(&spec(keys, QUICK));
    for line in 0..20 {
        asked.ask(op(OpKind::Read, line * LINE, 4 * K * (1 + line % 3)));
    }
    // The last four lines are there: 16 to 19, with 2, 3, 1 and 2 blocks.
    assert_eq!(asked.own("cached_bytes"), (8 * 4 * K) as f64);
}

#[test]
fn what_a_cache_counts_is_counted_anew_and_what_it_holds_stays() {
    let mut asked = SequentialClient::new(&spec(
        "size = \"64m\"\nline = \"64k\"\nhit = \"1us\"\ndestage = { idle = \"1s\", start = 1.0 }",
        QUICK,
    ));
    asked.ask(op(OpKind::Read, 0, 4 * K));
    asked.ask(op(OpKind::Read, 0, 4 * K));
    asked.ask(write(8 * LINE, 4 * K));
    asked.wait(Nanos::from_secs(10));
    asked.ask(write(9 * LINE, 4 * K));
    let counts = ["read_hits_count", "read_misses_count", "destaged_bytes", "destage_writes_count"];
    for name in counts {
        assert!(asked.own(name) > 0.0, "{name}");
    }
    let held = ["cached_bytes", "dirty_bytes"].map(|name| asked.own(name));
    assert!(held.iter().all(|bytes| *bytes > 0.0));
    asked.stack.restart_figures();
    for name in counts {
        assert_eq!(asked.own(name), 0.0, "{name}");
    }
    assert_eq!(["cached_bytes", "dirty_bytes"].map(|name| asked.own(name)), held);
    asked.ask(op(OpKind::Read, 0, 4 * K));
    assert_eq!(asked.own("read_hits_count"), 1.0);
}
