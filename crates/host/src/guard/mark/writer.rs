//! This process as a writer of one of our own files: what is on its mark from before the first write until after the last.
//!
//! [`Writer::begin`] notes on the file that it is being written, and by whom. From then on a thread of its own gives signs
//! of life; nothing of it runs in the loop that measures, and it touches the measured file only when asked to (before each
//! Run) and once a minute in longer ones. [`Writer::seal`] notes what was written, in that same thread and with a limit: on a
//! target that hangs it is left undone, and the last sign of life has to do.
//!
//! Several processes may write one file at once. Each adds its name to the mark, and none takes another's off: the last
//! that ends, when no other lives, seals it.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock, MonotonicClock, wall_time_ns, wall_time_of_stamps_ns};
use rustix::fs::{fstatfs, fsync};

use super::document::{Mark, Stat, State, VERSION};
use super::life::{self, Sign};
use super::{pages, place};
use crate::guard::quiet::Quiet;
use crate::words::in_words;

/// Between two signs of life.
const BEAT: Duration = Duration::from_millis(250);
/// The mark itself is noted anew this often while the file is being written, for when all signs are lost: a machine that
/// goes down. It costs a change of the file's attributes, so not more often.
const NOTED_EVERY: Nanos = Nanos::from_secs(60);
/// Notes are written only this long after a write: on a target that hangs the call would hang too, and with it the end
/// of this process.
const WRITTEN_WITHIN: Nanos = Nanos::from_secs(1);
/// Longest wait for an answer of the thread. It reads sixteen pages at most.
const PATIENCE: Duration = Duration::from_secs(5);
/// A time stamp is at least this old before it is sealed, by the clock that file systems stamp by: that ticks every 1 to 10 ms
/// (its period is the kernel's HZ), and a later write within one tick would leave the stamp as it is.
const TICK_NS: i64 = 20_000_000;
/// The tick where the stamp is a whole second: some file systems keep no more of it.
const SECOND_NS: i64 = 1_000_000_000 + TICK_NS;
/// A file system whose clock is further off than this is another machine's.
const OWN_CLOCK_NS: i64 = 1_000_000_000;
/// Names that a mark has room for.
const MAX_WRITERS: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Command {
    /// A Run begins.
    Note,
    /// We have changed its size.
    Resized,
    /// Nothing is written any more.
    Seal,
}

/// The writer of a mark. Dropped without [`seal`](Writer::seal) it leaves the mark as it is: the last sign of life
/// counts.
#[derive(Debug)]
pub(in crate::guard) struct Writer {
    commands: SyncSender<Command>,
    answers: Receiver<bool>,
    /// Why no sign of life can be given.
    silent: Option<String>,
}

impl Writer {
    /// Notes that the file is being written by this process. `opened` may be any descriptor of it.
    pub(in crate::guard) fn begin(opened: BorrowedFd<'_>) -> io::Result<Self> {
        let (mut keeper, silent) = Keeper::of(opened, Sign::make)?;
        keeper.enter()?;
        let (commands, inbox) = sync_channel(1);
        let (outbox, answers) = sync_channel(1);
        std::thread::Builder::new().name("plimsoll-mark".into()).spawn(move || keeper.serve(&inbox, &outbox))?;
        Ok(Self { commands, answers, silent })
    }

    /// Why no sign of life can be given, if so: the file will not be taken for ours when this process is killed.
    pub(in crate::guard) fn silent(&self) -> Option<&str> {
        self.silent.as_deref()
    }

    /// Notes it anew: a Run begins.
    pub(in crate::guard) fn note(&self) -> bool {
        self.ask(Command::Note)
    }

    /// Notes the size that we have given it.
    pub(in crate::guard) fn note_size(&self) -> bool {
        self.ask(Command::Resized)
    }

    /// Notes what was written; false when that was not possible, or not in time. Call it when the last write has ended.
    pub(in crate::guard) fn seal(self) -> bool {
        self.ask(Command::Seal)
    }

    /// A late answer may be taken for that of the next command. This does no harm: it only ends the wait.
    fn ask(&self, command: Command) -> bool {
        let _ = self.answers.try_recv();
        self.commands.try_send(command).is_ok() && self.answers.recv_timeout(PATIENCE) == Ok(true)
    }
}

/// Marks a file as served: what lies in it is its clients'.
pub(in crate::guard) fn hand_over(opened: BorrowedFd<'_>) -> io::Result<()> {
    let file = Quiet::open(opened)?;
    let before = place::load(&file);
    place::store(&file, &Mark::of(&Stat::of(&file)?, State::Served))?;
    before.into_iter().flat_map(|mark| mark.writers).for_each(|writer| life::forget(&writer));
    Ok(())
}

/// State of the thread.
#[derive(Debug)]
struct Keeper {
    file: Quiet,
    /// Name of its sign of life, also on the mark.
    name: String,
    sign: Option<Sign>,
    /// The file system's clock against ours.
    skew_ns: i64,
    /// When the mark was noted last.
    noted: Nanos,
    /// When the file was looked at last, and its last write then.
    looked: (Nanos, i64),
}

