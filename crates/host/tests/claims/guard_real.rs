//! The guard on real files, and (as root, where loop devices and mkfs are) on real block devices.

use std::fs::{self, File};
use std::io::Write;
use std::os::fd::AsRawFd;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::common::own::{MountGuard, confirm_by_name, named_with_flag, refusal};
use crate::common::{Scratch, exists};
use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_host::{
    Confirmation, GuardError, Refusal, TargetIdentity, TargetKind, authorise_write, chain, create, examine,
    file_system, open_for_read, open_for_write,
};

macro_rules! assert_refusal {
    ($path:expr, $confirmation:expr, $pattern:pat) => {
        let refusal = refusal($path, $confirmation);
        assert!(matches!(refusal, $pattern), "{refusal}");
    };
}

#[test]
fn what_is_not_a_target_has_its_own_exit_code() {
    let scratch = Scratch::new();
    let dangling = scratch.0.join("dangling");
    symlink(scratch.0.join("nothing"), &dangling).expect("link");
    let looped = scratch.0.join("looped");
    symlink(&looped, &looped).expect("link");
    let fifo = scratch.0.join("pipe");
    rustix_fifo(&fifo);
    let long = PathBuf::from("x".repeat(5000));
    let cases: [(&Path, u8); 10] = [
        (Path::new("/no/such/thing"), 66),
        (&dangling, 66),
        (&looped, 66),
        (Path::new("/dev/null/below"), 66),
        (&scratch.0, 66),
        (Path::new("/dev/null"), 66),
        (Path::new("/proc/sys/kernel/hostname"), 66),
        (&fifo, 66),
        (Path::new(""), 65),
        (&long, 65),
    ];
    for (path, code) in cases {
        let error = examine(path).expect_err("not a target");
        assert_eq!(error.exit_code(), code, "{error}");
        assert!(!error.to_string().contains('\n'));
        assert_eq!(open_for_read(path, false).expect_err("not a target").exit_code(), code);
        assert_eq!(open_for_write(path, false, &confirm_by_name(path)).expect_err("not a target").exit_code(), code);
    }
}

fn rustix_fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
}

#[test]
fn a_strangers_file_needs_its_name() {
    let scratch = Scratch::new();
    let path = scratch.file("foreign", 4096);
    assert_refusal!(&path, &Confirmation::default(), Refusal::NotConfirmed { .. });
    assert_refusal!(&path, &confirm_by_name(Path::new("/elsewhere")), Refusal::OtherConfirmed { .. });
    let (opened, facts, permit) = open_for_write(&path, false, &confirm_by_name(&path)).expect("named");
    assert!(permit.covers(&opened));
    assert_eq!((facts.kind, facts.size_bytes, facts.made_by_plimsoll), (TargetKind::RegularFile, 4096, false));
    assert!(facts.sparse, "no block of it was ever written");
    let allocated = scratch.0.join("allocated");
    let file = File::create(&allocated).expect("created");
    rustix::fs::fallocate(&file, rustix::fs::FallocateFlags::empty(), 0, 1 << 20).expect("allocated");
    drop(file);
    let facts = examine(&allocated).expect("examined");
    assert!(facts.sparse, "its blocks were never written");
    fs::write(&allocated, vec![1; 1 << 20]).expect("written");
    let facts = examine(&allocated).expect("examined");
    assert!(!facts.sparse);
    let other = File::open(scratch.file("other", 0)).expect("opened");
    assert!(!permit.covers(&other));
    drop(opened);
    // A link to it may be confirmed by the name typed or by where it leads.
    let link = scratch.0.join("link");
    symlink(&path, &link).expect("link");
    open_for_write(&link, false, &confirm_by_name(&link)).expect("allowed");
    open_for_write(&link, false, &confirm_by_name(&path)).expect("allowed");
}

