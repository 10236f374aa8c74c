"""Groups hosts under carriers, which fetch the handovers of others, so that the coordinator of
hundreds of hosts makes few calls.

A call through Ray has a fixed cost. A carrier that fetches some others' parts saves the coordinator
their calls. The size of a group follows from the parts: Ray returns up to 100 KiB in the reply
itself, and larger results through the stores of two nodes. A host that its carrier cannot reach in
time is called directly from then on.

Bookkeeping only: `ray_fleet` makes the calls.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

REPLY_BYTES = 98_000
"""Most bytes of a carrier's reply: Ray's limit less the envelope."""
ENVELOPE_BYTES = 500
"""Bytes of a host beside its parts: loads, names of types."""
REPLY_MARGIN = 1.1
"""Margin for the variation of a carrier's reply, which varies less than each host's."""
SLACK_REPLIES = 10
"""Half-empty replies in a row after which groups grow again."""
MAX_GROUP = 16
"""Largest group, the carrier included: it calls the others while it generates load."""


@dataclass
class Carriers:
    """The groups. Hosts are numbers in the order of their file."""

    groups: list[tuple[int, ...]] | None = None
    """Groups of hosts, the carrier first. None: sizes are not known yet. Hosts in no group are
    called directly."""
    apart: set[int] = field(default_factory=set)
    """Hosts that are always called directly."""
    _slack_replies: int = 0
    """Half-empty replies in a row."""

    def calls(self, hosts: Iterable[int]) -> list[tuple[int, ...]]:
        """The calls for these hosts: a carrier with its group, or a single host."""
        wanted = set(hosts)
        found: list[tuple[int, ...]] = []
        for group in self.groups or ():
            members = tuple(host for host in group if host in wanted)
            if len(members) > 1 and members[0] == group[0]:
                found.append(members)
                wanted.difference_update(members)
        return [*found, *((host,) for host in sorted(wanted))]

    def exclude(self, host: int) -> None:
        """Calls a host directly after a missed answer. The group of a lost carrier is dissolved."""
        self.apart.add(host)
        groups = self.groups or []
        if any(group[0] == host for group in groups):
            self.groups = None
        elif any(host in group for group in groups):
            left = (tuple(member for member in group if member != host) for group in groups)
            self.groups = [group for group in left if len(group) > 1]

    def readmit(self, host: int) -> None:
        """Regroups after a host got a new generator."""
        self.apart.discard(host)
        self.groups = None

    def regroup(self, sizes: Mapping[int, int]) -> list[tuple[int, ...]] | None:
        """Takes the sizes of replies. Returns the new groups if they changed."""
        hosts = [host for host in sizes if host not in self.apart]
        if not any(sizes[host] for host in hosts):
            return None
        each = {host: sizes[host] + ENVELOPE_BYTES for host in hosts}
        if self.groups is not None:
            fullest = max(
                (sum(each.get(member, 0) for member in group) for group in self.groups), default=0
            )
            self._slack_replies = self._slack_replies + 1 if fullest < REPLY_BYTES / 2 else 0
            known = {host for group in self.groups for host in group}
            fits = fullest <= REPLY_BYTES and self._slack_replies < SLACK_REPLIES
            if fits and len(each.keys() - known) < 2:
                return None
        self._slack_replies = 0
        before, usual = self.groups, sum(each.values()) / len(each)
        self.groups = _even_groups(hosts, int(REPLY_BYTES / (usual * REPLY_MARGIN)))
        return None if self.groups == before else self.groups


def _even_groups(hosts: Sequence[int], most: int) -> list[tuple[int, ...]]:
    """Divides neighbours into even groups of at most `most`. Groups of one are left out."""
    if min(most, MAX_GROUP, len(hosts)) < 2:
        return []
    count = math.ceil(len(hosts) / min(most, MAX_GROUP))
    ends = [round(len(hosts) * number / count) for number in range(count + 1)]
    groups = [tuple(hosts[first:end]) for first, end in pairwise(ends)]
    return [group for group in groups if len(group) > 1]
