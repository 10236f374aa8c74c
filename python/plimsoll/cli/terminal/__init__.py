"""What a terminal shows: documents, tables, progress, a running campaign."""
