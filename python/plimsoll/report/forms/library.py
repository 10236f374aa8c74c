"""Vega and Vega-Lite as one script, the same in every HTML report.

Bundling it takes 1.6 s of a processor, more than all else in most reports. So it is bundled once
for a user and kept in their cache folder, with a line above it that says of what it was made and
that it is whole. Where it cannot be kept it is bundled every time.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets

from plimsoll.base import state
from plimsoll.base.errors import PlimsollError
from plimsoll.report.forms import address_space, vega

NAME = "vega.js"
_SNIPPET = "window.vegaEmbed = vegaEmbed;"
"""Of the names that a bundle can give, only that of the embedding is not null."""
_MODE = 0o600


def script() -> str:
    """The script: kept, or bundled now."""
    import vl_convert

    version = vl_convert.__version__  # type: ignore[attr-defined]
    identity = json.dumps([version, vega.VEGA_LITE, _SNIPPET])
    # Not there yet, of an earlier version, or in a home that is not there or somebody else's.
    with contextlib.suppress(PlimsollError, OSError, ValueError):
        return _read_cache(identity)
    address_space.ask(address_space.PICTURES, "bundling the library of charts")
    bundle = str(vl_convert.javascript_bundle(_SNIPPET, vega.VEGA_LITE))
    with contextlib.suppress(PlimsollError, OSError):
        _write_cache(identity, bundle)
    return bundle


def _stamp(identity: str, content: str) -> str:
    return f"// {identity} {hashlib.sha256(content.encode()).hexdigest()}"


def _read_cache(identity: str) -> str:
    """What was kept. Raises OSError where nothing was, ValueError for what is of another version
    or damaged."""
    with state.opened(make=False, of=state.CACHE) as folder:
        file = os.open(NAME, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    with os.fdopen(file, encoding="utf-8", newline="") as opened:
        stamp, _, content = opened.read().partition("\n")
    if stamp != _stamp(identity, content):
        raise ValueError(NAME)
    return content


def _write_cache(identity: str, content: str) -> None:
    """In one step: who reads it meanwhile has the one before, or none."""
    temporary = f"{NAME}.{secrets.token_hex(8)}"
    with state.opened(make=True, of=state.CACHE) as folder:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        file = os.open(temporary, flags, _MODE, dir_fd=folder)
        try:
            with os.fdopen(file, "w", encoding="utf-8", newline="") as opened:
                opened.write(f"{_stamp(identity, content)}\n{content}")
            os.replace(temporary, NAME, src_dir_fd=folder, dst_dir_fd=folder)
        except OSError:
            os.unlink(temporary, dir_fd=folder)
            raise
