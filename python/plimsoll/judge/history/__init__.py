"""A figure over months: when its level changed, and what changed with it.

`divisive.py` finds change points, `alarm.py` decides which of them are told, `document.py` is the
answer. Pure: series in, judgement out.
"""
