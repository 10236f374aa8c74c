"""Hadamard matrices of every order 4, 8 … 100, of which Plackett–Burman designs are columns.

`pydoe` has those of 12 and 20 and their doublings, and powers of two (it raises ValueError for 28,
36, 44, 52, 56, 60, 68, 72, 76, 84, 88, 92, 100). The others are made here by the constructions of
the field: Paley I (order q + 1, q a prime that is 3 modulo 4) and Paley II (order 2 (q + 1), q a
prime that is 1 modulo 4), in Paley, "On orthogonal matrices", 1933; Sylvester's doubling, 1867; and
Williamson's array, 1944, of four circulants (those of order 23 have been known since 1962).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST = 100
"""Largest order that is promised."""

_WILLIAMSON = {
    13: ("++++-+--+-+++", "++---+--+---+", "++---+--+---+", "+---+-++-+---"),
    23: (
        "+++++-++---++---++-++++",
        "+-+++--++-+--+-++--+++-",
        "+-+--+++++----+++++--+-",
        "+--++-+-+------+-+-++--",
    ),
    25: (
        "++++++---+-+--+-+---+++++",
        "+++-+--+++--++--+++--+-++",
        "++-+--++-+-++++-+-++--+-+",
        "+-+++--+--++++++--+--+++-",
    ),
}
"""First rows of four symmetric circulants whose squares add up to 4 m times the identity."""


def hadamard(order: int) -> NDArray[np.int64]:
    """A matrix of ±1 with orthogonal columns, the first all +1; `order` × `order`.

    Raises ValueError for an order that is no multiple of 4 in 4..100.
    """
    if order % 4 or not 4 <= order <= MOST:
        raise ValueError(f"there is no Hadamard matrix of order {order} here: 4, 8 … {MOST}")
    matrix = _construct(order)
    # Rows are multiplied by -1 so that the first column is all +1: orthogonality stays.
    return matrix * matrix[:, :1]


def _construct(order: int) -> NDArray[np.int64]:
    from pydoe import pbdesign

    if order == 4:
        return np.array([[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]])
    try:
        design = np.rint(pbdesign(order - 1)).astype(np.int64)
        return np.hstack([np.ones((order, 1), np.int64), design])
    except ValueError:
        pass
    if _prime(order - 1):
        return _paley_1(order - 1)
    half = order // 2 - 1
    if half % 4 == 1 and _prime(half):
        return _paley_2(half)
    if order // 4 in _WILLIAMSON:
        return _williamson(order // 4)
    smaller = hadamard(order // 2)
    return np.block([[smaller, smaller], [smaller, -smaller]])


def _prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))


def _residues(q: int) -> NDArray[np.int64]:
    """Jacobsthal's matrix: +1 where i - j is a square modulo q, -1 where it is none, 0 on the
    diagonal."""
    character = np.full(q, -1, np.int64)
    character[[root * root % q for root in range(1, q)]] = 1
    character[0] = 0
    found: NDArray[np.int64] = character[(np.arange(q)[:, None] - np.arange(q)[None, :]) % q]
    return found


def _border(q: int, sign: int) -> NDArray[np.int64]:
    matrix = np.zeros((q + 1, q + 1), np.int64)
    matrix[0, 1:], matrix[1:, 0], matrix[1:, 1:] = 1, sign, _residues(q)
    return matrix


def _paley_1(q: int) -> NDArray[np.int64]:
    return _border(q, -1) + np.eye(q + 1, dtype=np.int64)


def _paley_2(q: int) -> NDArray[np.int64]:
    conference = _border(q, 1)
    identity = np.eye(q + 1, dtype=np.int64)
    return np.kron(conference, [[1, 1], [1, -1]]) + np.kron(identity, [[1, -1], [-1, -1]])


def _williamson(m: int) -> NDArray[np.int64]:
    a, b, c, d = (
        np.array([np.roll([1 if sign == "+" else -1 for sign in row], at) for at in range(m)])
        for row in _WILLIAMSON[m]
    )
    return np.block([[a, b, c, d], [-b, a, -d, c], [-c, d, a, -b], [-d, -c, b, a]])
