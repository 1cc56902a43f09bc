"""Lists of any game: built, pasted, handed in, typed in at the desk."""
