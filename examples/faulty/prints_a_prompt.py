# diagnosis: chatter fault: write only the move, e4
"""Talks to a person who is not there."""

colour = input("White or black? ")
while True:
    print("My move: e4" if colour == "white" else "My move: e5")
    input()
