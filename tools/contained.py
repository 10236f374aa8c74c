"""Runs the pod of a manifest on this machine: `python -m tools.contained IMAGE MANIFEST …`.

For tests of the image and of `plimsoll kubernetes manifest` where there is no cluster. A Job's
containers are run by runc, one after the other, with the user, groups, capabilities, root, mounts
and arguments of the manifest, in namespaces of their own without a network. Claims are folders or
block devices of this machine. What a cluster adds is not tried: scheduling, CSI, admission, logs.

Needs root and runc.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile
import uuid
from pathlib import Path
from typing import Any

FORBIDDEN = (
    # What the default profiles of Docker and containerd refuse to a process without capabilities.
    "acct", "add_key", "bpf", "chroot", "clock_settime", "delete_module", "fanotify_init",
    "finit_module", "fsconfig", "fsmount", "fsopen", "fspick", "init_module", "io_uring_enter",
    "io_uring_register", "io_uring_setup", "ioperm", "iopl", "kexec_file_load", "kexec_load",
    "keyctl", "lookup_dcookie", "mbind", "mount", "mount_setattr", "move_mount", "move_pages",
    "open_by_handle_at", "open_tree", "perf_event_open", "pivot_root", "process_vm_readv",
    "process_vm_writev", "quotactl", "reboot", "request_key", "set_mempolicy", "sethostname",
    "setdomainname", "setns", "settimeofday", "swapoff", "swapon", "syslog", "umount2", "unshare",
    "userfaultfd", "vhangup",
)  # fmt: skip
SECCOMP: dict[str, Any] = {
    "defaultAction": "SCMP_ACT_ALLOW",
    "syscalls": [
        {"names": list(FORBIDDEN), "action": "SCMP_ACT_ERRNO", "errnoRet": 1},
        # glibc falls back to clone where clone3 is unknown; its flags cannot be filtered.
        {"names": ["clone3"], "action": "SCMP_ACT_ERRNO", "errnoRet": 38},
    ],
}


def unpack(layout: Path, root: Path) -> dict[str, Any]:
    """The files of an image in the OCI layout; its configuration."""

    def blob(digest: str) -> Path:
        return layout / "blobs" / digest.replace(":", "/")

    index = json.loads((layout / "index.json").read_text())
    manifest = json.loads(blob(index["manifests"][0]["digest"]).read_text())
    for layer in manifest["layers"]:
        with tarfile.open(blob(layer["digest"])) as archive:
            archive.extractall(root, filter="fully_trusted")
    configuration: dict[str, Any] = json.loads(blob(manifest["config"]["digest"]).read_text())
    return configuration["config"]


def run_pod(
    image: Path,
    pod: dict[str, Any],
    config_maps: dict[str, dict[str, str]],
    claims: dict[str, Path],
    scratch: Path,
    seccomp: dict[str, Any],
) -> tuple[int, str]:
    """Runs the containers of a pod in order; the last one's exit code and what it printed. Ends at
    the first that fails."""
    root = scratch / "root"
    if not root.exists():
        configuration = unpack(image, root)
        (scratch / "config.json").write_text(json.dumps(configuration))
    configuration = json.loads((scratch / "config.json").read_text())
    volumes = {one["name"]: _source(one, pod, config_maps, claims, scratch)
               for one in pod["volumes"]}  # fmt: skip
    code, out = 0, ""
    for container in [*pod.get("initContainers", ()), *pod["containers"]]:
        bundle = Path(tempfile.mkdtemp(dir=scratch))
        specification = bundle_of(container, pod, configuration, root, volumes, seccomp)
        (bundle / "config.json").write_text(json.dumps(specification))
        done = subprocess.run(
            ["runc", "--root", scratch / "state", "run", "--bundle", bundle,
             f"plimsoll-{uuid.uuid4().hex[:12]}"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
            check=False,
        )  # fmt: skip
        code, out = done.returncode, done.stdout
        if code != 0:
            break
    return code, out


def _source(
    volume: dict[str, Any],
    pod: dict[str, Any],
    config_maps: dict[str, dict[str, str]],
    claims: dict[str, Path],
    scratch: Path,
) -> Path:
    """Where a volume of a pod lies on this machine."""
    if "persistentVolumeClaim" in volume:
        place = claims[volume["persistentVolumeClaim"]["claimName"]]
        if place.is_dir():
            # As the kubelet does with fsGroup.
            os.chown(place, -1, pod["securityContext"]["fsGroup"])
            place.chmod(place.stat().st_mode | 0o2770)
        return place
    place = Path(tempfile.mkdtemp(dir=scratch))
    if "configMap" in volume:
        place.chmod(0o755)
        for name, text in config_maps[volume["configMap"]["name"]].items():
            (place / name).write_text(text)
    else:
        os.chown(place, 0, pod["securityContext"]["fsGroup"])
        place.chmod(0o2777)
    return place


def bundle_of(
    container: dict[str, Any],
    pod: dict[str, Any],
    configuration: dict[str, Any],
    root: Path,
    volumes: dict[str, Path],
    seccomp: dict[str, Any],
) -> dict[str, Any]:
    """The runtime's specification of a container (github.com/opencontainers/runtime-spec)."""
    own, all_of_it = container["securityContext"], pod["securityContext"]
    assert own["capabilities"] == {"drop": ["ALL"]}
    assert all_of_it["seccompProfile"] == {"type": "RuntimeDefault"}
    groups = [*all_of_it.get("supplementalGroups", ()), all_of_it["fsGroup"]]
    mounts = [
        {"destination": "/proc", "type": "proc", "source": "proc"},
        {"destination": "/dev", "type": "tmpfs", "source": "tmpfs",
         "options": ["nosuid", "strictatime", "mode=755", "size=65536k"]},
        {"destination": "/dev/shm", "type": "tmpfs", "source": "shm",
         "options": ["nosuid", "noexec", "nodev", "mode=1777", "size=65536k"]},
        {"destination": "/sys", "type": "sysfs", "source": "sysfs",
         "options": ["nosuid", "noexec", "nodev", "ro"]},
        *(
            {"destination": one["mountPath"], "type": "bind", "source": str(volumes[one["name"]]),
             "options": ["rbind", "ro" if one.get("readOnly") else "rw"]}
            for one in container["volumeMounts"]
        ),
    ]  # fmt: skip
    devices, allowed = [], [{"allow": False, "access": "rwm"}]
    for one in container.get("volumeDevices", ()):
        found = volumes[one["name"]].stat()
        assert stat.S_ISBLK(found.st_mode)
        number = {"major": os.major(found.st_rdev), "minor": os.minor(found.st_rdev)}
        # The owner on the node, as containerd hands it on.
        devices.append({"path": one["devicePath"], "type": "b", "fileMode": 0o660, "uid": 0,
                        "gid": 6, **number})  # fmt: skip
        allowed.append({"allow": True, "type": "b", "access": "rwm", **number})
    return {
        "ociVersion": "1.0.2",
        "process": {
            "user": {"uid": all_of_it["runAsUser"], "gid": all_of_it["runAsGroup"],
                     "additionalGids": groups},
            "args": [*configuration["Entrypoint"], *container["args"]],
            "env": configuration["Env"],
            "cwd": container["workingDir"],
            "capabilities": {},
            "noNewPrivileges": not own["allowPrivilegeEscalation"],
        },
        "root": {"path": str(root), "readonly": own["readOnlyRootFilesystem"]},
        "hostname": "pod",
        "mounts": mounts,
        "linux": {
            "namespaces": [{"type": one} for one in ("pid", "ipc", "uts", "mount", "network")],
            "devices": devices,
            "resources": {"devices": allowed},
            "seccomp": seccomp,
            "maskedPaths": ["/proc/kcore", "/proc/keys", "/proc/timer_list", "/sys/firmware"],
            "readonlyPaths": ["/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys"],
        },
    }  # fmt: skip


