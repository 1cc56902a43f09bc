"""The pages of Senjutsu at full detail: sentences of unknown cards, and the steps that no schema makes."""
