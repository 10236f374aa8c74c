//! The load of the machine over several intervals, from those of each: shares and rates weighted with time, totals
//! added. A figure that one interval lacks is unknown for all, except for a device or core that came or went.

use super::{CpuShares, DiskLoad, NetworkLoad, PressureShares, ProcessLoad, SystemLoad};

/// The mean over time of (seconds, value); none of nothing.
fn weighted_mean(values: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let (seconds, sum) = values.fold((0.0, 0.0), |(all, sum), (length, value)| (all + length, sum + length * value));
    (seconds > 0.0).then(|| sum / seconds)
}

/// The load over parts that follow each other, each with its seconds; none when it is known of none of them.
pub fn over(parts: &[(f64, Option<&SystemLoad>)]) -> Option<SystemLoad> {
    let known: Vec<(f64, &SystemLoad)> = parts.iter().filter_map(|(length, load)| Some((*length, (*load)?))).collect();
    if known.is_empty() {
        return None;
    }
    let mean = |value: &dyn Fn(&SystemLoad) -> Option<f64>| {
        weighted_mean(known.iter().filter_map(|(length, load)| Some((*length, value(load)?))))
    };
    let sum = |value: &dyn Fn(&ProcessLoad) -> Option<u64>| {
        // A total of some parts would pass for one of all.
        (known.len() == parts.len()).then(|| known.iter().map(|(_, load)| value(&load.process)).sum::<Option<u64>>())?
    };
    let cpu = |share: fn(&CpuShares) -> f64| mean(&|load| load.cpu.as_ref().map(share));
    let network = |rate: fn(&NetworkLoad) -> f64| mean(&|load| load.network.as_ref().map(rate));
    let cores = known.iter().map(|(_, load)| load.cpu_per_core.len()).max().unwrap_or(0);
    Some(SystemLoad {
        cpu: cpu(|c| c.user).map(|user| CpuShares {
            user,
            system: cpu(|c| c.system).unwrap_or(0.0),
            iowait: cpu(|c| c.iowait).unwrap_or(0.0),
            steal: cpu(|c| c.steal).unwrap_or(0.0),
            idle: cpu(|c| c.idle).unwrap_or(0.0),
        }),
        cpu_per_core: (0..cores).map(|core| mean(&|load| load.cpu_per_core.get(core).copied().flatten())).collect(),
        pressure: PressureShares {
            cpu_some: mean(&|load| load.pressure.cpu_some),
            io_some: mean(&|load| load.pressure.io_some),
            io_full: mean(&|load| load.pressure.io_full),
            memory_some: mean(&|load| load.pressure.memory_some),
            memory_full: mean(&|load| load.pressure.memory_full),
        },
        disks: disks(&known),
        network: network(|n| n.rx_bytes_per_s).map(|rx_bytes_per_s| NetworkLoad {
            rx_bytes_per_s,
            tx_bytes_per_s: network(|n| n.tx_bytes_per_s).unwrap_or(0.0),
        }),
        process: ProcessLoad {
            user_ns: sum(&|p| p.user_ns),
            system_ns: sum(&|p| p.system_ns),
            storage_read_bytes: sum(&|p| p.storage_read_bytes),
            storage_write_bytes: sum(&|p| p.storage_write_bytes),
        },
    })
}

/// Every device that was seen, in the order of the last part that has it.
fn disks(known: &[(f64, &SystemLoad)]) -> Vec<DiskLoad> {
    let mut last: Vec<&DiskLoad> = Vec::new();
    for (_, load) in known.iter().rev() {
        last.extend(
            load.disks.iter().filter(|disk| last.iter().all(|seen| seen.name != disk.name)).collect::<Vec<_>>(),
        );
    }
    last.into_iter()
        .map(|newest| {
            let mean = |value: &dyn Fn(&DiskLoad) -> Option<f64>| {
                weighted_mean(known.iter().filter_map(|(length, load)| {
                    let disk = load.disks.iter().find(|disk| disk.name == newest.name)?;
                    Some((*length, value(disk)?))
                }))
            };
            let rate = |value: fn(&DiskLoad) -> f64| mean(&|disk| Some(value(disk))).unwrap_or(0.0);
            DiskLoad {
                name: newest.name.clone(),
                reads_per_s: rate(|d| d.reads_per_s),
                writes_per_s: rate(|d| d.writes_per_s),
                read_bytes_per_s: rate(|d| d.read_bytes_per_s),
                write_bytes_per_s: rate(|d| d.write_bytes_per_s),
                discards_per_s: mean(&|disk| disk.discards_per_s),
                flushes_per_s: mean(&|disk| disk.flushes_per_s),
                in_flight: newest.in_flight,
                utilisation: rate(|d| d.utilisation),
                mean_queue: rate(|d| d.mean_queue),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(user: f64, ns: Option<u64>) -> SystemLoad {
        SystemLoad {
            cpu: Some(CpuShares { user, idle: 1.0 - user, ..CpuShares::default() }),
            cpu_per_core: vec![Some(user), None],
            disks: vec![DiskLoad {
                name: "sda".into(),
                reads_per_s: 100.0 * user,
                in_flight: 3,
                ..DiskLoad::default()
            }],
            process: ProcessLoad { user_ns: ns, ..ProcessLoad::default() },
            ..SystemLoad::default()
        }
    }

    #[test]
    fn shares_and_rates_are_weighted_with_time_and_totals_added() {
        let (a, b) = (load(0.1, Some(5)), load(0.4, Some(7)));
        let both = over(&[(1.0, Some(&a)), (2.0, Some(&b))]).unwrap();
        assert!((both.cpu.unwrap().user - 0.3).abs() < 1e-12);
        assert!((both.disks[0].reads_per_s - 30.0).abs() < 1e-9);
        assert_eq!(both.disks[0].in_flight, 3);
        assert_eq!((both.process.user_ns, both.process.system_ns), (Some(12), None));
        assert!((both.cpu_per_core[0].unwrap() - 0.3).abs() < 1e-12);
        assert_eq!(both.cpu_per_core[1], None);
    }

    #[test]
    fn a_total_that_is_not_known_of_every_part_is_not_known() {
        let (a, b) = (load(0.1, Some(5)), load(0.4, None));
        assert_eq!(over(&[(1.0, Some(&a)), (1.0, Some(&b))]).unwrap().process.user_ns, None);
        assert_eq!(over(&[(1.0, Some(&a)), (1.0, None)]).unwrap().process.user_ns, None);
        assert_eq!(over(&[(1.0, None)]), None);
    }
}
