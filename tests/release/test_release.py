"""A release says truly what it is made of, and what it hands out is whole and repeatable."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml

from tools import audit, bill, isolated_site, oci, pod_trial, release, wheelhouse

ROOT = Path(__file__).resolve().parents[2]


def component(licence: str) -> bill.Component:
    """A crate under this licence."""
    return bill.Component("cargo", "some", "1.0.0", licence)


def test_every_licence_of_what_is_shipped_is_compatible() -> None:
    components = bill.wheel_components()
    assert len(components) > 80, "crates and packages were found"
    assert [why for one in components if (why := bill.refusal(one))] == []


@pytest.mark.parametrize(
    "licence",
    ["MIT", "MIT OR GPL-3.0-only", "MIT/Apache-2.0", "(MIT OR Apache-2.0) AND Unicode-3.0",
     "Apache-2.0 WITH LLVM-exception", "GPL-3.0-only OR (MIT AND ISC)"],
)  # fmt: skip
def test_a_licence_that_may_be_shipped_passes(licence: str) -> None:
    assert bill.refusal(component(licence)) is None


@pytest.mark.parametrize(
    "licence", ["", "GPL-3.0-only", "MIT AND GPL-3.0-only", "AGPL-3.0", "MIT AND", "(MIT", "Mine"]
)
def test_any_other_is_refused_by_name(licence: str) -> None:
    why = bill.refusal(component(licence))
    assert why is not None
    assert "cargo some" in why


RUSTSEC = """\
```toml
[advisory]
id = "RUSTSEC-2030-0001"
package = "libc"
date = "2030-01-01"
{more}
[versions]
patched = {patched}
```
"""
PYSEC = """\
id: PYSEC-2030-1
published: "2030-01-01T00:00:00Z"
affected:
- package: {{name: numpy}}
  ranges:
  - type: ECOSYSTEM
    events: [{{introduced: "0"}}, {{fixed: "{fixed}"}}]
