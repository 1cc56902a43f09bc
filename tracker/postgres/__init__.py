"""Django's PostgreSQL, with a look at a kept connection that costs no question. Named in `tracker.env`."""
