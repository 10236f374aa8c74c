"""Job files of other load generators: one module or folder per format, with its table of options,
from which `tools/reference.py` makes the reference page."""
