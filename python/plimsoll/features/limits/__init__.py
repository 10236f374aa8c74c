"""The limits that others enforce, found from outside."""
