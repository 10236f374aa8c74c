//! Regular files without storage: the kernel makes them up as they are read. Writing to one changes a setting of the
//! machine, and reading it measures nothing. Recognised by the type of the file system, on the open descriptor.

use std::os::fd::AsFd;

use rustix::fs::fstatfs;

/// File systems of the kernel's own (linux/magic.h and, where it is not there, the file system's source), with words
/// for a file in them. File systems in memory (tmpfs, ramfs) are none: they hold what was written.
#[rustfmt::skip]
const KINDS: &[(u64, &str)] = &[
    (0x0000_9fa0, "a file of procfs, which the kernel makes up"),
    (0x6265_6572, "a file of sysfs, which the kernel makes up"),
    (0x6462_6720, "a file of debugfs, which the kernel makes up"),
    (0x7472_6163, "a file of tracefs, which the kernel makes up"),
    (0x0027_e0eb, "a file of cgroupfs, which the kernel makes up"),
    (0x6367_7270, "a file of cgroupfs, which the kernel makes up"),
    (0x6265_6570, "a file of configfs, which the kernel makes up"),
    (0x7363_6673, "a file of securityfs, which the kernel makes up"),
    (0xf97c_ff8c, "a file of selinuxfs, which the kernel makes up"),
    (0x4341_5d53, "a file of smackfs, which the kernel makes up"),
    (0x6165_676c, "a file of pstore: records of crashes, kept by the firmware"),
    (0xde5e_81e4, "a file of efivarfs: a variable of the firmware"),
    (0xcafe_4a11, "a file of bpffs, which the kernel makes up"),
    (0x1980_0202, "a file of mqueue, which the kernel makes up"),
    (0x6573_5543, "a file of fusectl, which the kernel makes up"),
    (0x4249_4e4d, "a file of binfmt_misc, which the kernel makes up"),
    (0x0765_5821, "a file of resctrl, which the kernel makes up"),
    (0x6c6f_6f70, "a file of binderfs, which the kernel makes up"),
    (0x0000_1cd1, "a file of devpts, which the kernel makes up"),
    (0x0000_0187, "a file of autofs, which the kernel makes up"),
    (0x6759_6969, "a file of rpc_pipefs, which the kernel makes up"),
    (0x6e66_7364, "a file of nfsd, which the kernel makes up"),
    (0xabba_1974, "a file of xenfs, which the kernel makes up"),
    (0x0000_9fa1, "a file of openpromfs, which the kernel makes up"),
    (0x0000_9fa2, "a file of usbdevfs, which the kernel makes up"),
    (0x6f70_726f, "a file of oprofilefs, which the kernel makes up"),
    (0x0a64_7361, "a file of functionfs, which the kernel makes up"),
    (0x6e73_6673, "a namespace (nsfs)"),
    (0x0904_1934, "an anonymous file of the kernel's"),
    (0x444d_4142, "a buffer of a device (dmabuf)"),
    (0x9584_58f6, "a file of hugetlbfs, which can only be mapped"),
    (0x5345_434d, "secret memory, which can only be mapped"),
];

/// Words for a regular file without storage; `None` for all others.
pub(super) fn made_up(file: impl AsFd) -> Option<&'static str> {
    // Negative where the word is 32 bits wide and the magic has its highest bit set.
    let found = u64::from(fstatfs(file).ok()?.f_type as u32);
    KINDS.iter().find(|(magic, _)| *magic == found).map(|(_, what)| *what)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    #[test]
    fn what_the_kernel_makes_up_is_told_from_files_and_memory() {
        assert!(made_up(File::open("/proc/self/status").expect("procfs")).is_some_and(|what| what.contains("procfs")));
        for file in ["/sys/kernel/uevent_seqnum", "/sys/kernel/mm/transparent_hugepage/enabled"] {
            if let Ok(file) = File::open(file) {
                assert!(made_up(file).is_some_and(|what| what.contains("sysfs")));
            }
        }
        assert_eq!(made_up(File::open("/bin/sh").expect("a file")), None);
        if let Ok(memory) = File::open("/dev/shm") {
            assert_eq!(made_up(memory), None);
        }
    }

    #[test]
    fn each_is_there_once() {
        for (index, (magic, _)) in KINDS.iter().enumerate() {
            assert!(KINDS[..index].iter().all(|(other, _)| other != magic), "{magic:#x}");
        }
    }
}
