"""The report of a standard suite: its tests in its own order, its rounds to steady state, and how
far it is that suite."""
