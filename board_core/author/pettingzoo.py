"""Chess as a PettingZoo environment (AEC: the agents move in turn), refereed as every game here.

    pip install '.[pettingzoo]'    # in the folder of the board's source

    from board_core.author.pettingzoo import ChessEnv

    env = ChessEnv()
    env.reset()
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        action = None if over else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

The agents are ``player_0``, who has White, and ``player_1``. An **action** is the number of a move
in :data:`board_core.games.chess.numbered.MOVES` (1968 of them, in UCI: 0 is ``a1a2``). An
**observation** is a dictionary of

``observation``
    float32, shape (8, 8, 20), values from 0 to 1: ``[rank, file, plane]``, so that a1 is
    ``[0, 0]`` and h8 is ``[7, 7]``, for both agents alike:

    ======  =========================================================================
    0-5     White's pawns, knights, bishops, rooks, queens, king
    6-11    Black's
    12      ones: White is to move; zeros: Black
    13-16   ones where castling is still allowed: White's O-O and O-O-O, Black's
    17      where a pawn may be captured in passing
    18      plies since the last capture or pawn move, as a part of 100
    19      ones: this position was on the board before
    ======  =========================================================================

``action_mask``
    int8, shape (1968,): 1 for every legal move of the side to move, 0 elsewhere; all 0 for the
    agent that is not to move and when the game is over.

A win is worth 1, a loss -1, a draw 0. Threefold repetition and fifty moves end the game. An illegal
action loses at once. ``info`` has ``reason`` and ``result`` when the game is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

from board_core.files.extras import extra
from board_core.game.clock import UNTIMED
from board_core.game.player import Play
from board_core.game.referee import GameSettings, Ready, Referee, Replied
from board_core.game.rules import Outcome, Position
from board_core.game.sides import Color, PerColor
from board_core.games.chess import CHESS
from board_core.games.chess.numbered import MOVES, NUMBERS
from board_core.text.sentence import BoardError, given

from .trials import drawing

with extra("pettingzoo"):
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from numpy.typing import NDArray
    from pettingzoo import AECEnv

PIECES = "PNBRQKpnbrqk"
CASTLING_LETTERS = "KQkq"
PLANE_COUNT = len(PIECES) + 1 + len(CASTLING_LETTERS) + 3

COLORS = {"player_0": Color.WHITE, "player_1": Color.BLACK}
AGENTS = PerColor(*COLORS)


class ChessEnv(AECEnv):  # its type parameters cannot be imported if it is not installed
    """An environment of one game at a time; ``reset(options={"setup": FEN})`` sets its start."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "the_chess_board_v0",
        "is_parallelizable": False,
        "render_modes": ["ansi"],
    }

    def __init__(self, render_mode: str | None = None) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.possible_agents = list(COLORS)
        planes = Box(0.0, 1.0, (8, 8, PLANE_COUNT), np.float32)
        mask = Box(0, 1, (len(MOVES),), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": planes, "action_mask": mask}) for agent in COLORS
        }
        self.action_spaces = {agent: Discrete(len(MOVES)) for agent in COLORS}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a new game. ``seed`` changes nothing: chess has no chance. Raises BadSetup."""
        self.referee = _refereed((options or {}).get("setup"))
        self._seen = Counter([_key(self.referee.position)])
        self.agents = list(self.possible_agents)
        self.agent_selection = AGENTS[self.referee.position.to_move]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._settle()

    def step(self, action: int | None) -> None:
        agent, referee = self.agent_selection, self.referee
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        given(action, (int, np.integer), "is no action: give a number, until the game is over")
        number = int(action or 0)
        if not 0 <= number < len(MOVES):
            raise BoardError(
                f"{action!r} is no action: give the number of a move, 0 to {len(MOVES) - 1}"
            )
        play = Play(MOVES[number])
        referee.handle(Replied(COLORS[agent], referee.question, play, at=0.0))
        self._seen[_key(referee.position)] += 1
        self.agent_selection = AGENTS[COLORS[agent].other]
        self._settle()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        position = self.referee.position
        moving = self.referee.outcome is None and position.to_move is COLORS[agent]
        return {
            "observation": planes(position, repeated=self._seen[_key(position)] > 1),
            "action_mask": mask(position) if moving else np.zeros(len(MOVES), np.int8),
        }

    def render(self) -> str | None:
        """Return the board as text if ``render_mode`` is "ansi", else None."""
        return drawing(CHESS, self.referee.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def _settle(self) -> None:
        outcome = self.referee.outcome
        if outcome is not None:
            self.rewards = {agent: reward(outcome, color) for agent, color in COLORS.items()}
            self.terminations = dict.fromkeys(self.agents, True)
            told = {"reason": outcome.reason.value, "result": outcome.result}
            self.infos = {agent: dict(told) for agent in self.agents}


def reward(outcome: Outcome, color: Color) -> float:
    """Return 1 for a win of this side, -1 for a loss, and 0 without a winner."""
    if outcome.winner is None:
        return 0.0
    return 1.0 if outcome.winner is color else -1.0


def mask(position: Position) -> NDArray[np.int8]:
    """Return an int8 array of shape (1968,): 1 for every legal move, else 0."""
    legal: NDArray[np.int8] = np.zeros(len(MOVES), np.int8)
    legal[[NUMBERS[move] for move in position.legal_moves()]] = 1
    return legal


def planes(position: Position, *, repeated: bool = False) -> NDArray[np.float32]:
    """Return the observation described in the module's docstring: float32, shape (8, 8, 20)."""
    seen: NDArray[np.float32] = np.zeros((8, 8, PLANE_COUNT), np.float32)
    for square, piece in position.pieces().items():
        seen[*_at(square), PIECES.index(piece)] = 1
    _pieces, to_move, castling, en_passant, quiet, _move = position.setup.split()
    flags = [to_move == "w", *(right in castling for right in CASTLING_LETTERS)]
    first = len(PIECES)
    seen[:, :, first : first + len(flags)] = flags
    if en_passant != "-":
        seen[*_at(en_passant), -3] = 1
    seen[:, :, -2] = min(int(quiet) / 100, 1.0)
    seen[:, :, -1] = repeated
    return seen


def _at(square: str) -> tuple[int, int]:
    return int(square[1]) - 1, ord(square[0]) - ord("a")


def _key(position: Position) -> str:
    """Return a key that is equal for repeated positions."""
    return " ".join(position.setup.split()[:4])


def _refereed(setup: str | None) -> Referee:
    """Return the referee of a game without clocks that already waits for the first move."""
    untimed = GameSettings(PerColor.both(UNTIMED))
    referee = Referee(CHESS, AGENTS, untimed, may_retry=PerColor(0, 0), setup=setup)
    referee.start(at=0.0)
    for color in Color:
        referee.handle(Ready(color, at=0.0))
    return referee
