"""Guests of a policy file on described datastores."""
