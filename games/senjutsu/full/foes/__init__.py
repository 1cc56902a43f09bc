"""Virtual opponents and hordes at full detail."""
