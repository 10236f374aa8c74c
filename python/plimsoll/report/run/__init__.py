"""The reports of one Run: everything about it, and what happened in it over time."""
