"""Where the described stacks are."""

from pathlib import Path

STACKS = Path(__file__).resolve().parents[2] / "examples" / "stacks"
OWN_STACKS = Path(__file__).resolve().parent / "stacks"
"""Stacks that are here for these tables alone."""