#[test]
fn our_own_file_needs_no_confirmation_and_a_copy_is_not_ours() {
    let scratch = Scratch::new();
    let path = scratch.0.join("ours");
    let (opened, facts, permit) = create(&path, false).expect("created");
    assert!(facts.made_by_plimsoll && permit.covers(&opened));
    let mut file = File::from(opened);
    file.write_all(&[1; 8192]).expect("written");
    permit.note_size();
    permit.seal();
    assert!(!permit.covers(&file), "what is sealed is not written any more");
    let (_, facts, _) = open_for_write(&path, false, &Confirmation::default()).expect("ours");
    assert!(facts.made_by_plimsoll && !facts.sparse);
    assert!(matches!(create(&path, false), Err(GuardError::Exists { .. })), "never opens what is there");
    let moved = scratch.0.join("moved");
    fs::rename(&path, &moved).expect("moved");
    open_for_write(&moved, false, &Confirmation::default()).expect("a moved file stays ours");
    let copy = scratch.0.join("copy");
    let copied = Command::new("cp").args(["--preserve=all"]).args([&moved, &copy]).status().expect("cp");
    assert!(copied.success());
    assert!(!examine(&copy).expect("a file").made_by_plimsoll);
    assert_refusal!(&copy, &Confirmation::default(), Refusal::NotConfirmed { .. });
}

#[test]
fn a_descriptor_of_something_else_is_refused() {
    let scratch = Scratch::new();
    let (shown, swapped) = (scratch.file("shown", 1), scratch.file("swapped", 1));
    let facts = examine(&shown).expect("a file");
    let opened = File::options().read(true).write(true).open(&swapped).expect("opened");
    let refusal = authorise_write(&facts, &opened, &confirm_by_name(&shown)).expect_err("another file");
    assert!(matches!(refusal, Refusal::Changed { .. }), "{refusal}");
}

#[test]
fn the_rules_hold_for_a_descriptor_opened_elsewhere_and_for_facts_gathered_anew() {
    let scratch = Scratch::new();
    let path = scratch.file("foreign", 1);
    let opened = File::options().read(true).write(true).open(&path).expect("opened");
    // Facts that claim too much: what counts is what the descriptor shows now.
    let facts = plimsoll_host::TargetFacts { made_by_plimsoll: true, ..examine(&path).expect("a file") };
    let refusal = authorise_write(&facts, &opened, &Confirmation::default()).expect_err("not ours");
    assert!(matches!(refusal, Refusal::NotConfirmed { .. }), "{refusal}");
    assert!(authorise_write(&facts, &opened, &confirm_by_name(&path)).expect("named").covers(&opened));
}

#[test]
fn a_descriptor_opened_to_read_cannot_write() {
    let scratch = Scratch::new();
    let path = scratch.file("data", 4096);
    let (opened, _) = open_for_read(&path, false).expect("opened");
    assert_eq!(File::from(opened).write(b"x").expect_err("read-only").raw_os_error(), Some(9), "EBADF");
}

/// One real block device at a time; the numbers of loop devices are the whole machine's.
fn devices() -> Option<MutexGuard<'static, ()>> {
    static ONE: Mutex<()> = Mutex::new(());
    let guard = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let missing: Vec<&str> =
        ["losetup", "mkfs.ext4", "mkswap", "addpart", "mount"].into_iter().filter(|program| !exists(program)).collect();
    if !missing.is_empty() {
        eprintln!("skipped: real block devices, since {} is not installed", missing.join(", "));
        return None;
    }
    let scratch = Scratch::new();
    match Loop::attach(&scratch.file("probe", 1 << 20)) {
        Ok(_) => Some(guard),
        Err(why) => {
            eprintln!("skipped: real block devices, since no loop device can be attached ({why})");
            None
        }
    }
}

fn run(program: &str, args: &[&Path]) -> Result<String, String> {
    let output = Command::new(program).args(args).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
    }
}

/// A loop device with a number of its own: those that `losetup -f` gives are shared by the whole machine, and a late or
/// second detach would hit a foreign one.
struct Loop(PathBuf);

impl Loop {
    fn attach(file: &Path) -> Result<Self, String> {
        Self::with(&[], file)
    }

