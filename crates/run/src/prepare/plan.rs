//! The plan of a fill: from a [`PrepareRequest`] to numbers. Opens nothing.

use plimsoll_base::Bytes;
use plimsoll_workload::PayloadKind;

use super::document::PrepareRequest;
use crate::error::RunError;
use crate::request::SizeText;
use crate::resolve::parse_choice;

/// Bytes of one write when nothing is said: large enough for full bandwidth, small enough to stop at once.
const BLOCK: u64 = 1 << 20;
/// Bytes of one write of the preconditioning (SNIA SSS PTS: "128 KiB sequential writes").
const PRECONDITION_BLOCK: u64 = 128 << 10;
/// Times that the preconditioning writes the capacity (SNIA SSS PTS: "2X user capacity").
const PRECONDITION_PASSES: u32 = 2;
/// Largest write: eight of them are in memory at once.
const LARGEST_BLOCK: u64 = 16 << 20;
/// More passes than this are a typing error.
const MAX_PASSES: u32 = 100;
/// Smallest unit of direct I/O that any target has, bytes.
const SECTOR: u64 = 512;
/// Sizes of files, and shares in percent, are rounded to this: a page of memory and the block of nearly every file
/// system.
const PAGE: u64 = 4096;

/// The request, parsed; shares wait for the size of the target.
#[derive(Debug)]
pub(super) struct Wish {
    /// The value of `--size`, bytes.
    pub(super) size: Option<u64>,
    content: PayloadKind,
    block: u64,
    passes: u32,
    set: Part,
    offset: Part,
    precondition: bool,
}

/// A part of the target as typed.
#[derive(Clone, Copy, Debug)]
enum Part {
    Absent,
    Bytes(u64),
    Percent(f64),
}

/// Offsets and lengths of a fill, in whole blocks of direct I/O.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// What the bytes are made of.
    pub(super) content: PayloadKind,
    /// Bytes of one write; the last of a pass may be shorter.
    pub(super) block: u32,
    /// How often all of it is written.
    pub(super) passes: u32,
    /// Bytes of the target.
    pub(super) size: u64,
    /// First byte that is filled.
    pub(super) from: u64,
    /// Bytes that are filled.
    pub(super) bytes: u64,
    /// Offsets and lengths are multiples of this, bytes.
    pub(super) grain: u64,
}

impl Plan {
    /// Bytes to write, over all passes.
    pub(super) fn total(&self) -> u64 {
        self.bytes.saturating_mul(u64::from(self.passes))
    }

    /// The name of the content, as it is typed.
    pub(super) fn content_name(&self) -> &'static str {
        match self.content {
            PayloadKind::Random => "random",
            PayloadKind::Zero => "zero",
        }
    }
}

impl Wish {
    /// Parses a request.
    ///
    /// # Errors
    /// Usage: a value that cannot be meant, or two that contradict each other.
    pub(super) fn of(request: &PrepareRequest) -> Result<Wish, RunError> {
        if request.target.is_empty() {
            return Err(RunError::usage("no target given: name a file to make, or a block device"));
        }
        let size = match &request.size {
            None => None,
            Some(text) => {
                let size = bytes("--size", text)?;
                if size == 0 || size % PAGE != 0 {
                    let size = Bytes(size);
                    return Err(RunError::usage(format!("--size {size} is not a multiple of 4096 bytes above 0")));
                }
                Some(size)
            }
        };
        let content = match &request.content {
            None => PayloadKind::Random,
            Some(name) => {
                parse_choice("content", name, &[("random", PayloadKind::Random), ("zero", PayloadKind::Zero)])?
            }
        };
        let default = if request.precondition { PRECONDITION_BLOCK } else { BLOCK };
        let block = request.block_size.as_ref().map_or(Ok(default), |t| bytes("--block-size", &t.to_string()))?;
        if block == 0 || block % SECTOR != 0 || block > LARGEST_BLOCK {
            return Err(RunError::usage(format!(
                "--block-size {} is not a multiple of 512 bytes up to {}",
                Bytes(block),
                Bytes(LARGEST_BLOCK)
            )));
        }
        let passes = match request.passes {
            None if request.precondition => PRECONDITION_PASSES,
            None => 1,
            Some(n) if !(1..=MAX_PASSES).contains(&n) => {
                return Err(RunError::usage(format!("--passes {n} is not a number from 1 to {MAX_PASSES}")));
            }
            Some(n) if request.precondition && n != PRECONDITION_PASSES => {
                return Err(RunError::usage(format!(
                    "--precondition writes twice what there is, --passes {n} says otherwise. Leave one of them out"
                )));
            }
            Some(n) => n,
        };
        if request.precondition && content == PayloadKind::Zero {
            return Err(RunError::usage(
                "--precondition writes random data: zeroes do not occupy a drive that compresses. Leave out --content zero",
            ));
        }
        let set = Part::of("--working-set", request.working_set.as_ref())?;
        let offset = Part::of("--working-set-offset", request.working_set_offset.as_ref())?;
        Ok(Wish { size, content, block, passes, set, offset, precondition: request.precondition })
    }

