//! An objective: what the load line must still meet, such as `p99(response_time) <= 1ms`.
//!
//! Grammar: `STATISTIC [ ( METRIC [ , KIND ] ) ] <= TIME`, with STATISTIC `mean` or `pNN[.N…]`, METRIC `response_time`
//! (the default) or `completion_latency`, KIND `all` (the default), `read` or `write`. `p99 <= 1ms` is short for
//! `p99(response_time, all) <= 1ms`.

use std::fmt;
use std::str::FromStr;

use plimsoll_base::{Nanos, OpKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is bounded.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum Statistic {
    /// The arithmetic mean.
    Mean,
    /// The value that this share of operations does not exceed, in percent (0 < p < 100).
    Percentile(f64),
}

/// The span of an operation that is bounded (measurement.md, section 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// completed − intended: what a user would feel.
    ResponseTime,
    /// completed − submitted: the target, its queues included.
    CompletionLatency,
}

/// A parsed objective. As a document it is its text.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Objective {
    /// What is bounded.
    pub statistic: Statistic,
    /// Of which span.
    pub metric: Metric,
    /// Of which operations; none means all.
    pub kind: Option<OpKind>,
    /// The bound itself, which is still met.
    pub bound: Nanos,
}

impl JsonSchema for Objective {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Objective".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "description": "such as 'p99(response_time, all) <= 1ms'"})
    }
}

impl Objective {
    /// The share of operations that may lie above the bound; none for a mean.
    pub fn allowed_share(&self) -> Option<f64> {
        match self.statistic {
            Statistic::Mean => None,
            Statistic::Percentile(p) => Some((100.0 - p) / 100.0),
        }
    }
}

impl fmt::Display for Statistic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Statistic::Mean => f.write_str("mean"),
            Statistic::Percentile(p) => write!(f, "p{p}"),
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let metric = match self.metric {
            Metric::ResponseTime => "response_time",
            Metric::CompletionLatency => "completion_latency",
        };
        let kind = self.kind.map_or("all", OpKind::name);
        write!(f, "{}({metric}, {kind}) <= {}", self.statistic, self.bound)
    }
}

impl From<Objective> for String {
    fn from(objective: Objective) -> String {
        objective.to_string()
    }
}

impl TryFrom<String> for Objective {
    type Error = ObjectiveError;
    fn try_from(text: String) -> Result<Objective, ObjectiveError> {
        text.parse()
    }
}

/// Why an objective could not be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "cannot read the objective '{text}': {why}. Write it as 'p99 <= 1ms', 'mean(completion_latency) <= 5ms' or 'p99.9(response_time, read) <= 10ms'"
)]
pub struct ObjectiveError {
    /// What was typed.
    pub text: String,
    /// What is wrong with it.
    pub why: String,
}

impl FromStr for Objective {
    type Err = ObjectiveError;
    fn from_str(text: &str) -> Result<Objective, ObjectiveError> {
        parse(text).map_err(|why| ObjectiveError { text: text.into(), why })
    }
}

fn parse(text: &str) -> Result<Objective, String> {
    let (left, right) = text.split_once("<=").ok_or("it has no '<='")?;
    let left = left.trim();
    let (statistic, arguments) = match left.split_once('(') {
        None => (left, ""),
        Some((statistic, rest)) => (statistic.trim(), rest.strip_suffix(')').ok_or("')' is missing")?),
    };
    let mut objective = Objective {
        statistic: parse_statistic(statistic)?,
        metric: Metric::ResponseTime,
        kind: None,
        bound: right.trim().parse().map_err(|e| format!("{e}"))?,
    };
    if objective.bound == Nanos::ZERO {
        return Err("a bound of zero is met by nothing".into());
    }
    let mut arguments = arguments.split(',').map(str::trim).filter(|a| !a.is_empty());
    if let Some(metric) = arguments.next() {
        objective.metric = match metric {
            "response_time" => Metric::ResponseTime,
            "completion_latency" => Metric::CompletionLatency,
            other => return Err(format!("unknown metric '{other}' (known: response_time, completion_latency)")),
        };
    }
    if let Some(kind) = arguments.next() {
        objective.kind = match kind {
            "all" => None,
            "read" => Some(OpKind::Read),
            "write" => Some(OpKind::Write),
            other => return Err(format!("unknown kind '{other}' (known: all, read, write)")),
        };
    }
    match arguments.next() {
        Some(extra) => Err(format!("'{extra}' is one argument too many")),
        None => Ok(objective),
    }
}

fn parse_statistic(text: &str) -> Result<Statistic, String> {
    if text == "mean" {
        return Ok(Statistic::Mean);
    }
    let number = text.strip_prefix('p').and_then(|n| n.parse::<f64>().ok());
    match number {
        Some(p) if p > 0.0 && p < 100.0 => Ok(Statistic::Percentile(p)),
        Some(_) => Err(format!("'{text}' is not between p0 and p100, both excluded")),
        None => Err(format!("unknown statistic '{text}' (known: mean, p50, p95, p99, p99.9, …)")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_form_means_response_time_of_all() {
        let short: Objective = "p99 <= 1ms".parse().unwrap();
        assert_eq!(short, "p99(response_time, all)<=1000us".parse().unwrap());
        assert_eq!(short.to_string(), "p99(response_time, all) <= 1ms");
        assert!((short.allowed_share().unwrap() - 0.01).abs() < 1e-12);
    }

    #[test]
    fn what_is_printed_reads_back_the_same() {
        for text in ["mean <= 5ms", "p99.9(completion_latency, read) <= 250us", "p50(response_time, write) <= 2s"] {
            let objective: Objective = text.parse().unwrap();
            assert_eq!(objective.to_string().parse(), Ok(objective));
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
            ("p99 <= 0ms", "zero"),
        ] {
            let error = text.parse::<Objective>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
