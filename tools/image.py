"""The container image: `python -m tools.image WHEEL`, which `make image` calls.

Two layers, made without a daemon and without an image of others: a Debian of a Python and a small
shell, which mmdebstrap takes from Debian's archive and whose packages are unpacked without running
their scripts; and the wheel with the packages that it was locked with. What is beside the image:
its bill of materials (CycloneDX), the licences, its digest.

The image has no package manager, no setuid program, and one user, 65532. It works on a read-only
root without capabilities; /tmp and /results are where it writes.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from tools import bill, oci, wheelhouse

ROOT = wheelhouse.ROOT
SUITE = "trixie"
"""Debian 13: Python 3.13, security support until 2028 (LTS 2030)."""
PACKAGES = (
    # The interpreter and its standard library, without pip and documentation.
    "python3-minimal", "libpython3-stdlib",
    # What wheels in C++ take from the system.
    "libstdc++6",
    # dash: the command is a script, and --collect runs commands. busybox: tar (`kubectl cp`), ls.
    "dash", "busybox",
    # What HTTPS and time zones need (--scrape, dates in reports).
    "ca-certificates", "tzdata",
)  # fmt: skip
APPLETS = ("cat", "cp", "df", "ls", "mkdir", "readlink", "sleep", "tar", "true", "vi")
UNUSED = (
    "usr/share/doc/*/changelog*", "usr/share/doc/*/NEWS*", "usr/share/doc/*/README*",
    "usr/share/man/*", "usr/share/locale/*", "usr/share/info/*", "usr/share/lintian/*",
    "usr/share/bash-completion/*", "var/cache/*", "var/lib/apt/*", "var/log/*", "etc/apt/*",
    "usr/lib/python3*/lib2to3/*", "usr/lib/python3*/pydoc_data/*", "usr/share/zoneinfo/right/*",
)  # fmt: skip
UNUSED_WHEELS = (
    "*/tests/*", "*/testing/data/*", "*.pyx", "*.pxd", "*.pyi", "*.h", "*.hpp", "*.c", "*.cc",
    # excelize has its library for eight systems in every wheel.
    "excelize/*.dll", "excelize/*.dylib", "excelize/*.386.so", "*/libexcelize.*.dll",
    "*/libexcelize.*.dylib", "*/libexcelize.386.*",
    # Parts of Arrow that nothing here asks for: its RPC, and what others compile against.
    "pyarrow/libarrow_flight*", "pyarrow/_flight*", "pyarrow/libarrow_python_flight*",
    "pyarrow/include/*", "pyarrow/src/*",
)  # fmt: skip
LOADED = (
    "pyarrow.parquet", "scipy.optimize", "scipy.stats", "scipy.special", "vl_convert", "typst",
    "excelize", "pydoe", "uvicorn", "starlette", "plimsoll.cli", "sqlite3", "ssl",
)  # fmt: skip
"""What must load in the image."""
COMMAND = re.compile(r"(\.\./)*bin/")
"""A line of a RECORD that notes a command."""
USER = 65532
WRITABLE = ("results", "tmp", "volume", "config")
TITLE = "Plimsoll"


@dataclass(frozen=True)
class Build:
    """What is built, and where."""

    wheel: Path
    suite: str
    architecture: str
    folder: Path
    """For what is made on the way."""
    out: Path
    epoch: int
    mirrors: tuple[str, ...]
    """Lines of an apt source, each a part of the suite."""

    @property
    def machine(self) -> str:
        """The processor, as wheels call it."""
        return wheelhouse.MACHINES[self.architecture]

    @property
    def native(self) -> bool:
        """Whether programs of the image run on this machine."""
        return os.uname().machine == self.machine

    @property
    def root(self) -> Path:
        """The files of the image."""
        return self.folder / "root"

    @property
    def version(self) -> str:
        """The version of the wheel."""
        return self.wheel.name.split("-")[1]

    @property
    def name(self) -> str:
        """How the artefacts of this image begin."""
        return f"plimsoll-{self.version}-image-{self.architecture}"


def mirrors(suite: str) -> tuple[str, ...]:
    """The archives that this machine's apt uses, for another suite; none where it is no Debian."""
    shown = "$(ORIGIN)|$(SITE)|$(RELEASE)|$(CODENAME)"
    done = subprocess.run(
        ["apt-get", "indextargets", "--format", shown, "Created-By: Packages"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    found = {}
    for line in sorted(set(done.stdout.splitlines())):
        origin, site, release, codename = line.split("|")
        if origin == "Debian":
            own = codename.partition("-")[0]
            found[f"deb {site} {release.replace(own, suite)} main"] = None
    return tuple(found)


def base(build: Build) -> list[bill.Component]:
    """Unpacks Debian's packages below the root; which they are."""
    packed, listed = build.folder / "base.tar", build.folder / "packages.txt"
    fields = "${Package}\\t${Version}\\t${Architecture}\\t${source:Package}\\n"
    hook = (
        'for one in "$1"/var/cache/apt/archives/*.deb; do dpkg-deb --show --showformat='
        f"'{fields}' \"$one\"; done > {listed}"
    )
    subprocess.run(
        [
            "mmdebstrap", "--quiet", "--variant=extract", f"--architectures={build.architecture}",
            f"--include={','.join(PACKAGES)}", f"--extract-hook={hook}",
            "--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr",
            "--aptopt=APT::Install-Recommends false", build.suite, packed,
            *build.mirrors,
        ],
        check=True, env={**os.environ, "SOURCE_DATE_EPOCH": str(build.epoch)},
    )  # fmt: skip
    with tarfile.open(packed) as archive:
        # "tar": mknod and other users' files are left out, so that nobody needs to be root here.
        kept = [one for one in archive if one.isreg() or one.issym() or one.islnk() or one.isdir()]
        archive.extractall(build.root, kept, filter="tar")
    remove(build.root, UNUSED)
    found = [
        bill.debian(*line.split("\t"), root=build.root)
        for line in sorted(set(listed.read_text().splitlines()))
    ]
    status = build.root / "var/lib/dpkg/status.d"
    status.mkdir(parents=True)
    for one in found:
        # Where scanners of images without a package manager look.
        (status / one.name).write_text(
            f"Package: {one.name}\nStatus: install ok installed\nVersion: {one.version}\n"
            f"Architecture: {build.architecture}\nMaintainer: Debian\nDescription: {one.name}\n\n"
        )
    return found


def settle(build: Build) -> None:
    """What maintainer scripts would have made, and what is this image's own."""
    root = build.root
    for name in (*WRITABLE, "proc", "sys", "dev", "etc"):
        (root / name).mkdir(exist_ok=True)
    (root / "etc/passwd").write_text(
        f"root:x:0:0:root:/:/sbin/nologin\nplimsoll:x:{USER}:{USER}:Plimsoll:/tmp:/sbin/nologin\n"
    )
    (root / "etc/group").write_text(f"root:x:0:\ndisk:x:6:\nplimsoll:x:{USER}:\n")
    (root / "etc/nsswitch.conf").write_text("passwd: files\ngroup: files\nhosts: files dns\n")
    bundle = root / "etc/ssl/certs/ca-certificates.crt"
    bundle.parent.mkdir(parents=True, exist_ok=True)
    certificates = sorted((root / "usr/share/ca-certificates/mozilla").glob("*.crt"))
    bundle.write_text("".join(one.read_text() for one in certificates))
    for applet in APPLETS:
        link = root / "usr/bin" / applet
        if not link.exists() and not link.is_symlink():
            link.symlink_to("busybox")
    if not (root / "usr/bin/sh").is_symlink():
        (root / "usr/bin/sh").symlink_to("dash")
    for path in root.rglob("*"):
        if not path.is_symlink() and path.stat().st_mode & 0o6000:
            path.chmod(path.stat().st_mode & 0o777)


def packages(build: Build) -> list[bill.Component]:
    """Installs the wheel and what it was locked with; which they are."""
    [python] = [one.name for one in (build.root / "usr/bin").glob("python3.*[0-9]")]
    version = python.removeprefix("python")
    wheels = build.folder / "wheels"
    wanted = wheelhouse.download(ROOT / "requirements/run.lock", version, build.machine, wheels)
    place = build.root / "usr/local/lib" / python / "dist-packages"
    common = (
        "install", "--no-deps", "--no-index", "--no-compile", "--only-binary=:all:",
        "--ignore-requires-python", "--target",
        place, "--upgrade", "--python-version", version, "--implementation", "cp",
        *(word for one in wheelhouse.platforms(build.machine) for word in ("--platform", one)),
    )  # fmt: skip
    wheelhouse.pip(*common, "--find-links", wheels, "--requirement", wanted)
    others = [one for one in wheelhouse.MACHINES if one != build.architecture]
    remove(place, (*UNUSED_WHEELS, *(f"*libexcelize.{one}.*" for one in others)))
    # Ours is whole, so that --version says the digest that every installation of this wheel has. By
    # name: pip notes the path of a wheel that it is given as a file (direct_url.json).
    own = build.folder / "own"
    own.mkdir()
    shutil.copy(build.wheel, own)
    wheelhouse.pip(*common, "--find-links", own, f"plimsoll-storage=={build.version}")
    commands = build.root / "usr/local/bin"
    commands.mkdir(parents=True, exist_ok=True)
    for name in ("plimsoll", "plimsoll-python"):
        shutil.copy(place / "bin" / name, commands / name)
    shutil.rmtree(place / "bin")
    # Commands begin with the path of the Python that pip ran on, and their digests are noted.
    for record in place.glob("*.dist-info/RECORD"):
        lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
        record.write_text("".join(one for one in lines if not COMMAND.match(one)), encoding="utf-8")
    script = commands / "plimsoll-python"
    _, _, rest = script.read_text().partition("\n")
    script.write_text(f"#!/usr/bin/{python}\n{rest}")
    found = bill.wheels(place)
    if build.native:
        # Nothing can be kept on a read-only root: what is not compiled here, each start compiles.
        inside(build.root, python, "-m", "compileall", "-q", "--invalidation-mode",
               "unchecked-hash", f"/usr/local/lib/{python}", f"/usr/lib/{python}")  # fmt: skip
        # What UNUSED_WHEELS took away is not missed by what remains.
        inside(build.root, python, "-c", f"import {', '.join(LOADED)}")
        said = inside(build.root, "/usr/local/bin/plimsoll", "--version")
        # The wheel of `make dist` says its commit, too.
        if said.strip().partition(",")[0] != f"plimsoll {build.version}":
            raise SystemExit(
                f"the command in the image says {said!r}: not plimsoll {build.version}"
            )
    return found


def inside(root: Path, *words: str) -> str:
    """Runs a program of the image on its files; what it printed."""
    become = ["unshare", f"--root={root}"]
    if os.geteuid() != 0:
        become.insert(1, "--map-root-user")
    become[0] = shutil.which("unshare") or "/usr/bin/unshare"
    done = subprocess.run(
        [*become, *words], check=True, stdout=subprocess.PIPE, text=True,
        env={"PATH": "/usr/local/bin:/usr/bin", "PYTHONHASHSEED": "0", "HOME": "/tmp"},
    )  # fmt: skip
    return done.stdout


def remove(root: Path, patterns: tuple[str, ...]) -> None:
    """Removes the files below a folder whose path fits one of the patterns."""
    for path in sorted(root.rglob("*"), reverse=True):
        name = path.relative_to(root)
        if path.is_dir() and not path.is_symlink():
            if not any(path.iterdir()) and name.parts[0] not in WRITABLE:
                path.rmdir()
        elif any(fits(str(name), pattern) for pattern in patterns):
            path.unlink()


def fits(name: str, pattern: str) -> bool:
    """Whether a path fits a pattern whose `*` stands for any text, slashes too."""
    from fnmatch import fnmatchcase

    return fnmatchcase(name, pattern) or fnmatchcase(f"/{name}", pattern)


def names(root: Path) -> list[str]:
    """Everything below the root."""
    return [str(path.relative_to(root)) for path in root.rglob("*")]


def write(build: Build, below: list[str], components: list[bill.Component]) -> str:
    """Writes the image and its bill of materials; its digest."""
    layout_folder = build.folder / "layout"
    layout = oci.Layout(layout_folder, build.epoch)
    every = names(build.root)
    above = sorted(set(every) - set(below))
    layers = [
        layout.layer(build.root, below, f"debian {build.suite}: {' '.join(PACKAGES)}", owner, mode),
        layout.layer(build.root, above, f"{build.wheel.name}, requirements/run.lock", owner, mode),
    ]
    labels = {
        "org.opencontainers.image.title": TITLE,
        "org.opencontainers.image.description": "The highest load that storage carries while it"
        " still meets its objective.",
        "org.opencontainers.image.version": build.version,
        "org.opencontainers.image.revision": revision(build.wheel),
        "org.opencontainers.image.created": layout.instant,
        "org.opencontainers.image.licenses": "Apache-2.0",
        "org.opencontainers.image.base.name": f"debian:{build.suite}",
    }
    manifest = layout.image(
        layers,
        build.architecture,
        {
            "User": f"{USER}:{USER}",
            "Env": ["PATH=/usr/local/bin:/usr/bin", "HOME=/tmp", "LANG=C.UTF-8", "TERM=dumb"],
            "Entrypoint": ["/usr/local/bin/plimsoll"],
            "Cmd": ["--help"],
            "WorkingDir": "/results",
            "StopSignal": "SIGTERM",
            "Labels": labels,
        },
        labels,
        build.version,
    )
    build.out.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(build.out / build.name, ignore_errors=True)
    shutil.move(layout_folder, build.out / build.name)
    oci.archive(build.out / build.name, build.out / f"{build.name}.tar", build.epoch)
    (build.out / f"{build.name}.digest").write_text(f"{manifest.digest}\n")
    document = bill.document(
        f"plimsoll image {build.architecture}", build.version, components, build.epoch
    )
    (build.out / f"{build.name}.cdx.json").write_text(json.dumps(document, indent=1) + "\n")
    packed = sum(one.blob.size for one in layers)
    unpacked = sum(one.unpacked_bytes for one in layers)
    print(f"{build.out / build.name}.tar")
    print(f"digest {manifest.digest}")
    print(f"{packed / 1e6:.1f} MB compressed, {unpacked / 1e6:.1f} MB unpacked")
    return manifest.digest


def revision(wheel: Path) -> str:
    """The commit that a wheel was built from; of one that does not say it, that of this tree."""
    with zipfile.ZipFile(wheel) as archive:
        if "plimsoll/base/commit" in archive.namelist():
            return archive.read("plimsoll/base/commit").decode().strip()
    return git("rev-parse", "HEAD")


def owner(name: str) -> int:
    """Who owns a file of the image: its user what may be written."""
    return USER if name in WRITABLE else 0


def mode(name: str) -> int | None:
    """The permissions of what has others than on this machine."""
    return {"tmp": 0o1777, "results": 0o775, "volume": 0o775}.get(name)


def git(*words: str) -> str:
    """What git says of this tree."""
    done = subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def epoch() -> int:
    """The time of everything that is made: that of the commit, unless the environment has one."""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or git("log", "-1", "--format=%ct"))


def main() -> None:
    """Builds the image of a wheel."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--suite", default=SUITE, help="of Debian")
    parser.add_argument("--mirror", action="append", help="a line of an apt source of the suite")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    given = parser.parse_args()
    # Permissions in the image are not those that this user gives to files.
    os.umask(0o022)
    fitting = [name for name, one in wheelhouse.MACHINES.items() if given.wheel.stem.endswith(one)]
    if not fitting:
        sys.exit(f"{given.wheel.name} is for no processor that images are made for")
    architecture = fitting[0]
    if shutil.which("mmdebstrap") is None:
        sys.exit("mmdebstrap is needed to build the image: apt-get install mmdebstrap")
    lines = tuple(given.mirror or mirrors(given.suite))
    if not lines:
        sys.exit(f"apt on this machine knows no Debian: --mirror 'deb MIRROR {given.suite} main'")
    folder = ROOT / ".make/image" / architecture
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    build = Build(
        given.wheel.resolve(), given.suite, architecture, folder, given.out, epoch(), lines
    )
    debian = base(build)
    settle(build)
    # What the compiler adds to Debian's own files belongs to their layer.
    before = set(names(build.root))
    found = packages(build)
    below = [one for one in names(build.root) if one in before or not one.startswith("usr/local/")]
    write(build, below, [*debian, *found, *bill.crates(build.machine)])


if __name__ == "__main__":
    main()
