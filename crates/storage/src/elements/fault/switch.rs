//! Switching a fault while the stack runs: what a stack file says once, said at any time.
//!
//! | key | value |
//! |---|---|
//! | `stall` | a time, or `on` until `off`: what arrives in it waits for its end |
//! | `outage` | `error` or `hang`; `on` or a time: as the stack file's `outage` says; `off` |
//! | `hung` | `error`: what hangs at this moment fails with EIO |
//! | `slow_by` | a time, added to every request from now on; `off` |
//! | `read_errors`, `write_errors`, `lost`, `torn`, `misplaced`, `stale` | percent; `off` |
//!
//! Times count from the switch. A stall or an outage that is switched on comes on top of the windows of the stack file;
//! a share or `slow_by` takes the place of the stack file's, and so does its window. `off` returns that key to what the
//! stack file says, which may be a fault too. It concerns what arrives from then on: what a stall of known length has
//! taken in keeps its end, and what hangs hangs until `hung=error`. What a stall that was switched `on` has taken in goes on when it
//! ends.

use plimsoll_base::Nanos;

use super::spec::{FaultSpec, Outage};

/// The keys, as an error lists them.
const KEYS: &str = "stall, outage, hung, slow_by, read_errors, write_errors, lost, torn, misplaced, stale";

/// A stall and an outage that were switched on; zero when not.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SwitchState {
    /// Until when.
    pub(super) stalled_until: Nanos,
    outage_until: Nanos,
    /// When something was switched last.
    pub(super) at: Nanos,
    /// How the outage looks; none: there is none.
    outage: Option<Outage>,
    /// Hung requests are to be failed.
    pub(super) lets_go: bool,
}

impl SwitchState {
    /// The outage that was switched on and is not over at `now`.
    pub(super) fn outage(&self, now: Nanos) -> Option<Outage> {
        self.outage.filter(|_| now < self.outage_until)
    }
}

fn time(now: Nanos, key: &str, value: &str, words: &str) -> Result<Nanos, String> {
    match value.parse::<Nanos>() {
        Ok(Nanos::ZERO) => Err(format!("{key} = {value} is no time: write one above 0s, or off")),
        Ok(time) => Ok(Nanos(now.0.saturating_add(time.0))),
        Err(why) => Err(format!("{key} = {value}: {why}; or {words}")),
    }
}

/// The field of a share.
fn share<'a>(spec: &'a mut FaultSpec, key: &str) -> Option<&'a mut f64> {
    match key {
        "read_errors" => Some(&mut spec.read_error_percent),
        "write_errors" => Some(&mut spec.write_error_percent),
        "lost" => Some(&mut spec.lost_percent),
        "torn" => Some(&mut spec.torn_percent),
        "misplaced" => Some(&mut spec.misplaced_percent),
        "stale" => Some(&mut spec.stale_percent),
        _ => None,
    }
}

impl SwitchState {
    /// Sets `key` to `value` from `now` on: here, or in `spec`, which is the stack file's `file` with the shares and `slow_by`
    /// that are switched. What is wrong changes nothing.
    pub(super) fn set(
        &mut self,
        spec: &mut FaultSpec,
        file: &FaultSpec,
        now: Nanos,
        key: &str,
        value: &str,
    ) -> Result<(), String> {
        let value = value.trim();
        self.at = now;
        match key {
            "stall" => {
                self.stalled_until = match value {
                    "off" => Nanos::ZERO,
                    "on" => Nanos::MAX,
                    _ => time(now, key, value, "on, off")?,
                }
            }
            "outage" => {
                let (until, outage) = match value {
                    "off" => (Nanos::ZERO, None),
                    "on" => (Nanos::MAX, Some(file.outage)),
                    "error" => (Nanos::MAX, Some(Outage::Error)),
                    "hang" => (Nanos::MAX, Some(Outage::Hang)),
                    _ => (time(now, key, value, "error, hang, on, off")?, Some(file.outage)),
                };
                (self.outage_until, self.outage) = (until, outage);
            }
            "hung" if value == "error" => self.lets_go = true,
            "hung" => return Err(format!("hung = {value}: write error, and what hangs now fails")),
            "slow_by" => {
                let mut wanted = spec.clone();
                (wanted.slow, wanted.slow_by_ns) = match value {
                    "off" => (file.slow, file.slow_by_ns),
                    _ => (None, time(Nanos::ZERO, key, value, "off")?),
                };
                put(spec, wanted)?;
            }
            _ => switch_share(spec, file, key, value)?,
        }
        Ok(())
    }
}

