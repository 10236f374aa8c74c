//! Objectives: what the load line must still meet, such as `p99(response_time) <= 1ms`, alone or several at once.
//!
//! One objective is one of
//!
//! * `STATISTIC [ ( METRIC [ , KIND ] ) ] <= TIME`, with STATISTIC `mean` or `pNN[.N…]`;
//! * `max [ ( METRIC [ , KIND ] ) ] over TIME <= TIME`: a maximum grows with the time that it is looked for, so it has a
//!   period, and is met when at most one period in ten goes beyond;
//! * `errors [ ( KIND ) ] <= PERCENT`: operations that failed, of all that were judged;
//! * `achieved >= PERCENT`: completed without error, of what was offered.
//!
//! METRIC is `response_time` (the default) or `completion_latency`, KIND `all` (the default), `read`, `write` or `flush`.
//! Several are joined by ` and `: all of them must hold. `p99 <= 1ms` is short for `p99(response_time, all) <= 1ms`, and
//! `p99(sync) <= 10ms` for `p99(completion_latency, flush) <= 10ms`: the latency of a sync is that of its call, as databases
//! tell it. What is printed is canonical and reads back the same.

use std::fmt;
use std::str::FromStr;

use plimsoll_base::{Nanos, OpKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Most objectives at once: the series that decisions read has room for so many.
pub const MAX_OBJECTIVES: usize = 4;
/// Names of the kind `flush`; the first is canonical.
const FLUSHES: [&str; 5] = ["flush", "sync", "syncs", "fsync", "fdatasync"];
/// Shortest period of a maximum: below it a percentile does the same, and ticks are too coarse.
const MIN_PERIOD: Nanos = Nanos::from_millis(100);

/// The bounded statistic of a span.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum Statistic {
    /// The arithmetic mean.
    Mean,
    /// The value that this share of operations does not exceed, in percent (0 < p < 100).
    Percentile(f64),
    /// The largest of each period of this length.
    Max(Nanos),
}

/// The span of an operation that is bounded (measurement.md, section 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// completed − intended: what a user would feel.
    ResponseTime,
    /// completed − submitted: the target, its queues included.
    CompletionLatency,
}

/// A bounded span of operations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Latency {
    /// Mean or percentile.
    pub statistic: Statistic,
    /// The span.
    pub metric: Metric,
    /// The bounded kind; none means all.
    pub kind: Option<OpKind>,
    /// The bound itself, which is still met.
    pub bound: Nanos,
}

/// One parsed objective. As a document it is its text.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Objective {
    /// A span stays within a bound.
    Latency(Latency),
    /// At most so many operations fail.
    Errors {
        /// Which operations; none means all.
        kind: Option<OpKind>,
        /// The largest share, percent (0 < p < 100).
        percent: f64,
    },
    /// At least so much of what is offered is completed without error.
    Achieved {
        /// The least share, percent (0 < p < 100).
        percent: f64,
    },
}

/// Objectives that must all hold: one to [`MAX_OBJECTIVES`]. As a document they are their text, joined by ` and `.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Objectives(Vec<Objective>);

impl Objectives {
    /// One that every operation meets, so that only the question remains whether the target keeps up.
    pub fn anything() -> Objectives {
        Objectives(vec![Objective::Latency(Latency {
            statistic: Statistic::Percentile(50.0),
            metric: Metric::ResponseTime,
            kind: None,
            bound: Nanos::MAX,
        })])
    }

    /// All of them, in the order given.
    pub fn all(&self) -> &[Objective] {
        &self.0
    }

    /// The number of different statistics. Levels of one statistic share a decision, that of the strictest one that is
    /// not met.
    pub fn statistics(&self) -> usize {
        (0..self.0.len()).filter(|level| self.stricter(*level).next().is_none()).count()
    }

    /// The levels of the same statistic that ask more than the one at `level`. No two are equal.
    pub(crate) fn stricter(&self, level: usize) -> impl Iterator<Item = usize> + '_ {
        let loose = &self.0[level];
        let others = self.0.iter().enumerate();
        let stricter = others.filter(move |(other, objective)| *other != level && objective.implies(loose));
        stricter.map(|(other, _)| other)
    }

    /// The tightest bound on a span; none when no span is bounded.
    pub fn tightest_bound(&self) -> Option<Nanos> {
        self.0.iter().filter_map(Objective::bound).min()
    }

    /// The longest period of a maximum; none without one.
    pub fn longest_period(&self) -> Option<Nanos> {
        let period = |objective: &Objective| match objective {
            Objective::Latency(Latency { statistic: Statistic::Max(period), .. }) => Some(*period),
            _ => None,
        };
        self.0.iter().filter_map(period).max()
    }

    /// Whether any of them is on this kind of operation alone.
    pub fn speak_of(&self, wanted: OpKind) -> bool {
        self.0.iter().any(|objective| match objective {
            Objective::Latency(Latency { kind, .. }) | Objective::Errors { kind, .. } => *kind == Some(wanted),
            Objective::Achieved { .. } => false,
        })
    }

    /// Whether failed operations are bounded by an objective of their own.
    pub fn bounds_errors(&self) -> bool {
        self.0.iter().any(|objective| matches!(objective, Objective::Errors { .. }))
    }
}