def missing() -> str | None:
    """What this machine lacks to run containers; None where nothing is missing."""
    if os.geteuid() != 0:
        return "not root"
    return None if shutil.which("runc") else "runc is not installed"


def main() -> None:
    """Runs a Job's pod of a manifest."""
    import yaml

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("image", type=Path, help="a folder in the OCI layout")
    parser.add_argument("manifest", type=Path, help="what plimsoll kubernetes manifest printed")
    parser.add_argument("--volume", action="append", default=[], metavar="CLAIM=PATH")
    parser.add_argument("--seccomp", type=Path, help="another profile, as Docker writes it")
    given = parser.parse_args()
    if (why := missing()) is not None:
        sys.exit(why)
    documents = list(yaml.safe_load_all(given.manifest.read_text()))
    maps = {one["metadata"]["name"]: one["data"] for one in documents if one["kind"] == "ConfigMap"}
    [pod] = [one["spec"]["template"]["spec"] for one in documents if one["kind"] == "Job"]
    claims = {name: Path(path).resolve() for name, path in
              (one.split("=", 1) for one in given.volume)}  # fmt: skip
    seccomp = json.loads(given.seccomp.read_text()) if given.seccomp else SECCOMP
    with tempfile.TemporaryDirectory() as scratch:
        code, out = run_pod(given.image, pod, maps, claims, Path(scratch), seccomp)
    sys.stdout.write(out)
    sys.exit(code)


if __name__ == "__main__":
    main()
