"""Storage policies: what they ask for, what is set, and whether it holds."""
