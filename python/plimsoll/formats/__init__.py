"""Files of other programs, one file per foreign format."""
