"""The report of a grid."""
