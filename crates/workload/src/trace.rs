//! Recorded instants of arrival, as text: one instant a line, in the order of time.
//!
//! A line holds seconds as a decimal number (`12.000345`, also `1.5e-3`), or a number with a unit (`ns`, `us`, `ms`, `s`).
//! With commas in it, its first column is taken, and the first line may be a header. Blank lines and lines that start with
//! `#` are skipped. Numbers are read in whole nanoseconds by decimal arithmetic: a double would round the seconds since
//! 1970 that many recorders write to a quarter of a microsecond.
//!
//! The instants are held in memory, 8 bytes each (twice that while they are read). What was done at them is not read.

use std::io::{self, BufRead, Read as _};
use std::sync::Arc;

use plimsoll_base::Nanos;

/// Most instants of a trace: 800 MB of them.
pub const MAX_INSTANTS: usize = 100_000_000;
/// Most lines, those included that hold no instant: what has no end is no trace.
pub const MAX_LINES: usize = 2 * MAX_INSTANTS;
/// Bytes of a line: no recorder writes more beside an instant.
pub(crate) const LONGEST_LINE: usize = 64 << 10;

/// Instants of arrival, the first of them 0.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedArrivals {
    /// In order, at least two, not all alike.
    pub instants: Arc<[Nanos]>,
    /// From one round of the trace to the next: the last instant and one mean gap.
    pub span: Nanos,
    /// Hash of the instants as recorded (FNV-1a, 64 bits, over their 8 bytes each from the lowest on), as 16 hex digits.
    pub digest: String,
}

/// What is wrong with a recorded trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // The sentence of each says what its figures are.
pub enum TraceError {
    /// A line does not start with an instant.
    #[error(
        "line {line}: '{text}' is no instant: write seconds (0.25) or a number with ns, us, ms or s, one a line, in the \
         first column"
    )]
    Malformed { line: usize, text: String },
    /// An instant that 64 bits of nanoseconds do not hold.
    #[error("line {line}: '{text}' is later than 584 years: is the unit missing? A number without one is in seconds")]
    TooLate { line: usize, text: String },
    /// An instant before the one above it.
    #[error("line {line}: {instant} comes before the instant above it, {above}: sort the lines by time")]
    Backwards { line: usize, instant: Nanos, above: Nanos },
    /// Not a trace.
    #[error("{found} instants: a trace has at least 2, because one gap or more is replayed")]
    TooFew { found: usize },
    /// More than is held in memory.
    #[error("line {line}: more than {MAX_INSTANTS} instants: split the trace and replay its parts")]
    TooMany { line: usize },
    /// More than a recorder writes.
    #[error("line {line} is longer than {} KiB: this is no trace", LONGEST_LINE >> 10)]
    TooLong { line: usize },
    /// Hardly any of them hold an instant.
    #[error("more than {MAX_LINES} lines: split the trace and replay its parts")]
    TooManyLines,
    /// No time passes.
    #[error("all {found} instants are the same, so that they give no rate: is their resolution too coarse?")]
    NoTime { found: usize },
    /// A factor that cannot be.
    #[error("the instants cannot be stretched by {factor}: {why}")]
    Stretch { factor: String, why: &'static str },
}

/// Why a file is no recording.
#[derive(Debug)]
pub enum ReadFailure {
    /// It could not be read to its end.
    Unread(io::Error),
    /// What was read is no trace.
    NoTrace(TraceError),
}

impl From<TraceError> for ReadFailure {
    fn from(error: TraceError) -> ReadFailure {
        ReadFailure::NoTrace(error)
    }
}

