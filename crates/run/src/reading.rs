//! Reads files that a user names, within bounds: a pipe without a writer does not block for ever, `/dev/zero` does not
//! fill the memory, and anything but a file is an error. Its twin for files that Python reads is
//! `python/plimsoll/base/reading.py`.

use std::fs::{File, FileType};
use std::io::{self, Read};

use crate::error::{ErrorKind, RunError};
use crate::rules::{DOCUMENT_BYTES, PIPE_PATIENCE_S};

/// Words for messages about such a file: "the stack", and how to name it ("Give stack:FILE.toml").
#[derive(Clone, Copy, Debug)]
pub(crate) struct What {
    /// With its article.
    pub(crate) it: &'static str,
    /// Advice when the file cannot be read.
    pub(crate) now: &'static str,
}

/// The text of a document of at most [`DOCUMENT_BYTES`] bytes.
///
/// # Errors
/// There is none (66); it is no file, larger, or no UTF-8 (65).
pub(crate) fn document(path: &str, what: What) -> Result<String, RunError> {
    let mut bytes = Vec::new();
    let source = open(path, what)?;
    source.take(DOCUMENT_BYTES + 1).read_to_end(&mut bytes).map_err(|e| unread(path, what, &e))?;
    if bytes.len() as u64 > DOCUMENT_BYTES {
        let most = DOCUMENT_BYTES >> 20;
        return Err(RunError::input(format!("{} {path} is larger than {most} MiB, the limit. {}", what.it, what.now)));
    }
    String::from_utf8(bytes)
        .map_err(|_| RunError::input(format!("{} {path} is not text: it must be UTF-8. {}", what.it, what.now)))
}

/// The file, to be read bit by bit.
///
/// # Errors
/// There is none (66), or it is none that can be read (65).
pub(crate) fn open(path: &str, what: What) -> Result<Source, RunError> {
    let file = open_at_once(path).map_err(|e| unread(path, what, &e))?;
    let kind = file.metadata().map_err(|e| unread(path, what, &e))?.file_type();
    if kind.is_dir() {
        return Err(unread(path, what, &io::ErrorKind::IsADirectory.into()));
    }
    Ok(Source { pipe: is_pipe(kind), file })
}

/// Why it could not be read.
///
/// Without such a file it is not there; everything else is wrong with what was given.
pub(crate) fn unread(path: &str, what: What, error: &io::Error) -> RunError {
    let kind = match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => ErrorKind::NoTarget,
        _ => ErrorKind::Input,
    };
    let why = match error.kind() {
        io::ErrorKind::TimedOut => format!("it is a pipe, and nothing came through it for {PIPE_PATIENCE_S} s"),
        _ => error.to_string(),
    };
    RunError::new(kind, format!("cannot read {} {path}: {why}. {}", what.it, what.now))
}

/// O_NONBLOCK: opening a pipe waits for a writer else.
#[cfg(unix)]
fn open_at_once(path: &str) -> io::Result<File> {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt as _;
    let flags = (OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY).bits();
    File::options().read(true).custom_flags(flags as i32).open(path)
}

#[cfg(not(unix))]
fn open_at_once(path: &str) -> io::Result<File> {
    File::open(path)
}

#[cfg(unix)]
fn is_pipe(kind: FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&kind)
}

/// A path names none elsewhere.
#[cfg(not(unix))]
fn is_pipe(_: FileType) -> bool {
    false
}

/// See [`open`].
#[derive(Debug)]
pub(crate) struct Source {
    file: File,
    pipe: bool,
}

impl Source {
    #[cfg(not(unix))]
    fn wait(&self) -> io::Result<()> {
        Ok(())
    }

    #[cfg(unix)]
    fn wait(&self) -> io::Result<()> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let patience = Timespec { tv_sec: PIPE_PATIENCE_S as i64, tv_nsec: 0 };
        // An interrupted wait returns to the caller: it may be an interrupt by the user.
        match poll(&mut [PollFd::new(&self.file, PollFlags::IN)], Some(&patience))? {
            0 => Err(io::ErrorKind::TimedOut.into()),
            _ => Ok(()),
        }
    }
}

impl Read for Source {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.pipe {
            // Before its first writer has come a pipe looks as if it were at its end.
            self.wait()?;
        }
        loop {
            match self.file.read(into) {
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => self.wait()?,
                // `read_to_end` would go on.
                Err(e) if e.kind() == io::ErrorKind::Interrupted => return Err(io::Error::other("interrupted")),
                read => return read,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IT: What = What { it: "the stack", now: "Give stack:FILE.toml" };

    #[test]
    fn what_has_no_end_is_refused_with_the_bound() {
        let told = document("/dev/zero", IT).unwrap_err();
        assert_eq!(told.kind, ErrorKind::Input);
        assert_eq!(told.message, "the stack /dev/zero is larger than 4 MiB, the limit. Give stack:FILE.toml");
    }

    #[test]
    fn what_is_no_file_or_no_text_says_so() {
        let told = document("/", IT).unwrap_err();
        assert_eq!((told.kind, told.message.contains("is a directory")), (ErrorKind::Input, true), "{told}");
        let told = document("/nowhere/at/all", IT).unwrap_err();
        assert_eq!(told.kind, ErrorKind::NoTarget);
        let file = std::env::temp_dir().join(format!("plimsoll-reading-{}", std::process::id()));
        std::fs::write(&file, b"a = \xff").unwrap();
        let told = document(file.to_str().unwrap(), IT).unwrap_err();
        std::fs::remove_file(&file).unwrap();
        assert_eq!((told.kind, told.message.contains("UTF-8")), (ErrorKind::Input, true), "{told}");
    }

    #[test]
    fn what_comes_through_a_pipe_is_read_to_its_end() {
        use std::io::Write as _;
        use std::os::fd::AsRawFd as _;
        let (from, mut to) = io::pipe().unwrap();
        // As `plimsoll simulate <(…)` names it.
        let path = format!("/proc/self/fd/{}", from.as_raw_fd());
        let writing = std::thread::spawn(move || to.write_all(b"[device.a]\n").unwrap());
        assert_eq!(document(&path, IT).unwrap(), "[device.a]\n");
        writing.join().unwrap();
    }
}