impl Keeper {
    fn of(opened: BorrowedFd<'_>, sign: fn(&str) -> io::Result<Sign>) -> io::Result<(Self, Option<String>)> {
        let file = Quiet::open(opened)?;
        let name = life::name();
        let (sign, silent) = match sign(&name) {
            Ok(sign) => (Some(sign), None),
            Err(error) => (None, Some(in_words(&error))),
        };
        let now = MonotonicClock.now();
        Ok((Self { file, name, sign, skew_ns: 0, noted: now, looked: (now, 0) }, silent))
    }

    /// Now, by the file system's clock.
    fn now_ns(&self) -> i64 {
        i64::try_from(wall_time_ns()).unwrap_or(i64::MAX).saturating_add(self.skew_ns)
    }

    fn beat(&self) {
        if let Some(sign) = &self.sign {
            sign.beat(self.now_ns());
        }
    }

    /// Adds this writer to the mark, whatever state the mark is in: the permit was given.
    fn enter(&mut self) -> io::Result<()> {
        self.beat();
        let size = Stat::of(&self.file)?.size;
        let before = place::load(&self.file);
        let noted = self.note(before.as_ref(), size)?;
        let skew_ns = noted.saturating_sub(self.now_ns());
        if skew_ns.abs() > OWN_CLOCK_NS {
            self.skew_ns = skew_ns;
            self.beat();
            self.note(before.as_ref(), size)?;
        }
        // Another that entered at the same moment may have written its mark over ours.
        match place::load(&self.file) {
            Some(mark) if !mark.writers.contains(&self.name) => drop(self.note(Some(&mark), size)?),
            _ => {}
        }
        let gone = before.into_iter().flat_map(|mark| mark.writers).filter(|name| *name != self.name);
        gone.filter(|name| !self.lives(name)).for_each(|name| life::forget(&name));
        self.looked = (MonotonicClock.now(), Stat::of(&self.file)?.mtime_ns);
        Ok(())
    }

    /// The mark of a file of `size` that this process and the living ones of `before` write.
    fn note(&mut self, before: Option<&Mark>, size: u64) -> io::Result<i64> {
        let now = Stat::of(&self.file)?;
        let before = before.filter(|mark| mark.state == Some(State::Writing) && mark.is_of(&now));
        let others = before.map(|mark| mark.writers.as_slice()).unwrap_or_default();
        let mut writers: Vec<String> =
            others.iter().filter(|name| **name != self.name && self.lives(name)).cloned().collect();
        writers.push(self.name.clone());
        let writers = writers.split_off(writers.len().saturating_sub(MAX_WRITERS));
        // Without signs of life the end of our own changes is unknown: then nothing is claimed for the time after a
        // kill.
        let noted_ns = self.sign.is_some().then(|| self.now_ns());
        let mark = Mark { size: Some(size), noted_ns, writers, ..Mark::of(&now, State::Writing) };
        self.noted = MonotonicClock.now();
        place::store(&self.file, &mark)
    }

    fn lives(&self, writer: &str) -> bool {
        life::lives(writer, self.now_ns())
    }

    fn serve(mut self, inbox: &Receiver<Command>, outbox: &SyncSender<bool>) {
        loop {
            let (answer, over) = match inbox.recv_timeout(BEAT) {
                Err(RecvTimeoutError::Timeout) => {
                    self.beat();
                    self.note_when_due();
                    continue;
                }
                Ok(Command::Note) => (self.note_again(None), false),
                Ok(Command::Resized) => (Stat::of(&self.file).and_then(|now| self.note_again(Some(now.size))), false),
                Ok(Command::Seal) => (self.seal(), true),
                Err(RecvTimeoutError::Disconnected) => (Ok(false), true),
            };
            if over && !matches!(answer, Ok(true)) {
                if let Some(sign) = &self.sign {
                    sign.end(self.now_ns());
                }
            }
            // The receiver may have run out of patience.
            let _ = outbox.try_send(matches!(answer, Ok(true)));
            if over {
                return;
            }
        }
    }

    fn note_when_due(&mut self) {
        let now = MonotonicClock.now();
        if now - self.noted < NOTED_EVERY || now - self.looked.0 < WRITTEN_WITHIN {
            return;
        }
        let Ok(stat) = Stat::of(&self.file) else { return };
        let written = stat.mtime_ns != self.looked.1;
        self.looked = (now, stat.mtime_ns);
        if written {
            let _ = self.note_again(None);
        }
    }

    /// Leaves a mark alone that is gone, or that gives the file to another owner.
    fn note_again(&mut self, size: Option<u64>) -> io::Result<bool> {
        match place::load(&self.file) {
            Some(mark) if matches!(mark.state, Some(State::Writing | State::Sealed)) => {
                // The size at our beginning, unless we have changed it: changes by others must show.
                self.note(Some(&mark), size.or(mark.size).unwrap_or_default()).map(|_| true)
            }
            _ => Ok(false),
        }
    }

