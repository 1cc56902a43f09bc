"""Every refusal in these tests must also read as a sentence (`games/tests/gapless.py`)."""

from games.tests.gapless import sentences_without_gaps

__all__ = ["sentences_without_gaps"]
