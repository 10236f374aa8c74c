//! Closed loops on several volumes at once, and laws that hold for any stationary run.
#![allow(dead_code, missing_docs, unreachable_pub)]

use plimsoll_base::{Nanos, Op};
use plimsoll_storage::{ElementFigures, FinishedOp, Stack, StackSpec, VolumeId};

/// Operations that a volume has outstanding at all times.
#[derive(Clone, Copy, Debug)]
pub struct Loop {
    pub volume: u32,
    pub outstanding: u64,
    pub op: Op,
}

/// Figures by loop.
#[derive(Debug)]
pub struct Observation {
    /// Operations per second.
    pub rates: Vec<f64>,
    /// Mean response time in seconds.
    pub means_s: Vec<f64>,
    /// Operations that failed in the measured time.
    pub errors: u64,
    pub figures: Vec<ElementFigures>,
}

impl Observation {
    pub fn rate(&self) -> f64 {
        self.rates.iter().sum()
    }
    pub fn mean_s(&self) -> f64 {
        self.rates.iter().zip(&self.means_s).map(|(rate, mean)| rate * mean).sum::<f64>() / self.rate()
    }
    pub fn of(&self, element: &str) -> &ElementFigures {
        self.figures.iter().find(|f| f.name == element).unwrap_or_else(|| panic!("no element {element}"))
    }
}

/// Drives the loops; measured from `from` to `until`, the end included. Operations of a loop differ in their id only.
pub fn closed(spec: &StackSpec, loops: &[Loop], from: Nanos, until: Nanos) -> Observation {
    let mut stack = Stack::new(spec, 7);
    drive(&mut stack, loops, from, until)
}

pub fn drive(stack: &mut Stack, loops: &[Loop], from: Nanos, until: Nanos) -> Observation {
    let mut begun: Vec<Vec<Nanos>> = loops.iter().map(|l| vec![Nanos::ZERO; l.outstanding as usize]).collect();
    let (mut counts, mut sums) = (vec![0_u64; loops.len()], vec![0_u128; loops.len()]);
    let (mut finished, mut restarted, mut errors): (Vec<FinishedOp>, _, _) = (Vec::new(), false, 0);
    for (index, of) in loops.iter().enumerate() {
        for id in 0..of.outstanding {
            stack.submit(Nanos::ZERO, VolumeId(of.volume), (index as u64) << 32 | id, of.op);
        }
    }
    while let Some(now) = stack.next_event().filter(|at| *at <= until) {
        if now > from && !restarted {
            stack.advance(from, &mut finished);
            stack.restart_figures();
            restarted = true;
        }
        stack.advance(now, &mut finished);
        for end in finished.drain(..) {
            let (index, id) = ((end.id >> 32) as usize, (end.id & 0xffff_ffff) as usize);
            if end.at > from {
                counts[index] += 1;
                sums[index] += u128::from((end.at - begun[index][id]).0);
                errors += u64::from(end.result.is_err());
            }
            begun[index][id] = now;
            stack.submit(now, VolumeId(loops[index].volume), end.id, loops[index].op);
        }
    }
    stack.advance(until, &mut finished);
    let seconds = (until - from).as_secs_f64();
    Observation {
        rates: counts.iter().map(|n| *n as f64 / seconds).collect(),
        means_s: sums.iter().zip(&counts).map(|(sum, n)| *sum as f64 / (*n).max(1) as f64 / 1e9).collect(),
        errors,
        figures: stack.element_figures(),
    }
}

/// Little's law at each element: what is in it is rate times stay. The stays of what is inside at the two ends of the
/// measured time are counted only in part: of `most` at once, 2 · most in all departures.
pub fn little(seen: &Observation) {
    for of in &seen.figures {
        if of.departures == 0 {
            continue;
        }
        let rate = of.departures as f64 / of.elapsed_ns.as_secs_f64();
        let stay_s = (of.mean_wait_ns.unwrap() + of.mean_service_ns.unwrap() + of.mean_behind_ns.unwrap()) / 1e9;
        let most = f64::from(of.max_queue) * f64::from(of.instances);
        let tolerance = 0.001 + 2.0 * most / of.departures as f64;
        let queue = rate * stay_s;
        assert!(
            (of.mean_queue - queue).abs() <= tolerance * of.mean_queue.max(1e-3),
            "{}: {} in it, {queue} by Little's law",
            of.name,
            of.mean_queue
        );
        assert!(of.arrivals.abs_diff(of.departures) as f64 <= most, "{}: requests appear or are lost", of.name);
    }
}