    /// On a target of `size` bytes that takes I/O in whole multiples of `grain` bytes. Shares are widened to whole pages,
    /// so that what is measured later lies inside.
    ///
    /// # Errors
    /// Usage: it does not fit the target.
    pub(super) fn on(&self, name: &str, size: u64, grain: u64) -> Result<Plan, RunError> {
        let grain = grain.max(1);
        let whole = size / grain * grain;
        if whole == 0 {
            return Err(RunError::usage(format!("{name} holds {size} bytes, less than one block: give --size")));
        }
        if self.block % grain != 0 {
            return Err(RunError::usage(format!(
                "--block-size {} is not a multiple of {grain} bytes, the logical block of {name}",
                Bytes(self.block)
            )));
        }
        let page = grain.max(PAGE);
        let down = |at: f64| (at as u64).min(whole) / page * page;
        let from = match self.offset {
            Part::Absent => 0,
            Part::Bytes(at) => at,
            Part::Percent(p) => down(size as f64 * p / 100.0),
        };
        let end = match self.set {
            Part::Absent => whole,
            Part::Bytes(length) => from.saturating_add(length),
            Part::Percent(p) => {
                let start = match self.offset {
                    Part::Percent(offset) => offset,
                    _ => from as f64 / size as f64 * 100.0,
                };
                ((size as f64 * (start + p) / 100.0) as u64).div_ceil(page).saturating_mul(page).min(whole)
            }
        };
        for (flag, value) in [("--working-set-offset", from), ("the end of --working-set", end)] {
            if value % grain != 0 {
                return Err(RunError::usage(format!(
                    "{flag} {value} is not a multiple of {grain} bytes, the logical block of {name}"
                )));
            }
        }
        if end > whole || end <= from {
            return Err(RunError::usage(format!(
                "a working set from byte {from} to byte {end} does not fit {name} ({size} bytes)"
            )));
        }
        let (block, bytes) = (self.block as u32, end - from);
        Ok(Plan { content: self.content, block, passes: self.passes, size, from, bytes, grain })
    }

    /// Notes for readers of the result.
    pub(super) fn notes(&self, plan: &Plan, device: bool) -> Vec<String> {
        let mut notes = Vec::new();
        if plan.content == PayloadKind::Zero {
            notes.push(
                "filled with zeroes: a target that compresses, shares or detects them stores nothing, and what is measured \
                 on it flatters it"
                    .into(),
            );
        }
        if self.precondition {
            if self.block != PRECONDITION_BLOCK {
                notes.push(format!("preconditioned by writes of {}: the PTS asks for 128k", Bytes(self.block)));
            }
            if !device {
                notes.push(
                    "a file was preconditioned, not the drive below it: what else the drive holds or has spare is as it was"
                        .into(),
                );
            } else if plan.bytes < plan.size {
                notes.push("only the working set was preconditioned, not the whole capacity".into());
            }
        }
        let rest = plan.size % plan.grain;
        if rest > 0 && plan.from + plan.bytes + rest == plan.size {
            notes.push(format!(
                "the last {rest} bytes are not filled: direct I/O writes whole blocks of {} bytes",
                plan.grain
            ));
        }
        notes
    }
}

impl Part {
    fn of(flag: &str, typed: Option<&SizeText>) -> Result<Part, RunError> {
        let Some(typed) = typed else { return Ok(Part::Absent) };
        let text = typed.to_string();
        match text.trim().strip_suffix('%') {
            None => bytes(flag, &text).map(Part::Bytes),
            Some(percent) => match percent.trim().parse::<f64>() {
                Ok(p) if (0.0..=100.0).contains(&p) => Ok(Part::Percent(p)),
                _ => Err(RunError::usage(format!("{flag}: '{text}' is not a percentage from 0% to 100%"))),
            },
        }
    }
}

