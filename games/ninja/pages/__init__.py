"""What the pages ask, show and say of this game, as data and pure functions. Named in `system.py`."""
