//! Controllers: the ceiling of an adapter, what more of them give, queues, and processor time.

use crate::common::many::{Loop, Observation, closed, little};
use crate::common::{poisson, read, spec};
use plimsoll_base::Nanos;
use plimsoll_storage::StackSpec;

/// A VM with `disks` disks behind a controller, and an array of 300 us that takes all at once.
fn vm(disks: u32, keys: &str) -> StackSpec {
    let text = format!(
        "[controller.scsi]\n{keys}[device.array]\nservers = 4096\nservice = \"300us\"\n[client.vm]\nvolumes = [\"disk\"]\n\
         [volume.disk]\nsize = \"1g\"\ncount = {disks}\npath = [\"scsi\", \"array\"]\n"
    );
    StackSpec::from_toml(&text, "test.toml").unwrap_or_else(|e| panic!("{e}"))
}

/// Each disk with so many outstanding.
fn run(spec: &StackSpec, disks: u32, outstanding: u64) -> Observation {
    let loops: Vec<Loop> = (0..disks).map(|volume| Loop { volume, outstanding, op: read(4096) }).collect();
    let seen = closed(spec, &loops, Nanos::from_millis(100), Nanos::from_millis(600));
    little(&seen);
    // The law over the whole system.
    let total = f64::from(disks) * outstanding as f64;
    assert!((seen.rate() * seen.mean_s() / total - 1.0).abs() < 0.002);
    seen
}

fn is_near(what: &str, got: f64, want: f64, tolerance: f64) {
    assert!((got / want - 1.0).abs() < tolerance, "{what}: {got}, want {want}");
}

/// 8 disks with 64 outstanding each. 1 / 5.8 us = 172,414/s an adapter; all together 512 / 305.8 us = 1,674,297/s.
#[test]
fn more_adapters_give_as_many_times_the_ceiling_of_one() {
    for adapters in [1, 2, 4] {
        let seen = run(&vm(8, &format!("profile = \"pvscsi\"\nadapters = {adapters}\n")), 8, 64);
        is_near("IOPS", seen.rate(), f64::from(adapters) * 1e6 / 5.8, 0.001);
        is_near("utilisation", seen.of("scsi").utilisation, 1.0, 0.001);
    }
    // Disks take turns: each gets its part, to a request in 65,000.
    let seen = run(&vm(8, "profile = \"pvscsi\"\n"), 8, 64);
    assert!(seen.rates.iter().all(|rate| (rate * 8.0 * 5.8e-6 - 1.0).abs() < 0.001), "{:?}", seen.rates);
}

#[test]
fn one_disk_has_one_adapter_however_many_there_are() {
    let ceiling = 1e6 / 5.8;
    is_near("IOPS", run(&vm(1, "profile = \"pvscsi\"\nadapters = 4\n"), 1, 256).rate(), 64.0 / 305.8e-6, 0.2);
    let deep = run(&vm(1, "profile = \"pvscsi\"\nadapters = 4\ndepth_per_disk = 254\n"), 1, 256);
    is_near("IOPS", deep.rate(), ceiling, 0.001);
}

/// Slow array, no other bound: what is behind the controller is its depth, the rest waits in it.
#[test]
fn depth_per_disk_and_per_adapter_bound_what_the_array_sees() {
    for (profile, disks, behind) in
        [("pvscsi", 1, 64.0), ("pvscsi", 4, 256.0), ("pvscsi", 6, 256.0), ("lsi-sas", 1, 32.0), ("lsi-sas", 6, 128.0)]
    {
        let seen = run(&vm(disks, &format!("profile = \"{profile}\"\nservice = \"1ns\"\n")), disks, 100);
        is_near(profile, seen.of("array").mean_queue, behind, 0.001);
        is_near(profile, seen.of("scsi").mean_queue, 100.0 * f64::from(disks) - behind, 0.001);
        is_near(profile, seen.rate(), behind / 300.001e-6, 0.001);
    }
    // Four LSI SAS adapters let 4 x 128 through: 512.
    let seen = run(&vm(16, "profile = \"lsi-sas\"\nservice = \"1ns\"\nadapters = 4\n"), 16, 60);
    is_near("four adapters", seen.of("array").mean_queue, 512.0, 0.001);
}