impl From<Objective> for Objectives {
    fn from(objective: Objective) -> Objectives {
        Objectives(vec![objective])
    }
}

macro_rules! is_its_text {
    ($type:ident, $example:literal) => {
        impl JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({"type": "string", "description": concat!("such as '", $example, "'")})
            }
        }

        impl From<$type> for String {
            fn from(objective: $type) -> String {
                objective.to_string()
            }
        }

        impl TryFrom<String> for $type {
            type Error = ObjectiveError;
            fn try_from(text: String) -> Result<$type, ObjectiveError> {
                text.parse()
            }
        }
    };
}
is_its_text!(Objective, "p99(response_time, all) <= 1ms");
is_its_text!(Objectives, "mean(response_time, all) <= 1ms and p99(response_time, all) <= 3ms");

impl Objective {
    /// The share of operations that may lie above the bound; none for anything but a percentile.
    pub fn allowed_share(&self) -> Option<f64> {
        match self {
            Objective::Latency(Latency { statistic: Statistic::Percentile(p), .. }) => Some((100.0 - p) / 100.0),
            _ => None,
        }
    }

    /// Whether every system that meets this one meets `other`, a looser level of the same statistic.
    pub(crate) fn implies(&self, other: &Objective) -> bool {
        match (self, other) {
            (Objective::Latency(this), Objective::Latency(other)) => {
                let same = |latency: &Latency| (latency.statistic, latency.metric, latency.kind);
                same(this) == same(other) && this.bound <= other.bound
            }
            (Objective::Errors { kind, percent }, Objective::Errors { kind: of, percent: bound }) => {
                kind == of && percent <= bound
            }
            (Objective::Achieved { percent }, Objective::Achieved { percent: bound }) => percent >= bound,
            _ => false,
        }
    }

    /// The bound of a span.
    pub fn bound(&self) -> Option<Nanos> {
        match self {
            Objective::Latency(latency) => Some(latency.bound),
            _ => None,
        }
    }
}

/// The parts of an objective, for readers without its grammar. Spans in nanoseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Term {
    /// Its canonical text.
    pub text: String,
    /// What it bounds: `latency`, `errors` or `achieved`.
    pub of: &'static str,
    /// `mean`, `p99.9`, `max`; of a latency alone.
    pub statistic: Option<String>,
    /// `response_time` or `completion_latency`; of a latency alone.
    pub metric: Option<&'static str>,
    /// `all`, `read`, `write` or `flush`; none of what is achieved.
    pub kind: Option<&'static str>,
    /// The period of a maximum.
    pub period_ns: Option<u64>,
    /// The bound of a latency.
    pub bound_ns: Option<u64>,
    /// The bound of a share, percent.
    pub percent: Option<f64>,
}

impl Objective {
    /// The parts of the objective.
    pub fn term(&self) -> Term {
        let empty = Term {
            text: self.to_string(),
            of: "latency",
            statistic: None,
            metric: None,
            kind: None,
            period_ns: None,
            bound_ns: None,
            percent: None,
        };
        let name = |kind: &Option<OpKind>| Some(kind.map_or("all", OpKind::name));
        match self {
            Objective::Latency(Latency { statistic, metric, kind, bound }) => Term {
                statistic: Some(statistic.to_string()),
                metric: Some(metric.name()),
                kind: name(kind),
                period_ns: match statistic {
                    Statistic::Max(period) => Some(period.0),
                    _ => None,
                },
                bound_ns: Some(bound.0),
                ..empty
            },
            Objective::Errors { kind, percent } => {
                Term { of: "errors", kind: name(kind), percent: Some(*percent), ..empty }
            }
            Objective::Achieved { percent } => Term { of: "achieved", percent: Some(*percent), ..empty },
        }
    }
}

impl Metric {
    /// As it is written in an objective.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::ResponseTime => "response_time",
            Metric::CompletionLatency => "completion_latency",
        }
    }
}

