"""Fighting at full detail: attacks, damage, and what they lead to."""
