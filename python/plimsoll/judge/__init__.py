"""What the measurements mean: limits, limiters, promises, comparison, sizing, the time line. ONE
FILE OR FOLDER PER QUESTION.

Pure: plain figures and records in, findings with their evidence out. No I/O, no clock, no store, no
printing. A finding names what it rests on and what would decide it when it is not decided.
"""
