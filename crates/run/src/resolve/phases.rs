//! How long, and when Measure begins and ends.

use plimsoll_base::{Bytes, Nanos, OpKind};
use plimsoll_measure::objective::{Objective, Objectives};
use plimsoll_measure::steady::Tracked;
use plimsoll_workload::{Load, Profile, Workload};

use super::choice::parse_choice;
use crate::error::RunError;
use crate::request::ProbeRequest;
use crate::rules::{INTERVALS_OF_MEASURE, LONGEST_INTERVAL_S, SHORTEST_INTERVAL_S};
use crate::spec::{OnError, Phases, SteadyRule, StopRule};

const SHORTEST_INTERVAL: Nanos = Nanos((SHORTEST_INTERVAL_S * 1e9) as u64);
const LONGEST_INTERVAL: Nanos = Nanos((LONGEST_INTERVAL_S * 1e9) as u64);

/// Lengths of the phases.
///
/// The steps of a load set the length of Measure when no option does.
pub(crate) fn phases(typed: &ProbeRequest, load: &Load) -> Result<Phases, RunError> {
    let time = |flag: &str, text: &Option<String>, default: &str| -> Result<Nanos, RunError> {
        text.as_deref().unwrap_or(default).parse().map_err(|e| RunError::usage(format!("{flag}: {e}")))
    };
    let steady = steady(typed, load)?;
    let steps_last = match load {
        Load::Open { profile: Profile::Steps { steps }, .. } => {
            Some(steps.iter().fold(Nanos::ZERO, |sum, step| sum + step.for_ns))
        }
        _ => None,
    };
    if let (Some(last), Some(typed)) = (steps_last, &typed.measure_for) {
        // The offered rate is the mean over the steps: over another span it would be another.
        if time("--measure-for", &Some(typed.clone()), "5s")? != last {
            return Err(RunError::usage(format!(
                "--measure-for {typed} is not the length of the steps, {last}: leave it out, or change the steps"
            )));
        }
    }
    let measure_ns = match (steps_last, &typed.measure_for) {
        (Some(last), None) => last,
        _ => time("--measure-for", &typed.measure_for, "5s")?,
    };
    let phases = Phases {
        warmup_ns: match steady {
            None => time("--warmup-for", &typed.warmup_for, "1s")?,
            Some(_) => time("--steady-limit", &typed.steady_limit, "10m")?,
        },
        measure_ns,
        drain_limit_ns: time("--drain-limit", &typed.drain_limit, "5s")?,
        interval_ns: match &typed.interval {
            Some(_) => time("--interval", &typed.interval, "1s")?,
            None if typed.stop_when_decided => SHORTEST_INTERVAL,
            // Rounds of a steady-state test are intervals, and have to be long beside the target's memory.
            None if steady.is_some() => Nanos::from_secs(1),
            None => default_interval(measure_ns),
        },
        io_deadline_ns: time("--io-deadline", &typed.io_deadline, "2m")?,
        steady,
    };
    if phases.measure_ns < Nanos::from_millis(1) {
        return Err(RunError::usage(format!(
            "--measure-for {} is too short to measure anything: give at least 1ms",
            phases.measure_ns
        )));
    }
    if phases.interval_ns < SHORTEST_INTERVAL || phases.interval_ns > LONGEST_INTERVAL {
        return Err(RunError::usage(format!("--interval {} is not between 100ms and 60s", phases.interval_ns)));
    }
    if phases.io_deadline_ns < Nanos::from_millis(100) {
        return Err(RunError::usage(format!(
            "--io-deadline {} is too short: an operation that takes that long has not hung. Give at least 100ms",
            phases.io_deadline_ns
        )));
    }
    const YEAR: Nanos = Nanos::from_secs(366 * 86_400);
    if [phases.warmup_ns, phases.measure_ns, phases.drain_limit_ns, phases.io_deadline_ns].iter().any(|t| *t > YEAR) {
        return Err(RunError::usage("a phase cannot be longer than a year: check the unit of the time"));
    }
    Ok(phases)
}

/// The longest round length of those that split Measure into at least sixty intervals, 1 s at most and 100 ms at least: an outage
/// of 3 s then shows in a Run of a minute, and one of 300 ms in a Run of a few seconds.
fn default_interval(measure: Nanos) -> Nanos {
    const LENGTHS_MS: [u64; 4] = [1_000, 500, 250, 200];
    let lengths = LENGTHS_MS.map(Nanos::from_millis);
    lengths.into_iter().find(|length| length.0 * INTERVALS_OF_MEASURE <= measure.0).unwrap_or(SHORTEST_INTERVAL)
}

