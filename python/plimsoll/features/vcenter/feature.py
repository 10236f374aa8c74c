"""What a vCenter knows of volumes and their limits."""

from __future__ import annotations

from plimsoll.feature import Feature

FEATURE = Feature()