    /// `losetup` with these options, on a number that no device has.
    fn with(options: &[&str], on: &Path) -> Result<Self, String> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let first = 1_000 + std::process::id() % 4_000 * 100;
        loop {
            let number = first + COUNT.fetch_add(1, Ordering::Relaxed) % 100;
            if !Path::new(&format!("/sys/block/loop{number}")).exists() {
                let device = Self(format!("/dev/loop{number}").into());
                return device.again(options, on).map(|()| device);
            }
        }
    }

    /// Attached under its name, once the device is free. A device that is not there is added.
    fn again(&self, options: &[&str], on: &Path) -> Result<(), String> {
        let arguments: Vec<&Path> = options.iter().map(Path::new).chain([self.0.as_path(), on]).collect();
        let mut done = Err(String::new());
        patiently(|| {
            done = run("losetup", &arguments).map(drop);
            done.as_ref().err().is_none_or(|why| !why.contains("busy"))
        });
        done
    }

    /// Waits until it is free: any process that examines it, such as the guard of another one, keeps it attached until
    /// then.
    fn detach(&self) {
        let backing = format!("/sys/block/{}/loop/backing_file", self.name());
        if fs::exists(&backing).is_ok_and(|there| there) {
            let _ = run("delpart", &[&self.0, Path::new("1")]);
            let _ = run("losetup", &[Path::new("-d"), &self.0]);
            patiently(|| fs::read(&backing).is_err());
        }
    }

    fn name(&self) -> &str {
        self.0.file_name().and_then(|name| name.to_str()).expect("a name")
    }

    fn partition(&self) -> PathBuf {
        // Sectors of 512 bytes: 1 MiB in, 16 MiB long.
        run("addpart", &[&self.0, Path::new("1"), Path::new("2048"), Path::new("32768")]).expect("addpart");
        PathBuf::from(format!("{}p1", self.0.display()))
    }
}

impl Drop for Loop {
    fn drop(&mut self) {
        self.detach();
        let number = self.name().trim_start_matches("loop").parse().expect("a number");
        let control = File::open("/dev/loop-control");
        let gone = format!("/sys/block/{}", self.name());
        patiently(|| {
            let _ = control.as_ref().is_ok_and(|control| remove_loop_device(control, number));
            !fs::exists(&gone).is_ok_and(|there| there)
        });
    }
}

/// Removes a loop device; it is busy while another process examines it.
#[allow(unsafe_code)]
fn remove_loop_device(control: &File, number: libc::c_long) -> bool {
    const LOOP_CTL_REMOVE: libc::Ioctl = 0x4C81;
    // SAFETY: LOOP_CTL_REMOVE takes a number and no pointer; the descriptor is open while `control` is borrowed.
    unsafe { libc::ioctl(control.as_raw_fd(), LOOP_CTL_REMOVE, number) >= 0 }
}

/// Looks until it is true, for as long as only a defect takes; whether it was.
fn patiently(mut is_true: impl FnMut() -> bool) -> bool {
    let until = MonotonicClock.now() + Nanos::from_secs(120);
    while !is_true() {
        let now = MonotonicClock.now();
        if now > until {
            return false;
        }
        MonotonicClock.sleep_until(now + Nanos::from_millis(10));
    }
    true
}

impl MountGuard {
    fn new(device: &Path, at: &Path) -> Self {
        fs::create_dir_all(at).expect("mount point");
        run("mount", &[device, at]).expect("mounted");
        Self(at.to_owned())
    }
}

const SIZE: u64 = 32 << 20;

fn mkfs(device: &Path) {
    run("mkfs.ext4", &[Path::new("-q"), Path::new("-F"), device]).expect("mkfs");
}

#[test]
fn a_clean_device_needs_its_name_and_is_then_held_exclusively() {
    let Some(_one) = devices() else { return };
    let scratch = Scratch::new();
    let file = scratch.file("image", SIZE);
    let device = Loop::attach(&file).expect("attached");
    let path = &device.0;
    assert_refusal!(path, &Confirmation::default(), Refusal::NotConfirmed { .. });
    assert_refusal!(path, &confirm_by_name(&file), Refusal::OtherConfirmed { .. });
    let (opened, facts, permit) = open_for_write(path, true, &confirm_by_name(path)).expect("clean and named");
    assert_eq!((facts.kind, facts.size_bytes), (TargetKind::BlockDevice, SIZE));
    assert_eq!(facts.signatures, Some(Vec::new()));
    assert!(facts.logical_block_size.is_some_and(|size| size.is_power_of_two() && size >= 512));
    assert!(permit.covers(&opened));
    assert!(!permit.covers(File::open(&file).expect("opened")), "the file behind it is something else");
    assert_refusal!(path, &confirm_by_name(path), Refusal::Busy { .. });
    mkfs_must_fail(path, &scratch.0.join("mnt"));
    drop(permit);
    open_for_write(path, true, &confirm_by_name(path)).expect("free again once the permit is gone");
    // Through a symbolic link: by the name typed, or by where it leads.
    let link = scratch.0.join("link");
    symlink(path, &link).expect("link");
    assert_refusal!(&link, &Confirmation::default(), Refusal::NotConfirmed { .. });
    open_for_write(&link, false, &confirm_by_name(&link)).expect("allowed");
    open_for_write(&link, false, &confirm_by_name(path)).expect("allowed");
}

