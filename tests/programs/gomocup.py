"""A tiny program that speaks Gomocup's protocol, with one fault of its choice.

python gomocup.py MOVES... FAULT

A move is `7,7`; after the given ones it takes the first free point. With the fault `swap2` it knows
that opening, and MOVES are its answers there: `SWAP` or `7,7+8,8`.
"""

import os
import select
import signal
import sys
import time

waiting = select.select  # by another name: it is the fault of one of these programs only

FAULTS = ["none", "no-about", "no-restart", "no-takeback", "chatty", "crlf", "cr"]
FAULTS += ["stray-errors", "deaf-once", "spins", "occupied", "outside", "prose", "hang", "crash"]
FAULTS += ["refuses", "silent", "crash-on-takeback", "tempted", "suggests", "hasty", "forgets"]
FAULTS += ["exchanges", "same-first", "strcmp", "joins-numbers"]
FAULTS += ["atoi", "cin", "parse-int", "fills-memory"]
FAULTS += ["ignores-restart", "ignores-takeback", "drops-commands", "swap2", "garbles-swap2"]


class Program:
    def __init__(self, fault: str, moves: list[str]) -> None:
        assert fault in FAULTS, fault
        self.fault, self.moves = fault, moves
        self.size, self.stones, self.commands = 0, set(), 0
        self.heard_start = self.has_moved = False
        self.table = b""
        self.limit = 0  # milliseconds, as told since the last START or RESTART

    def say(self, text: str) -> None:
        end = {"crlf": "\r\n", "cr": "\r"}.get(self.fault, "\n")
        os.write(1, (text + end).encode())

    def move(self) -> None:
        if self.fault == "hang":
            time.sleep(600)
        if self.fault == "crash":
            print("my tables are gone", file=sys.stderr)
            sys.exit(3)
        if self.fault == "hasty" and self.limit < 100:
            sys.exit(5)
        if self.fault == "forgets" and not self.limit:
            time.sleep(600)
        if self.fault == "chatty":
            self.say("MESSAGE thinking")
            self.say("depth 4 score 17")
            self.say("DEBUG 7,7 is good")
        size = self.size
        points = (f"{x},{y}" for y in range(size) for x in range(size))
        taken, key = self.stones, str
        if self.fault == "joins-numbers":
            taken, key = {at.replace(",", "") for at in taken}, lambda at: at.replace(",", "")
        free = (at for at in points if key(at) not in taken)
        move = self.moves.pop(0) if self.moves else next(free, "-1,-1")
        if self.fault == "tempted" and "2,13" not in self.stones:
            move = "2,13"
        if self.fault == "occupied" and self.stones:
            move = min(self.stones)
        if self.fault == "same-first" and not self.has_moved:
            move = f"{size // 2},{size // 2}"
        self.has_moved = True
        if self.fault == "outside":
            move = f"{self.size},0"
        if self.fault == "prose":
            move = f"I play {move}"
        if self.fault == "suggests":
            self.say(f"SUGGEST {move}")
            return
        self.stones.add(move)
        self.say(",".join(reversed(move.split(","))) if self.fault == "exchanges" else move)
        if self.fault == "drops-commands" and waiting([0], [], [], 0.005)[0]:
            dropped = sys.stdin.readline().strip()
            if dropped not in ("RESTART",) and not dropped.startswith("TAKEBACK"):
                self.obey(dropped)

    def take(self, key: str, number: int) -> None:
        """Read a number as programs in C, C++ and Java do: into 32 bits."""
        if number > 2**31 - 1:
            match self.fault:
                case "atoi":  # it is negative now, and the tables are outside of the memory
                    os.kill(os.getpid(), signal.SIGSEGV)
                case "cin":  # the stream has failed, and reads nothing any more
                    time.sleep(600)
                case "parse-int":
                    raise ValueError(f'java.lang.NumberFormatException: For input "{number}"')
        if key == "timeout_turn":
            self.limit = number
        if key == "max_memory" and self.fault == "fills-memory":
            self.table = bytes(bytearray(b"x") * number)

    def choose(self, stones: list[str]) -> None:
        """The opening swap2."""
        if self.fault not in ("swap2", "garbles-swap2"):
            self.say("UNKNOWN command")
        elif self.fault == "garbles-swap2":
            self.say("7,7 7,7 8,8")
        elif self.moves:
            self.say(self.moves.pop(0).replace("+", " "))
        else:
            self.say("7,7 8,8 6,7" if not stones else "SWAP")

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
                self.limit = 0
                if self.fault == "no-restart":
                    self.say("UNKNOWN command")
                elif self.fault == "ignores-restart":
                    pass
                else:
                    self.stones.clear()
                    self.say("OK")
            case "BEGIN":
                if self.fault != "strcmp":  # it compares the word with its line break
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
                elif self.fault == "ignores-takeback":
                    pass
                else:
                    self.stones.discard(rest)
                    self.say("OK")
            case "INFO":
                key, number = rest.split()
                self.take(key, int(number))
                if self.fault == "stray-errors":
                    self.say("ERROR unknown key")
            case "PLAY":
                self.stones.add(rest)
                self.say(rest)
            case "SWAP2BOARD":
                self.stones.clear()
                while (stone := sys.stdin.readline().strip()) != "DONE":
                    self.stones.add(stone)
                self.choose(sorted(self.stones))
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
