"""The sources of collectors: commands, and addresses that are scraped.

They are parsed with the flags, so that invalid ones are refused before anything is measured.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlsplit, urlunsplit

from plimsoll.base.errors import UsageError, one_line
from plimsoll.collect import exporters
from plimsoll.collect.intake import clean
from plimsoll.collect.messages import message

SHORTEST_EVERY_S, LONGEST_EVERY_S = 0.1, 3600.0
"""Limits of the time between scrapes. The lower one is the shortest interval of a Run."""


EVERY = "*"
"""The name of all hosts in `@* COMMAND`."""
_WITH_HOST = re.compile(r"@(?P<on>\*|[A-Za-z0-9][A-Za-z0-9._-]*)(?:\s+(?P<rest>.*))?", re.DOTALL)
_BY_HOST = [
    name for name, exporter in exporters.EXPORTERS.items() if "{target}" not in exporter.path
]


@dataclass(frozen=True)
class Source:
    """The source of one collector. `name` is for messages and the store; it contains no
    password."""

    kind: Literal["command", "scrape", "host"]
    """`host`: figures of a load-generating host about itself, without a flag."""
    asked: str
    """The command, or the address without its #PATTERN."""
    name: str
    every_s: float | None = None
    """Seconds between scrapes; None for a command, which sets its own pace."""
    pattern: re.Pattern[str] | None = None
    """Only names that match it are collected."""
    on: str | None = None
    """The host that runs it; None: this machine. Before hosts are resolved, also a label of several
    hosts, or EVERY."""

    def at(self, host: str) -> Source:
        """This source on another host."""
        return replace(self, name=f"{host}: {self.name}", on=host)

    def here(self) -> Source:
        """This source on this machine."""
        return replace(self, on=None)

    @staticmethod
    def of_host(host: str) -> Source:
        """The figures of a host about itself: its part of the load, and its system load."""
        return Source("host", "", host, on=host)

    @staticmethod
    def command(text: str) -> Source:
        """A shell command that prints JSON lines. Raises UsageError for an empty one."""
        if not text.strip():
            raise UsageError(*message.refusal("collect-nothing"))
        return Source("command", text, clean(one_line(text)))

    @staticmethod
    def scrape(text: str, every_s: float) -> Source:
        """An address of a Prometheus exporter, `http://HOST:PORT/metrics#PATTERN`, or `NAME:HOST`
        of a known one (`exporters.py`). Raises UsageError for any other.

        The fragment is never sent (RFC 3986, section 3.5), so it can hold the pattern.
        """
        if not SHORTEST_EVERY_S <= every_s <= LONGEST_EVERY_S:
            raise UsageError(*message.refusal("every-invalid", seconds=f"{every_s:g}"))
        address, _, pattern_text = exporters.address(text).partition("#")
        try:
            parts = urlsplit(address)
            is_valid = (
                parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
            )
        except ValueError:
            is_valid = False
        if not is_valid or any(char.isspace() or not char.isprintable() for char in address):
            raise UsageError(
                *message.refusal(
                    "not-an-address",
                    text=_without_credentials(text),
                    exporters=", ".join(f"{name}:HOST" for name in _BY_HOST),
                )
            )
        try:
            pattern = re.compile(pattern_text) if pattern_text else None
        except re.error as error:
            raise UsageError(
                *message.refusal("not-a-pattern", pattern=pattern_text, why=error)
            ) from None
        host = parts.netloc.rpartition("@")[2]
        bare = urlunsplit((parts.scheme, host, parts.path, parts.query, ""))
        return Source(
            "scrape",
            address,
            clean(f"{bare}#{pattern_text}" if pattern_text else bare),
            every_s,
            pattern,
        )


def sources(
    commands: list[str],
    addresses: list[str],
    every: str | None,
    *,
    parse_span: Callable[[str], float],
) -> tuple[Source, ...]:
    """The sources of these flags, commands first. `every` is a time as text. `@NAME` before a
    command or an address names the host that runs it: a host, a label of hosts, or * for all."""
    if every is not None and not addresses:
        raise UsageError(*message.refusal("every-without-scrape"))
    every_s = 1.0 if every is None else parse_span(every)
    return (
        *(_parse_source(text, "--collect", Source.command) for text in commands),
        *(
            _parse_source(text, "--scrape", lambda address: Source.scrape(address, every_s))
            for text in addresses
        ),
    )


def _parse_source(text: str, flag: str, parse: Callable[[str], Source]) -> Source:
    """The source in a text that may begin with a host. No command and no address begins with @."""
    if not text.startswith("@"):
        return parse(text)
    found = _WITH_HOST.fullmatch(text)
    if found is None or not (found["rest"] or "").strip():
        safe_text = _without_credentials(text) if "://" in text else one_line(text)
        raise UsageError(*message.refusal("nothing-after-host", flag=flag, text=safe_text))
    return replace(parse(found["rest"]), on=found["on"])


def _without_credentials(address: str) -> str:
    # The part before an @ may be a password.
    return one_line(address.rpartition("@")[2])
