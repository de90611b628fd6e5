"""The board: draws any game, moves its pieces by hand, and knows the rules of none."""
