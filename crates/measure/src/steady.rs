//! Steady state: has the target settled, so that what is measured now is what it will give for long?
//!
//! A drive of flash that is empty writes fast, falls off a cliff when its spare blocks are used up, and only then gives
//! what it gives from there on. Rounds of equal length are pushed as they end; the last `rounds` of them are the window.
//! Two tests, chosen by name:
//!
//! - `snia` (SNIA Solid State Storage Performance Test Specification, "steady state"): over the window, max − min of the
//!   tracked value is at most 20 % of its mean, and the least-squares line climbs or falls by at most 10 % of the mean
//!   from the first round to the last (slope × (rounds − 1)). Both bounds themselves still pass.
//! - `slope`: an equivalence test. The two-sided confidence interval (Student's t) of that climb or fall lies within
//!   ± `percent` of the mean. A noisy target isn't called steady because nothing could be seen, and one that swings
//!   evenly around a level is. Calls a true drift of `percent` or more steady with a probability of (1 − confidence) / 2
//!   at most.
//!
//! Pure: values in, verdict out, no clock. What no such test can see: a cliff that has not come yet (fill the target
//! first: `plimsoll prepare --precondition`), and a decay that is slow beside the window. With `snia` and a decay time of
//! k windows, what is still to be lost when it first passes is about k / (10 − k) of the level: make the rounds long.
//! The `slope` test takes rounds as independent, so a round must be long beside the memory of the target.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::decide::quantile::student;

/// Fewest rounds of the `snia` test: a line through two is no test.
const MIN_SNIA: u32 = 3;
/// Fewest rounds of the `slope` test: with 6 degrees of freedom t is 2.4, with 2 it is 4.3 and nothing passes.
const MIN_SLOPE: u32 = 8;
/// More rounds than this are a typing error.
const MAX_ROUNDS: u32 = 1000;
/// Tolerance of comparisons with a bound: rounding of sums, far below any measured difference.
const ROUNDING: f64 = 1e-12;

/// When the target counts as steady. As a document it is its text: `snia`, `snia:rounds=5,range=20,slope=10`,
/// `slope:rounds=10,percent=5,confidence=0.95`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum SteadyTest {
    /// SNIA's: range and excursion of the fitted line within bounds.
    Snia {
        /// Rounds of the window.
        rounds: u32,
        /// Bound of max − min, percent of the mean.
        range_percent: f64,
        /// Bound of the fitted line's climb or fall over the window, percent of the mean.
        slope_percent: f64,
    },
    /// The confidence interval of the climb or fall over the window lies within a bound.
    Slope {
        /// Rounds of the window.
        rounds: u32,
        /// The bound, percent of the mean.
        percent: f64,
        /// Confidence of the two-sided interval, 0.5 to below 1.
        confidence: f64,
    },
}

impl SteadyTest {
    /// As the PTS has it.
    pub const SNIA: SteadyTest = SteadyTest::Snia { rounds: 5, range_percent: 20.0, slope_percent: 10.0 };
    /// Half of SNIA's bound, shown rather than not refuted.
    pub const SLOPE: SteadyTest = SteadyTest::Slope { rounds: 10, percent: 5.0, confidence: 0.95 };

    /// Rounds of the window.
    pub const fn rounds(&self) -> u32 {
        match self {
            SteadyTest::Snia { rounds, .. } | SteadyTest::Slope { rounds, .. } => *rounds,
        }
    }
}

impl fmt::Display for SteadyTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SteadyTest::Snia { rounds, range_percent, slope_percent } => {
                write!(f, "snia:rounds={rounds},range={range_percent},slope={slope_percent}")
            }
            SteadyTest::Slope { rounds, percent, confidence } => {
                write!(f, "slope:rounds={rounds},percent={percent},confidence={confidence}")
            }
        }
    }
}

impl From<SteadyTest> for String {
    fn from(test: SteadyTest) -> String {
        test.to_string()
    }
}

impl TryFrom<String> for SteadyTest {
    type Error = SteadyError;
    fn try_from(text: String) -> Result<SteadyTest, SteadyError> {
        text.parse()
    }
}

impl JsonSchema for SteadyTest {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SteadyTest".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "such as 'snia:rounds=5,range=20,slope=10' or 'slope:rounds=10,percent=5,confidence=0.95'"
        })
    }
}

/// Why a steady-state test could not be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "cannot read the steady-state test '{text}': {why}. Write it as 'snia', 'snia:rounds=5,range=20,slope=10' or \
         'slope:rounds=10,percent=5,confidence=0.95'"
)]
pub struct SteadyError {
    /// The typed text.
    pub text: String,
    /// The error in it.
    pub why: String,
}

