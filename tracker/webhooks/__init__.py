"""Telling other programs: the feed, sent to addresses that accounts have named, signed, in order, until it arrives.

`targets` says where nothing is sent, `sending` sends one message, `delivering` works through the feed for each address.
Called by `tracker.jobs`, never by a process that answers pages.
"""