/// At one rate, which the outstanding requests set, the two types differ by their processor time alone.
#[test]
fn types_that_carry_the_same_rate_differ_in_processor_time() {
    let of = |profile: &str| {
        let seen = run(&vm(4, &format!("profile = \"{profile}\"\nadapters = 4\n")), 4, 8);
        let seconds = seen.of("scsi").elapsed_ns.as_secs_f64();
        (seen.rate(), seen.of("scsi").own["cpu_ns"] / seconds / seen.rate())
    };
    let ((pvscsi, pvscsi_cpu), (lsi, lsi_cpu)) = (of("pvscsi"), of("lsi-sas"));
    is_near("rates", lsi, pvscsi, 0.01);
    // Counted in the measured time only. 60 % against 50 %.
    is_near("PVSCSI", pvscsi_cpu, 10_000.0, 0.001);
    is_near("LSI against PVSCSI", lsi_cpu / pvscsi_cpu, 1.2, 0.001);
}

#[test]
fn a_new_hba_carries_twice_what_an_old_one_does() {
    let of = |profile: &str| run(&vm(1, &format!("profile = \"{profile}\"\n")), 1, 256).rate();
    assert!((70_000.0..80_000.0).contains(&of("hba-8g")), "{}", of("hba-8g"));
    is_near("16 Gb", of("hba-16g"), 2.0 * of("hba-8g"), 0.01);
}

#[test]
fn a_ceiling_holds_to_the_request_and_alone_it_costs_no_time() {
    let spec = vm(2, "max_ops_per_s = 70000\n");
    let seen = run(&spec, 2, 64);
    assert!((seen.rate() - 70_000.0).abs() <= 1.0, "{}/s", seen.rate());
    is_near("utilisation", seen.of("scsi").utilisation, 1.0, 0.001);
    is_near("alone", run(&spec, 1, 1).mean_s(), 300e-6, 1e-6);
    // Beside two servers of 20 us, which could do 100,000.
    let both = run(&vm(2, "max_ops_per_s = 70000\nservers = 2\nservice = \"20us\"\n"), 2, 64);
    is_near("both", both.rate(), 70_000.0, 0.001);
    is_near("service alone", run(&vm(2, "servers = 2\nservice = \"20us\"\n"), 2, 64).rate(), 100_000.0, 0.001);
}

#[test]
fn an_adapter_is_m_m_1_under_poisson_arrivals_and_exponential_work() {
    let (service, rate) = (100e-6, 6000.0);
    let it = "[controller.c]\nservice = { distribution = \"exponential\", mean = \"100us\" }\n";
    let device = "[device.d]\nservers = 4096\nservice = \"1us\"\n";
    let seen = poisson(&spec(&format!("{it}{device}"), &["c", "d"]), rate, read(0), 2_000_000);
    let load = rate * service;
    let theory = load * service / (1.0 - load);
    // Relative variance of M/M/1's mean wait per request: (2 + 5r - 4r² + r³) / (r (1 - r)²) = 39.6 at 0.6;
    // sqrt(39.6 / 1.8e6) = 0.47 %, and 2 % is 4 of them.
    let wait = seen.figures[0].mean_wait_ns.unwrap() / 1e9;
    is_near("wait", wait, theory, 0.02);
}

#[test]
fn what_a_controller_cannot_be_is_refused_with_the_key() {
    for (keys, key) in [
        ("", "profile"),
        ("adapters = 2\n", "profile"),
        ("profile = \"ide\"\n", "profile"),
        ("profile = \"pvscsi\"\nadapters = 0\n", "adapters"),
        ("profile = \"pvscsi\"\ndepth = 0\n", "depth"),
        ("profile = \"pvscsi\"\nservers = 0\n", "servers"),
        ("max_ops_per_s = 0\n", "max_ops_per_s"),
        ("cpu_per_io = \"2s\"\n", "cpu_per_io"),
        ("service = \"0s\"\n", "service"),
    ] {
        let text = format!(
            "[controller.c]\n{keys}[device.d]\nservice = \"1us\"\n[volume.v]\nsize = \"1g\"\npath = [\"c\", \"d\"]\n"
        );
        let error = StackSpec::from_toml(&text, "s").unwrap_err().to_string();
        assert!(error.contains(&format!("'{key}'")), "{keys}{error}");
    }
}
