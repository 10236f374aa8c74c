"""What everything else stands on: errors, units, texts, files, processes, the table of keys, and
what a feature is."""
