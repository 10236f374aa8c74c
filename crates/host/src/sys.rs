//! The system calls that no safe binding offers. All of this crate's `unsafe` is here.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::mem::{MaybeUninit, size_of};
use std::os::fd::AsRawFd;

/// Processor time that this process has used since it started, all threads: (user, system) in nanoseconds.
pub(crate) fn process_cpu_ns() -> Option<(u64, u64)> {
    let mut usage = MaybeUninit::<libc::rusage>::uninit();
    // SAFETY: the pointer is to a writable rusage; the call fills it wholly when it returns 0.
    if unsafe { libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr()) } != 0 {
        return None;
    }
    // SAFETY: filled by the successful call above.
    let usage = unsafe { usage.assume_init() };
    let nanos = |time: libc::timeval| {
        let seconds = u64::try_from(time.tv_sec).ok()?;
        let micros = u64::try_from(time.tv_usec).ok()?;
        Some(seconds * 1_000_000_000 + micros * 1000)
    };
    Some((nanos(usage.ru_utime)?, nanos(usage.ru_stime)?))
}

/// Whether anybody, on this machine, has the regular file of a read-only descriptor open for writing: then the kernel gives
/// no read lease on it (fcntl(2), `F_SETLEASE`). `None` where it gives none anyway: another's file, most network file systems.
pub(crate) fn open_for_writing_elsewhere(file: &File) -> Option<bool> {
    refuses_lease(file, libc::F_RDLCK)
}

/// linux/fcntl.h; not in `libc` for every C library.
const F_SETSIG: libc::c_int = 10;

fn refuses_lease(file: &File, kind: libc::c_int) -> Option<bool> {
    // SAFETY: F_SETSIG and F_SETLEASE take and give integers only, on a descriptor that is open while `file` is borrowed.
    let set = |command: libc::c_int, value: libc::c_int| unsafe { libc::fcntl(file.as_raw_fd(), command, value) };
    let lease = |kind: libc::c_int| set(libc::F_SETLEASE, kind);
    // Another process that opens the file breaks the lease, and its holder gets a signal: SIGIO would end this process.
    set(F_SETSIG, libc::SIGURG);
    if lease(kind) == 0 {
        // Given back at once: it would only make others wait.
        lease(libc::F_UNLCK);
        return Some(false);
    }
    let refused = std::io::Error::last_os_error().raw_os_error();
    matches!(refused, Some(libc::EAGAIN | libc::EBUSY)).then_some(true)
}

/// Whether anybody but this descriptor has its regular file open, for reading too: a process, or the kernel for a loop device
/// or a file system mounted from the file. Then the kernel gives no write lease on it. `None` where it gives none anyway.
pub(crate) fn open_elsewhere(file: &File) -> Option<bool> {
    refuses_lease(file, libc::F_WRLCK)
}

/// Whether another process holds a record lock (POSIX or OFD, fcntl(2)) on any byte of the file of a descriptor.
pub(crate) fn locked_elsewhere(file: &File) -> bool {
    let mut lock = libc::flock {
        l_type: libc::F_WRLCK as libc::c_short,
        l_whence: libc::SEEK_SET as libc::c_short,
        l_start: 0,
        l_len: 0,
        l_pid: 0,
    };
    // SAFETY: F_OFD_GETLK reads and writes one flock through the pointer; the descriptor is open while `file` is borrowed.
    let asked = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_GETLK, &raw mut lock) };
    asked == 0 && lock.l_type != libc::F_UNLCK as libc::c_short
}

/// The kernel's facts about a loop device (linux/loop.h, `struct loop_info64`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LoopBacking {
    /// `st_dev` of the backing file, in the kernel's 64-bit encoding (`new_encode_dev` semantics: as `stat` gives it).
    pub(crate) device: u64,
    /// Inode of the backing file.
    pub(crate) inode: u64,
    /// `st_rdev` if the backing file is a device, else 0.
    pub(crate) rdevice: u64,
}

#[repr(C)]
struct LoopInfo64 {
    device: u64,
    inode: u64,
    rdevice: u64,
    offset: u64,
    size_limit: u64,
    number: u32,
    encrypt_type: u32,
    encrypt_key_size: u32,
    flags: u32,
    file_name: [u8; 64],
    crypt_name: [u8; 64],
    encrypt_key: [u8; 32],
    init: [u64; 2],
}

const LOOP_GET_STATUS64: libc::Ioctl = 0x4C05;

/// The backing of an attached loop device. ENXIO: it's not attached; ENOTTY: it's not a loop device.
pub(crate) fn loop_backing(device: &File) -> io::Result<LoopBacking> {
    const { assert!(size_of::<LoopInfo64>() == 232) };
    let mut info = MaybeUninit::<LoopInfo64>::zeroed();
    // SAFETY: LOOP_GET_STATUS64 writes one loop_info64 (232 bytes, checked above) through the pointer; the descriptor is
    // open while `device` is borrowed. A device that isn't a loop device answers with ENOTTY and writes nothing.
    if unsafe { libc::ioctl(device.as_raw_fd(), LOOP_GET_STATUS64, info.as_mut_ptr()) } != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: zeroed before and of integers only, so every bit pattern is a value.
    let info = unsafe { info.assume_init() };
    Ok(LoopBacking { device: info.device, inode: info.inode, rdevice: info.rdevice })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_do_with_a_file_is_seen_and_what_this_descriptor_does_is_not() {
        let path = std::env::temp_dir().join(format!("plimsoll-sys-{}", std::process::id()));
        std::fs::write(&path, "content").expect("written");
        let file = File::open(&path).expect("opened");
        let seen = || (open_for_writing_elsewhere(&file), open_elsewhere(&file), locked_elsewhere(&file));
        assert_eq!(seen(), (Some(false), Some(false), false));
        let reader = File::open(&path).expect("opened");
        assert_eq!(seen(), (Some(false), Some(true), false));
        let lock = libc::flock { l_type: libc::F_RDLCK as i16, l_whence: 0, l_start: 100, l_len: 4, l_pid: 0 };
        // SAFETY: F_OFD_SETLK reads one flock through the pointer; the descriptor is open.
        assert_eq!(unsafe { libc::fcntl(reader.as_raw_fd(), libc::F_OFD_SETLK, &raw const lock) }, 0);
        assert_eq!(seen(), (Some(false), Some(true), true));
        drop(reader);
        let writer = File::options().write(true).open(&path).expect("opened");
        assert_eq!(seen(), (Some(true), Some(true), false));
        drop(writer);
        assert_eq!(seen(), (Some(false), Some(false), false));
        std::fs::remove_file(path).expect("removed");
    }
}
