"""Reports: one folder each, listed in `registry.py`. `forms/` draws them, one file per form.

A report builds a description (`describe.py`) from a store and a form draws it, so every form
shows the same figures. Drawing libraries are imported when something is drawn."""