"""


@pytest.mark.parametrize(
    ("patched", "more", "fixed", "known"),
    [
        ('[">= 999"]', "", "999", (1, 2)),
        ('["^0.1.2", ">=0.2.50, <9"]', "", "1.0", (0, 0)),
        ('["~0.2.0"]', "", "1.0", (0, 0)),
        ("[]", 'informational = "unmaintained"', "1.0", (0, 0)),
    ],
)
def test_an_audit_finds_what_is_not_fixed_in_what_is_shipped(
    tmp_path: Path, patched: str, more: str, fixed: str, known: tuple[int, int]
) -> None:
    (tmp_path / "crates/libc").mkdir(parents=True)
    (tmp_path / "vulns/numpy").mkdir(parents=True)
    advisory = RUSTSEC.format(patched=patched, more=more)
    (tmp_path / "crates/libc/RUSTSEC-2030-0001.md").write_text(advisory)
    (tmp_path / "vulns/numpy/PYSEC-2030-1.yaml").write_text(PYSEC.format(fixed=fixed))
    crates, packages = audit.audit_crates(tmp_path), audit.audit_packages(tmp_path)
    # The lock has two versions of numpy, for older Pythons and for newer ones.
    assert (len(crates.found), len(packages.found)) == known
    assert packages.newest == "2030-01-01"


def test_the_bill_of_materials_names_each_component_once() -> None:
    components = bill.wheel_components()
    document = bill.document("plimsoll", "0.1.0", components, 0)
    urls = [one["purl"] for one in document["components"]]
    assert len(urls) == len(set(urls)) == len(components)
    assert document == bill.document("plimsoll", "0.1.0", components, 0)
    assert {url.partition("/")[0] for url in urls} == {"pkg:cargo", "pkg:pypi"}


def test_a_lock_is_read_for_the_python_that_is_asked_for() -> None:
    lock = ROOT / "requirements/run.lock"
    for python, numpy in (("3.11", "numpy==2.4"), ("3.13", "numpy==2.5")):
        lines = wheelhouse.requirements(lock, python, "x86_64").splitlines()
        heads = [line for line in lines if "==" in line]
        assert next(head for head in heads if head.startswith("numpy==")).startswith(numpy)
        assert not any(head.startswith("colorama") for head in heads), "for Windows alone"
        assert sum("--hash" in line for line in lines) > len(heads)


def image(folder: Path, root: Path) -> str:
    """The digest of an image of these files."""
    layout = oci.Layout(folder, epoch=1_700_000_000)
    names = [str(path.relative_to(root)) for path in root.rglob("*")]
    layer = layout.layer(root, names, "test", lambda name: 65532 if name == "results" else 0)
    settings = {"Entrypoint": ["/bin/x"], "User": "65532:65532"}
    return layout.image([layer], "amd64", settings, {}, "0.1.0").digest


def test_the_same_files_give_the_same_image_and_come_out_as_they_went_in(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "results").mkdir(parents=True)
    (root / "bin").mkdir()
    (root / "bin/x").write_text("#!/bin/sh\n")
    (root / "bin/x").chmod(0o755)
    (root / "bin/y").symlink_to("x")
    first = image(tmp_path / "one", root)
    os.utime(root / "bin/x", (5, 5))
    assert image(tmp_path / "two", root) == first
    for blob in (tmp_path / "one/blobs/sha256").iterdir():
        assert hashlib.sha256(blob.read_bytes()).hexdigest() == blob.name
    if os.geteuid() == 0:
        settings = pod_trial.unpack(tmp_path / "one", tmp_path / "out")
        assert settings["User"] == "65532:65532"
        assert (tmp_path / "out/bin/y").readlink() == Path("x")
        assert (tmp_path / "out/results").stat().st_uid == 65532
    (root / "bin/x").write_text("#!/bin/sh\ntrue\n")
    assert image(tmp_path / "three", root) != first


def test_the_version_is_one_and_is_changed_in_one_place(tmp_path: Path) -> None:
    assert release.differences() == []
    for name in release.PLACES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    release.write_version("1.2.3", tmp_path)
    assert release.differences(tmp_path) == []
    assert 'version = "1.2.3"' in (tmp_path / "Cargo.toml").read_text()
    with pytest.raises(release.ReleaseError, match="no version"):
        release.write_version("1.2", tmp_path)


def test_the_notes_are_the_section_of_the_version() -> None:
    changelog = "# Changelog\n\n## 0.2.0 (2027-01-01)\n\nNew.\n\n## 0.1.0\n\nOld.\n"
    assert release.notes("0.2.0", changelog) == "# Plimsoll 0.2.0 (2027-01-01)\n\nNew.\n"
    with pytest.raises(release.ReleaseError, match="no section"):
        release.notes("0.3.0", changelog)
    assert bill.version() in release.notes(bill.version(), (ROOT / "CHANGELOG.md").read_text())


def test_a_release_has_no_wheel_of_another_commit(tmp_path: Path) -> None:
    wheel, tar = tmp_path / "plimsoll_storage-0.1.0.whl", tmp_path / "plimsoll-0.1.0.tar.gz"
    tar.touch()
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("plimsoll/base/commit", "a" * 40 + "\n")
    assert release.of_other_commits([wheel, tar], "a" * 40) == []
    assert release.of_other_commits([wheel, tar], "b" * 40) == [f"{wheel.name} is of {'a' * 12}"]


def test_the_checksums_are_signed_and_verified(tmp_path: Path) -> None:
    if shutil.which("ssh-keygen") is None:
        pytest.skip("ssh-keygen is not installed")
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    (tmp_path / "release").mkdir()
    (tmp_path / "release/a").write_text("a")
    sums = tmp_path / "release/SHA256SUMS"
    sums.write_text(isolated_site.checksums(tmp_path / "release"))
    signature = release.sign(tmp_path / "release", key)
    kind, value, *_ = (tmp_path / "key.pub").read_text().split()
    (tmp_path / "signers").write_text(f"release {kind} {value}\n")
    verify = ["ssh-keygen", "-Y", "verify", "-f", tmp_path / "signers", "-I", "release",
              "-n", release.NAMESPACE, "-s", signature]  # fmt: skip
    given = sums.read_bytes()
    assert subprocess.run(verify, input=given, capture_output=True).returncode == 0
    changed = given.replace(b"a\n", b"b\n")
    assert subprocess.run(verify, input=changed, capture_output=True).returncode != 0


def test_the_tar_has_nothing_of_who_packed_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    made = set()
    for number, (plain, program) in enumerate([(0o600, 0o700), (0o664, 0o775)]):
        folder = tmp_path / str(number) / "site"
        folder.mkdir(parents=True)
        for name, permissions in (("LICENSE", plain), ("install.sh", program)):
            (folder / name).write_text("the same")
            (folder / name).chmod(permissions)
            os.utime(folder / name, (number, number))
        made.add(isolated_site.pack(folder, tmp_path / f"{number}.tar.gz").read_bytes())
    assert len(made) == 1


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """What the tar for an isolated site holds, without packages."""
    folder = tmp_path / "site"
    folder.mkdir()
    machine = os.uname().machine
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    (folder / "install.sh").write_text(isolated_site.installer([version], machine))
    (folder / f"requirements-{version}.txt").write_text("")
    (folder / "SHA256SUMS").write_text(isolated_site.checksums(folder))
    return folder


def run_installer(site: Path, place: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the installer; how it ended."""
    return subprocess.run(
        ["sh", site / "install.sh", place], capture_output=True, text=True,
        env={**os.environ, "PYTHON": sys.executable, **environment},
    )  # fmt: skip


