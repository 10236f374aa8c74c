//! Files of our own: what they stay our own through, and what makes them somebody's. On real file systems: the one of the
//! scratch folder, and those that this machine can mount.
#![allow(clippy::print_stderr)] // A file system that can't be had is named.

mod common;

use std::fs::{self, File};
use std::os::unix::fs::{FileExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Scratch, exists};
use plimsoll_host::{
    Confirmation, GuardError, Refusal, WritePermit, create, examine, open_for_read, open_for_write, open_to_serve,
    remove,
};
use rustix::fs::{Timespec, Timestamps, XattrFlags, futimens, getxattr, setxattr};

const SIZE: u64 = 4 << 20;
const MARK: &str = "user.plimsoll";

fn unconfirmed() -> Confirmation {
    Confirmation::default()
}

fn named(path: &Path) -> Confirmation {
    Confirmation { named: Some(path.to_str().expect("text").into()), overwrite_signature: false, identity: None }
}

fn named_with_flag(path: &Path) -> Confirmation {
    Confirmation { overwrite_signature: true, ..named(path) }
}

/// Bytes that repeat nowhere and hold no signature: xorshift64 (Marsaglia 2003).
fn noise(seed: u64) -> Vec<u8> {
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

fn fill(file: &File, seed: u64) {
    file.write_all_at(&noise(seed), 0).expect("written");
}

/// A file of our own that is being written, filled once.
fn begun(path: &Path) -> (File, WritePermit) {
    let (opened, facts, permit) = create(path, false).expect("created");
    assert!(facts.made_by_plimsoll);
    let file = File::from(opened);
    file.set_len(SIZE).expect("length");
    permit.resized();
    fill(&file, 1);
    (file, permit)
}

/// A file of our own, filled and sealed.
fn sealed(path: &Path) -> PathBuf {
    let (_file, permit) = begun(path);
    permit.seal();
    path.to_owned()
}

fn is_ours(path: &Path) -> bool {
    let ours = open_for_write(path, false, &unconfirmed()).is_ok();
    assert_eq!(examine(path).expect("a file").made_by_plimsoll, ours);
    ours
}

fn refusal(path: &Path, confirmation: &Confirmation) -> Refusal {
    match open_for_write(path, false, confirmation) {
        Err(GuardError::Refused(refusal)) => refusal,
        Err(error) => panic!("expected a refusal: {error}"),
        Ok((_, facts, _)) => panic!("allowed: {facts:?}"),
    }
}

/// It is asked for by name, in one line that says why; and may be written once it is named.
fn must_be_named(path: &Path, says: &str) {
    let refused = refusal(path, &unconfirmed());
    let line = refused.to_string();
    assert!(matches!(refused, Refusal::NotConfirmed { .. }), "{line}");
    assert!(line.contains(says) && line.contains("--i-will-lose-the-data-on") && !line.contains('\n'), "{line}");
    assert!(open_for_write(path, false, &named(path)).is_ok());
}

fn run(program: &str, args: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(args).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

fn mark(path: &Path) -> String {
    let mut buffer = [0; 1024];
    let length = getxattr(path, MARK, &mut buffer[..]).expect("a mark");
    String::from_utf8(buffer[..length].to_vec()).expect("text")
}

/// The mark as the first version left it.
fn version_1(path: &Path) {
    let now: serde_json::Value = serde_json::from_str(&mark(path)).expect("JSON");
    let first = serde_json::json!({"plimsoll": 1, "inode": now["inode"], "born_ns": now["born_ns"]}).to_string();
    setxattr(path, MARK, first.as_bytes(), XattrFlags::empty()).expect("marked");
}

#[test]
fn a_file_is_ours_from_run_to_run() {
    let scratch = Scratch::new();
    let path = sealed(&scratch.0.join("t"));
    for seed in 2..5 {
        let (opened, facts, permit) = open_for_write(&path, false, &unconfirmed()).expect("ours");
        assert!(facts.made_by_plimsoll && !facts.sparse);
        permit.begin(&opened).expect("noted");
        permit.begin(&opened).expect("noted again, before another Run");
        fill(&File::from(opened), seed);
        permit.seal();
    }
    assert!(is_ours(&path));
    assert!(!remove_beside_is_there(&path));
}

fn remove_beside_is_there(path: &Path) -> bool {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".plimsoll");
    Path::new(&beside).exists()
}

#[test]
fn opening_alone_changes_no_mark() {
    let scratch = Scratch::new();
    let path = sealed(&scratch.0.join("t"));
    let before = mark(&path);
    drop(open_for_write(&path, false, &unconfirmed()).expect("ours"));
    drop(open_for_read(&path, false).expect("ours"));
    assert_eq!(mark(&path), before);
}

#[test]
fn what_does_not_touch_its_content_leaves_it_ours() {
    let scratch = Scratch::new();
    let path = sealed(&scratch.0.join("t"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("chmod");
    fs::hard_link(&path, scratch.0.join("second name")).expect("linked");
    setxattr(&path, "user.note", b"mine", XattrFlags::empty()).expect("noted");
    fs::read(&path).expect("read");
    let moved = scratch.0.join("moved");
    fs::rename(&path, &moved).expect("moved");
    assert!(is_ours(&moved) && is_ours(&scratch.0.join("second name")));
}

/// What somebody does to a file of ours, and what the refusal says after it.
type Attack = (&'static str, fn(&Path), &'static str);

const ATTACKS: &[Attack] = &[
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

fn resize(path: &Path, size: u64) {
    File::options().write(true).open(path).expect("opened").set_len(size).expect("length");
}

fn write_at(path: &Path, at: u64, bytes: &[u8]) {
    File::options().write(true).open(path).expect("opened").write_all_at(bytes, at).expect("written");
}

fn cp_preserving(path: &Path) {
    let other = path.with_extension("other");
    fs::write(&other, noise(8)).expect("written");
    run("cp", &["-p", text(&other), text(path)]).expect("copied");
    fs::remove_file(other).expect("removed");
}

fn keeping_its_time(path: &Path, change: fn(&Path)) {
    let before = fs::metadata(path).expect("there").modified().expect("kept");
    change(path);
    File::options().append(true).open(path).expect("opened").set_modified(before).expect("set back");
}

#[test]
fn what_is_put_into_it_makes_it_somebodys() {
    let scratch = Scratch::new();
    for (name, attack, says) in ATTACKS {
        let path = sealed(&scratch.0.join(name.replace(' ', "-")));
        attack(&path);
        must_be_named(&path, &format!("a file that Plimsoll made, but changed since Plimsoll wrote it: {says}"));
        assert!(open_for_read(&path, false).is_ok(), "reading is never asked for");
    }
}

#[test]
fn a_file_system_made_in_it_needs_its_flag_too() {
    let scratch = Scratch::new();
    for (program, args, name) in [("mkfs.ext4", &["-q", "-F"][..], "ext4"), ("mkswap", &[][..], "swap")] {
        if !exists(program) {
            eprintln!("skipped: {name}, since {program} is not installed");
            continue;
        }
        let path = sealed(&scratch.0.join(name));
        run(program, &[args, &[text(&path)]].concat()).expect("made");
        for confirmation in [unconfirmed(), named(&path)] {
            let shown = refusal(&path, &confirmation);
            assert!(matches!(shown, Refusal::Signature { .. }) && shown.to_string().contains(name), "{shown}");
        }
        let flag_alone = Confirmation { named: None, overwrite_signature: true, identity: None };
        assert!(matches!(refusal(&path, &flag_alone), Refusal::NotConfirmed { .. }));
        assert!(open_for_write(&path, false, &named_with_flag(&path)).is_ok());
    }
}

#[test]
fn a_strangers_file_with_a_file_system_needs_both() {
    let scratch = Scratch::new();
    let path = scratch.file("image", SIZE);
    write_at(&path, 0, b"XFSB");
    assert!(matches!(refusal(&path, &named(&path)), Refusal::Signature { .. }));
    assert!(open_for_write(&path, false, &named_with_flag(&path)).is_ok());
}

#[test]
fn a_signature_that_came_while_we_wrote_is_not_sealed_away() {
    let scratch = Scratch::new();
    let path = scratch.0.join("t");
    let (_file, permit) = begun(&path);
    write_at(&path, 0, b"XFSB");
    permit.seal();
    assert!(examine(&path).expect("a file").made_by_plimsoll, "as far as the mark tells");
    assert!(matches!(refusal(&path, &named(&path)), Refusal::Signature { .. }));
    let flag_alone = Confirmation { named: None, overwrite_signature: true, identity: None };
    assert!(refusal(&path, &flag_alone).to_string().contains("holds a signature that Plimsoll did not write"));
    assert!(open_for_write(&path, false, &named_with_flag(&path)).is_ok());
    // Two bytes that a random fill has by chance are no reason to ask.
    let path = scratch.0.join("by chance");
    let (_file, permit) = begun(&path);
    write_at(&path, 510, b"\x55\xaa");
    permit.seal();
    assert!(is_ours(&path));
}

#[test]
fn a_copy_is_not_ours_nor_what_was_moved_to_its_place() {
    let scratch = Scratch::new();
    let path = sealed(&scratch.0.join("t"));
    let copy = scratch.0.join("copy");
    run("cp", &["-a", text(&path), text(&copy)]).expect("copied");
    assert_eq!(mark(&copy), mark(&path), "the copy carries the mark along");
    must_be_named(&copy, "a file that Plimsoll did not make");
    fs::rename(&copy, &path).expect("moved");
    must_be_named(&path, "a file that Plimsoll did not make");
}

#[test]
fn a_file_that_was_named_once_is_ours_again_if_plimsoll_made_it() {
    let scratch = Scratch::new();
    let path = sealed(&scratch.0.join("t"));
    let write_named = |path: &Path| {
        let (opened, _, permit) = open_for_write(path, false, &named(path)).expect("named");
        permit.begin(&opened).expect("noted");
        fill(&File::from(opened), 3);
        permit.seal();
    };
    write_at(&path, 7, b"data");
    write_named(&path);
    assert!(is_ours(&path));
    let foreign = scratch.file("foreign", SIZE);
    write_named(&foreign);
    must_be_named(&foreign, "a file that Plimsoll did not make");
}

#[test]
fn marks_of_other_versions_must_be_named_once() {
    let scratch = Scratch::new();
    let path = sealed(&scratch.0.join("t"));
    let later = mark(&path).replace("\"plimsoll\":2", "\"plimsoll\":3");
    version_1(&path);
    for other in [mark(&path), later] {
        setxattr(&path, MARK, other.as_bytes(), XattrFlags::empty()).expect("marked");
        must_be_named(&path, "another version of Plimsoll");
        assert!(open_to_serve(&path, &unconfirmed()).is_ok(), "what it holds is kept");
    }
    let (opened, _, permit) = open_for_write(&path, false, &named(&path)).expect("named");
    permit.begin(&opened).expect("noted");
    permit.seal();
    drop(opened);
    assert!(is_ours(&path));
    for nonsense in ["", "{}", "[]", "\0", "{\"plimsoll\":2}"] {
        setxattr(&path, MARK, nonsense.as_bytes(), XattrFlags::empty()).expect("marked");
        must_be_named(&path, "a file that Plimsoll did not make");
    }
}

/// The signs of life of the writers on a file's mark: their files.
fn signs(path: &Path) -> Vec<PathBuf> {
    let mark: serde_json::Value = serde_json::from_str(&mark(path)).expect("JSON");
    let folder = PathBuf::from(format!("/dev/shm/plimsoll-{}", rustix::process::geteuid().as_raw()));
    let names = mark["writers"].as_array().cloned().unwrap_or_default();
    names.iter().map(|name| folder.join(format!("{}.alive", name.as_str().expect("a name")))).collect()
}

/// As if the last sign of life had been given so much earlier.
fn died_earlier(path: &Path, seconds: i64) {
    for sign in signs(path).iter().filter(|sign| sign.exists()) {
        let mut words = fs::read(sign).expect("a sign");
        // The thread that gives it ends soon after its permit went, and says so.
        while words[8..] == [0; 8] {
            std::thread::yield_now();
            words = fs::read(sign).expect("a sign");
        }
        let at = i64::from_le_bytes(words[..8].try_into().expect("a word")) - seconds * 1_000_000_000;
        words[..8].copy_from_slice(&at.to_le_bytes());
        fs::write(sign, words).expect("written");
    }
}

#[test]
fn what_a_killed_process_wrote_is_ours_until_somebody_touches_it() {
    let scratch = Scratch::new();
    // Dropped without being sealed: to the file that is a kill.
    let killed = |name: &str| {
        let path = scratch.0.join(name);
        drop(begun(&path));
        path
    };
    let path = killed("left alone");
    assert!(is_ours(&path));
    // Taken up by the next, killed too, and then brought to its end.
    let (opened, _, permit) = open_for_write(&path, false, &unconfirmed()).expect("ours");
    permit.begin(&opened).expect("noted");
    drop(permit);
    assert!(is_ours(&path));
    let left = signs(&path);
    let (opened, _, permit) = open_for_write(&path, false, &unconfirmed()).expect("ours");
    permit.begin(&opened).expect("noted");
    permit.seal();
    assert!(is_ours(&path));
    assert!(left.iter().all(|sign| !sign.exists()), "nothing is left in memory");
    for (name, attack, _) in ATTACKS {
        let path = killed(&name.replace(' ', "-"));
        died_earlier(&path, 60);
        attack(&path);
        let says = if fs::metadata(&path).expect("there").len() == SIZE { "was killed" } else { "its size differs" };
        must_be_named(&path, says);
    }
    let path = killed("file system");
    write_at(&path, 0, b"XFSB");
    assert!(matches!(refusal(&path, &unconfirmed()), Refusal::Signature { .. }), "at once, within the slack too");
}

#[test]
fn without_a_sign_of_life_the_mark_s_own_note_has_to_do() {
    let scratch = Scratch::new();
    let path = scratch.0.join("t");
    drop(begun(&path));
    signs(&path).iter().for_each(|sign| fs::remove_file(sign).expect("removed"));
    assert!(is_ours(&path), "it was changed soon after it was noted");
    // Two minutes later, as the file system tells it.
    let file = File::options().write(true).open(&path).expect("opened");
    let now = rustix::fs::fstat(&file).expect("stat");
    let later = Timespec { tv_sec: now.st_mtime + 120, tv_nsec: 0 };
    futimens(&file, &Timestamps { last_access: later, last_modification: later }).expect("set");
    drop(file);
    must_be_named(&path, "killed or its machine went down");
}

#[test]
fn of_two_writers_the_last_seals_and_neither_hides_what_the_other_changed() {
    let scratch = Scratch::new();
    for first_out in [0, 1] {
        let path = scratch.0.join(format!("t{first_out}"));
        let (file, first) = begun(&path);
        let (_, _, second) = open_for_write(&path, false, &unconfirmed()).expect("ours: another of us writes");
        second.begin(&file).expect("noted");
        let (out, stays) = if first_out == 0 { (first, second) } else { (second, first) };
        out.seal();
        assert!(mark(&path).contains("writing"), "the other still writes");
        fill(&file, 4);
        assert!(is_ours(&path));
        if first_out == 0 {
            stays.seal();
            assert!(mark(&path).contains("sealed") && is_ours(&path));
        } else {
            drop(stays);
            died_earlier(&path, 60);
            write_at(&path, SIZE / 2, b"data");
            drop(file);
            must_be_named(&path, "was killed");
        }
    }
}

#[test]
fn what_was_served_is_not_overwritten_unasked_and_stays_served() {
    let scratch = Scratch::new();
    let path = scratch.0.join("t");
    let (file, permit) = begun(&path);
    permit.hand_over(&file).expect("noted");
    write_at(&path, 5, b"a client's");
    drop(file);
    must_be_named(&path, "holds what clients of plimsoll serve wrote");
    let (opened, _, permit) = open_to_serve(&path, &unconfirmed()).expect("kept");
    permit.hand_over(&opened).expect("noted");
    // A file system that a client made in it is no reason to ask: nothing is overwritten.
    write_at(&path, 0, b"XFSB");
    assert!(open_to_serve(&path, &unconfirmed()).is_ok());
    assert!(matches!(refusal(&path, &named(&path)), Refusal::Signature { .. }));
    // A fill of ours can be served; what somebody else put into it, or made, only when it is named.
    let fill = sealed(&scratch.0.join("fill"));
    assert!(open_to_serve(&fill, &unconfirmed()).is_ok());
    write_at(&fill, 5, b"somebody's");
    for path in [&fill, &scratch.file("foreign", SIZE)] {
        assert!(matches!(open_to_serve(path, &unconfirmed()), Err(GuardError::Refused(Refusal::NotConfirmed { .. }))));
        let (opened, _, permit) = open_to_serve(path, &named(path)).expect("named");
        permit.hand_over(opened).expect("noted, or none of ours");
    }
    assert!(open_to_serve(&fill, &unconfirmed()).is_ok(), "named once");
}

#[test]
fn what_is_sealed_can_be_removed_and_nothing_else() {
    let scratch = Scratch::new();
    let path = sealed(&scratch.0.join("t"));
    let link = scratch.0.join("link");
    symlink(&path, &link).expect("link");
    for (kept, says) in [(&link, "is a link"), (&scratch.file("foreign", 1), "did not make")] {
        let error = remove(kept).expect_err("kept");
        assert_eq!(error.exit_code(), 73);
        assert!(error.to_string().contains(says), "{error}");
        assert!(kept.exists());
    }
    remove(&path).expect("ours");
    assert!(!path.exists());
    assert_eq!(remove(&path).expect_err("gone").exit_code(), 66);
    let changed = sealed(&scratch.0.join("changed"));
    write_at(&changed, 1, b"data");
    assert!(remove(&changed).expect_err("kept").to_string().contains("its times differ"));
}

#[test]
fn a_mark_that_cannot_be_renewed_is_told_and_the_file_must_be_named_again() {
    let scratch = Scratch::new();
    let path = sealed(&scratch.0.join("t"));
    version_1(&path);
    // No room is left for a longer one: attributes have the inode's, and on ext4 one block. Others have no such limit.
    for (number, length) in (0..).zip([3000, 900, 100, 50, 20, 10, 5, 1].into_iter().cycle().take(160)) {
        let _ = setxattr(&path, format!("user.{number}"), &vec![b'x'; length], XattrFlags::empty());
    }
    let (opened, _, permit) = open_for_write(&path, false, &named(&path)).expect("named");
    if permit.begin(&opened).is_ok() {
        eprintln!("skipped: attributes have room without end here");
        return;
    }
    fill(&File::from(opened), 2);
    permit.seal();
    must_be_named(&path, "another version of Plimsoll");
}

#[test]
fn looking_at_a_file_leaves_nothing_of_it_in_the_page_cache() {
    if !exists("fincore") {
        eprintln!("skipped: fincore (util-linux) is not installed");
        return;
    }
    let scratch = Scratch::new();
    let own = sealed(&scratch.0.join("own"));
    let foreign = scratch.0.join("foreign");
    fs::copy(&own, &foreign).expect("copied");
    for path in [&own, &foreign] {
        let file = File::open(path).expect("opened");
        file.sync_all().expect("synced");
        rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed).expect("let go of");
        let cached = || run("fincore", &["-n", "-b", "-o", "RES", text(path)]).expect("told");
        if cached() != "0" {
            eprintln!("skipped: the page cache keeps {} here", path.display());
            return;
        }
        drop(open_for_write(path, false, &named(path)).expect("named"));
        drop(open_for_read(path, false).expect("opened"));
        let now: u64 = cached().parse().expect("bytes");
        // `blkid`, which is asked about a stranger's file, reads through the cache: a few pages.
        assert!(now == 0 || path == &foreign && now <= 2 << 20, "{now} bytes of {}", path.display());
    }
}

#[test]
fn what_cannot_be_written_by_anybody_is_still_refused() {
    let scratch = Scratch::new();
    let path = sealed(&scratch.0.join("program"));
    let program = fs::read("/bin/sleep").expect("a program");
    let (opened, _, permit) = open_for_write(&path, false, &unconfirmed()).expect("ours");
    permit.begin(&opened).expect("noted");
    File::from(opened).write_all_at(&program, 0).expect("written");
    permit.seal();
    drop(permit);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("chmod");
    let mut running = Command::new(&path).arg("1000").spawn().expect("runs");
    let refused = open_for_write(&path, false, &named_with_flag(&path)).expect_err("it is being executed");
    running.kill().expect("killed");
    running.wait().expect("waited for");
    assert_eq!(refused.exit_code(), 74, "{refused}");
    if run("chattr", &["+i", text(&path)]).is_ok() {
        let refused = open_for_write(&path, false, &named_with_flag(&path)).expect_err("immutable");
        run("chattr", &["-i", text(&path)]).expect("taken back");
        assert_eq!(refused.exit_code(), 74, "{refused}");
    }
}

/// A file system on a folder, unmounted when it goes.
struct Mounted(PathBuf);

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = run("umount", &[text(&self.0)]);
    }
}

/// Mounts of every kind that can be had here, each with a name.
fn file_systems(scratch: &Scratch) -> Vec<(&'static str, Mounted)> {
    let at = |name: &str| {
        let folder = scratch.0.join(name);
        fs::create_dir_all(&folder).expect("mount point");
        folder
    };
    let mut found = Vec::new();
    let mut mount = |name: &'static str, arguments: &[&str]| {
        let folder = at(name);
        match run("mount", &[arguments, &[text(&folder)]].concat()) {
            Ok(_) => found.push((name, Mounted(folder))),
            Err(why) => eprintln!("skipped: {name}, since it can't be mounted ({why})"),
        }
    };
    mount("ramfs", &["-t", "ramfs", "none"]);
    mount("tmpfs", &["-t", "tmpfs", "none"]);
    for (name, program, size) in
        [("xfs", "mkfs.xfs", 320 << 20), ("btrfs", "mkfs.btrfs", 160 << 20), ("vfat", "mkfs.vfat", 64 << 20)]
    {
        let image = scratch.file(&format!("{name}.img"), size);
        match run(program, &["-q", text(&image)]).or_else(|_| run(program, &[text(&image)])) {
            Ok(_) => mount(name, &["-o", "loop", text(&image)]),
            Err(why) => eprintln!("skipped: {name}, since it can't be made ({why})"),
        }
    }
    let (lower, upper, work) = (at("lower"), at("upper"), at("work"));
    let layers = format!("lowerdir={},upperdir={},workdir={}", text(&lower), text(&upper), text(&work));
    mount("overlay", &["-t", "overlay", "-o", &layers, "overlay"]);
    found
}

