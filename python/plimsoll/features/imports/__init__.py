"""The results of other programs."""
