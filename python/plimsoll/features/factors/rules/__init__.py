"""Factor studies: which of several settings matters, by how much, and which may be left alone.

| to find | look in |
|---|---|
| which combinations are asked | `designs.py`, `hadamard.py`, `fractions.py` |
| in which order | `ordering.py` |
| what was asked, as the store keeps it | `study.py` |
| effects, their intervals, the noise they are held against | `native/model.py` |
| what to ask next, of a study that goes on for a given time | `sequel.py` |
| what Runs with only a bound say | `bounds.py` |
| what a study will see, before it starts | `power.py` |
| the answer | `analysis.py`, as a document `document.py`, in words `words.py` |
"""
