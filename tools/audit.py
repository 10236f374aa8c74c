"""Known vulnerabilities of what is shipped: `python -m tools.audit --rustsec FOLDER --pypa FOLDER`,
which `make audit` calls.

Reads checkouts of the two public databases, github.com/RustSec/advisory-db and
github.com/pypa/advisory-database, and asks no service, so an audit can be repeated where there is
no network. It says how old the data is: an audit knows nothing of what was found since.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

from tools import bill

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = bill.ROOT
LOCKS = ("run.lock", "isolated.lock", "pip.lock")
"""What the image and the tar bring with them."""


@dataclass(frozen=True)
class Advisory:
    """A vulnerability that one version of what is shipped has."""

    package: str
    version: str
    identifier: str


@dataclass(frozen=True)
class Audit:
    """What one database says of one kind of packages."""

    kind: str
    packages: int
    advisories: int
    newest: str
    """Date of its newest advisory."""
    found: tuple[Advisory, ...]


def cargo_range(text: str) -> SpecifierSet:
    """A requirement as Cargo writes it (`^1.2.3`, `>= 1.2, < 2`), as Python's packages do."""
    parts = []
    for one in text.split(","):
        match = re.fullmatch(r"\s*(\^|~|[<>]=?|=)?\s*(([\d.]+)\S*)\s*", one)
        if match is None:
            raise ValueError(f"cannot read the requirement {text!r}")
        sign, version = match[1] or "^", match[2]
        if sign in "^~":
            numbers = [*map(int, match[3].split(".")), 0, 0][:3]
            # How many numbers decide: of ^ those up to the first that is not 0.
            kept = 2 if sign == "~" else 1 + next((at for at in range(2) if numbers[at]), 2)
            above = [*numbers[: kept - 1], numbers[kept - 1] + 1]
            parts += [f">={version}", f"<{'.'.join(map(str, above))}"]
        else:
            parts.append(f"{'==' if sign == '=' else sign}{version}")
    return SpecifierSet(",".join(parts), prereleases=True)


def has_crate(version: str, advisory: dict[str, Any]) -> bool:
    """Whether a version of a crate has what the advisory of RustSec describes."""
    said = advisory["versions"]
    spared = [*said.get("patched", ()), *said.get("unaffected", ())]
    return not any(cargo_range(one).contains(version) for one in spared)


def has_package(version: str, advisory: dict[str, Any]) -> bool:
    """Whether a version of a Python package has what the advisory (OSV) describes."""
    for affected in advisory["affected"]:
        if version in affected.get("versions", ()):
            return True
        for one in affected.get("ranges", ()):
            if one["type"] == "ECOSYSTEM" and _in_events(Version(version), one["events"]):
                return True
    return False


def _in_events(version: Version, events: Iterable[dict[str, str]]) -> bool:
    """Whether a version lies after an `introduced` and before the `fixed` that follows it."""
    inside = False
    for event in events:
        [(kind, limit)] = event.items()
        try:
            reached = version >= Version(str(limit))
            passed = version > Version(str(limit))
        except InvalidVersion:
            continue
        if kind == "introduced" and reached:
            inside = True
        elif (kind == "fixed" and reached) or (kind == "last_affected" and passed):
            inside = False
    return inside


def rustsec(folder: Path) -> Iterator[dict[str, Any]]:
    """Every vulnerability of RustSec that was not withdrawn; not that a crate is unmaintained."""
    paths = sorted((folder / "crates").glob("*/RUSTSEC-*.md"))
    if not paths:
        sys.exit(f"{folder} holds no database of RustSec: git clone github.com/RustSec/advisory-db")
    for path in paths:
        block = re.match(r"```toml\n(.*?)\n```", path.read_text(encoding="utf-8"), re.DOTALL)
        if block is None:
            sys.exit(f"{path} is no advisory of RustSec")
        read = tomllib.loads(block[1])
        if "withdrawn" not in read["advisory"] and "informational" not in read["advisory"]:
            yield read


def pypa(folder: Path) -> Iterator[dict[str, Any]]:
    """Every advisory of PyPA that was not withdrawn."""
    paths = sorted((folder / "vulns").glob("*/*.yaml"))
    if not paths:
        sys.exit(f"{folder} holds no database of PyPA: git clone github.com/pypa/advisory-database")
    for path in paths:
        read = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
        if "withdrawn" not in read:
            yield read


def audit_crates(folder: Path) -> Audit:
    """The crates of the native module against RustSec."""
    crates = {(one.name, one.version) for machine in ("x86_64", "aarch64")
              for one in bill.crates(machine)}  # fmt: skip
    advisories = list(rustsec(folder))
    found = [
        Advisory(name, version, one["advisory"]["id"])
        for one in advisories
        for name, version in sorted(crates)
        if name == one["advisory"]["package"] and has_crate(version, one)
    ]
    newest = max((one["advisory"]["date"] for one in advisories), default="no day")
    return Audit("crates", len(crates), len(advisories), newest, tuple(found))


def audit_packages(folder: Path) -> Audit:
    """The Python packages that are locked against PyPA."""
    locked = set()
    for lock in LOCKS:
        text = (ROOT / "requirements" / lock).read_text(encoding="utf-8")
        locked |= set(re.findall(r"^([A-Za-z0-9_.-]+)==([^\s;]+)", text, re.MULTILINE))
    advisories = list(pypa(folder))
    found = [
        Advisory(name, version, one["id"])
        for one in advisories
        for name, version in sorted(locked)
        if any(name == each["package"]["name"] for each in one["affected"])
        and has_package(version, one)
    ]
    newest = max((str(one.get("published", "")) for one in advisories), default="no day")[:10]
    return Audit("Python packages", len(locked), len(advisories), newest, tuple(found))


def main() -> None:
    """Prints what the databases know of what is shipped; fails where that is anything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rustsec", type=Path, required=True)
    parser.add_argument("--pypa", type=Path, required=True)
    given = parser.parse_args()
    audits = [audit_crates(given.rustsec), audit_packages(given.pypa)]
    for audit in audits:
        print(
            f"{audit.packages} {audit.kind}: {len(audit.found)} known vulnerabilities, of"
            f" {audit.advisories} advisories until {audit.newest}"
        )
        for one in audit.found:
            print(f"  {one.package} {one.version}: {one.identifier}")
    sys.exit(1 if any(audit.found for audit in audits) else 0)


if __name__ == "__main__":
    main()
