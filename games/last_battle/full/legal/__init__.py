"""What may come next at full detail: kinds of events with their choices, and concrete events of one tap."""
