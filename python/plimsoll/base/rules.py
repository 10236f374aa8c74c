"""Rules that both languages keep: made by tools/generate.py from
crates/run/src/rules.rs, where each has its value. Do not edit.
"""

WORKER_IDLE_SHARE = 0.5
"""A worker whose processor works for less than this share of the time is not held by it: what keeps
the load back then is neither its processor nor what is asked of it."""

FILLED_SHARE = 0.5
"""A closed load that has less than this share of what it asks for outstanding is held back by its
client: the target has answered everything."""

NOT_ISSUED_SHARE = 0.01
"""A schedule of which more than this share was not issued, beside chance, was not kept."""

ELEMENT_FULL_SHARE = 0.95
"""An element whose busiest instance works for this share of the time, or more, has no capacity
left."""

INTERVALS_OF_MEASURE = 60
"""Intervals of Measure, at least, where nobody says how long they are."""

SHORTEST_INTERVAL_S = 0.1
"""No interval is shorter."""

LONGEST_INTERVAL_S = 60.0
"""No interval is longer."""

CLIENTS_TOLD_APART = 64
"""Clients that are told apart without being asked for."""

MOST_OBJECTIVES = 4
"""Most objectives at once."""

SAMPLES_BEYOND_PERCENTILE = 10
"""Samples that must lie beyond a percentile before it is shown."""

LONGEST_SPAN_NS = 4398046511104
"""The longest span that a histogram tells, and what a failed operation counts as."""

MEMORIES_RESOLVED = 100.0
"""Autocorrelation times that a Run has to hold before an interval of its figures is believed."""

NORMAL_SHARES = 1000
"""Shares of a client for which none are given: VMware's "normal"."""

DOCUMENT_BYTES = 4194304
"""Most bytes of a document that people write."""

PIPE_PATIENCE_S = 10.0
"""How long a pipe that is read as a document may bring nothing."""
