"""Tests of `plimsoll doctor`."""
