"""Checks at full detail: flips, fate, link cards, damage."""
