"""Searches: which load to try next, and when the answer stands. ONE FILE PER SEARCH.

A search is pure logic over `model.Probing`: no I/O, no clock, no printing; the same records in the
same order give the same search. `maximum` finds the highest rate of a target, `load_line` the
highest that meets an objective. Beside them: `budget` (limits of a search), `ledger` (every probe,
with its seed), `bracket` (both ends so far, and the next rate), `curve` (the crossing and the
knee), `holds` (the confirmation of both ends) and `document` (the answer as JSON, and its schema).
Decision 0011-line-search has the reasons.
"""
