//! Rules that both languages keep. Each has its one value here, or in a crate below; `make generate` writes them all into
//! `python/plimsoll/base/rules.py`, which is where Python has them from.

/// A rule as it crosses to Python.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its name in both languages, the unit last.
    pub name: &'static str,
    /// What it says.
    pub meaning: &'static str,
    /// Its value.
    pub value: RuleValue,
}

/// The value of a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RuleValue {
    /// A count, bytes or ns.
    Whole(u64),
    /// A share, or seconds.
    Real(f64),
}

macro_rules! value {
    (u64, $value:expr) => {
        RuleValue::Whole($value)
    };
    (f64, $value:expr) => {
        RuleValue::Real($value)
    };
}

/// From one list: the constants, and [`RULES`].
macro_rules! rules {
    ($($(#[doc = $line:literal])+ $name:ident: $kind:ident = $value:expr;)*) => {
        $($(#[doc = $line])+ pub const $name: $kind = $value;)*

        /// All of them.
        pub static RULES: &[Rule] =
            &[$(Rule { name: stringify!($name), meaning: concat!($($line),+), value: value!($kind, $value) },)*];
    };
}

rules! {
    /// A worker whose processor works for less than this share of the time is not held by it: what keeps the load back then
    /// is neither its processor nor what is asked of it.
    WORKER_IDLE_SHARE: f64 = 0.5;
    /// A closed load that has less than this share of what it asks for outstanding is held back by its client: the target
    /// has answered everything.
    FILLED_SHARE: f64 = 0.5;
    /// A schedule of which more than this share was not issued, beside chance, was not kept.
    NOT_ISSUED_SHARE: f64 = 0.01;
    /// An element whose busiest instance works for this share of the time, or more, has no capacity left.
    ELEMENT_FULL_SHARE: f64 = 0.95;
    /// Intervals of Measure, at least, where nobody says how long they are.
    INTERVALS_OF_MEASURE: u64 = 60;
    /// No interval is shorter.
    SHORTEST_INTERVAL_S: f64 = 0.1;
    /// No interval is longer.
    LONGEST_INTERVAL_S: f64 = 60.0;
    /// Clients that are told apart without being asked for.
    CLIENTS_TOLD_APART: u64 = 64;
    /// Most objectives at once.
    MOST_OBJECTIVES: u64 = plimsoll_measure::objective::MAX_OBJECTIVES as u64;
    /// Samples that must lie beyond a percentile before it is shown.
    SAMPLES_BEYOND_PERCENTILE: u64 = plimsoll_measure::histogram::BEYOND;
    /// The longest span that a histogram tells, and what a failed operation counts as.
    LONGEST_SPAN_NS: u64 = plimsoll_measure::histogram::LONGEST_NS;
    /// Autocorrelation times that a Run has to hold before an interval of its figures is believed.
    MEMORIES_RESOLVED: f64 = plimsoll_measure::decide::SPANS;
    /// Shares of a client for which none are given: VMware's "normal".
    NORMAL_SHARES: u64 = plimsoll_storage::elements::shares::NORMAL as u64;
    /// Most bytes of a document that people write.
    DOCUMENT_BYTES: u64 = 4 << 20;
    /// How long a pipe that is read as a document may bring nothing.
    PIPE_PATIENCE_S: f64 = 10.0;
}