impl fmt::Display for Statistic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Statistic::Mean => f.write_str("mean"),
            Statistic::Percentile(p) => write!(f, "p{p}"),
            Statistic::Max(_) => f.write_str("max"),
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |kind: &Option<OpKind>| kind.map_or("all", OpKind::name);
        let Latency { statistic, metric, kind, bound } = match self {
            Objective::Latency(latency) => latency,
            Objective::Errors { kind, percent } => return write!(f, "errors({}) <= {percent}%", name(kind)),
            Objective::Achieved { percent } => return write!(f, "achieved >= {percent}%"),
        };
        write!(f, "{statistic}({}, {})", metric.name(), name(kind))?;
        if let Statistic::Max(period) = statistic {
            write!(f, " over {period}")?;
        }
        write!(f, " <= {bound}")
    }
}

impl fmt::Display for Objectives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, objective) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(" and ")?;
            }
            write!(f, "{objective}")?;
        }
        Ok(())
    }
}

/// Why an objective could not be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "cannot read the objective '{text}': {why}. Write it as 'p99 <= 1ms', 'mean(completion_latency) <= 5ms', \
     'max(response_time, read) over 60s <= 50ms', 'errors <= 0.1%' or 'achieved >= 99%'; several joined by ' and '"
)]
pub struct ObjectiveError {
    /// The typed text.
    pub text: String,
    /// The error in it.
    pub why: String,
}

impl FromStr for Objective {
    type Err = ObjectiveError;
    fn from_str(text: &str) -> Result<Objective, ObjectiveError> {
        parse(text).map_err(|why| ObjectiveError { text: text.into(), why })
    }
}

impl FromStr for Objectives {
    type Err = ObjectiveError;
    fn from_str(text: &str) -> Result<Objectives, ObjectiveError> {
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let all = words.split(" and ").map(str::parse).collect::<Result<Vec<Objective>, _>>()?;
        let wrong = |why: String| Err(ObjectiveError { text: text.into(), why });
        if all.len() > MAX_OBJECTIVES {
            return wrong(format!("{} at once are more than {MAX_OBJECTIVES}", all.len()));
        }
        if let Some(twice) = all.iter().enumerate().find(|(i, one)| all[..*i].contains(one)) {
            return wrong(format!("'{}' is given twice", twice.1));
        }
        Ok(Objectives(all))
    }
}

fn parse(text: &str) -> Result<Objective, String> {
    let (left, right, at_least) = match (text.split_once("<="), text.split_once(">=")) {
        (Some((left, right)), None) => (left, right, false),
        (None, Some((left, right))) => (left, right, true),
        (Some(_), Some(_)) => return Err("it has two bounds".into()),
        (None, None) => return Err("it has no '<=' (nor '>=', of achieved)".into()),
    };
    let (left, period) = match left.split_once(" over ") {
        None => (left.trim(), None),
        Some((left, period)) => (left.trim(), Some(period.trim().parse::<Nanos>().map_err(|e| format!("{e}"))?)),
    };
    let (name, arguments) = match left.split_once('(') {
        None => (left, ""),
        Some((name, rest)) => (name.trim(), rest.strip_suffix(')').ok_or("')' is missing")?),
    };
    let arguments: Vec<&str> = arguments.split(',').map(str::trim).filter(|a| !a.is_empty()).collect();
    if at_least != (name == "achieved") {
        return Err("'>=' belongs to achieved, '<=' to everything else".into());
    }
    if period.is_some() && name != "max" {
        return Err(format!("'over' belongs to max: {name} has no period"));
    }
    match name {
        "achieved" => match arguments.first() {
            Some(extra) => Err(format!("achieved speaks of all operations: '{extra}' is one argument too many")),
            None => Ok(Objective::Achieved { percent: parse_percent(right)? }),
        },
        "errors" => match arguments[..] {
            [] => Ok(Objective::Errors { kind: None, percent: parse_percent(right)? }),
            [kind] => Ok(Objective::Errors { kind: parse_kind(kind)?, percent: parse_percent(right)? }),
            [_, extra, ..] => Err(format!("'{extra}' is one argument too many")),
        },
        _ => parse_latency(parse_statistic(name, period)?, &arguments, right).map(Objective::Latency),
    }
}