fn switch_share(spec: &mut FaultSpec, file: &FaultSpec, key: &str, value: &str) -> Result<(), String> {
    let mut wanted = spec.clone();
    let described = share(&mut file.clone(), key).copied();
    let (Some(described), Some(field)) = (described, share(&mut wanted, key)) else {
        return Err(format!("unknown key '{key}'; known: {KEYS}"));
    };
    *field = match value {
        "off" => described,
        _ => value.trim_end_matches('%').trim_end().parse().map_err(|_| {
            format!("{key} = {value} is not a percentage: write a number from 0 to 100, or off")
        })?,
    };
    put(spec, wanted)
}

/// Takes what is wanted if it keeps the rules of a stack file.
fn put(spec: &mut FaultSpec, wanted: FaultSpec) -> Result<(), String> {
    wanted.check().map_err(|(key, why)| format!("{key}: {why}"))?;
    *spec = wanted;
    Ok(())
}

#[cfg(test)]
mod tests {
    use plimsoll_base::random::stream;
    use plimsoll_base::{Op, OpKind};

    use super::*;
    use crate::element::{Actions, Departure, Element, Exit, Position, Request, Token};
    use crate::elements::fault::{Fault, WindowSpec};

    const MS: u64 = 1_000_000;

    /// Two milliseconds of stall from 10 ms on, and 20 % of writes lost.
    fn fault() -> Fault {
        let stall = WindowSpec { at_ns: Nanos(10 * MS), for_ns: Nanos(2 * MS), every_ns: None };
        let spec = FaultSpec {
            stall: Some(stall),
            outages: None,
            outage: Outage::Error,
            slow: None,
            slow_by_ns: Nanos::ZERO,
            read_error_percent: 0.0,
            write_error_percent: 0.0,
            lost_percent: 20.0,
            torn_percent: 0.0,
            misplaced_percent: 0.0,
            stale_percent: 0.0,
            seed: None,
        };
        Fault {
            file: spec.clone(),
            spec,
            switched: SwitchState::default(),
            held: Vec::new(),
            hung: Default::default(),
            volume_bytes: 1 << 30,
            start: Nanos::ZERO,
            random: stream(1, "test", 0),
        }
    }

    fn arrive(fault: &mut Fault, at_ms: u64, kind: OpKind) -> Departure {
        let op = Op { offset: 0, len: 4096, kind };
        let request = Request { op, base: 0, token: Token(7), position: Position(0), volume: 0, client: 0, member: crate::element::FOLLOWS, local: false };
        fault.arrive(Nanos(at_ms * MS), &request, &mut Actions::default())
    }

    fn leaves_ms(fault: &mut Fault, at_ms: u64) -> u64 {
        arrive(fault, at_ms, OpKind::Read).at.0 / MS
    }

    fn switch(fault: &mut Fault, at_ms: u64, key: &str, value: &str) {
        fault.switch(Nanos(at_ms * MS), key, value).unwrap();
    }

    #[test]
    fn a_stall_counts_from_the_switch_and_adds_to_the_described_one() {
        let mut fault = fault();
        switch(&mut fault, 5, "stall", "6ms");
        // Switched: to 11. From 10 on the described one, which ends at 12, is longer.
        assert_eq!([5, 9, 10, 11, 12].map(|at| leaves_ms(&mut fault, at)), [11, 11, 12, 12, 12]);
        switch(&mut fault, 20, "stall", "on");
        assert_eq!(arrive(&mut fault, 20, OpKind::Read).exit, Exit::Held);
        assert_eq!(fault.next_timer(), None);
        switch(&mut fault, 30, "stall", "off");
        assert_eq!(fault.next_timer(), Some(Nanos(30 * MS)));
        assert_eq!(leaves_ms(&mut fault, 30), 30);
    }

    #[test]
    fn off_returns_to_the_stack_file() {
        let mut fault = fault();
        switch(&mut fault, 0, "stall", "1ms");
        switch(&mut fault, 0, "stall", "off");
        assert_eq!([0, 11].map(|at| leaves_ms(&mut fault, at)), [0, 12]);
        switch(&mut fault, 0, "lost", "0");
        let lost = |fault: &mut Fault| (0..1000).filter(|_| arrive(fault, 20, OpKind::Write).result != Ok(None)).count();
        assert_eq!(lost(&mut fault), 0);
        switch(&mut fault, 20, "lost", "100%");
        assert_eq!(lost(&mut fault), 1000);
        switch(&mut fault, 20, "lost", "off");
        // Binomial, 1000 of 20 %: standard deviation 12.6; five of them.
        assert!((137..263).contains(&lost(&mut fault)));
    }

