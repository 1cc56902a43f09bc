"""What stands between the network and the views: the web process, the middleware, sessions and static files.

Named in `tracker.settings` and in the command that starts a web process (`serving`). What only REST needs on its way
is in `api`.
"""
