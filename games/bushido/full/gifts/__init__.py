"""Traits that a side chooses to use."""
