"""Words for what is missing, as every game has them."""

from games.gaps import known, some

__all__ = ["known", "some"]