    fn seal(&mut self) -> io::Result<bool> {
        // First, so that of two that end at once each sees that the other writes no more.
        if let Some(sign) = &self.sign {
            sign.end(self.now_ns());
        }
        if flushes_late(&self.file) {
            fsync(&self.file)?;
            if let Some(sign) = &self.sign {
                sign.end(self.now_ns());
            }
        }
        let Some(mark) = place::load(&self.file) else { return Ok(false) };
        let now = self.wait_for_stable_stat()?;
        let others = mark.writers.iter().any(|name| *name != self.name && self.lives(name));
        let right = mark.plimsoll == VERSION && mark.is_of(&now) && mark.size == Some(now.size);
        match mark.state {
            Some(State::Writing) if right && !others => {}
            // Another of ours sealed it when it ended, and did not see what we wrote after that.
            Some(State::Sealed) if right && mark.mtime_ns != Some(now.mtime_ns) => {}
            _ => {
                self.forget();
                return Ok(false);
            }
        }
        let pages = pages::checksum(&self.file, now.size, now.inode)?;
        let same = Stat::of(&self.file)?;
        if (same.mtime_ns, same.size) != (now.mtime_ns, now.size) || place::load(&self.file).as_ref() != Some(&mark) {
            return Ok(false);
        }
        place::store(&self.file, &Mark::at_seal(&now, pages))?;
        mark.writers.iter().filter(|name| !self.lives(name)).for_each(|name| life::forget(name));
        self.forget();
        Ok(true)
    }

    /// The facts of the file once a further write would change its time stamp.
    fn wait_for_stable_stat(&self) -> io::Result<Stat> {
        // A stamp may lie ahead: it was set by hand, or the clock was set back. The wait for it has an end.
        let until = MonotonicClock.now() + Nanos(SECOND_NS as u64 + TICK_NS as u64);
        loop {
            let stat = Stat::of(&self.file)?;
            let tick = i64::try_from(wall_time_of_stamps_ns()).unwrap_or(i64::MAX).saturating_add(self.skew_ns);
            let age_ns = tick.saturating_sub(stat.mtime_ns);
            let tick_ns = if stat.mtime_ns % 1_000_000_000 == 0 { SECOND_NS } else { TICK_NS };
            let now = MonotonicClock.now();
            if age_ns >= tick_ns || now >= until {
                return Ok(stat);
            }
            MonotonicClock.sleep_until((now + Nanos(tick_ns.saturating_sub(age_ns).min(tick_ns) as u64)).min(until));
        }
    }

    /// The mark names our sign no longer, or another's vouches for the file.
    fn forget(&mut self) {
        self.sign = None;
        life::forget(&self.name);
    }
}

/// Whether a file system stamps the time of a write when it carries it out, after the call has returned.
fn flushes_late(file: impl AsFd) -> bool {
    const NFS: u32 = 0x6969;
    const SMB2: u32 = 0xfe53_4d42;
    const CIFS: u32 = 0xff53_4d42;
    const CEPH: u32 = 0x00c3_6400;
    const FUSE: u32 = 0x6573_5546;
    const V9FS: u32 = 0x0102_1997;
    const AFS: u32 = 0x5346_414f;
    const GFS2: u32 = 0x0116_1970;
    const OCFS2: u32 = 0x7461_636f;
    const LUSTRE: u32 = 0x0bd0_0bd0;
    const GPFS: u32 = 0x4750_4653;
    [NFS, SMB2, CIFS, CEPH, FUSE, V9FS, AFS, GFS2, OCFS2, LUSTRE, GPFS]
        .contains(&fstatfs(file).map_or(0, |told| told.f_type as u32))
}

#[cfg(test)]
mod tests {
    use super::super::document::{Doubt, Standing};
    use super::*;
    use std::fs::File;

    #[test]
    fn a_writer_without_signs_of_life_vouches_for_nothing_after_it_was_killed() {
        let path = std::env::temp_dir().join(format!("plimsoll-silent-{}", std::process::id()));
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&path).expect("made");
        let signs: [fn(&str) -> io::Result<Sign>; 2] = [Sign::make, |_| Err(io::Error::other("not this user's alone"))];
        for (sign, silent) in signs.into_iter().zip([None, Some("not this user's alone".to_owned())]) {
            let (mut keeper, why) = Keeper::of(file.as_fd(), sign).expect("a keeper");
            assert_eq!(why, silent);
            keeper.enter().expect("noted");
            let mark = place::load(&file).expect("a mark");
            let standing = mark.standing(&Stat::of(&file).expect("stat"), life::last, || false);
            let expected = if silent.is_some() { Standing::Doubtful(Doubt::Unvouched) } else { Standing::Ours };
            assert_eq!(standing, expected);
            keeper.forget();
        }
        std::fs::remove_file(&path).expect("removed");
        let _ = std::fs::remove_file(path.with_extension("plimsoll"));
    }
}
