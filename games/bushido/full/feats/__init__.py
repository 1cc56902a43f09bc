"""Ki that is spent, Ki feats and special cards that are used."""