impl FromStr for SteadyTest {
    type Err = SteadyError;
    fn from_str(text: &str) -> Result<SteadyTest, SteadyError> {
        parse(text).map_err(|why| SteadyError { text: text.into(), why })
    }
}

fn parse(text: &str) -> Result<SteadyTest, String> {
    let (name, settings) = text.split_once(':').unwrap_or((text, ""));
    let mut test = match name.trim() {
        "snia" => SteadyTest::SNIA,
        "slope" => SteadyTest::SLOPE,
        other => return Err(format!("unknown test '{other}' (known: snia, slope)")),
    };
    let mut seen: Vec<&str> = Vec::new();
    for setting in settings.split(',').map(str::trim).filter(|s| !s.is_empty()) {
        let (key, value) = setting.split_once('=').ok_or_else(|| format!("'{setting}' has no '='"))?;
        let (key, value) = (key.trim(), value.trim());
        if seen.contains(&key) {
            return Err(format!("'{key}' is given twice"));
        }
        seen.push(key);
        let number = || match value.strip_suffix('%').unwrap_or(value).trim_end().parse::<f64>() {
            Ok(number) if number.is_finite() && number > 0.0 => Ok(number),
            _ => Err(format!("{key}={value} is not a number above 0")),
        };
        match (&mut test, key) {
            (SteadyTest::Snia { rounds, .. } | SteadyTest::Slope { rounds, .. }, "rounds") => {
                *rounds = value.parse().map_err(|_| format!("rounds={value} is not a whole number"))?;
            }
            (SteadyTest::Snia { range_percent, .. }, "range") => *range_percent = number()?,
            (SteadyTest::Snia { slope_percent, .. }, "slope") => *slope_percent = number()?,
            (SteadyTest::Slope { percent, .. }, "percent") => *percent = number()?,
            (SteadyTest::Slope { confidence, .. }, "confidence") => {
                *confidence = match value.parse::<f64>() {
                    Ok(share) if (0.5..=0.999_999).contains(&share) => share,
                    _ => return Err(format!("confidence={value} is not between 0.5 and 0.999999")),
                };
            }
            (SteadyTest::Snia { .. }, _) => return Err(format!("unknown '{key}' (known: rounds, range, slope)")),
            (SteadyTest::Slope { .. }, _) => {
                return Err(format!("unknown '{key}' (known: rounds, percent, confidence)"));
            }
        }
    }
    let least = match test {
        SteadyTest::Snia { .. } => MIN_SNIA,
        SteadyTest::Slope { .. } => MIN_SLOPE,
    };
    match test.rounds() {
        rounds if (least..=MAX_ROUNDS).contains(&rounds) => Ok(test),
        rounds => Err(format!("rounds={rounds} is not between {least} and {MAX_ROUNDS}")),
    }
}

/// Which figure must be steady.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tracked {
    /// Operations per second.
    #[default]
    Rate,
    /// Bytes per second.
    Bytes,
    /// Mean response time.
    ResponseTime,
}

impl Tracked {
    /// All, with the names that are typed.
    pub const ALL: [(&'static str, Tracked); 3] =
        [("rate", Tracked::Rate), ("bytes", Tracked::Bytes), ("response_time", Tracked::ResponseTime)];
}

/// What a round brought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// Operations completed.
    pub completed: u64,
    /// Bytes moved.
    pub bytes: u64,
    /// Its length.
    pub seconds: f64,
    /// Mean response time, ns; of no meaning when nothing completed.
    pub mean_response_ns: f64,
}

impl Round {
    fn value(&self, tracked: Tracked) -> f64 {
        match tracked {
            Tracked::Rate => self.completed as f64 / self.seconds,
            Tracked::Bytes => self.bytes as f64 / self.seconds,
            Tracked::ResponseTime if self.completed == 0 => f64::NAN,
            Tracked::ResponseTime => self.mean_response_ns,
        }
    }
}

/// What the window shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SteadyVerdict {
    /// Whether the test passes.
    pub steady: bool,
    /// Rounds seen so far, those before the window included.
    pub rounds_seen: u64,
    /// Mean of the tracked value over the window: operations/s, bytes/s or ns. Null when a round has none.
    pub mean: Option<f64>,
    /// max − min, percent of the mean. Null when the mean is not above 0.
    pub range_percent: Option<f64>,
    /// What the fitted line gains from the first round to the last, percent of the mean; negative when it falls.
    pub excursion_percent: Option<f64>,
    /// Half the width of the confidence interval of that, percent of the mean; null for a test that has none.
    pub excursion_margin_percent: Option<f64>,
    /// The reason in words.
    pub because: String,
}

