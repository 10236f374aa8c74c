"""Policies from found load lines: `plimsoll policy suggest`."""
