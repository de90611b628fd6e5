"""A tiny program that speaks Gomocup's protocol, with one fault of its choice.

python gomocup.py MOVES... FAULT

A move is `7,7`; after the given ones it takes the first free point.
"""

import os
import sys
import time

FAULTS = ["none", "no-about", "no-restart", "no-takeback", "chatty", "crlf", "cr"]
FAULTS += ["stray-errors", "deaf-once", "spins", "occupied", "outside", "prose", "hang", "crash"]
FAULTS += ["refuses", "silent", "crash-on-takeback", "tempted"]


class Program:
    def __init__(self, fault: str, moves: list[str]) -> None:
        assert fault in FAULTS, fault
        self.fault, self.moves = fault, moves
        self.size, self.stones, self.commands = 0, set(), 0
        self.heard_start = False

    def say(self, text: str) -> None:
        end = {"crlf": "\r\n", "cr": "\r"}.get(self.fault, "\n")
        os.write(1, (text + end).encode())

    def move(self) -> None:
        if self.fault == "hang":
            time.sleep(600)
        if self.fault == "crash":
            print("my tables are gone", file=sys.stderr)
            sys.exit(3)
        if self.fault == "chatty":
            self.say("MESSAGE thinking")
            self.say("depth 4 score 17")
            self.say("DEBUG 7,7 is good")
        free = (f"{x},{y}" for y in range(self.size) for x in range(self.size))
        move = self.moves.pop(0) if self.moves else next(at for at in free if at not in self.stones)
        if self.fault == "tempted" and "2,13" not in self.stones:
            move = "2,13"
        if self.fault == "occupied" and self.stones:
            move = min(self.stones)
        if self.fault == "outside":
            move = f"{self.size},0"
        if self.fault == "prose":
            move = f"I play {move}"
        self.stones.add(move)
        self.say(move)

    def obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word:
            case "START":
                if self.fault == "refuses":
                    self.say("ERROR only 20x20")
                elif self.fault == "silent":
                    pass
                elif self.fault != "deaf-once" or self.heard_start:
                    if not self.stones:  # a second START keeps the board
                        self.size = int(rest)
                    self.say("OK")
                self.heard_start = True
            case "RESTART":
                if self.fault == "no-restart":
                    self.say("UNKNOWN command")
                else:
                    self.stones.clear()
                    self.say("OK")
            case "BEGIN":
                self.move()
            case "TURN":
                self.stones.add(rest)
                self.move()
            case "BOARD":
                self.stones.clear()
                while (stone := sys.stdin.readline().strip()) != "DONE":
                    self.stones.add(stone.rpartition(",")[0])
                self.move()
            case "TAKEBACK":
                if self.fault == "no-takeback":
                    self.say("UNKNOWN command")
                elif self.fault == "crash-on-takeback":
                    sys.exit(4)
                else:
                    self.stones.discard(rest)
                    self.say("OK")
            case "INFO":
                if self.fault == "stray-errors":
                    self.say("ERROR unknown key")
            case "ABOUT":
                if self.fault not in ("no-about", "hang"):
                    self.say('name="Tiny", version="1.0"')
            case "END":
                if self.fault != "spins":
                    sys.exit(0)
            case _:
                self.say("UNKNOWN command")


def main() -> None:
    *moves, fault = sys.argv[1:] or ["none"]
    program = Program(fault, moves)
    for line in iter(sys.stdin.readline, ""):
        if line.strip():
            program.obey(line.strip())
    while program.fault == "spins":
        pass


if __name__ == "__main__":
    main()
