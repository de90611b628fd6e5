"""``board``, with fewer games than its command says: the pages show what a person would want."""

import sys

from board_cli.__main__ import main
from board_core.supervise.sandbox import is_root

AT_MOST = {"--games": 1, "--move-time": 0.02}
MORE = {
    "bench": ["-r", "1", "--move-time", "0.02"],
    "check": ["--limit", "300", "--games", "2"],  # a compiler needs long on a busy machine
    "review": ["--move-time", "0.02"],
    "serve": ["--port", "0"],
    "match": ["--seed", "1", "--depth", "1"],
}
"""Of an option that is given twice the last one counts."""


def shortened(arguments: list[str]) -> list[str]:
    words = arguments[:2] if arguments[:1] == ["contest"] else arguments[:1]
    for option, most in AT_MOST.items():
        for place, word in enumerate(arguments[:-1]):
            if word == option:
                arguments[place + 1] = f"{min(most, float(arguments[place + 1])):g}"
    more = MORE.get(words[-1], []) if words else []
    if words[:1] == ["contest"] and words[-1] != "serve":
        more = []
    if any("SanAi.java" in word for word in arguments) and words == ["check"]:
        more = [*more, "--only", "white"]  # it is compiled for each game; others examine it all
    if "required" in arguments and is_root():
        more = [*more, "--allow-root"]
    return [*arguments, *more]


if __name__ == "__main__":
    sys.argv[1:] = shortened(sys.argv[1:])
    main()