/// While the permit lives the kernel itself keeps others away.
fn mkfs_must_fail(device: &Path, at: &Path) {
    fs::create_dir_all(at).expect("directory");
    let why = run("mkfs.ext4", &[Path::new("-q"), device]).expect_err("claimed by the permit");
    assert!(why.contains("in use"), "{why}");
}

#[test]
fn a_mounted_device_is_refused_and_so_is_a_link_to_it() {
    let Some(_one) = devices() else { return };
    let scratch = Scratch::new();
    let device = Loop::attach(&scratch.file("image", SIZE)).expect("attached");
    mkfs(&device.0);
    let mounted = MountGuard::new(&device.0, &scratch.0.join("mnt"));
    assert_refusal!(&device.0, &named_with_flag(&device.0), Refusal::Mounted { .. });
    let link = scratch.0.join("link");
    symlink(&device.0, &link).expect("link");
    assert_refusal!(&link, &named_with_flag(&link), Refusal::Mounted { .. });
    open_for_read(&device.0, true).expect("reading is allowed");
    // Files in it: their chain is the loop device, then the file system beneath the image.
    let inside = scratch.0.join("mnt/inside");
    fs::write(&inside, "x").expect("written");
    let root = plimsoll_host::SysRoot::default();
    let names: Vec<String> = chain(&root, &inside).expect("chain").into_iter().map(|device| device.name).collect();
    assert_eq!(names.first().map(String::as_str), device.0.file_name().and_then(|name| name.to_str()));
    let told = file_system(&root, &inside).expect("told").expect("a file system");
    assert_eq!((told.type_name.as_str(), told.memory_backed), ("ext4", false));
    assert_eq!(Path::new(&told.mount_point), mounted.0);
}

#[test]
fn a_disk_with_a_mounted_partition_is_refused_and_with_an_unmounted_one_too() {
    let Some(_one) = devices() else { return };
    let scratch = Scratch::new();
    let device = Loop::attach(&scratch.file("image", SIZE)).expect("attached");
    let partition = device.partition();
    mkfs(&partition);
    let mounted = MountGuard::new(&partition, &scratch.0.join("mnt"));
    assert_refusal!(&device.0, &named_with_flag(&device.0), Refusal::Mounted { .. });
    assert_refusal!(&partition, &named_with_flag(&partition), Refusal::Mounted { .. });
    drop(mounted);
    assert_refusal!(&device.0, &named_with_flag(&device.0), Refusal::Partitioned { .. });
    assert_refusal!(&partition, &confirm_by_name(&partition), Refusal::Signature { .. });
    open_for_write(&partition, false, &named_with_flag(&partition)).expect("allowed");
}

#[test]
fn a_signature_is_shown_and_needs_its_own_flag() {
    let Some(_one) = devices() else { return };
    let scratch = Scratch::new();
    for (program, name) in [("mkfs.ext4", "ext4"), ("mkswap", "swap")] {
        let device = Loop::attach(&scratch.file("image", SIZE)).expect("attached");
        run(program, &[&device.0]).expect("made");
        let shown = refusal(&device.0, &confirm_by_name(&device.0));
        assert!(matches!(shown, Refusal::Signature { .. }) && shown.to_string().contains(name), "{shown}");
        let flag_alone = Confirmation { named: None, overwrite_signature: true, identity: None };
        assert_refusal!(&device.0, &flag_alone, Refusal::NotConfirmed { .. });
        open_for_write(&device.0, false, &named_with_flag(&device.0)).expect("allowed");
    }
}

