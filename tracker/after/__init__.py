"""What follows from an append, after its commit: rows of the pages, and news carried to other streams.

`dispatch` hands the work to the broker, `tracker.jobs` takes it, `follow_up` does it for one stream; `reactions`,
`day_links` and `chronicle_links` tell the tournament, the event day and the campaign. `due` does what a clock decides.
Everything here may run twice, late or in two workers at once.
"""
