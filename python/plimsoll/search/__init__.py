"""Searches: which load to try next, and when the answer stands. ONE FILE PER SEARCH.

A search is pure logic over `model.Probing`: no I/O, no clock, no printing; the same records in the
same order give the same search. `maximum` asks how much a target does at all, `load_line` what it
carries while it keeps an objective. Beside them: `budget` (what a search may spend), `ledger`
(every probe, with its seed), `bracket` (what is known of the line, and the next rate to try),
`curve` (the crossing and the knee), `holds` (the confirmation of both ends) and `document` (the
answer as JSON, and its schema). Decision 0013-line-search tells why.
"""
