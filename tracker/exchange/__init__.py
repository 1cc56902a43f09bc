"""Streams and whole events on their way between installations: out as files, in again, handed over and joined.

`transfer` moves one log, `archive` an event with everything that belongs to it; `hand_over` closes what went away, and
`joining` makes one history of two. A copy of the whole installation is `tracker.backup`.
"""
