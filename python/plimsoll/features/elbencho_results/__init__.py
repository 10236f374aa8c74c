"""The results of elbencho."""
