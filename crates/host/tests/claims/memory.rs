//! How much memory a process may still take: the least of what all who limit it leave.

use std::fs;

use crate::common::Tree;
use plimsoll_host::{AvailableMemory, MemoryLimit};

const MIB: u64 = 1 << 20;

const MEMINFO: (&str, &str) = ("proc/meminfo", "MemTotal: 4194304 kB\nMemAvailable: 2097152 kB\n");

fn available(files: &[(&str, &str)]) -> Option<AvailableMemory> {
    let tree = Tree::new();
    for (name, text) in files {
        let path = tree.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    AvailableMemory::of_this_process(&tree.root())
}

#[test]
fn without_other_limits_it_is_what_the_machine_has() {
    let all = AvailableMemory { bytes: 2048 * MIB, limit: MemoryLimit::Machine };
    assert_eq!(available(&[MEMINFO]), Some(all));
    assert_eq!(available(&[]), None);
}

#[test]
fn a_cgroup_above_counts_and_pages_that_can_be_given_up_do_not() {
    let found = available(&[
        MEMINFO,
        ("proc/self/cgroup", "0::/a/b\n"),
        ("sys/fs/cgroup/a/b/memory.max", "max\n"),
        ("sys/fs/cgroup/a/b/memory.current", "1048576\n"),
        ("sys/fs/cgroup/a/memory.max", "314572800\n"),
        ("sys/fs/cgroup/a/memory.current", "209715200\n"),
        ("sys/fs/cgroup/a/memory.stat", "anon 5\ninactive_file 104857600\n"),
    ]);
    assert_eq!(found, Some(AvailableMemory { bytes: 200 * MIB, limit: MemoryLimit::Cgroup(300 * MIB) }));
}

#[test]
fn so_does_one_of_the_first_version_and_one_that_a_container_sees_as_its_root() {
    let found = available(&[
        MEMINFO,
        ("proc/self/cgroup", "4:memory:/docker/abc\n0::/\n"),
        ("sys/fs/cgroup/memory/memory.limit_in_bytes", "314572800\n"),
        ("sys/fs/cgroup/memory/memory.usage_in_bytes", "104857600\n"),
    ]);
    assert_eq!(found, Some(AvailableMemory { bytes: 200 * MIB, limit: MemoryLimit::Cgroup(300 * MIB) }));
    let unlimited = available(&[
        MEMINFO,
        ("proc/self/cgroup", "4:memory:/\n"),
        ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"),
        ("sys/fs/cgroup/memory/memory.usage_in_bytes", "104857600\n"),
    ]);
    assert_eq!(unlimited.map(|found| found.limit), Some(MemoryLimit::Machine));
}

#[test]
fn limits_of_the_process_leave_what_it_has_not_taken() {
    let limits = "Limit   Soft Limit  Hard Limit  Units\nMax data size  unlimited unlimited bytes\nMax address space  524288000  unlimited  bytes\n";
    let found = available(&[
        MEMINFO,
        ("proc/self/limits", limits),
        ("proc/self/status", "Name: x\nVmSize:  102400 kB\nVmData: 5 kB\n"),
    ]);
    assert_eq!(found, Some(AvailableMemory { bytes: 400 * MIB, limit: MemoryLimit::AddressSpace(500 * MIB) }));
}
