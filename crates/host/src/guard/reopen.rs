//! The very same file or device once more: by a descriptor, never by a name that may lead elsewhere by now.

use std::fs::File;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::path::Path;

use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;

use super::refusal::GuardError;

/// A descriptor for the place of a path alone (`O_PATH`), and the path as text.
pub(super) fn handle_of(path: &Path) -> Result<(OwnedFd, String), GuardError> {
    let name = path.to_string_lossy().into_owned();
    let bad = |why| GuardError::BadName { target: name.clone(), why };
    if name.is_empty() {
        return Err(bad("is empty"));
    }
    if name.contains('\0') {
        return Err(bad("contains a zero byte"));
    }
    match open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty()) {
        Ok(handle) => Ok((handle, name)),
        Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => Err(GuardError::Missing { target: name }),
        Err(Errno::NAMETOOLONG) => Err(bad("is too long")),
        Err(errno) => Err(GuardError::io(&name, "open", errno)),
    }
}

/// The way to open the very same inode again, whatever its name leads to by now.
pub(super) fn again(descriptor: BorrowedFd<'_>) -> String {
    format!("/proc/self/fd/{}", descriptor.as_raw_fd())
}

/// Opens the very same inode for reading.
pub(super) fn reopen_to_read(descriptor: BorrowedFd<'_>) -> rustix::io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    open(again(descriptor), flags, Mode::empty()).map(File::from)
}
