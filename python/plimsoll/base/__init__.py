"""The foundation of all packages: errors, units, texts, files, processes, the table of keys, and
the description of a feature."""
