"""The rules of every game system: pure Python and msgspec; no Django, clock, network, dice or database."""
