"""What pages of every kind share: answers, errors, inputs, what is kept in memory, phones without a network."""
