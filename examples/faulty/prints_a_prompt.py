# diagnosis: chatter fault: write only the move, e4
"""Prints a prompt as if a person were there."""

colour = input("White or black? ")
while True:
    print("My move: e4" if colour == "white" else "My move: e5", flush=True)
    input()
