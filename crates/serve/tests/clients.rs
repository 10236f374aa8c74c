//! The clients that people have, where they are installed: libnbd's nbdinfo and nbdcopy, QEMU's qemu-img and qemu-io, fio.
#![allow(missing_docs, clippy::print_stderr)]

mod support;

use std::process::{Command, Output, Stdio};

use support::{FAST, Running, path, serve};

/// Runs a tool to its good end; `None`, and a word, where it is not installed.
fn run(tool: &str, arguments: &[&str]) -> Option<Output> {
    if Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_err() {
        eprintln!("skipped: {tool} is not installed");
        return None;
    }
    // fio leaves the state of its verification where it runs.
    let done = Command::new(tool).args(arguments).current_dir(env!("CARGO_TARGET_TMPDIR")).output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr).into_owned() + &String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{tool} {arguments:?}: {said}");
    Some(done)
}

fn uri(running: &Running) -> String {
    running.server.uris()[0].clone()
}

/// A file as large as the volume, with data, zeroes and holes in it.
fn image() -> (std::path::PathBuf, Vec<u8>) {
    let mut content = vec![0_u8; 64 << 20];
    for (n, byte) in content[1 << 20..9 << 20].iter_mut().enumerate() {
        *byte = (n / 512 % 255 + 1) as u8;
    }
    content[(64 << 20) - 512..].fill(7);
    let file = path("image");
    std::fs::write(&file, &content).unwrap();
    (file, content)
}

#[test]
fn nbdinfo_sees_the_volume_as_it_is() {
    let running = serve(FAST);
    let Some(seen) = run("nbdinfo", &["--json", &uri(&running)]) else { return };
    let seen: serde_json::Value = serde_json::from_slice(&seen.stdout).unwrap();
    let export = &seen["exports"][0];
    assert_eq!(export["export-size"], 64 << 20);
    assert_eq!((&export["block_size_minimum"], &export["block_size_maximum"]), (&512.into(), &(32 << 20).into()));
    for can in ["can_flush", "can_fua", "can_multi_conn", "can_trim", "can_zero", "can_df"] {
        assert_eq!(export[can], true, "{can}");
    }
    assert_eq!(export["contexts"][0], "base:allocation");
    let list = run("nbdinfo", &["--list", "--json", &uri(&running).replace("/data?", "/?")]).unwrap();
    assert!(String::from_utf8_lossy(&list.stdout).contains("\"data\""));
}

#[test]
fn nbdcopy_brings_an_image_there_and_back() {
    let running = serve(FAST);
    let (file, content) = image();
    let back = path("back");
    let (from, to) = (file.display().to_string(), back.display().to_string());
    if run("nbdcopy", &["--flush", &from, &uri(&running)]).is_some() {
        run("nbdcopy", &[&uri(&running), &to]);
        assert!(std::fs::read(&back).unwrap() == content, "what came back differs");
        let map = run("nbdinfo", &["--map", "--json", &uri(&running)]).unwrap();
        assert!(String::from_utf8_lossy(&map.stdout).contains("hole"), "zeroes of the image are holes");
        let _ = std::fs::remove_file(back);
    }
    let _ = std::fs::remove_file(file);
}

#[test]
fn qemu_img_converts_and_compares() {
    let running = serve(FAST);
    let (file, _) = image();
    let from = file.display().to_string();
    if run("qemu-img", &["convert", "-n", "-f", "raw", "-O", "raw", &from, &uri(&running)]).is_some() {
        run("qemu-img", &["compare", "-f", "raw", "-F", "raw", &from, &uri(&running)]);
    }
    let _ = std::fs::remove_file(file);
}

#[test]
fn qemu_io_writes_trims_and_finds_its_patterns() {
    let running = serve(FAST);
    let steps = [
        "write -P 7 4096 65536",
        "read -P 7 4096 65536",
        "write -f -P 9 1 600",
        "read -P 9 1 600",
        "read -P 0 601 3495",
        "write -z 8192 4096",
        "read -P 0 8192 4096",
        "write -z -u 16384 4096",
        "discard 32768 4096",
        "read -P 0 32768 4096",
        "aio_write -P 3 1048576 1048576",
        "aio_flush",
        "flush",
        "read -P 3 1048576 1048576",
    ];
    let mut arguments = vec!["-f", "raw"];
    steps.iter().for_each(|step| arguments.extend(["-c", step]));
    let uri = uri(&running);
    arguments.push(&uri);
    let Some(done) = run("qemu-io", &arguments) else { return };
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(!said.contains("verification failed") && !said.contains("error"), "{said}");
}

#[test]
fn fio_verifies_what_it_wrote_over_several_connections() {
    let running = serve(FAST);
    let uri = format!("--uri={}", uri(&running));
    let arguments = [
        "--name=check",
        "--ioengine=nbd",
        &uri,
        "--rw=randwrite",
        "--bs=4k",
        "--size=8m",
        "--offset_increment=8m",
        "--numjobs=4",
        "--thread",
        "--iodepth=16",
        "--verify=crc32c",
        "--verify_fatal=1",
        "--randrepeat=1",
        "--norandommap=0",
    ];
    if run("fio", &arguments).is_some() {
        let seen = running.server.statistics();
        assert_eq!(seen.volumes[0].write.count, 4 * 2048);
        assert_eq!(seen.volumes[0].read.count, 4 * 2048);
    }
}
