"""A player: the page, my day, the code, the door to a first match."""
