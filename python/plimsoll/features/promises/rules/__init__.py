"""Whether a promise is kept, broken or inconclusive: the file, its claims, the evidence, the rules,
the document."""
