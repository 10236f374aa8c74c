"""How many guests fit."""
