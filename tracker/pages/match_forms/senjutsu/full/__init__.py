"""The pages of Senjutsu at full detail: sentences of single cards and moves, the board, the steps of the pad."""