#[test]
fn a_file_under_a_loop_device_is_refused_by_any_of_its_names() {
    let Some(_one) = devices() else { return };
    let scratch = Scratch::new();
    let path = scratch.0.join("ours");
    let (opened, _, _) = create(&path, false).expect("created");
    File::from(opened).set_len(SIZE).expect("length");
    let hard_link = scratch.0.join("second name");
    fs::hard_link(&path, &hard_link).expect("linked");
    let device = Loop::attach(&path).expect("attached");
    for name in [&path, &hard_link] {
        assert_refusal!(name, &named_with_flag(name), Refusal::LoopBacking { .. });
    }
    // A file that was deleted and made anew is not what the loop device stands on.
    let second = Loop::attach(&path).expect("attached");
    assert_refusal!(&device.0, &confirm_by_name(&device.0), Refusal::LoopBacking { .. });
    drop(second);
    fs::remove_file(&path).expect("removed");
    fs::write(&path, "new").expect("written");
    open_for_write(&path, false, &confirm_by_name(&path)).expect("allowed");
    assert_refusal!(&hard_link, &confirm_by_name(&hard_link), Refusal::LoopBacking { .. });
    drop(device);
    open_for_write(&hard_link, false, &confirm_by_name(&hard_link)).expect("allowed");
}

/// A loop device over another one.
fn over(device: &Path, offset: &str) -> Loop {
    Loop::with(&["-o", offset], device).expect("attached")
}

#[test]
fn a_loop_device_over_a_mounted_one_is_refused_at_any_offset_and_through_any_number() {
    let Some(_one) = devices() else { return };
    let scratch = Scratch::new();
    let device = Loop::attach(&scratch.file("image", SIZE)).expect("attached");
    mkfs(&device.0);
    for offset in ["0", "4096", "1048576"] {
        let second = over(&device.0, offset);
        let third = over(&second.0, "0");
        for free in [&second.0, &third.0] {
            // What is beneath is free as yet, but no loop device keeps others away from it: the permit does.
            if free == &third.0 {
                let (_, facts, permit) =
                    open_for_write(free, false, &named_with_flag(free)).expect("nothing is mounted");
                assert_eq!(facts.in_use.through.len(), 2);
                let at = scratch.0.join("mnt");
                fs::create_dir_all(&at).expect("directory");
                assert!(run("mount", &[&device.0, &at]).is_err(), "the permit holds what is beneath");
                drop(permit);
            }
        }
        let mounted = MountGuard::new(&device.0, &scratch.0.join("mnt"));
        for target in [&second.0, &third.0] {
            assert_refusal!(target, &named_with_flag(target), Refusal::Mounted { .. });
        }
        drop(mounted);
    }
}

#[test]
fn a_loop_device_over_swap_is_refused() {
    let Some(_one) = devices() else { return };
    let scratch = Scratch::new();
    let device = Loop::attach(&scratch.file("image", SIZE)).expect("attached");
    run("mkswap", &[&device.0]).expect("made");
    if let Err(why) = run("swapon", &[&device.0]) {
        eprintln!("skipped: swap ({why})");
        return;
    }
    let second = over(&device.0, "1048576");
    let result = open_for_write(&second.0, false, &named_with_flag(&second.0)).map(|_| ());
    run("swapoff", &[&device.0]).expect("off");
    assert!(matches!(result, Err(GuardError::Refused(Refusal::Swap { .. }))), "{result:?}");
}

#[test]
fn a_mount_in_another_namespace_is_seen_and_without_a_process_there_the_claim_finds_it() {
    let Some(_one) = devices() else { return };
    let scratch = Scratch::new();
    let device = Loop::attach(&scratch.file("image", SIZE)).expect("attached");
    mkfs(&device.0);
    let second = over(&device.0, "0");
    let at = scratch.0.join("mnt");
    fs::create_dir_all(&at).expect("directory");
    let held = scratch.0.join("held");
    fs::create_dir_all(&held).expect("directory");
    // A namespace's file can be bound only where mounts don't propagate into it.
    let namespace = held.join("ns");
    let ready = run("mount", &[Path::new("--bind"), &held, &held])
        .and_then(|_| run("mount", &[Path::new("--make-private"), &held]))
        .and_then(|_| fs::write(&namespace, "").map_err(|error| error.to_string()));
    let mount = format!("mount {} {}", device.0.display(), at.display());
    let flag = format!("--mount={}", namespace.display());
    let made = ready.and_then(|()| run("unshare", &[&flag, "sh", "-c", &mount].map(Path::new)));
    let results = made.map(|_| {
        let unseen = refusal(&second.0, &named_with_flag(&second.0));
        let mut inside = Command::new("nsenter");
        inside.arg(&flag).args(["sh", "-c", "echo in; read line"]);
        let mut process =
            inside.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped()).spawn().expect("nsenter");
        let mut said = [0; 3];
        std::io::Read::read_exact(process.stdout.as_mut().expect("piped"), &mut said).expect("in");
        let seen = refusal(&second.0, &named_with_flag(&second.0));
        drop(process.stdin.take());
        let _ = process.wait();
        (unseen, seen)
    });
    let _ = run("umount", &[&namespace]);
    let _ = run("umount", &[&held]);
    match results {
        Ok((unseen, seen)) => {
            assert!(matches!(unseen, Refusal::BusyBeneath { .. }), "{unseen}");
            assert!(matches!(seen, Refusal::Mounted { .. }), "{seen}");
            assert!(seen.to_string().contains("in another mount namespace"), "{seen}");
        }
        Err(why) => eprintln!("skipped: mount namespaces ({why})"),
    }
}

