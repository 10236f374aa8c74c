"""The first screen of a report: how its answer stands, one short sentence, the number to take away,
what stood in the way and what to do. Decided here, drawn by each form."""
