"""The referee without threads: messages in, events out, and the time as a number."""

from board_core import CHESS, Color, PerColor, Play, TimeControl
from board_core.game import Explained, GameSettings, Ready, Referee, Replied, Tick

one_minute = GameSettings(control=PerColor.both(TimeControl(60)))
referee = Referee(CHESS, PerColor("Ann", "Bob"), one_minute, may_retry=PerColor(0, 0))

events = referee.start(at=0.0)
for color in Color:
    events += referee.handle(Ready(color, at=0.0))
events += referee.handle(Replied(Color.WHITE, referee.question, Play("e4"), at=2.5))
events += referee.handle(Tick(at=63.0))  # Bob never answers
events += referee.handle(Explained(Color.BLACK, None, at=63.0))  # nor says why

for event in events:
    print(type(event).__name__)
print(referee.outcome)  # White wins on time
