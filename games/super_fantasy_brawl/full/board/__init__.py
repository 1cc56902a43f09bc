"""The arena at full detail: hexes, ways, displacement, traps."""
