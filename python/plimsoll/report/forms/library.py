"""Vega and Vega-Lite as one script, the same in every HTML report.

Bundling takes 1.6 s of a processor, more than the rest of most reports. The bundle is cached
once per user, under a line with its versions and checksum. Without a cache it is bundled every
time."""

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
"""The only name of a bundle that is not null is that of the embedding."""
_MODE = 0o600


def script() -> str:
    """The script, from the cache or newly bundled."""
    import vl_convert

    version = vl_convert.__version__  # type: ignore[attr-defined]
    identity = json.dumps([version, vega.VEGA_LITE, _SNIPPET])
    # The cache may be missing, outdated, or in a home that does not exist or belongs to another
    # user.
    with contextlib.suppress(PlimsollError, OSError, ValueError):
        return _read_cache(identity)
    address_space.require(address_space.PICTURES, "bundling the library of charts")
    bundle = str(vl_convert.javascript_bundle(_SNIPPET, vega.VEGA_LITE))
    with contextlib.suppress(PlimsollError, OSError):
        _write_cache(identity, bundle)
    return bundle


def _stamp(identity: str, content: str) -> str:
    return f"// {identity} {hashlib.sha256(content.encode()).hexdigest()}"


def _read_cache(identity: str) -> str:
    """The cached script. Raises OSError without one, ValueError when it is outdated or damaged."""
    with state.open_folder(make=False, of=state.CACHE) as folder:
        file = os.open(NAME, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    with os.fdopen(file, encoding="utf-8", newline="") as opened:
        stamp, _, content = opened.read().partition("\n")
    if stamp != _stamp(identity, content):
        raise ValueError(NAME)
    return content


def _write_cache(identity: str, content: str) -> None:
    """Replaces the cache in one step: concurrent readers get the previous one, or none."""
    temporary = f"{NAME}.{secrets.token_hex(8)}"
    with state.open_folder(make=True, of=state.CACHE) as folder:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        file = os.open(temporary, flags, _MODE, dir_fd=folder)
        try:
            with os.fdopen(file, "w", encoding="utf-8", newline="") as opened:
                opened.write(f"{_stamp(identity, content)}\n{content}")
            os.replace(temporary, NAME, src_dir_fd=folder, dst_dir_fd=folder)
        except OSError:
            os.unlink(temporary, dir_fd=folder)
            raise
