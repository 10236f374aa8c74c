"""Who limited a Run, in words, by the code of its record: for reports, the terminal, and remarks
beside the output of another program."""

from plimsoll.base.messages import message

LIMITERS = (
    "target",
    "policy_cap",
    "client_cpu",
    "client_outstanding",
    "cache",
    "schedule",
    "unknown",
)


def words(code: str) -> str:
    """The limiter in words; an element of described storage by its name, which is the code
    itself."""
    return message(f"limiter-{code}") if code in LIMITERS else code
