"""What is said (one folder per report, listed in `registry.py`) and how it is drawn (`forms/`, one
file per form).

A report builds a description (`describe.py`) from a store; a form draws it. So each form says the
same figures. Drawing libraries are loaded when something is drawn, not when this is imported.
"""