/// Reads a trace line by line, so that no more than its instants is held.
pub fn read(mut source: impl BufRead) -> Result<RecordedArrivals, ReadFailure> {
    let mut instants: Vec<Nanos> = Vec::new();
    let mut header_may_come = true;
    let mut first = Nanos::ZERO;
    let mut above = Nanos::ZERO;
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        let read = source.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes);
        if read.map_err(ReadFailure::Unread)? == 0 {
            break;
        }
        if bytes.len() > LONGEST_LINE {
            return Err(TraceError::TooLong { line }.into());
        }
        if line > MAX_LINES {
            return Err(TraceError::TooManyLines.into());
        }
        let text = String::from_utf8_lossy(&bytes);
        let whole = if line == 1 { text.trim_start_matches('\u{feff}').trim() } else { text.trim() };
        if whole.is_empty() || whole.starts_with('#') {
            continue;
        }
        let column = whole.split_once(',').map_or(whole, |(column, _)| column).trim().trim_matches('"').trim();
        let instant = match instant(column) {
            Ok(instant) => instant,
            // A header has a word where the instants are, not a number that is mistyped.
            Err(_) if header_may_come && column.starts_with(char::is_alphabetic) => {
                header_may_come = false;
                continue;
            }
            Err(Unread::Malformed) => return Err(TraceError::Malformed { line, text: excerpt(column) }.into()),
            Err(Unread::TooLate) => return Err(TraceError::TooLate { line, text: excerpt(column) }.into()),
        };
        header_may_come = false;
        if instants.is_empty() {
            first = instant;
        } else if instant < above {
            return Err(TraceError::Backwards { line, instant, above }.into());
        }
        if instants.len() == MAX_INSTANTS {
            return Err(TraceError::TooMany { line }.into());
        }
        above = instant;
        instants.push(instant - first);
    }
    let found = instants.len();
    let last = match instants.last() {
        Some(last) if found >= 2 => *last,
        _ => return Err(TraceError::TooFew { found }.into()),
    };
    if last == Nanos::ZERO {
        return Err(TraceError::NoTime { found }.into());
    }
    let gaps = found as u64 - 1;
    let span = last + Nanos((last.0 + gaps / 2) / gaps);
    Ok(RecordedArrivals { digest: digest(&instants), instants: instants.into(), span })
}

impl RecordedArrivals {
    /// Every instant, and the span, `factor` times as late: 2 halves the rate. The digest stays that of the recording.
    pub fn stretch(&self, factor: f64) -> Result<RecordedArrivals, TraceError> {
        let refuse = |why| TraceError::Stretch { factor: factor.to_string(), why };
        if !(factor.is_finite() && factor > 0.0) {
            return Err(refuse("choose a number above 0"));
        }
        let stretched = |at: Nanos| at.0 as f64 * factor;
        if stretched(self.span) >= u64::MAX as f64 {
            return Err(refuse("the last would be later than 584 years; choose a smaller number"));
        }
        if stretched(self.span) < 1.0 {
            return Err(refuse("nothing of the trace's time would be left; choose a larger number"));
        }
        let at = |instant: &Nanos| if factor == 1.0 { *instant } else { Nanos(stretched(*instant).round() as u64) };
        Ok(RecordedArrivals {
            instants: self.instants.iter().map(at).collect(),
            span: at(&self.span),
            digest: self.digest.clone(),
        })
    }

    /// Mean operations per second when the trace is replayed round and round.
    pub fn rate_per_s(&self) -> f64 {
        self.instants.len() as f64 / self.span.as_secs_f64()
    }
}

/// As much of a column as a message shows.
fn excerpt(column: &str) -> String {
    column.chars().take(60).collect()
}

