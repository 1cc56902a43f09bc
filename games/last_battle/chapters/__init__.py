"""The rules at every level of detail: whole reports and turns, judged and folded chapter by chapter."""