fn bytes(flag: &str, text: &str) -> Result<u64, RunError> {
    text.parse::<Bytes>().map(|b| b.0).map_err(|e| RunError::usage(format!("{flag}: {e}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(change: impl FnOnce(&mut PrepareRequest)) -> Result<Wish, RunError> {
        let mut request = PrepareRequest { target: "t.dat".into(), ..PrepareRequest::default() };
        change(&mut request);
        Wish::of(&request)
    }

    fn text(value: &str) -> Option<SizeText> {
        Some(SizeText::Text(value.into()))
    }

    #[test]
    fn nothing_said_is_one_pass_of_random_megabytes_over_everything() {
        let plan = wish(|_| ()).unwrap().on("t.dat", 10 << 20, 512).unwrap();
        assert_eq!((plan.content, plan.block, plan.passes), (PayloadKind::Random, 1 << 20, 1));
        assert_eq!((plan.from, plan.bytes, plan.total()), (0, 10 << 20, 10 << 20));
    }

    #[test]
    fn preconditioning_is_what_the_pts_asks_twice_the_capacity_in_128_kib() {
        let plan = wish(|r| r.precondition = true).unwrap().on("t.dat", 10 << 20, 512).unwrap();
        assert_eq!((plan.block, plan.total()), (128 << 10, 20 << 20));
    }

    #[test]
    fn a_share_covers_what_a_run_with_the_same_share_addresses() {
        // A third of 1000 pages is no whole number of pages: the fill starts at or before it and ends at or after it.
        let size = 1000 * PAGE;
        for (offset, set) in [(33.3, 33.3), (0.0, 66.7), (66.6, 33.4), (12.34, 0.01)] {
            let wish = wish(|r| {
                r.working_set = text(&format!("{set}%"));
                r.working_set_offset = text(&format!("{offset}%"));
            });
            let plan = wish.unwrap().on("t.dat", size, 512).unwrap();
            let (low, high) = (size as f64 * offset / 100.0, size as f64 * (offset + set) / 100.0);
            assert!(plan.from as f64 <= low && (plan.from + plan.bytes) as f64 + 1.0 > high, "{offset} {set} {plan:?}");
            assert!(low - (plan.from as f64) < PAGE as f64 && (plan.from + plan.bytes) as f64 - high < PAGE as f64);
            assert_eq!((plan.from % PAGE, plan.bytes % PAGE), (0, 0));
        }
    }

    #[test]
    fn an_odd_end_is_left_and_told() {
        let wish = wish(|_| ()).unwrap();
        let plan = wish.on("t.dat", 1_000_000, 512).unwrap();
        assert_eq!(plan.bytes, 999_936);
        assert!(wish.notes(&plan, false)[0].contains("last 64 bytes"));
    }

    #[test]
    fn what_cannot_be_meant_is_refused_with_the_flag() {
        type Change = fn(&mut PrepareRequest);
        let cases: [(Change, &str); 9] = [
            (|r| r.size = Some("1000".into()), "--size 1000"),
            (|r| r.content = Some("ones".into()), "known: random, zero"),
            (|r| r.block_size = text("1000"), "--block-size 1000"),
            (|r| r.block_size = text("1g"), "--block-size 1g"),
            (|r| r.passes = Some(0), "--passes 0"),
            (|r| (r.precondition, r.passes) = (true, Some(3)), "--passes 3"),
            (|r| (r.precondition, r.content) = (true, Some("zero".into())), "--content zero"),
            (|r| r.working_set = text("101%"), "--working-set"),
            (|r| r.working_set_offset = text("NaN%"), "--working-set-offset"),
        ];
        for (change, says) in cases {
            let error = wish(change).unwrap_err();
            assert!(error.message.contains(says), "{error}");
        }
        let cases: [(Change, &str); 5] = [
            (|r| r.working_set = text("2m"), "does not fit"),
            (|r| r.working_set_offset = text("100%"), "does not fit"),
            (|r| r.working_set = text("0"), "does not fit"),
            (|r| r.working_set_offset = text("100"), "--working-set-offset 100"),
            (|r| r.working_set = text("100"), "--working-set 100"),
        ];
        for (change, says) in cases {
            let error = wish(change).unwrap().on("t.dat", 1 << 20, 512).unwrap_err();
            assert!(error.message.contains(says), "{error}");
        }
        let error = wish(|r| r.block_size = text("512")).unwrap().on("t.dat", 1 << 20, 4096).unwrap_err();
        assert!(error.message.contains("logical block"), "{error}");
    }
}