#[test]
fn a_file_beneath_a_loop_device_is_known_by_each_of_its_names_in_an_overlay() {
    let Some(_one) = devices() else { return };
    let scratch = Scratch::new();
    let [lower, upper, work, merged] = ["lower", "upper", "work", "merged"].map(|name| {
        let path = scratch.0.join(name);
        fs::create_dir_all(&path).expect("directory");
        path
    });
    // An image in the upper layer, and one that is still in the lower one.
    for (layer, name) in [(&upper, "new.img"), (&lower, "old.img")] {
        File::create(layer.join(name)).expect("made").set_len(SIZE).expect("length");
    }
    let options = format!("lowerdir={},upperdir={},workdir={}", lower.display(), upper.display(), work.display());
    let args = ["-t", "overlay", "-o", &options, "overlay"].map(Path::new);
    if let Err(why) = run("mount", &[args.as_slice(), &[&merged]].concat()) {
        eprintln!("skipped: overlay ({why})");
        return;
    }
    let unmount = MountGuard(merged.clone());
    for (one, other) in
        [(merged.join("new.img"), upper.join("new.img")), (merged.join("old.img"), lower.join("old.img"))]
    {
        open_for_write(&one, false, &confirm_by_name(&one)).expect("allowed");
        for (beneath, target) in [(&one, &other), (&other, &one)] {
            let device = Loop::attach(beneath).expect("attached");
            assert_refusal!(target, &confirm_by_name(target), Refusal::LoopBacking { .. });
            mkfs(&device.0);
            let mounted = MountGuard::new(&device.0, &scratch.0.join("mnt"));
            assert_refusal!(target, &named_with_flag(target), Refusal::Mounted { .. });
            drop(mounted);
        }
    }
    drop(unmount);
}

/// Its name in the overlay is gone, and the target is another name of it in the layer, longer meanwhile: neither name nor
/// size nor device number tell.
#[test]
fn a_file_whose_name_is_deleted_beneath_a_read_only_loop_device_is_known_by_a_hard_link_that_has_grown() {
    let Some(_one) = devices() else { return };
    let scratch = Scratch::new();
    let [lower, upper, work, merged] = ["lower", "upper", "work", "merged"].map(|name| {
        let path = scratch.0.join(name);
        fs::create_dir_all(&path).expect("directory");
        path
    });
    let options = format!("lowerdir={},upperdir={},workdir={}", lower.display(), upper.display(), work.display());
    let args = ["-t", "overlay", "-o", &options, "overlay"].map(Path::new);
    // One that was made in the upper layer, and one that was copied up, which keeps the number of the lower one.
    for copied_up in [false, true] {
        let first = if copied_up { &lower } else { &upper };
        File::create(first.join("o.img")).expect("made").set_len(SIZE).expect("length");
        if let Err(why) = run("mount", &[args.as_slice(), &[&merged]].concat()) {
            eprintln!("skipped: overlay ({why})");
            return;
        }
        let unmount = MountGuard(merged.clone());
        let (image, link) = (merged.join("o.img"), scratch.0.join("link"));
        File::options().append(true).open(&image).expect("opened").write_all(&[1; 512]).expect("copied up");
        fs::hard_link(upper.join("o.img"), &link).expect("linked");
        let device = Loop::with(&["-r"], &image).expect("attached");
        fs::remove_file(&image).expect("removed");
        File::options().append(true).open(&link).expect("opened").write_all(&[1; 4096]).expect("grown");
        let refused = refusal(&link, &named_with_flag(&link));
        let expected = matches!(refused, Refusal::NotRuledOut { .. } | Refusal::OpenOutOfSight { .. });
        assert!(expected, "{refused}");
        drop(device);
        fs::remove_file(&link).expect("removed");
        drop(unmount);
        for layer in [&lower, &upper] {
            let _ = fs::remove_file(layer.join("o.img"));
        }
    }
}

