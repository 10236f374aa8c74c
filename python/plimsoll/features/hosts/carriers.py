"""Which host brings what others hand over: the coordinator of hundreds is answered by a few.

What a call through Ray costs is the call itself, whatever it brings: a host that asks some others
and hands over what all of them brought saves the coordinator most of their calls. How many others
follows from how much each brings: Ray carries a result in the reply itself up to 100 KiB, and what
is larger takes a way of its own, through the stores of two nodes. Who could not be reached by
another host, or not in time, is asked by the coordinator itself from then on.

Bookkeeping alone: the calls are those of `ray_fleet`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

REPLY_BYTES = 98_000
"""That one carrier brings at most: what Ray carries in a reply, less what stands around it."""
AROUND_BYTES = 500
"""Of a host beside its parts: loads, names of types."""
VARIES = 1.1
"""What a carrier brings varies less than this: what each of its hosts does varies by itself."""
SLACK = 10
"""Replies less than half full, after which carriers get more hosts again."""
MOST = 16
"""Hosts of a carrier, with itself: it calls each of them, in the time of its own load."""


@dataclass
class Carriers:
    """See the module. Hosts are numbers in the order of their file."""

    groups: list[tuple[int, ...]] | None = None
    """The hosts of each carrier, which is the first of them; None: nothing is known of what they
    bring. Hosts in none are asked directly."""
    apart: set[int] = field(default_factory=set)
    """Those that never carry, and are never carried."""
    _slack_replies: int = 0
    """Replies in a row that were less than half full."""

    def calls(self, hosts: Iterable[int]) -> list[tuple[int, ...]]:
        """Whom to call, and for which of these hosts: itself and others, or itself alone."""
        wanted = set(hosts)
        found: list[tuple[int, ...]] = []
        for group in self.groups or ():
            members = tuple(host for host in group if host in wanted)
            if len(members) > 1 and members[0] == group[0]:
                found.append(members)
                wanted.difference_update(members)
        return [*found, *((host,) for host in sorted(wanted))]

    def failed(self, host: int) -> None:
        """A host did not answer in time, its carrier or the coordinator: it is asked directly from
        now on. Of a carrier: so are those that it carried, until others carry them."""
        self.apart.add(host)
        groups = self.groups or []
        if any(group[0] == host for group in groups):
            self.groups = None
        elif any(host in group for group in groups):
            left = (tuple(member for member in group if member != host) for group in groups)
            self.groups = [group for group in left if len(group) > 1]

    def anew(self, host: int) -> None:
        """A host has a new generator, which knows of nothing."""
        self.apart.discard(host)
        self.groups = None

    def brought(self, sizes: Mapping[int, int]) -> list[tuple[int, ...]] | None:
        """Hosts have brought so many bytes. The groups as they are from now on, where they have
        changed."""
        hosts = [host for host in sizes if host not in self.apart]
        if not any(sizes[host] for host in hosts):
            return None
        each = {host: sizes[host] + AROUND_BYTES for host in hosts}
        if self.groups is not None:
            fullest = max(
                (sum(each.get(member, 0) for member in group) for group in self.groups), default=0
            )
            self._slack_replies = self._slack_replies + 1 if fullest < REPLY_BYTES / 2 else 0
            known = {host for group in self.groups for host in group}
            fits = fullest <= REPLY_BYTES and self._slack_replies < SLACK
            if fits and len(each.keys() - known) < 2:
                return None
        self._slack_replies = 0
        before, usual = self.groups, sum(each.values()) / len(each)
        self.groups = _even(hosts, int(REPLY_BYTES / (usual * VARIES)))
        return None if self.groups == before else self.groups


def _even(hosts: Sequence[int], most: int) -> list[tuple[int, ...]]:
    """In groups of at most so many, as even as can be; neighbours stay together. Nobody carries
    itself alone."""
    if min(most, MOST, len(hosts)) < 2:
        return []
    count = math.ceil(len(hosts) / min(most, MOST))
    ends = [round(len(hosts) * number / count) for number in range(count + 1)]
    groups = [tuple(hosts[first:end]) for first, end in pairwise(ends)]
    return [group for group in groups if len(group) > 1]
