//! Files of our own for tests: made, filled, sealed, and attacked as people do.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use plimsoll_host::{Confirmation, GuardError, Refusal, WritePermit, create, examine, open_for_write};
use rustix::fs::{XattrFlags, getxattr, setxattr};

pub const SIZE: u64 = 1 << 20;
pub const MARK: &str = "user.plimsoll";

pub fn no_confirmation() -> Confirmation {
    Confirmation::default()
}

pub fn confirm_by_name(path: &Path) -> Confirmation {
    Confirmation { named: Some(path.to_str().expect("text").into()), overwrite_signature: false, identity: None }
}

pub fn named_with_flag(path: &Path) -> Confirmation {
    Confirmation { overwrite_signature: true, ..confirm_by_name(path) }
}

/// Bytes that repeat nowhere and hold no signature: xorshift64 (Marsaglia 2003).
pub fn noise(seed: u64) -> Vec<u8> {
    let mut state = 88_172_645_463_325_252 ^ seed;
    (0..SIZE / 8)
        .flat_map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state.to_le_bytes()
        })
        .collect()
}

pub fn fill(file: &File, seed: u64) {
    file.write_all_at(&noise(seed), 0).expect("written");
}

/// A file of our own that is being written, filled once.
pub fn begin_own_file(path: &Path) -> (File, WritePermit) {
    let (opened, facts, permit) = create(path, false).expect("created");
    assert!(facts.made_by_plimsoll);
    let file = File::from(opened);
    file.set_len(SIZE).expect("length");
    permit.note_size();
    fill(&file, 1);
    (file, permit)
}

/// A file of our own, filled and sealed.
pub fn seal_own_file(path: &Path) -> PathBuf {
    let (_file, permit) = begin_own_file(path);
    permit.seal();
    path.to_owned()
}

pub fn is_ours(path: &Path) -> bool {
    let ours = open_for_write(path, false, &no_confirmation()).is_ok();
    assert_eq!(examine(path).expect("a file").made_by_plimsoll, ours);
    ours
}

pub fn refusal(path: &Path, confirmation: &Confirmation) -> Refusal {
    match open_for_write(path, false, confirmation) {
        Err(GuardError::Refused(refusal)) => refusal,
        Err(error) => panic!("expected a refusal: {error}"),
        Ok((_, facts, _)) => panic!("allowed: {facts:?}"),
    }
}

/// Checks that the file needs a confirmation by name, in one line with the reason, and may be written once it is named.
pub fn assert_needs_name(path: &Path, says: &str) {
    let refused = refusal(path, &no_confirmation());
    let line = refused.to_string();
    assert!(matches!(refused, Refusal::NotConfirmed { .. }), "{line}");
    assert!(line.contains(says) && line.contains("--i-will-lose-the-data-on") && !line.contains('\n'), "{line}");
    assert!(open_for_write(path, false, &confirm_by_name(path)).is_ok());
}

pub fn run(program: &str, args: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(args).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
    }
}

/// A file system on a folder, unmounted when it goes.
pub struct MountGuard(pub PathBuf);

impl Drop for MountGuard {
    fn drop(&mut self) {
        let _ = run("umount", &[text(&self.0)]);
    }
}

pub fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

pub fn mark(path: &Path) -> String {
    let mut buffer = [0; 1024];
    let length = getxattr(path, MARK, &mut buffer[..]).expect("a mark");
    String::from_utf8(buffer[..length].to_vec()).expect("text")
}

pub fn write_at(path: &Path, at: u64, bytes: &[u8]) {
    File::options().write(true).open(path).expect("opened").write_all_at(bytes, at).expect("written");
}

/// The mark as the first version left it.
pub fn version_1(path: &Path) {
    let now: serde_json::Value = serde_json::from_str(&mark(path)).expect("JSON");
    let first = serde_json::json!({"plimsoll": 1, "inode": now["inode"], "born_ns": now["born_ns"]}).to_string();
    setxattr(path, MARK, first.as_bytes(), XattrFlags::empty()).expect("marked");
}

/// An action on a file of ours, and the reason of the refusal after it.
pub type Attack = (&'static str, fn(&Path), &'static str);

pub const ATTACKS: &[Attack] = &[
    ("truncate", |path| resize(path, SIZE / 2), "its size differs"),
    ("emptied", |path| resize(path, 0), "its size differs"),
    ("grown", |path| resize(path, SIZE + 1), "its size differs"),
    ("truncated and grown back", |path| (resize(path, 0), resize(path, SIZE)).1, "its times differ"),
    ("cat >", |path| fs::write(path, noise(9)).expect("written"), "its times differ"),
    ("dd conv=notrunc", |path| write_at(path, SIZE / 2 + 5, b"data"), "its times differ"),
    (
        "touch",
        |path| drop(File::options().append(true).open(path).expect("opened").set_modified(std::time::UNIX_EPOCH)),
        "its times differ",
    ),
    ("cp -p", |path| cp_preserving(path), "its times differ"),
    (
        "written, and its time set back",
        |path| keeping_its_time(path, |path| write_at(path, 0, b"data")),
        "its content differs",
    ),
    (
        "replaced, and its time set back",
        |path| keeping_its_time(path, |path| write_at(path, 0, &noise(9))),
        "its content differs",
    ),
];

pub fn resize(path: &Path, size: u64) {
    File::options().write(true).open(path).expect("opened").set_len(size).expect("length");
}

pub fn cp_preserving(path: &Path) {
    let other = path.with_extension("other");
    fs::write(&other, noise(8)).expect("written");
    run("cp", &["-p", text(&other), text(path)]).expect("copied");
    fs::remove_file(other).expect("removed");
}

pub fn keeping_its_time(path: &Path, change: fn(&Path)) {
    let before = fs::metadata(path).expect("there").modified().expect("kept");
    change(path);
    File::options().append(true).open(path).expect("opened").set_modified(before).expect("set back");
}
