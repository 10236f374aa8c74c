"""Who limited a Run, in words, by the code of its record: for reports, the terminal, and remarks
beside the output of another program."""

from __future__ import annotations

LIMITERS = {
    "target": "the storage itself",
    "policy_cap": "a cap set by policy",
    "client_cpu": "the generator's processor, not the storage",
    "client_outstanding": "the generator's outstanding I/O, not the storage",
    "cache": "a cache in between",
    "schedule": "nothing: the offered rate was carried",
    "unknown": "not determined",
}


def words(code: str) -> str:
    """The limiter in words; an element of described storage by its name, which is the code
    itself."""
    return LIMITERS.get(code, code)