#[test]
fn so_it_is_on_every_file_system_that_can_be_had() {
    let scratch = Scratch::new();
    for (name, mounted) in file_systems(&scratch) {
        let path = mounted.0.join("t");
        let beside = mounted.0.join("t.plimsoll");
        let (file, permit) = begun(&path);
        permit.seal();
        drop(file);
        assert!(is_ours(&path), "{name}");
        assert_eq!(beside.exists(), matches!(name, "ramfs" | "vfat"), "{name}: attributes where they are kept");
        let (opened, _, permit) = open_for_write(&path, false, &unconfirmed()).expect("ours");
        permit.begin(&opened).expect("noted");
        fill(&File::from(opened), 2);
        drop(permit);
        assert!(is_ours(&path), "{name}: killed");
        let (opened, _, permit) = open_for_write(&path, false, &unconfirmed()).expect("ours");
        permit.begin(&opened).expect("noted");
        permit.seal();
        drop(opened);
        assert!(is_ours(&path), "{name}");
        if beside.exists() {
            // The mark goes by the name there.
            let second = mounted.0.join("second name");
            if fs::hard_link(&path, &second).is_ok() {
                must_be_named(&second, "did not make");
            }
        }
        write_at(&path, SIZE / 2, b"data");
        let says = if name == "vfat" { "changed since" } else { "its times differ" };
        must_be_named(&path, says);
        let (opened, _, permit) = open_for_write(&path, false, &named(&path)).expect("named");
        permit.begin(&opened).expect("noted");
        permit.seal();
        remove(&path).expect("ours");
        assert!(!path.exists() && !beside.exists(), "{name}");
        eprintln!("{name}: as on the scratch folder");
    }
}