fn steady(typed: &ProbeRequest, load: &Load) -> Result<Option<SteadyRule>, RunError> {
    let Some(test) = &typed.steady else {
        return match (&typed.steady_of, &typed.steady_limit) {
            (None, None) => Ok(None),
            _ => {
                Err(RunError::usage("--steady-of and --steady-limit belong to a steady-state test: give --steady too"))
            }
        };
    };
    if typed.warmup_for.is_some() {
        return Err(RunError::usage(
            "with --steady, Warmup lasts until the target is steady: give --steady-limit, not --warmup-for",
        ));
    }
    if !load.steady() {
        return Err(RunError::usage("a load that changes is never steady: leave out --steady, or give one rate"));
    }
    Ok(Some(SteadyRule {
        test: test.parse().map_err(|e| RunError::usage(format!("--steady: {e}")))?,
        tracked: parse_choice("--steady-of", typed.steady_of.as_deref().unwrap_or("rate"), &Tracked::ALL)?,
    }))
}

/// Bytes after which a worker ends, if it does.
pub(crate) fn bytes_each(typed: &ProbeRequest) -> Result<Option<Bytes>, RunError> {
    let Some(text) = &typed.bytes_each else { return Ok(None) };
    if typed.segment.is_some() || typed.stop_when_decided || typed.steady.is_some() {
        return Err(RunError::usage(
            "a number of bytes ends a Run of one machine, with a Warmup of fixed length and without a stop rule: give a time \
             instead",
        ));
    }
    match text.to_string().parse::<Bytes>() {
        Ok(Bytes(0)) => Err(RunError::usage("a Run of 0 bytes measures nothing: give more, or a time")),
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) => Err(RunError::usage(format!("bytes_each: {error}"))),
    }
}

/// When Measure ends.
pub(crate) fn stop(
    typed: &ProbeRequest,
    load: &Load,
    workloads: &[&Workload],
    measure: Nanos,
    on_error: OnError,
) -> Result<StopRule, RunError> {
    let objective: Option<Objectives> = typed
        .objective
        .as_deref()
        .map(str::parse)
        .transpose()
        .map_err(|e| RunError::usage(format!("--objective: {e}")))?;
    if objective.is_some() && !load.steady() {
        return Err(RunError::usage(
            "an objective is judged at one offered rate; a ramp or steps show where to look, no more. Leave out --objective",
        ));
    }
    if let Some(objectives) = objective.as_ref().filter(|_| load.offered_rate_per_s().is_none()) {
        if objectives.all().iter().any(|one| matches!(one, Objective::Achieved { .. })) {
            return Err(RunError::usage("an objective on achieved is judged at an offered rate: give --rate too"));
        }
    }
    let of_syncs = objective.as_ref().is_some_and(|objectives| objectives.speak_of(OpKind::Flush));
    if of_syncs && workloads.iter().all(|workload| workload.sync.is_none()) {
        return Err(RunError::usage(if workloads.iter().any(|workload| workload.durable_writes) {
            "the objective is on syncs, and with dsync each write is its own: bound p99(completion_latency, write)"
        } else {
            "the objective is on syncs, and this workload has none: give --sync fdatasync or --sync fsync"
        }));
    }
    if let (Some(objectives), true) = (&objective, on_error != OnError::Count) {
        if objectives.bounds_errors() {
            return Err(RunError::usage(
                "an objective on errors needs a Run that goes on after one: give --on-error count",
            ));
        }
    }
    if let Some(period) = objective.as_ref().and_then(Objectives::longest_period).filter(|period| *period > measure) {
        return Err(RunError::usage(format!(
            "--measure-for {measure} is shorter than one period of {period}: measure for longer; a verdict takes \
             about ten periods"
        )));
    }
    let confidence = typed.confidence.unwrap_or(0.95);
    if !(0.5..1.0).contains(&confidence) {
        return Err(RunError::usage(format!("a confidence of {confidence} is not between 0.5 and 1")));
    }
    match (typed.stop_when_decided, objective) {
        (false, objective) => Ok(StopRule::Fixed { objective, confidence }),
        (true, None) => Err(RunError::usage("stopping when decided needs an objective: give --objective 'p99 <= 1ms'")),
        (true, Some(_)) if typed.rate.is_none() => {
            Err(RunError::usage("an objective is decided at an offered rate: give --rate"))
        }
        (true, Some(objective)) => {
            Ok(StopRule::Decided { objective, confidence, max_operations: typed.max_operations.unwrap_or(5_000_000) })
        }
    }
}

/// Each host would find its own moment: there is no common one.
pub(crate) fn not_steady() -> RunError {
    RunError::usage("hosts do not wait for steady state together: leave --steady out, and give --warmup-for")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measure_has_sixty_intervals_of_a_second_at_most_as_far_as_the_shortest_allows() {
        for milliseconds in [1_u64, 100, 5_000, 6_000, 10_000, 12_000, 59_999, 60_000, 61_000, 3_600_000, 86_400_000] {
            let measure = Nanos::from_millis(milliseconds);
            let interval = default_interval(measure);
            assert!(interval <= Nanos::from_secs(1), "{measure}: {interval}");
            assert!(interval == SHORTEST_INTERVAL || interval.0 * 60 <= measure.0, "{measure}: {interval}");
            assert!(interval >= SHORTEST_INTERVAL, "{measure}: {interval}");
        }
        assert_eq!(default_interval(Nanos::from_secs(60)), Nanos::from_secs(1));
        assert_eq!(default_interval(Nanos::from_secs(15)), Nanos::from_millis(250));
    }
}