#[test]
fn loop_devices_that_come_and_go_meanwhile_make_no_file_of_somebody_else_doubtful() {
    let Some(_one) = devices() else { return };
    let scratch = Scratch::new();
    let path = scratch.file("theirs", SIZE);
    let (over, begun) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let others = scope.spawn(|| {
            // Images that are gone as soon as their device is, of the same size.
            while !over.load(Ordering::Relaxed) {
                let images = Scratch::new();
                drop(Loop::attach(&images.file("image", SIZE)).expect("attached"));
                begun.store(true, Ordering::Relaxed);
            }
        });
        // The first may be over before the other thread runs.
        while !begun.load(Ordering::Relaxed) && !others.is_finished() {
            std::thread::yield_now();
        }
        let refused = (0..50).find_map(|_| open_for_write(&path, false, &confirm_by_name(&path)).err());
        over.store(true, Ordering::Relaxed);
        assert!(refused.is_none(), "{}", refused.expect("an error"));
    });
}

#[test]
fn a_device_is_told_by_what_lies_behind_it_not_by_its_name() {
    let Some(_one) = devices() else { return };
    let scratch = Scratch::new();
    let (image, other) = (scratch.file("image", SIZE), scratch.file("other", SIZE));
    let device = Loop::attach(&image).expect("attached");
    let was = TargetIdentity::of_path(&device.0).expect("a device");
    assert_eq!(was.difference(&TargetIdentity::of_path(&device.0).expect("a device")), None);
    let confirmed = |path: &Path| Confirmation { identity: Some(was.clone()), ..confirm_by_name(path) };
    open_for_write(&device.0, false, &confirmed(&device.0)).expect("allowed");
    // The same file by another loop device is the same; another file by the same name is not.
    let name = device.0.clone();
    device.detach();
    device.again(&["-o", "4096"], &other).expect("attached");
    assert_refusal!(&name, &confirmed(&name), Refusal::AnotherTarget { .. });
    drop(device);
    let again = Loop::attach(&image).expect("attached");
    open_for_write(&again.0, false, &confirmed(&again.0)).expect("allowed");
    let line = {
        let shorter = over(&again.0, "1048576");
        refusal(&shorter.0, &confirmed(&shorter.0)).to_string()
    };
    assert!(line.contains("isn't what was confirmed") && line.contains("--i-will-lose-the-data-on"), "{line}");
}

#[test]
fn a_file_is_told_by_its_inode_and_birth() {
    let scratch = Scratch::new();
    let path = scratch.file("data", 4096);
    let was = TargetIdentity::of_path(&path).expect("a file");
    let confirmed = Confirmation { identity: Some(was), ..confirm_by_name(&path) };
    fs::write(&path, [1; 4096]).expect("content is no identity");
    open_for_write(&path, false, &confirmed).expect("allowed");
    let moved = scratch.0.join("moved");
    fs::rename(&path, &moved).expect("moved");
    fs::write(&path, [1; 4096]).expect("another file");
    assert_refusal!(&path, &confirmed, Refusal::AnotherTarget { .. });
}

#[test]
fn a_strangers_file_that_somebody_has_open_for_writing_is_refused() {
    let scratch = Scratch::new();
    let path = scratch.file("image", 4096);
    let reader = File::open(&path).expect("opened");
    open_for_write(&path, false, &confirm_by_name(&path)).expect("readers do no harm");
    let writer = File::options().append(true).open(&path).expect("opened");
    assert_refusal!(&path, &confirm_by_name(&path), Refusal::OpenForWriting { .. });
    drop((reader, writer));
    open_for_write(&path, false, &confirm_by_name(&path)).expect("allowed");
}
