//! Marks of a session and a fill on a file of our own: sealed when the last write has ended, and not when one never
//! did.

use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use plimsoll_run::prepare::{Prepare, PrepareRequest};
use plimsoll_run::record::Outcome;
use plimsoll_run::request::{ProbeRequest, SessionRequest, WorkloadRequest};
use plimsoll_run::{ErrorKind, Session};

/// A folder that goes when it's dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("marks-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn name(&self, file: &str) -> String {
        self.0.join(file).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn prepare(target: &str, size: Option<&str>) -> Prepare {
    let request = PrepareRequest { target: target.into(), size: size.map(Into::into), ..PrepareRequest::default() };
    Prepare::open(&request).unwrap()
}

/// A file of ours; none where direct I/O isn't offered.
fn prepare_file(target: &str) -> bool {
    let request = PrepareRequest { target: target.into(), size: Some("8m".into()), ..PrepareRequest::default() };
    match Prepare::open(&request) {
        Ok(fill) => fill.run().is_ok(),
        Err(why) => {
            eprintln!("skipped: {why}");
            false
        }
    }
}

fn session(target: &str, read: f64) -> Result<Session, plimsoll_run::RunError> {
    Session::open(&SessionRequest {
        target: target.into(),
        workload: WorkloadRequest { read: Some(read), ..WorkloadRequest::default() },
        ..SessionRequest::default()
    })
}

fn probe(measure: &str) -> ProbeRequest {
    ProbeRequest {
        queue_depth: Some(4),
        warmup_for: Some("0s".into()),
        measure_for: Some(measure.into()),
        seed: Some(1),
        ..ProbeRequest::default()
    }
}

/// `sealed`, `writing` or `served`.
fn state(target: &str) -> String {
    let mut text = [0; 1024];
    let length = rustix::fs::getxattr(target, "user.plimsoll", &mut text[..]).expect("a mark in an attribute");
    let mark: serde_json::Value = serde_json::from_slice(&text[..length]).unwrap();
    mark["state"].as_str().unwrap().to_owned()
}

#[test]
fn a_session_that_writes_says_so_from_its_first_run_to_its_end() {
    let folder = Folder::new();
    let target = folder.name("t.dat");
    if !prepare_file(&target) {
        return;
    }
    assert_eq!(state(&target), "sealed");
    let open = session(&target, 0.0).unwrap();
    assert_eq!(state(&target), "sealed", "nothing was written yet");
    for _ in 0..2 {
        // Where others have the processors or the disk, nothing may have been issued in so short a Measure.
        let good = (0..50).any(|_| open.probe(&probe("50ms")).unwrap().record.outcome == Outcome::Ok);
        assert!(good);
        assert_eq!(state(&target), "writing");
    }
    let beside = session(&target, 0.0).expect("a second one at the same time");
    beside.probe(&probe("50ms")).unwrap();
    open.close();
    assert_eq!(state(&target), "writing", "the other has not ended");
    drop(beside);
    assert_eq!(state(&target), "sealed");
    assert_eq!(open.probe(&probe("50ms")).unwrap_err().kind, ErrorKind::Refused, "it is closed");
    assert!(session(&target, 0.0).is_ok());
}

#[test]
fn a_session_that_reads_leaves_the_mark_alone() {
    let folder = Folder::new();
    let target = folder.name("t.dat");
    if !prepare_file(&target) {
        return;
    }
    let before = std::fs::metadata(&target).unwrap();
    session(&target, 100.0).unwrap().probe(&probe("50ms")).unwrap();
    use std::os::unix::fs::MetadataExt;
    let now = std::fs::metadata(&target).unwrap();
    assert_eq!((now.ctime(), now.ctime_nsec()), (before.ctime(), before.ctime_nsec()));
}

#[test]
fn a_fill_is_sealed_however_it_ends() {
    let folder = Folder::new();
    let target = folder.name("t.dat");
    if !prepare_file(&target) {
        return;
    }
    // Made larger, and smaller parts filled.
    prepare(&target, Some("16m")).run().unwrap();
    assert_eq!(state(&target), "sealed");
    let stopped = prepare(&target, None);
    stopped.stop();
    assert_eq!(stopped.run().unwrap().outcome, "stopped");
    assert_eq!(state(&target), "sealed");
    assert!(session(&target, 0.0).is_ok());
    // What somebody wrote into it since is found by the next.
    std::fs::File::options().write(true).open(&target).unwrap().write_all_at(b"data", 12_345).unwrap();
    let refused = Prepare::open(&PrepareRequest { target: target.clone(), ..PrepareRequest::default() }).unwrap_err();
    assert_eq!(refused.kind, ErrorKind::Refused);
    assert!(refused.message.contains("its times differ"), "{}", refused.message);
}

fn run(program: &str, arguments: &[&str]) -> Result<(), String> {
    let done = Command::new(program).args(arguments).output().map_err(|e| e.to_string())?;
    done.status.success().then_some(()).ok_or_else(|| String::from_utf8_lossy(&done.stderr).into_owned())
}

/// A file system that can be made to hang, on a file of its own.
struct Frozen(String);

impl Frozen {
    fn mount(folder: &Folder) -> Result<Self, String> {
        let (image, at) = (folder.name("image"), folder.name("mnt"));
        std::fs::create_dir_all(&at).map_err(|e| e.to_string())?;
        std::fs::File::create(&image).and_then(|file| file.set_len(256 << 20)).map_err(|e| e.to_string())?;
        run("mkfs.ext4", &["-q", &image])?;
        run("mount", &["-o", "loop", &image, &at])?;
        Ok(Self(at))
    }

    fn hangs(&self, on: bool) -> Result<(), String> {
        run("fsfreeze", &[if on { "-f" } else { "-u" }, &self.0])
    }
}

impl Drop for Frozen {
    fn drop(&mut self) {
        let _ = self.hangs(false);
        let _ = run("umount", &["--lazy", &self.0]);
    }
}

#[test]
fn what_a_hanging_target_may_yet_write_is_not_sealed() {
    let folder = Folder::new();
    let frozen = match Frozen::mount(&folder).and_then(|frozen| frozen.hangs(true).map(|()| frozen)) {
        Ok(frozen) => frozen,
        Err(why) => return eprintln!("skipped: no file system can be frozen here ({why})"),
    };
    frozen.hangs(false).unwrap();
    let target = Path::new(&frozen.0).join("t.dat").to_str().unwrap().to_owned();
    if !prepare_file(&target) {
        return;
    }
    let open = session(&target, 0.0).unwrap();
    open.probe(&probe("50ms")).unwrap();
    let (began, asked) = std::sync::mpsc::channel();
    let ended = std::thread::scope(|scope| {
        let run = scope.spawn(|| {
            began.send(()).unwrap();
            open.probe(&ProbeRequest { io_deadline: Some("1s".into()), ..probe("60s") }).unwrap().record
        });
        asked.recv().unwrap();
        // Only once it writes: what is asked of the file before that would hang too.
        while open.progress().phase.is_none() {
            std::thread::yield_now();
        }
        frozen.hangs(true).unwrap();
        run.join().unwrap()
    });
    assert_eq!(ended.outcome, Outcome::Failed, "{}", ended.because);
    open.close();
    assert_eq!(state(&target), "writing");
    frozen.hangs(false).unwrap();
    assert_eq!(state(&target), "writing", "nor later");
}