    #[test]
    fn an_outage_lasts_its_time_or_until_it_is_switched_off() {
        let mut fault = fault();
        switch(&mut fault, 20, "outage", "3ms");
        let failed = |fault: &mut Fault, at| arrive(fault, at, OpKind::Read).result.is_err();
        assert_eq!([20, 22, 23].map(|at| failed(&mut fault, at)), [true, true, false]);
        for (value, at, result) in [("error", 30, Err(5)), ("hang", 40, Ok(None)), ("on", 50, Err(5))] {
            switch(&mut fault, at, "outage", value);
            let departure = arrive(&mut fault, at + 5, OpKind::Read);
            assert_eq!((departure.result, departure.exit == Exit::Held), (result, value == "hang"), "{value}");
        }
        switch(&mut fault, 60, "outage", "off");
        assert!(!failed(&mut fault, 60));
    }

    #[test]
    fn what_hangs_fails_when_it_is_let_go_and_an_outage_goes_on() {
        let mut fault = fault();
        switch(&mut fault, 20, "outage", "hang");
        assert_eq!(arrive(&mut fault, 21, OpKind::Read).exit, Exit::Held);
        assert_eq!((fault.next_timer(), fault.own_figures()), (None, vec![("hung", 1.0)]));
        switch(&mut fault, 30, "hung", "error");
        assert_eq!(fault.next_timer(), Some(Nanos(30 * MS)));
        let mut out = Actions::default();
        fault.timer(Nanos(30 * MS), &mut out);
        assert_eq!((out.list.len(), fault.next_timer(), fault.own_figures()), (1, None, vec![]));
        assert_eq!(arrive(&mut fault, 31, OpKind::Read).exit, Exit::Held);
        assert!(fault.switch(Nanos(32 * MS), "hung", "off").unwrap_err().contains("write error"));
    }

    #[test]
    fn with_more_hanging_than_memory_is_meant_for_the_first_fails() {
        let mut fault = fault();
        switch(&mut fault, 20, "outage", "hang");
        (0..super::super::MAX_HUNG).for_each(|_| _ = arrive(&mut fault, 21, OpKind::Read));
        let (mut out, op) = (Actions::default(), Op { offset: 0, len: 4096, kind: OpKind::Read });
        let request = Request { op, base: 0, token: Token(9), position: Position(0), volume: 0, client: 0, member: crate::element::FOLLOWS, local: false };
        fault.arrive(Nanos(22 * MS), &request, &mut out);
        assert!(matches!(out.list[..], [crate::element::Action::Release { token: Token(7), .. }]));
        assert_eq!(fault.hung.len(), super::super::MAX_HUNG);
    }

    #[test]
    fn slow_by_is_added_until_it_is_switched_off() {
        let mut fault = fault();
        switch(&mut fault, 0, "slow_by", "7ms");
        // On top of the described stall, too.
        assert_eq!([1, 10, 20].map(|at| leaves_ms(&mut fault, at)), [8, 19, 27]);
        assert_eq!(arrive(&mut fault, 20, OpKind::Read).service_ns, 7 * MS);
        switch(&mut fault, 21, "slow_by", "off");
        assert_eq!(leaves_ms(&mut fault, 21), 21);
    }

    #[test]
    fn what_is_wrong_says_so_and_changes_nothing() {
        let mut fault = fault();
        for (key, value, says) in [
            ("stal", "on", "known: stall, outage, hung, slow_by, read_errors"),
            ("stall", "5", "on, off"),
            ("stall", "0s", "above 0s"),
            ("outage", "smoke", "error, hang, on, off"),
            ("slow_by", "on", "or off"),
            ("slow_by", "2h", "up to 3600s"),
            ("lost", "101", "0 to 100"),
            ("lost", "NaN", "0 to 100"),
            ("lost", "many", "or off"),
            ("torn", "81", "at most one"),
        ] {
            let why = fault.switch(Nanos::ZERO, key, value).unwrap_err();
            assert!(why.contains(key) || key == "torn", "{why}");
            assert!(why.contains(says), "{key} = {value}: {why}");
        }
        assert_eq!(fault.spec, fault.file);
        assert_eq!(leaves_ms(&mut fault, 0), 0);
    }
}
