"""Better, worse, the same, or not enough data."""
