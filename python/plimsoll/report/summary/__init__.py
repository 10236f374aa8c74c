"""The page for whoever signs."""
