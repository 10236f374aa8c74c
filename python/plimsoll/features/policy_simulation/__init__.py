"""Simulates the effect of policies on the guests of a described datastore, in virtual time.

`pool.py` puts the guests and their policies into the stack, `runs.py` runs it and judges the
guests, `harmless.py` searches the largest limit that harms nobody, `document.py` has the JSON,
`words.py` the sentences.
"""
