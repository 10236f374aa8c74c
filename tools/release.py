"""What a release consists of: `python -m tools.release`, which `make release` calls at the end.

Collects what was built into dist/release-VERSION, with the source, the bills of materials, the
licences, the notes from the changelog, and the checksums of all. The holder of a key signs the
checksums (`--key`, of SSH); nothing is published from here. `--set VERSION` changes the version.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tools.image import epoch, git, revision
from tools.isolated_site import checksums

from tools import bill

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = bill.ROOT
NAMESPACE = "plimsoll-release"
"""What a signature is for, so that one for something else does not pass as one of a release."""
PLACES = {
    "Cargo.toml": r'(\[workspace\.package\]\nversion = ")[^"]+',
    "pyproject.toml": r'(\nname = "plimsoll-storage"\nversion = ")[^"]+',
    "python/plimsoll/base/version.py": r'(__version__ = ")[^"]+',
    "CITATION.cff": r"(\nversion: )\S+",
}
"""Cargo.toml has the version; the others are written from it (`--set`), and held equal."""
SHAPE = re.compile(r"\d+\.\d+\.\d+")


class ReleaseError(Exception):
    """Why there is no release of this tree."""


def write_version(version: str, root: Path = ROOT) -> None:
    """Writes a version into every file that has it."""
    if not SHAPE.fullmatch(version):
        raise ReleaseError(f"{version!r} is no version: write it as 0.2.0")
    for name, pattern in PLACES.items():
        path = root / name
        text, count = re.subn(pattern, rf"\g<1>{version}", path.read_text(encoding="utf-8"))
        if count != 1:
            raise ReleaseError(f"{name} has its version in {count} places, not in one")
        path.write_text(text, encoding="utf-8")


def differences(root: Path = ROOT) -> list[str]:
    """Files whose version is not that of Cargo.toml."""
    found = {}
    for name, pattern in PLACES.items():
        match = re.search(pattern, (root / name).read_text(encoding="utf-8"))
        found[name] = match[0].removeprefix(match[1]) if match else "none"
    return [f"{name}: {one}" for name, one in found.items() if one != found["Cargo.toml"]]


def notes(version: str, changelog: str) -> str:
    """What the changelog says of a version."""
    parts = re.split(r"^## ", changelog, flags=re.MULTILINE)
    for part in parts[1:]:
        head, _, body = part.partition("\n")
        if head.split()[0] == version:
            return f"# Plimsoll {head}\n{body.rstrip()}\n"
    raise ReleaseError(f"CHANGELOG.md has no section '## {version}'")


def collect(version: str, out: Path) -> Path:
    """Gathers everything into one folder; the folder."""
    text = notes(version, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    components = bill.wheel_components()
    refused = [why for one in components if (why := bill.refusal(one)) is not None]
    if refused:
        raise ReleaseError("; ".join(refused))
    built = [
        path
        for pattern in (f"plimsoll_storage-{version}-*.whl", f"plimsoll-{version}-*")
        for path in sorted(out.glob(pattern))
        if path.is_file()
    ]
    kinds = {".whl": "make wheel", ".gz": "make tar", ".tar": "make image"}
    for ending, target in kinds.items():
        if not any(path.suffix == ending for path in built):
            raise ReleaseError(f"there is no *{ending} of {version} in {out}: {target}")
    if wrong := of_other_commits(built, git("rev-parse", "HEAD")):
        raise ReleaseError(f"{', '.join(wrong)}: the source is not theirs; make dist")
    folder = out / f"release-{version}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path in built:
        (folder / path.name).hardlink_to(path)
    source = folder / f"plimsoll-{version}-source.tar.gz"
    prefix = f"plimsoll-{version}/"
    subprocess.run(
        ["git", "archive", "--format=tar.gz", f"--prefix={prefix}", "--output", source, "HEAD"],
        cwd=ROOT, check=True,
    )  # fmt: skip
    document = bill.document("plimsoll", version, components, epoch())
    wheel_bill = folder / f"plimsoll-{version}-wheel.cdx.json"
    wheel_bill.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    (folder / "THIRD-PARTY.txt").write_text(bill.notices(components), encoding="utf-8")
    (folder / "NOTES.txt").write_text(text, encoding="utf-8")
    (folder / "SHA256SUMS").write_text(checksums(folder), encoding="utf-8")
    return folder


def of_other_commits(built: Iterable[Path], commit: str) -> list[str]:
    """Wheels among these files that were built from another commit, each with that."""
    wheels = [path for path in built if path.suffix == ".whl"]
    return [f"{path.name} is of {one[:12]}" for path in wheels if (one := revision(path)) != commit]


def sign(folder: Path, key: Path) -> Path:
    """Signs the checksums with a key of SSH; the signature."""
    sums = folder / "SHA256SUMS"
    subprocess.run(["ssh-keygen", "-Y", "sign", "-f", key, "-n", NAMESPACE, sums], check=True)
    return sums.with_suffix(".sig")


def main() -> None:
    """Collects a release, or changes the version."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", metavar="VERSION", help="change the version and end")
    parser.add_argument("--key", type=Path, help="sign with this private key of SSH")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--draft", action="store_true", help="uncommitted changes, no date")
    given = parser.parse_args()
    try:
        if given.set:
            write_version(given.set)
            subprocess.run(["cargo", "update", "--workspace", "--offline"], cwd=ROOT, check=True)
            return
        version = bill.version()
        if wrong := differences():
            raise ReleaseError(f"the version is {version}, but {', '.join(wrong)}")
        if not given.draft:
            if git("status", "--porcelain", "--untracked-files=no"):
                raise ReleaseError("there are uncommitted changes: commit them, or add --draft")
            if "(unreleased)" in notes(version, (ROOT / "CHANGELOG.md").read_text()).split("\n")[0]:
                raise ReleaseError(
                    f"CHANGELOG.md says that {version} is unreleased: give it a date, or --draft"
                )
        folder = collect(version, given.out)
        if given.key:
            sign(folder, given.key)
    except ReleaseError as error:
        sys.exit(f"no release: {error}")
    for path in sorted(folder.iterdir()):
        print(f"{path.stat().st_size / 1e6:8.1f} MB  {path.name}")
    print(f"{folder}, of commit {git('rev-parse', 'HEAD')}")
    if not given.key:
        print(f"To sign: ssh-keygen -Y sign -f KEY -n {NAMESPACE} {folder / 'SHA256SUMS'}")


if __name__ == "__main__":
    main()