/// Takes rounds and judges the last of them.
#[derive(Clone, Debug)]
pub struct SteadyState {
    test: SteadyTest,
    tracked: Tracked,
    window: VecDeque<f64>,
    seen: u64,
    /// The t value of the test's confidence.
    t: f64,
}

impl SteadyState {
    /// Nothing seen yet. Memory is that of one window.
    pub fn new(test: SteadyTest, tracked: Tracked) -> SteadyState {
        let t = match test {
            SteadyTest::Snia { .. } => 0.0,
            SteadyTest::Slope { rounds, confidence, .. } => {
                student((1.0 - confidence) / 2.0, f64::from(rounds.max(3) - 2))
            }
        };
        SteadyState { test, tracked, window: VecDeque::with_capacity(test.rounds() as usize), seen: 0, t }
    }

    /// A round has ended. Answers once the window is full, for each round anew.
    pub fn push(&mut self, round: Round) -> Option<SteadyVerdict> {
        let rounds = self.test.rounds() as usize;
        if self.window.len() >= rounds {
            self.window.pop_front();
        }
        self.window.push_back(round.value(self.tracked));
        self.seen += 1;
        (self.window.len() == rounds).then(|| self.judge())
    }

    fn judge(&self) -> SteadyVerdict {
        let n = self.window.len() as f64;
        let mean = self.window.iter().sum::<f64>() / n;
        let mut verdict = SteadyVerdict {
            steady: false,
            rounds_seen: self.seen,
            mean: mean.is_finite().then_some(mean),
            range_percent: None,
            excursion_percent: None,
            excursion_margin_percent: None,
            because: "a round of the window had no operations".into(),
        };
        if !(mean.is_finite() && mean > 0.0) {
            return verdict;
        }
        let high = self.window.iter().fold(f64::NEG_INFINITY, |a, &b| a.max(b));
        let low = self.window.iter().fold(f64::INFINITY, |a, &b| a.min(b));
        let line = Line::through(&self.window, mean);
        let percent = |value: f64| value / mean * 100.0;
        let (range, excursion) = (percent(high - low), percent(line.slope * (n - 1.0)));
        (verdict.range_percent, verdict.excursion_percent) = (Some(range), Some(excursion));
        let within = |value: f64, bound: f64| value <= bound * (1.0 + ROUNDING);
        let rounds = self.window.len();
        match self.test {
            SteadyTest::Snia { range_percent, slope_percent, .. } => {
                let (flat, level) = (within(range, range_percent), within(excursion.abs(), slope_percent));
                verdict.steady = flat && level;
                let sign = |ok: bool| if ok { "within" } else { "beyond" };
                verdict.because = format!(
                    "over {rounds} rounds the range is {range:.1} % of the mean, {} {range_percent} %, and the fitted line \
                     moves by {excursion:+.1} %, {} ±{slope_percent} %",
                    sign(flat),
                    sign(level)
                );
            }
            SteadyTest::Slope { percent: bound, confidence, .. } => {
                let margin = percent(self.t * line.slope_error * (n - 1.0));
                verdict.excursion_margin_percent = Some(margin);
                verdict.steady = within(excursion.abs() + margin, bound);
                let (share, sign) = (confidence * 100.0, if verdict.steady { "within" } else { "not within" });
                verdict.because = format!(
                    "over {rounds} rounds the fitted line moves by {excursion:+.1} ± {margin:.1} % of the mean \
                     ({share} % confidence), {sign} ±{bound} %"
                );
            }
        }
        verdict
    }
}

/// The least-squares line through equally spaced values.
struct Line {
    /// Per round.
    slope: f64,
    /// Its standard error; 0 where the values lie on the line.
    slope_error: f64,
}

impl Line {
    fn through(values: &VecDeque<f64>, mean: f64) -> Line {
        let n = values.len() as f64;
        let middle = (n - 1.0) / 2.0;
        let points = || values.iter().enumerate().map(|(i, &y)| (i as f64 - middle, y - mean));
        let spread: f64 = points().map(|(x, _)| x * x).sum();
        let slope = points().map(|(x, y)| x * y).sum::<f64>() / spread;
        let rest: f64 = points().map(|(x, y)| (y - slope * x).powi(2)).sum();
        Line { slope, slope_error: (rest / (n - 2.0).max(1.0) / spread).sqrt() }
    }
}
