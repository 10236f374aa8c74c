"""What `import plimsoll` gives and the commands call: one way from a question to its answer.

Data flow:

    arguments of a call ─┐
                         ├─▶ Question ─session(), probe()─▶ requests ─▶ the native side
    flags of a verb ─────┘   (question.py)
                                  │
    Bench: how sessions open, ────┤  runs.py         one Run
    who hears of them, the wish   │  searches.py     one load line
    to end (bench.py)             │  families.py     lines over read shares or block sizes
                                  │  stored_lines.py lines of Runs that a store holds
                                  │  control.py      a campaign from its file, or from its store
                                  │  features: check, compare, read (`Verb.answers`)
                                  ▼
                              documents ─▶ results (results.py): figures with units in their
                                           names, frame(), save(), notebooks

| question | file |
|---|---|
| which arguments there are, and their types | `arguments.py` |
| what a function of `plimsoll` does | `calls.py` |
| how an error leaves a call | `boundary.py` |
| what an answer knows | `results.py`, `campaigns.py` |

A call prints nothing, ends no process and installs no signal handler. A verb does: it parses its
flags, opens a bench that shows progress (`cli/_measure.py`), takes the same way and prints.
"""
