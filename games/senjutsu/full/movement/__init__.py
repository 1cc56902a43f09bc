"""Movement at full detail: steps, collisions, terrain, the ring."""
