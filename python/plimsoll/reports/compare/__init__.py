"""The report of a comparison, and its documents."""
