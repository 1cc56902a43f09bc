"""Schemes and strategies at full detail: what a claim looks at, and what it is worth."""
