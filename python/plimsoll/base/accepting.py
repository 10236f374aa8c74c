"""Accepting connections when the system has no more descriptors: one rule for every server."""

import errno

AGAIN_S = 0.2
"""Pause before the next connection is accepted: descriptors do not come free at once."""
_EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


def is_exhausted(error: OSError) -> bool:
    """Whether a connection could not be accepted for want of descriptors or memory."""
    return error.errno in _EXHAUSTED
