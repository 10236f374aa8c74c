"""The page to sign."""