fn digest(instants: &[Nanos]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in instants.iter().flat_map(|instant| instant.0.to_le_bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    format!("{hash:016x}")
}

/// Why a column is no instant.
enum Unread {
    Malformed,
    TooLate,
}

/// One instant, rounded to the nearest nanosecond; digits behind the nineteenth are cut off.
fn instant(text: &str) -> Result<Nanos, Unread> {
    let mut digits = 0_u64;
    let mut seen = false;
    // Power of ten of the last digit, in nanoseconds once the unit is known.
    let mut power = 0_i32;
    let mut point = false;
    let mut rest = text.as_bytes();
    while let [byte, tail @ ..] = rest {
        match byte {
            b'0'..=b'9' => {
                seen = true;
                // Nineteen digits hold 300 years of nanoseconds; those behind them only keep their place.
                if digits < u64::MAX / 10 {
                    digits = digits * 10 + u64::from(byte - b'0');
                    power -= i32::from(point);
                } else {
                    power += i32::from(!point);
                }
            }
            b'.' if !point => point = true,
            b'_' if seen => {}
            _ => break,
        }
        rest = tail;
    }
    if !seen {
        return Err(Unread::Malformed);
    }
    let mut unit = &text[text.len() - rest.len()..];
    if let Some(exponent) = unit.strip_prefix(['e', 'E']) {
        let end = exponent.find(|c: char| !c.is_ascii_digit() && c != '-' && c != '+').unwrap_or(exponent.len());
        let exponent_power: i32 = exponent[..end].parse().map_err(|_| Unread::Malformed)?;
        power = power.saturating_add(exponent_power);
        unit = &exponent[end..];
    }
    power = power.saturating_add(match unit.trim() {
        "" | "s" => 9,
        "ms" => 6,
        "us" | "µs" | "μs" => 3,
        "ns" => 0,
        _ => return Err(Unread::Malformed),
    });
    if digits == 0 {
        return Ok(Nanos::ZERO);
    }
    let ten = 10_u64.checked_pow(power.unsigned_abs());
    if power >= 0 {
        ten.and_then(|ten| digits.checked_mul(ten)).map(Nanos).ok_or(Unread::TooLate)
    } else {
        // Of twenty digits nothing is left behind 10^20.
        Ok(Nanos(ten.map_or(0, |ten| digits / ten + u64::from(digits % ten >= ten / 2))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str) -> Result<RecordedArrivals, TraceError> {
        read(text.as_bytes()).map_err(|failed| match failed {
            ReadFailure::NoTrace(error) => error,
            ReadFailure::Unread(error) => panic!("{error}"),
        })
    }

    #[test]
    fn what_has_no_end_is_no_trace() {
        let endless = io::BufReader::new(io::repeat(b'1'));
        assert!(matches!(read(endless), Err(ReadFailure::NoTrace(TraceError::TooLong { line: 1 }))));
        let first_fits = format!("{}\n{}\n", "1".repeat(LONGEST_LINE - 1), "2".repeat(LONGEST_LINE));
        assert!(matches!(parse(&first_fits), Err(TraceError::TooLate { line: 1, .. })));
        assert_eq!(parse(&format!("1\n# {}\n", "#".repeat(LONGEST_LINE))), Err(TraceError::TooLong { line: 2 }));
    }

    fn nanos(recorded: &RecordedArrivals) -> Vec<u64> {
        recorded.instants.iter().map(|instant| instant.0).collect()
    }

    #[test]
    fn every_form_of_an_instant_is_read() {
        let text = "\u{feff}# recorded on a Monday\n\n 0.5 \n500.0015ms\n500_002us\n500003000ns\n0.5000031e0\n5.01e-1s\n.502\n1.\n";
        let recorded = parse(text).expect("a trace");
        assert_eq!(nanos(&recorded), [0, 1500, 2000, 3000, 3100, 1_000_000, 2_000_000, 500_000_000]);
        // Seven gaps in 0.5 s: 71,428,571.4 ns is the mean.
        assert_eq!(recorded.span, Nanos(571_428_571));
    }

    #[test]
    fn the_first_column_of_a_csv_is_taken_and_a_header_skipped() {
        let text = "time_s,op,bytes\r\n\"1.000000001\",R,4096\r\n1.25,W,8192\r\n1.5,R,4096\r\n";
        assert_eq!(nanos(&parse(text).expect("a trace")), [0, 249_999_999, 499_999_999]);
        assert_eq!(nanos(&parse("time\n1\n2\n").expect("a trace")), [0, 1_000_000_000]);
    }

    #[test]
    fn seconds_since_1970_keep_their_nanoseconds() {
        let recorded = parse("1700000000.123456789\n1700000000.123456790\n").expect("a trace");
        assert_eq!((nanos(&recorded), recorded.span), (vec![0, 1], Nanos(2)));
    }

    #[test]
    fn what_is_no_trace_is_refused_with_its_line() {
        for (text, expected) in [
            ("", TraceError::TooFew { found: 0 }),
            ("1\n", TraceError::TooFew { found: 1 }),
            ("time\n1\n", TraceError::TooFew { found: 1 }),
            ("3\n3\n3\n", TraceError::NoTime { found: 3 }),
            (
                "1\n#\n2\n1.5\n",
                TraceError::Backwards { line: 4, instant: Nanos(1_500_000_000), above: Nanos(2_000_000_000) },
            ),
            ("1\n-2\n", TraceError::Malformed { line: 2, text: "-2".into() }),
            ("1\ntime\n", TraceError::Malformed { line: 2, text: "time".into() }),
            ("time\nstill\n", TraceError::Malformed { line: 2, text: "still".into() }),
            ("1\n2 h\n", TraceError::Malformed { line: 2, text: "2 h".into() }),
            ("1\n2.3.4\n", TraceError::Malformed { line: 2, text: "2.3.4".into() }),
            ("1\n2e\n", TraceError::Malformed { line: 2, text: "2e".into() }),
            ("1\n.\n", TraceError::Malformed { line: 2, text: ".".into() }),
            ("1\n1700000000123456789\n", TraceError::TooLate { line: 2, text: "1700000000123456789".into() }),
            ("1\n1e999999999999\n", TraceError::Malformed { line: 2, text: "1e999999999999".into() }),
            ("1\n1e99\n", TraceError::TooLate { line: 2, text: "1e99".into() }),
        ] {
            assert_eq!(parse(text), Err(expected), "{text:?}");
        }
    }

    #[test]
    fn a_stretched_trace_is_the_same_trace_at_another_rate() {
        let recorded = parse("0\n1\n4\n").expect("a trace");
        assert_eq!(recorded.span, Nanos::from_secs(6));
        assert!((recorded.rate_per_s() - 0.5).abs() < 1e-12);
        let slow = recorded.stretch(2.5).expect("a factor");
        assert_eq!(nanos(&slow), [0, 2_500_000_000, 10_000_000_000]);
        assert_eq!((slow.span, &slow.digest), (Nanos::from_secs(15), &recorded.digest));
        assert_eq!(recorded.stretch(1.0), Ok(recorded.clone()));
        for factor in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300, 1e-12] {
            assert!(matches!(recorded.stretch(factor), Err(TraceError::Stretch { .. })), "{factor}");
        }
    }

    #[test]
    fn the_digest_is_fnv_1a_over_the_instants() {
        // The published test vector of FNV-1a 64 for no bytes at all, and the sixteen bytes 0…0, 1, 0…0 by hand.
        assert_eq!(digest(&[]), "cbf29ce484222325");
        let by_hand = [0_u8, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
            .iter()
            .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(*b)).wrapping_mul(1_099_511_628_211));
        assert_eq!(parse("7ns\n8ns\n").expect("a trace").digest, format!("{by_hand:016x}"));
        assert_ne!(parse("0\n1\n3\n").expect("a trace").digest, parse("0\n2\n3\n").expect("a trace").digest);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            start in 0_u64..2_000_000_000_000_000_000,
            gaps in prop::collection::vec(0_u64..5_000_000_000, 1..60),
            unit in 0_usize..4,
        ) {
            prop_assume!(gaps.iter().any(|gap| *gap > 0));
            let (name, places) = [("ns", 0), ("us", 3), ("ms", 6), ("", 9)][unit];
            let mut at = start;
            let mut text = String::new();
            let mut expected = vec![0];
            for gap in std::iter::once(&0).chain(&gaps) {
                at += gap;
                let ten = 10_u64.pow(places);
                let width = places as usize;
                text += &match places {
                    0 => format!("{at}{name}\n"),
                    _ => format!("{}.{:0width$}{name}\n", at / ten, at % ten),
                };
                expected.push(at - start);
            }
            expected.remove(0);
            let recorded = parse(&text).expect("what was written");
            prop_assert_eq!(nanos(&recorded), expected);
        }

        #[test]
        fn no_text_breaks_the_reader(text in "[0-9a-z.,#eE+\\-\" \n_µ]{0,80}") {
            if let Ok(recorded) = parse(&text) {
                prop_assert!(recorded.instants.windows(2).all(|pair| pair[0] <= pair[1]));
                prop_assert!(recorded.instants.len() >= 2 && recorded.span.0 > 0);
            }
        }
    }
}
