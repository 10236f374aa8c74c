"""Factor studies: which of several settings matters, by how much, and which may be left alone.

| subject | module |
|---|---|
| combinations of levels | `designs.py`, `hadamard.py`, `fractions.py` |
| run order | `ordering.py` |
| the study as the store keeps it | `study.py` |
| effects, their intervals and the noise | `model.py` |
| further Runs of a study with a given time | `sequel.py` |
| Runs with only a bound | `bounds.py` |
| power before the start | `power.py` |
| the answer | `analysis.py`, as a document `document.py`, in words `words.py` |
"""
