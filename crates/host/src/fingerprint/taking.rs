//! How a fingerprint is taken.

use std::fs;
use std::path::Path;

use super::Fingerprint;
use crate::chain::{chain, file_system};
use crate::memory::in_kb;
use crate::root::{SysRoot, read_line};

impl Fingerprint {
    /// Fingerprint of this host, and of the chain beneath `target` if that is a path here.
    pub fn take(root: &SysRoot, target: Option<&Path>) -> Self {
        let proc = |name: &str| read_line(&root.proc.join(name));
        let sys = |name: &str| read_line(&root.sys.join(name));
        let cpuinfo = proc("cpuinfo").unwrap_or_default();
        Self {
            hostname: proc("sys/kernel/hostname"),
            kernel_release: proc("sys/kernel/osrelease"),
            cpu_model: parse_cpu_model(&cpuinfo),
            cores_online: sys("devices/system/cpu/online").and_then(|text| count_cores(&text)),
            memory_bytes: fs::read_to_string(root.proc.join("meminfo")).ok().and_then(|text| parse_memory_bytes(&text)),
            virtualisation: virtualisation(root, &cpuinfo),
            clocksource: sys("devices/system/clocksource/clocksource0/current_clocksource"),
            cpu_governor: sys("devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            target_chain: target.and_then(|path| chain(root, path).ok()).unwrap_or_default(),
            file_system: target.and_then(|path| file_system(root, path).ok()).flatten(),
        }
    }
}

/// Model of the processor from the text of `/proc/cpuinfo`: `model name` (x86), else `Model` or `cpu model` elsewhere.
pub fn parse_cpu_model(text: &str) -> Option<String> {
    let value_of = |key: &str| {
        text.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            (name.trim() == key && !value.trim().is_empty()).then(|| value.trim().to_owned())
        })
    };
    value_of("model name").or_else(|| value_of("cpu model")).or_else(|| value_of("Model"))
}

/// Number of cores in a list such as `0-3,8`.
pub fn count_cores(text: &str) -> Option<u32> {
    text.trim().split(',').try_fold(0u32, |count, range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
        count.checked_add(last.checked_sub(first)?.checked_add(1)?)
    })
}

/// Bytes of memory from the text of `/proc/meminfo`.
pub fn parse_memory_bytes(text: &str) -> Option<u64> {
    in_kb(text, "MemTotal:")
}

fn virtualisation(root: &SysRoot, cpuinfo: &str) -> Option<String> {
    let flagged = cpuinfo.lines().any(|line| {
        line.split_once(':').is_some_and(|(name, flags)| {
            name.trim() == "flags" && flags.split_ascii_whitespace().any(|flag| flag == "hypervisor")
        })
    });
    let product = read_line(&root.sys.join("class/dmi/id/product_name")).filter(|name| !name.is_empty());
    let paravirtual = read_line(&root.sys.join("hypervisor/type")).filter(|name| !name.is_empty());
    // Bare metal names a product too; it's a hint only together with the processor's flag.
    if flagged { product.or(paravirtual).or_else(|| Some("hypervisor".to_owned())) } else { paravirtual }
}