def test_the_installer_refuses_damaged_files_and_writes_nothing(site: Path, tmp_path: Path) -> None:
    place = tmp_path / "place"
    [wanted] = site.glob("requirements-*")
    wanted.write_text("changed")
    done = run_installer(site, place)
    assert (done.returncode, place.exists()) == (65, False)
    assert wanted.name in done.stderr
    assert "damaged" in done.stderr


def test_the_installer_says_what_it_lacks(site: Path, tmp_path: Path) -> None:
    for python in ("false", "/nowhere"):
        done = run_installer(site, tmp_path, PYTHON=python)
        assert (done.returncode, done.stderr.count("\n")) == (69, 1), done.stderr
    done = run_installer(site, tmp_path)
    assert (done.returncode, "exists" in done.stderr) == (73, True)
    next(site.glob("requirements-*")).unlink()
    done = run_installer(site, tmp_path / "place")
    assert (done.returncode, "has no packages for Python" in done.stderr) == (69, True)


@pytest.mark.parametrize(
    ("answer", "named"),
    [("raise ValueError", "another C library"), ('return "glibc 2.17"', "glibc 2.17")],
    ids=["musl", "old"],
)
def test_the_installer_refuses_a_c_library_that_its_packages_do_not_fit(
    site: Path, tmp_path: Path, answer: str, named: str
) -> None:
    # Python reads it before anything else.
    (tmp_path / "sitecustomize.py").write_text(
        f"import os\ndef confstr(name):\n    {answer}\nos.confstr = confstr\n"
    )
    place = tmp_path / "place"
    done = run_installer(site, place, PYTHONPATH=str(tmp_path))
    assert (done.returncode, place.exists()) == (69, False)
    assert done.stderr.splitlines() == [
        f"install.sh: the packages need glibc 2.28 or newer, and this system has {named}"
    ]


def built_image() -> Path:
    """The image that was built here last."""
    found = sorted((ROOT / "dist").glob("plimsoll-*-image-amd64/index.json"))
    if (why := pod_trial.missing()) is not None:
        pytest.skip(why)
    if not found:
        pytest.skip("no image was built here: make image")
    return found[-1].parent


@pytest.mark.long
def test_the_job_runs_in_the_image_as_the_manifest_says(tmp_path: Path) -> None:
    """A closed seccomp profile, no capabilities, a read-only root: it prepares, measures, keeps the
    Runs on the claim, and its exit code is the verdict."""
    layout = built_image()
    manifest = subprocess.run(
        [sys.executable, "-m", "plimsoll", "kubernetes", "manifest", "--pvc", "orders",
         "--file-size", "64m", "--time", "30s", "--objective", "p99 <= 1s", "--log-json"],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    documents = list(yaml.safe_load_all(manifest))
    maps = {one["metadata"]["name"]: one["data"] for one in documents if one["kind"] == "ConfigMap"}
    pod = documents[-1]["spec"]["template"]["spec"]
    claims = {"orders": tmp_path / "volume", "plimsoll-orders-results": tmp_path / "results"}
    for folder in claims.values():
        folder.mkdir()
    (tmp_path / "scratch").mkdir()
    code, out = pod_trial.run_pod(
        layout, pod, maps, claims, tmp_path / "scratch", pod_trial.SECCOMP
    )
    assert code in (0, 2), out
    # The log of a container has both streams: what is said comes first, then the document.
    said, brace, rest = out.partition("{\n")
    assert "io_uring is forbidden here" in said
    assert json.loads(brace + rest)["schema"] == "plimsoll.find/1"
    assert (tmp_path / "results/plimsoll.db").stat().st_uid == 65532
    assert (tmp_path / "volume/plimsoll.dat").stat().st_size == 64 << 20
