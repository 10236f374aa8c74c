//! A name in a folder that was opened once: what is looked up, checked and removed by it lies in that very folder, wherever the
//! path leads by then.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use plimsoll_base::clock::wall_time_ns;
use rustix::fs::{AtFlags, Mode, OFlags, RenameFlags, Stat, fstat, open, openat, renameat_with, statat, unlinkat};
use rustix::io::Errno;

/// See the module.
#[derive(Debug)]
pub struct Entry {
    folder: OwnedFd,
    name: OsString,
}

impl Entry {
    /// The last part of a path, in the folder that the rest leads to now.
    ///
    /// # Errors
    /// There is no such folder, or the path ends in no name.
    pub fn of(path: &Path) -> io::Result<Self> {
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_owned();
        if !path.as_os_str().as_bytes().ends_with(name.as_bytes()) {
            return Err(io::ErrorKind::InvalidInput.into()); // With a slash at its end it's the name of a folder.
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let folder = open(folder, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
        Ok(Self { folder, name })
    }

    /// The name with this at its end, in the same folder.
    ///
    /// # Errors
    /// Too many files are open.
    pub fn beside(&self, suffix: &str) -> io::Result<Self> {
        let mut name = self.name.clone();
        name.push(suffix);
        Ok(Self { folder: self.folder.try_clone()?, name })
    }

    /// Opens what has the name.
    ///
    /// # Errors
    /// Those of open(2).
    pub fn open(&self, flags: OFlags, mode: Mode) -> rustix::io::Result<OwnedFd> {
        openat(&self.folder, self.name.as_os_str(), flags | OFlags::CLOEXEC, mode)
    }

    /// Removes the name if it is that of an open file, and no link to it. Another file that gets the name in between
    /// stays: the name is moved aside first, to a private one, checked there, and put back if it is another file's.
    ///
    /// # Errors It is another file's name ([`io::ErrorKind::AlreadyExists`]), or the system refused.
    pub fn remove(&self, file: impl AsFd) -> io::Result<()> {
        let wanted = fstat(file)?;
        if !self.is(&self.name, &wanted)? {
            return Err(another("another file has its name now".into()));
        }
        let aside = aside();
        match renameat_with(&self.folder, &self.name, &self.folder, &aside, RenameFlags::NOREPLACE) {
            Ok(()) => {}
            // Some file systems rename only so that they replace: there the look just taken has to do.
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
                return Ok(unlinkat(&self.folder, &self.name, AtFlags::empty())?);
            }
            Err(errno) => return Err(errno.into()),
        }
        if self.is(&aside, &wanted)? {
            return Ok(unlinkat(&self.folder, &aside, AtFlags::empty())?);
        }
        let back = renameat_with(&self.folder, &aside, &self.folder, &self.name, RenameFlags::NOREPLACE);
        Err(another(match back {
            Ok(()) => "another file has its name now".into(),
            Err(_) => format!("another file had its name, and is {} beside it now", aside.to_string_lossy()),
        }))
    }

    fn is(&self, name: &OsStr, wanted: &Stat) -> io::Result<bool> {
        let found = statat(&self.folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok((found.st_dev, found.st_ino) == (wanted.st_dev, wanted.st_ino))
    }
}

fn another(why: String) -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, why)
}

fn aside() -> OsString {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!(".plimsoll-{:x}-{:x}-{count:x}", std::process::id(), wall_time_ns()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File};

    #[test]
    fn only_the_very_file_is_removed_and_only_from_the_folder_that_was_opened() {
        let at = std::env::temp_dir().join(format!("plimsoll-entry-{}", std::process::id()));
        let (ours, theirs) = (at.join("ours"), at.join("theirs"));
        for folder in [&ours, &theirs] {
            fs::create_dir_all(folder).expect("folder");
            fs::write(folder.join("t"), "content").expect("written");
        }
        let file = File::open(ours.join("t")).expect("opened");
        let entry = Entry::of(&ours.join("t")).expect("a name");
        // The folders change places: the path leads to the other one now.
        fs::rename(&ours, at.join("x")).and_then(|()| fs::rename(&theirs, &ours)).expect("exchanged");
        entry.remove(&file).expect("removed");
        assert!(ours.join("t").exists() && !at.join("x/t").exists());
        // Another file, a link to it, nothing: left as they are.
        let link = at.join("x/link");
        std::os::unix::fs::symlink(ours.join("t"), &link).expect("link");
        let their = File::open(ours.join("t")).expect("opened");
        assert!(Entry::of(&link).expect("a name").remove(&their).is_err() && link.is_symlink());
        assert!(Entry::of(&ours.join("t")).expect("a name").remove(&file).is_err());
        assert_eq!(fs::read_to_string(ours.join("t")).expect("there"), "content");
        assert!(entry.remove(&file).is_err());
        assert!(Entry::of(Path::new("/")).is_err() && Entry::of(&ours.join("t/")).is_err());
        assert!(Entry::of(&at.join("none/t")).is_err());
        assert_eq!(fs::read_dir(&ours).expect("listed").count(), 1, "nothing is left aside");
        fs::remove_dir_all(at).expect("removed");
    }
}
