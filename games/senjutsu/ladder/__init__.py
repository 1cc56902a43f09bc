"""The ladder of horde runs."""
