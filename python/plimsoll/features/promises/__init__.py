"""Promises and whether they are kept."""
