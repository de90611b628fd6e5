"""A chat host: people in a chat room play each other, or a built-in AI.

The chat is standard input and output here, a line a message: `ann: play`, `ben: e5`. For another
chat, give `Room` a coroutine that writes a message, and call `heard` with each one that comes.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from contextlib import aclosing

from board_core import (
    CHESS,
    Event,
    Game,
    GameEnded,
    GameStarted,
    Human,
    MovePlayed,
    MoveRejected,
    TimeControl,
)

HELP = "write: play · play greedy · a move, as e4 · draw · resign"


class Room:
    """A chat room with one game at a time."""

    def __init__(self, say: Callable[[str], Awaitable[None]]) -> None:
        self._say = say
        self._waiting: str | None = None
        self._playing: dict[str, Human] = {}
        self._game: asyncio.Task[None] | None = None

    async def heard(self, name: str, text: str) -> None:
        """Act on a message of a person in the room."""
        player = self._playing.get(name)
        match text.split():
            case ["play", "greedy"] if not self._playing:
                self._begin({name: (human := Human(name))}, human, "greedy")
            case ["play"] if not self._playing and self._waiting in (None, name):
                self._waiting = name
                await self._say(f"{name} waits for an opponent")
            case ["play"] if not self._playing:
                white, black = Human(str(self._waiting)), Human(name)
                self._begin({white.name: white, name: black}, white, black)
            case ["draw"] if player:
                player.accept_draw()
                player.offer_draw()
            case ["resign"] if player:
                player.resign()
            case [move] if player:
                if not player.play(move):
                    await self._say(f"{name}, it is not your turn")
            case _:
                await self._say(HELP)

    def _begin(self, people: dict[str, Human], white: Human, black: Human | str) -> None:
        self._waiting, self._playing = None, people
        game = Game(CHESS, white, black, time_control=TimeControl(300, 3))
        self._game = asyncio.create_task(self._follow(game))

    async def _follow(self, game: Game) -> None:
        async with aclosing(game.events()) as events:
            async for event in events:
                if text := told(event):
                    await self._say(text)
        self._playing = {}

    async def close(self) -> None:
        """Stop the current game, if there is one."""
        if self._game is not None:
            self._game.cancel()
            await asyncio.gather(self._game, return_exceptions=True)


def told(event: Event) -> str | None:
    match event:
        case GameStarted(names=names):
            return f"{names.white} has White, {names.black} has Black"
        case MovePlayed(ply=ply, notation=notation):
            return f"{ply // 2 + 1}{'...' if ply % 2 else '.'} {notation}"
        case MoveRejected(why=why):
            return str(why)
        case GameEnded(outcome=outcome):
            return f"{outcome.result} {outcome.reason.value}"
    return None


async def main() -> None:
    async def say(text: str) -> None:
        print(text, flush=True)

    room = Room(say)
    while line := await asyncio.to_thread(sys.stdin.readline):
        name, _, text = line.strip().partition(": ")
        await room.heard(name, text)
    await room.close()


if __name__ == "__main__":
    asyncio.run(main())
