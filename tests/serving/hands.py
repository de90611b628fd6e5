"""A person at the page of a game, who plays with a mouse, a finger, keys or words."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from chromium import Chromium
from patience import PATIENCE

FULL = """new Promise(resolve => {
  const look = () => {
    const line = new EventSource(location.pathname + "/stream");
    line.onmessage = said => { line.close(); resolve(JSON.parse(said.data)); };
    line.onerror = () => { line.close(); setTimeout(look, 100); };
  };
  look();
})"""

POST = """fetch({path}, {{method: "POST", headers: {{"Content-Type": "application/json"}},
  body: JSON.stringify({facts})}}).then(answer => answer.json())"""

WAYS = ("clicks", "drag", "taps", "finger", "keys", "typed")
"""Every way to play a move."""


class Person:
    """Somebody at one page of a browser."""

    def __init__(self, page: Chromium, url: str) -> None:
        self.page, self.url = page, url.rstrip("/")

    def begin(self, game: str = "chess", opponent: str = "random", **wishes: Any) -> dict[str, Any]:
        """Begin a game, as the lobby's form does, and look at it; return its first message."""
        usual = {"name": "Ada", "color": "white", "base": None, "increment": 0}
        self.page.go(f"{self.url}/")
        said = self.post("/play", usual | wishes | {"game": game, "opponent": opponent})
        self.page.go(f"{self.url}/game/{said['key']}")
        self.title("…", is_it=False)
        return {**self.full(), **said}

    def post(self, path: str, facts: dict[str, Any]) -> Any:
        return self.page.run(POST.format(path=json.dumps(path), facts=json.dumps(facts)))

    def full(self) -> Any:
        """Return all that the server says of the game now."""
        return self.page.run(FULL)

    def title(self, text: str, *, is_it: bool = True) -> None:
        """Wait until the header says this, or no longer."""
        sign = "==" if is_it else "!="
        text = json.dumps(text)
        self.page.wait_for(f"document.querySelector('#title')?.textContent {sign} {text}", PATIENCE)

    def cell(self, place: str) -> str:
        """Return the selector of a place."""
        if place.endswith("@"):
            return f'[data-hand="{place}"]'
        return f'#frame [role=gridcell]:is([aria-label="{place}"], [aria-label^="{place},"])'

    def play(self, move: dict[str, Any], way: str) -> None:
        """Play a legal move, and wait until it stands in the list."""
        page, places, ply = self.page, move["places"], len(self.squares_of("moves"))
        begin, end = self.cell(places[0]), self.cell(places[-1])
        if way == "typed":
            page.key("/")
            page.type(".say input", move["text"])
            page.key("Enter")
        elif way == "keys":
            for place in dict.fromkeys((places[0], places[-1])):
                page.run(f"document.querySelector({json.dumps(self.cell(place))}).focus()")
                page.key("Enter")
        elif len(places) == 1:
            page.touch(end) if way in ("taps", "finger") else page.click(end)
        elif way == "drag":
            page.drag(begin, end)
        elif way == "finger":
            page.touch(begin, end)
        else:
            tap = page.touch if way == "taps" else page.click
            tap(begin)
            tap(end)
        button = f".chooser button[aria-label={json.dumps(move['n'])}]"
        if way != "typed" and page.run(f"!!document.querySelector({json.dumps(button)})"):
            page.key("Enter") if way == "keys" and self.focused == move["n"] else page.click(button)
        self.page.wait_for(f"document.querySelectorAll('.mv[data-ply]').length > {ply}", PATIENCE)
        assert self.squares_of("moves")[ply] == move["n"], (move, way)

    @property
    def focused(self) -> str:
        return str(self.page.run("document.activeElement.getAttribute('aria-label') ?? ''"))

    def squares_of(self, what: str) -> list[str]:
        """Return the moves of the list, or what stands on each cell."""
        found = {
            "moves": "'.mv[data-ply] b', e => e.firstChild.textContent",
            "cells": "'#frame > .board > i', e => e.dataset.p ?? ''",
        }[what]
        query, read = found.split(", ")
        return list(self.page.run(f"Array.from(document.querySelectorAll({query}), {read})"))

    def game(self, chance: Random, moves: int, ways: tuple[str, ...] = WAYS) -> int:
        """Play random moves in these ways until the game ends; return how many."""
        count = 0
        while count < moves:
            self.page.wait_for(
                "document.querySelector('.board.ready, .res')",
                PATIENCE,
            )
            now = self.full()
            if now["ended"]:
                return count
            if not now["legal"]:  # the turn is still to come
                continue
            legal = [move for move in now["legal"] if not move.get("alias")]
            self.play(chance.choice(legal), chance.choice(ways))
            count += 1
        return moves
