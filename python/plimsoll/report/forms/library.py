"""Vega and Vega-Lite as one script, the same in every HTML report.

The script is a file of the package, so that a page needs nothing else to be installed.
`tools/generate.py` bundles it with vl-convert; `vega.notice` names its parts and their licences."""

from functools import cache
from importlib import resources


@cache
def script() -> str:
    """The script."""
    return (resources.files("plimsoll.report.forms") / "vega.js").read_bytes().decode()
