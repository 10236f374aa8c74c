"""What policies would do to the guests of a described datastore, in virtual time.

`pool.py` puts the guests and their policies into the stack, `runs.py` runs it and asks who got what
they need, `harmless.py` searches the largest limit that harms nobody, `document.py` is the answer,
`words.py` says it.
"""
