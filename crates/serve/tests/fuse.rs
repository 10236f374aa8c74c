//! The volumes as files, and a loop device on one, where this machine and user may mount.
#![allow(missing_docs, clippy::print_stderr)]

mod support;

use std::fs::OpenOptions;
use std::os::unix::fs::FileExt as _;
use std::process::Command;
use std::sync::Arc;

use plimsoll_serve::Server;
use support::{Client, FAST, path, request};

/// A server with a folder; `None`, and a word, where nothing can be mounted.
fn mount_server(folder: &std::path::Path, socket: &std::path::Path) -> Option<Arc<Server>> {
    std::fs::create_dir(folder).unwrap();
    let mut asked = request(FAST, socket);
    asked.fuse = Some(folder.display().to_string());
    match Server::open(&asked) {
        Ok(server) => Some(Arc::new(server)),
        Err(error) => {
            eprintln!("skipped: {error}");
            std::fs::remove_dir(folder).unwrap();
            None
        }
    }
}

/// Detaches a loop device, and waits until it is: any process that examines it keeps it attached until then.
fn detach_loop(device: &str) {
    let backing = || std::fs::read(format!("/sys/block/{}/loop/backing_file", device.trim_start_matches("/dev/"))).ok();
    let was = backing();
    assert!(Command::new("losetup").args(["-d", device]).status().unwrap().success());
    while was.is_some() && backing() == was {
        std::thread::yield_now();
    }
}

#[test]
fn a_volume_is_a_file_with_the_content_that_nbd_clients_see() {
    let (folder, socket) = (path("files"), path("socket"));
    let Some(server) = mount_server(&folder, &socket) else { return };
    let serving = Arc::clone(&server);
    let thread = std::thread::spawn(move || serving.run());
    {
        let file = OpenOptions::new().read(true).write(true).open(folder.join("data")).unwrap();
        assert_eq!(file.metadata().unwrap().len(), 64 << 20);
        let data: Vec<u8> = (0..3 << 20).map(|n: u32| (n / 512) as u8).collect();
        file.write_all_at(&data, 4096).unwrap();
        file.sync_all().unwrap();
        let mut seen = vec![0; data.len()];
        file.read_exact_at(&mut seen, 4096).unwrap();
        assert!(seen == data);
        let mut odd = [0; 700];
        file.read_exact_at(&mut odd, 4096 + 1000).unwrap();
        assert_eq!(odd, data[1000..1700], "any bytes may be read");
        assert!(file.set_len(1).is_err(), "its size is fixed");
        let mut client = Client::simple(&socket);
        assert_eq!(client.read(4096, 8192).unwrap(), data[..8192]);
        file.write_all_at(&[9; 100], (16 << 20) + 50).unwrap();
        file.sync_all().unwrap();
        let seen = client.read(16 << 20, 512).unwrap();
        assert_eq!(seen, [vec![0; 50], vec![9; 100], vec![0; 362]].concat(), "the page cache fills up blocks");
        let names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["data"]);
    }
    assert!(server.statistics().volumes[0].flush.count >= 1);
    server.stop();
    thread.join().unwrap();
    std::fs::remove_dir(&folder).unwrap();
}

#[test]
fn a_loop_device_on_a_volume_is_a_block_device() {
    let (folder, socket) = (path("loop"), path("socket"));
    let Some(server) = mount_server(&folder, &socket) else { return };
    let serving = Arc::clone(&server);
    let thread = std::thread::spawn(move || serving.run());
    let losetup = |arguments: &[&str]| Command::new("losetup").args(arguments).output();
    let file = folder.join("data").display().to_string();
    match losetup(&["--direct-io=on", "--find", "--show", &file]) {
        Ok(made) if made.status.success() => {
            let device = String::from_utf8(made.stdout).unwrap().trim().to_owned();
            let opened = OpenOptions::new().read(true).write(true).open(&device).unwrap();
            opened.write_all_at(&[5; 8192], 16384).unwrap();
            opened.sync_all().unwrap();
            drop(opened);
            detach_loop(&device);
            let mut client = Client::simple(&socket);
            assert_eq!(client.read(16384, 8192).unwrap(), [5; 8192]);
        }
        other => eprintln!("skipped: no loop device can be made here: {other:?}"),
    }
    server.stop();
    thread.join().unwrap();
    std::fs::remove_dir(&folder).unwrap();
}

#[test]
fn a_folder_that_is_still_in_use_at_the_end_is_free_for_the_next_server() {
    let (folder, socket) = (path("in-use"), path("socket"));
    let Some(server) = mount_server(&folder, &socket) else { return };
    let serving = Arc::clone(&server);
    let thread = std::thread::spawn(move || serving.run());
    let file = folder.join("data");
    let held = OpenOptions::new().read(true).open(&file).unwrap();
    let losetup = |arguments: &[&str]| Command::new("losetup").args(arguments).output();
    let made = losetup(&["--direct-io=on", "--find", "--show", &file.display().to_string()]);
    let device = made.ok().filter(|made| made.status.success());
    let device = device.map(|made| String::from_utf8(made.stdout).unwrap().trim().to_owned());
    server.stop();
    thread.join().unwrap();
    assert!(!file.exists(), "nothing is mounted there any more");
    assert!(held.read_exact_at(&mut [0; 4096], 0).is_err(), "what was open fails");
    std::fs::remove_dir(&folder).unwrap();
    let again = mount_server(&folder, &path("socket-again"));
    assert!(again.is_some(), "the next server takes the folder");
    drop(again);
    if let Some(device) = device {
        detach_loop(&device);
    }
    drop(held);
    std::fs::remove_dir(&folder).unwrap();
}