fn parse_latency(statistic: Statistic, arguments: &[&str], bound: &str) -> Result<Latency, String> {
    let bound: Nanos = bound.trim().parse().map_err(|e| format!("{e}"))?;
    if bound == Nanos::ZERO {
        return Err("a bound of zero is met by nothing".into());
    }
    let of_flushes = arguments.last().is_some_and(|last| FLUSHES.contains(last));
    let metric = match arguments.first() {
        Some(_) if of_flushes && arguments.len() == 1 => Metric::CompletionLatency,
        None | Some(&"response_time") => Metric::ResponseTime,
        Some(&"completion_latency") => Metric::CompletionLatency,
        Some(other) => return Err(format!("unknown metric '{other}' (known: response_time, completion_latency)")),
    };
    let kind =
        if of_flushes { Some(OpKind::Flush) } else { arguments.get(1).map_or(Ok(None), |kind| parse_kind(kind))? };
    match arguments.get(2) {
        Some(extra) => Err(format!("'{extra}' is one argument too many")),
        None => Ok(Latency { statistic, metric, kind, bound }),
    }
}

fn parse_kind(text: &str) -> Result<Option<OpKind>, String> {
    match text {
        "all" => Ok(None),
        "read" => Ok(Some(OpKind::Read)),
        "write" => Ok(Some(OpKind::Write)),
        flush if FLUSHES.contains(&flush) => Ok(Some(OpKind::Flush)),
        other => Err(format!("unknown kind '{other}' (known: all, read, write, sync)")),
    }
}

fn parse_percent(text: &str) -> Result<f64, String> {
    let text = text.trim();
    let number = text.strip_suffix('%').map(str::trim_end).and_then(|n| n.parse::<f64>().ok());
    match number {
        // A share of nothing or of all cannot be shown by any sample.
        Some(percent) if percent > 0.0 && percent < 100.0 => Ok(percent),
        Some(_) => Err(format!("'{text}' is not between 0% and 100%, both excluded: no sample can show it")),
        None => Err(format!("'{text}' is no percentage, such as 0.1%")),
    }
}

fn parse_statistic(text: &str, period: Option<Nanos>) -> Result<Statistic, String> {
    match (text, period) {
        ("mean", _) => return Ok(Statistic::Mean),
        ("max", None) => return Err("a maximum needs a period: max over 60s <= 50ms".into()),
        ("max", Some(period)) if period < MIN_PERIOD => {
            return Err(format!("a period of {period} is shorter than {MIN_PERIOD}: bound a percentile instead"));
        }
        ("max", Some(period)) => return Ok(Statistic::Max(period)),
        _ => {}
    }
    let number = text.strip_prefix('p').and_then(|n| n.parse::<f64>().ok());
    match number {
        Some(p) if p > 0.0 && p < 100.0 => Ok(Statistic::Percentile(p)),
        Some(_) => Err(format!("'{text}' is not between p0 and p100, both excluded")),
        None => {
            Err(format!("unknown statistic '{text}' (known: mean, p50, p95, p99, p99.9, …, max, errors, achieved)"))
        }
    }
}

#[cfg(test)]
mod tests {
    use plimsoll_base::random::{Random, stream, unit};

    use super::*;

    #[test]
    fn the_short_form_means_response_time_of_all() {
        let short: Objective = "p99 <= 1ms".parse().unwrap();
        assert_eq!(short, "p99(response_time, all)<=1000us".parse().unwrap());
        assert_eq!(short.to_string(), "p99(response_time, all) <= 1ms");
        assert!((short.allowed_share().unwrap() - 0.01).abs() < 1e-12);
        let several: Objectives =
            "mean<=1ms  and\tmax over 60s <= 50ms and errors <= 0.1 % and achieved>=99%".parse().unwrap();
        assert_eq!(
            several.to_string(),
            "mean(response_time, all) <= 1ms and max(response_time, all) over 60s <= 50ms and errors(all) <= 0.1% and achieved >= 99%"
                .replace("60s", &Nanos::from_secs(60).to_string())
        );
    }

    #[test]
    fn a_sync_has_the_latency_of_its_call_unless_another_is_named() {
        for (text, canonical) in [
            ("p99(sync) <= 10ms", "p99(completion_latency, flush) <= 10ms"),
            ("p99.9( fdatasync )<=9ms", "p99.9(completion_latency, flush) <= 9ms"),
            ("mean(response_time, fsync) <= 5ms", "mean(response_time, flush) <= 5ms"),
            ("max(sync) over 1s <= 50ms", "max(completion_latency, flush) over 1s <= 50ms"),
            ("errors(syncs) <= 1%", "errors(flush) <= 1%"),
        ] {
            let read: Objectives = text.parse().unwrap();
            assert_eq!(read.to_string(), canonical);
            assert!(read.speak_of(OpKind::Flush) && !read.speak_of(OpKind::Write));
        }
    }

