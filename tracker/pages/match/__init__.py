"""A match: its page, its board, its score pad, and results that are entered or corrected."""
