"""Random legal matches and made-up facts: for property tests, load, demos and the documents."""
