"""Limits found from measurements: which law do the rates of a volume follow, and which laws do they
refute?

`judging.find_limits(observations)` is the whole of it. `finding.py` has the types, `series.py`
takes bursts out of a Run's rate, `cells.py` gathers Runs into data with their errors and proofs,
`models.py` is the one list of laws, `fitting.py` fits and compares them, `comparing.py` names
winners and evidence, `holder.py` finds what holds a cap. All of these return codes with figures;
`words.py` makes the sentences. Pure: no store, no clock, no printing.
"""
