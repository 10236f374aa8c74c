"""The job files of other programs."""