    #[test]
    fn a_statistic_is_counted_once_however_many_levels_it_has() {
        for (objectives, statistics, stricter) in [
            ("mean <= 1ms and mean <= 2ms", 1, vec![vec![], vec![0]]),
            ("p99 <= 8ms and p99 <= 3ms and mean <= 1ms", 2, vec![vec![1], vec![], vec![]]),
            ("p99 <= 8ms and p95 <= 8ms", 2, vec![vec![], vec![]]),
            ("p99 <= 8ms and p99(completion_latency) <= 8ms and p99(response_time, read) <= 8ms", 3, vec![vec![]; 3]),
            ("errors <= 1% and errors <= 0.1% and errors(read) <= 1%", 2, vec![vec![1], vec![], vec![]]),
            ("achieved >= 95% and achieved >= 99%", 1, vec![vec![1], vec![]]),
            ("max over 1s <= 8ms and max over 2s <= 8ms", 2, vec![vec![], vec![]]),
        ] {
            let read: Objectives = objectives.parse().unwrap();
            assert_eq!(read.statistics(), statistics, "{objectives}");
            for (level, expected) in stricter.iter().enumerate() {
                assert_eq!(read.stricter(level).collect::<Vec<_>>(), *expected, "{objectives}, {level}");
            }
        }
    }

    fn any(random: &mut Random) -> Objective {
        let mut one_of = |n: usize| (unit(random) * n as f64) as usize;
        let kind = [None, Some(OpKind::Read), Some(OpKind::Write), Some(OpKind::Flush)][one_of(4)];
        let percent = (1 + one_of(99_998)) as f64 / 1000.0;
        let (metric, bound) = (
            [Metric::ResponseTime, Metric::CompletionLatency][one_of(2)],
            Nanos((1 + one_of(9_999_999)) as u64 * 10_u64.pow(one_of(6) as u32)),
        );
        let statistic = match one_of(5) {
            0 => return Objective::Errors { kind, percent },
            1 => return Objective::Achieved { percent },
            2 => Statistic::Mean,
            3 => Statistic::Percentile(percent),
            _ => Statistic::Max(Nanos::from_millis(100 + one_of(1_000_000) as u64)),
        };
        Objective::Latency(Latency { statistic, metric, kind, bound })
    }

    #[test]
    fn whatever_is_printed_reads_back_the_same() {
        let mut random = stream(7, "objectives", 0);
        for _ in 0..5_000 {
            let mut all: Vec<Objective> = Vec::new();
            for _ in 0..=(unit(&mut random) * MAX_OBJECTIVES as f64) as usize {
                let one = any(&mut random);
                assert_eq!(one.to_string().parse(), Ok(one));
                if all.len() < MAX_OBJECTIVES && !all.contains(&one) {
                    all.push(one);
                }
            }
            let several = Objectives(all);
            let text = several.to_string();
            assert_eq!(text.parse(), Ok(several.clone()), "{text}");
            assert_eq!(serde_json::from_str::<Objectives>(&serde_json::to_string(&several).unwrap()).unwrap(), several);
        }
    }

    #[test]
    fn every_mistake_is_named() {
        for (text, part) in [
            ("p99 < 1ms", "no '<='"),
            ("p99 <= 1", "no unit"),
            ("p100 <= 1ms", "between"),
            ("worst <= 1ms", "unknown statistic"),
            ("p99(latency) <= 1ms", "unknown metric"),
            ("p99(response_time, trim) <= 1ms", "unknown kind"),
            ("p99(response_time <= 1ms", "')' is missing"),
            ("p99(sync, flush) <= 1ms", "unknown metric"),
            ("p99(response_time, sync, 3) <= 1ms", "too many"),
            ("p99 <= 0ms", "zero"),
            ("max <= 50ms", "needs a period"),
            ("max over 1ms <= 50ms", "shorter"),
            ("p99 over 60s <= 50ms", "has no period"),
            ("errors <= 1", "no percentage"),
            ("errors <= 0%", "between 0% and 100%"),
            ("errors(trim) <= 1%", "unknown kind"),
            ("achieved <= 99%", "belongs to achieved"),
            ("p99 >= 1ms", "belongs to achieved"),
            ("achieved(read) >= 99%", "too many"),
            ("mean <= 1ms and mean <= 1000us", "twice"),
            ("mean <= 1ms and", "not a time"),
            ("p1 <= 1ms and p2 <= 1ms and p3 <= 1ms and p4 <= 1ms and p5 <= 1ms", "more than 4"),
        ] {
            let error = text.parse::<Objectives>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
