"""The optional parts of an installation, and the one line that a command prints when it needs one
that is missing.

`pyproject.toml` declares the same extras with their packages. A command asks here before it begins
to work, so that nothing is measured or drawn in vain; the packages are imported late."""

import shlex
import sys
from dataclasses import dataclass
from importlib.util import find_spec

from plimsoll.base.errors import UsageError
from plimsoll.base.messages import message


@dataclass(frozen=True)
class Extra:
    """Optional packages that are installed together."""

    modules: dict[str, str]
    """The name of each package, by that of its module."""


EXTRAS = {
    "hosts": Extra({"ray": "ray"}),
    "vcenter": Extra({"pyVmomi": "pyvmomi"}),
    "pdf": Extra({"typst": "typst", "vl_convert": "vl-convert-python"}),
    "excel": Extra({"excelize": "excelize"}),
    "parquet": Extra({"pyarrow": "pyarrow"}),
    "charts": Extra({"vl_convert": "vl-convert-python", "fontTools": "fonttools"}),
    "frames": Extra({"polars": "polars"}),
}
"""Every extra by its name in `pip install 'plimsoll-storage[NAME]'`."""


def missing(name: str) -> list[str]:
    """The packages of an extra that are not installed."""
    return [
        package for module, package in EXTRAS[name].modules.items() if find_spec(module) is None
    ]


def require(name: str) -> None:
    """Raises UsageError, with the command that installs it, when an extra is not there."""
    packages = missing(name)
    if packages:
        raise UsageError(
            message(f"extra-missing-{name}", packages=" and ".join(packages)),
            install_command(requirement(name)),
        )


def requirement(name: str) -> str:
    """An extra as pip names it."""
    return f"plimsoll-storage[{name}]"


def install_command(package: str) -> str:
    """The sentence with the command that installs a package beside this Plimsoll.

    It names this interpreter: the first pip of the search path is often that of the system, which
    refuses, or installs where this Plimsoll does not look."""
    return message(
        "extra-install", package=package, python=shlex.quote(sys.executable or "python3")
    )
