"""Attacks at full detail: aimed, declared, blocked, countered, and what they do."""
