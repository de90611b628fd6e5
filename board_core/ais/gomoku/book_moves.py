"""The forms and moves of :mod:`.book`, which ``benchmarks/gomoku_book.py`` computes."""

from __future__ import annotations

from typing import Final

BOOK_MOVES: Final = {
    "freestyle": """
        ee/ fe,ff  ee/ef dg,gf,ff  ee/eg ec  ee/ff gf  ee/fg de  ee/gg ed  eeef/fe df,eg
        eeef/gg df,fe  eeeg/ei ef  eeeg/fe ef  eeeg/ge ef  eeeg/gi hh  eeff/ef dd,gg  eeff/eg gg
        eeff/eh fg,gg  eeff/fg gg  eefg/ef gf  eefg/eg fe  effe/gg fh,hf
    """,
    "renju": """
        ee/ fe,ff  ee/ef fg  ee/eg ge  ee/ff ge,gf  ee/fg de,df,ed  ee/gg ed
    """,
    "standard": """
        ee/ ef,ff  ee/ef dg,fe,ff  ee/eg fe  ee/ff df,gf  ee/fg df,ed  ee/gg ed
    """,
}
