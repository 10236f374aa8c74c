"""What a release is made of: packages of Debian, wheels and crates, with their licences.

Writes a bill of materials (CycloneDX 1.6, JSON), the texts of the licences, and proves that each
licence may be shipped in a work under Apache-2.0: `python tools/bill.py` fails on one that it does
not know. Expressions are those of SPDX; what a package says in other words is named in SAID, by
hand and one by one.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ROOT = Path(__file__).resolve().parents[1]
ALLOWED = {
    # Permissive: keep the notice.
    "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "HPND", "ISC",
    "MIT", "MIT-0", "MIT-CMU", "PSF-2.0", "Python-2.0", "Unicode-3.0", "Unicode-DFS-2016",
    "Unlicense", "Zlib", "bzip2-1.0.6", "curl", "OFL-1.1", "CNRI-Python",
    "Apache-2.0 WITH LLVM-exception",
    # Copyleft of files: theirs stay under it, unchanged and with their source published by others.
    "MPL-2.0",
    # Run-time libraries of GCC: the exception allows to ship them with anything.
    "GPL-3.0-or-later WITH GCC-exception-3.1", "GPL-3.0-only WITH GCC-exception-3.1",
}  # fmt: skip
SAID = {
    **dict.fromkeys(
        ("Apache 2.0", "Apache License 2.0", "Apache-2.0 License", "Apache Software License",
         "License :: OSI Approved :: Apache Software License",
         "Apache License, Version 2.0"), "Apache-2.0",
    ),
    **dict.fromkeys(
        ("BSD License", "BSD 3-Clause License", "BSD 3-Clause", "BSD-3"), "BSD-3-Clause"
    ),
    **dict.fromkeys(("ISC License", "ISC License (ISCL)"), "ISC"),
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}  # fmt: skip
"""What packages call their licence that is no SPDX expression."""


class LicenceError(Exception):
    """A licence that is not known to be compatible, or is not said."""


@dataclass(frozen=True)
class Component:
    """A package that is shipped."""

    kind: str
    """deb, pypi or cargo, as in a package URL."""
    name: str
    version: str
    licence: str
    texts: tuple[Path, ...] = ()
    detail: str = ""
    """What else the package URL says."""

    @property
    def url(self) -> str:
        """The package URL."""
        space = "debian/" if self.kind == "deb" else ""
        version = self.version.replace(":", "%3A").replace("+", "%2B")
        return f"pkg:{self.kind}/{space}{self.name}@{version}{self.detail}"


def terms(expression: str) -> list[frozenset[str]]:
    """An SPDX expression as its choices: the sets of licences any one of which suffices."""
    words = re.findall(r"\(|\)|[^\s()]+", expression.replace("/", " OR "))
    found, rest = _choice(words)
    if rest:
        raise LicenceError(f"cannot read the licence {expression!r}")
    return found


def _choice(words: Sequence[str]) -> tuple[list[frozenset[str]], Sequence[str]]:
    found, words = _both(words)
    while words and words[0].upper() == "OR":
        more, words = _both(words[1:])
        found += more
    return found, words


def _both(words: Sequence[str]) -> tuple[list[frozenset[str]], Sequence[str]]:
    found, words = _one(words)
    while words and words[0].upper() == "AND":
        more, words = _one(words[1:])
        found = [one | other for one in found for other in more]
    return found, words


def _one(words: Sequence[str]) -> tuple[list[frozenset[str]], Sequence[str]]:
    if not words:
        raise LicenceError("a licence expression ends too early")
    if words[0] == "(":
        found, rest = _choice(words[1:])
        if not rest or rest[0] != ")":
            raise LicenceError("a bracket of a licence expression is not closed")
        return found, rest[1:]
    if len(words) > 2 and words[1].upper() == "WITH":
        return [frozenset({f"{words[0]} WITH {words[2]}"})], words[3:]
    return [frozenset({words[0]})], words[1:]


def refusal(component: Component) -> str | None:
    """Why a component may not be shipped; None where it may."""
    if not component.licence:
        return f"{component.kind} {component.name} {component.version} says no licence"
    try:
        if any(choice <= ALLOWED for choice in terms(component.licence)):
            return None
    except LicenceError as error:
        return f"{component.kind} {component.name}: {error}"
    return (
        f"{component.kind} {component.name} {component.version} is under {component.licence!r},"
        " which is not known to be compatible with Apache-2.0"
    )


def wheels(folder: Path | None = None, only: Iterable[str] | None = None) -> list[Component]:
    """The packages that are installed in a folder, or in this environment; `only` those names."""
    wanted = None if only is None else {_plain(one) for one in only}
    found = {}
    for one in metadata.distributions(**({} if folder is None else {"path": [str(folder)]})):
        if wanted is None or _plain(one.name) in wanted:
            files = [
                Path(str(one.locate_file(path)))
                for path in one.files or ()
                if re.search(r"licen[cs]e|copying|notice", path.name, re.IGNORECASE)
                and ".dist-info" in str(path)
            ]
            found[_plain(one.name)] = Component(
                "pypi", _plain(one.name), one.version, _licence_text(one), tuple(sorted(files))
            )
    return sorted(found.values(), key=lambda one: one.name)


def lock_names(lock: Path) -> list[str]:
    """The names in a lock file that hold on Linux."""
    lines = re.findall(r"^([A-Za-z0-9_.-]+)==(?!.*win32)", lock.read_text(), re.MULTILINE)
    return sorted({_plain(one) for one in lines})


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _licence_text(one: metadata.Distribution) -> str:
    """The licence of a package as an SPDX expression; empty where it says none."""
    kept: Any = one.metadata
    expression = kept["License-Expression"]
    if expression:
        return str(expression)
    short = str(kept["License"] or "").strip()
    if short and "\n" not in short:
        return SAID.get(short, short)
    prefix = "License :: OSI Approved :: "
    said = [line.removeprefix(prefix) for line in kept.get_all("Classifier") or ()
            if line.startswith(prefix)]  # fmt: skip
    return " AND ".join(SAID.get(line, line) for line in said)


def crates(machine: str) -> list[Component]:
    """The crates that the native module is built from, for Linux on this processor."""
    done = subprocess.run(
        ["cargo", "metadata", "--format-version", "1", "--locked",
         "--filter-platform", f"{machine}-unknown-linux-gnu"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    known = json.loads(done.stdout)
    packages = {one["id"]: one for one in known["packages"]}
    edges = {
        node["id"]: [
            dependency["pkg"]
            for dependency in node["deps"]
            if any(kind["kind"] is None for kind in dependency["dep_kinds"])
        ]
        for node in known["resolve"]["nodes"]
    }
    manifest = str(ROOT / "crates/python/Cargo.toml")
    todo = [one["id"] for one in known["packages"] if one["manifest_path"] == manifest]
    reached = set(todo)
    while todo:
        for other in edges[todo.pop()]:
            if other not in reached:
                reached.add(other)
                todo.append(other)
    return sorted(
        (_crate(packages[one]) for one in reached if packages[one]["source"] is not None),
        key=lambda one: (one.name, one.version),
    )


def _crate(package: dict[str, Any]) -> Component:
    folder = Path(package["manifest_path"]).parent
    texts = [
        path
        for path in sorted(folder.iterdir())
        if path.is_file() and re.match(r"licen[cs]e|copying|notice", path.name, re.IGNORECASE)
    ]
    return Component(
        "cargo", package["name"], package["version"], package["license"] or "", tuple(texts)
    )


def debian(name: str, version: str, architecture: str, source: str, *, root: Path) -> Component:
    """A package of Debian. Its licences are those of its copyright file, which is in the image."""
    text = root / "usr/share/doc" / name / "copyright"
    return Component(
        "deb", name, version, "", (text,) if text.is_file() else (),
        f"?arch={architecture}&upstream={source}",
    )  # fmt: skip


def document(
    what: str, version: str, components: Sequence[Component], epoch: int
) -> dict[str, Any]:
    """The bill of materials, in CycloneDX."""
    lines = "\n".join(one.url for one in components)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'{what} {version} {lines}')}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(epoch, UTC).isoformat().replace("+00:00", "Z"),
            "component": {
                "type": "container" if "image" in what else "application",
                "bom-ref": "plimsoll",
                "name": what,
                "version": version,
                "licenses": [{"expression": "Apache-2.0"}],
            },
        },
        "components": [
            {
                "type": "library",
                "bom-ref": one.url,
                "name": one.name,
                "version": one.version,
                "purl": one.url,
                **({"licenses": [{"expression": one.licence.replace("/", " OR ")}]}
                   if one.licence else {}),
            }
            for one in components
        ],
    }  # fmt: skip


def notices(components: Sequence[Component]) -> str:
    """The licence of each component, with its text where the package has one."""
    parts = []
    for one in components:
        head = f"{one.name} {one.version} ({one.kind}): {one.licence}"
        texts = [path.read_text(encoding="utf-8", errors="replace").strip() for path in one.texts]
        parts.append("\n\n".join([head, "=" * len(head), *texts]))
    return "\n\n\n".join(parts) + "\n"


def wheel_components() -> list[Component]:
    """What the wheel brings with it: its crates, and the packages that it needs."""
    lock = ROOT / "requirements/run.lock"
    return [*crates("x86_64"), *wheels(only=lock_names(lock))]


def version() -> str:
    """The version of this tree, which Cargo.toml has."""
    cargo = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    return str(cargo["workspace"]["package"]["version"])


def main() -> None:
    """Proves that the licences of what is shipped are compatible."""
    components = wheel_components()
    refused = [why for one in components if (why := refusal(one)) is not None]
    print(*refused, sep="\n", end="\n" if refused else "")
    kinds = {kind: sum(one.kind == kind for one in components) for kind in ("cargo", "pypi")}
    print(f"{kinds['cargo']} crates and {kinds['pypi']} packages: {len(refused)} not compatible")
    sys.exit(1 if refused else 0)


if __name__ == "__main__":
    main()
