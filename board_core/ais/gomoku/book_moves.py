"""The forms and moves of :mod:`.book`, which ``benchmarks/gomoku_book.py`` computes."""

from __future__ import annotations

from typing import Final

BOOK_MOVES: Final = {
    "freestyle": """
        ee/ fe,ff  ee/ef dg,ge  ee/eg ec  ee/eh ec  ee/ff gf,ed  ee/fg ed,de,df  ee/fh ed
        ee/gg ed,fe  ee/gh de,df  eeef/egfe df,fd  eeef/egff dh  eeef/ehfh fe  eeef/fe df,ff
        eeef/fg dg,eg  eeef/fh eg  eeef/ge ed,fd  eeef/gg eg  eeef/gghf eg  eeef/gh hg
        eeef/ghhg fe  eeefeg/ehff ed  eeeffe/ffgg eg,ge,de  eeefgf/fegg df  eeeg/effe df
        eeeg/ehff fe  eeeg/ehfg df  eeeg/ei dh,fh,gg  eeeg/eifh gg  eeeg/eifi ff,fe  eeeg/eigg hf
        eeeg/fe fd  eeeg/ff ef  eeeg/fh dh  eeeg/ge fd  eeeg/gf fe,fg  eeeggg/eifh dh
        eeeh/ef dg,fg  eeeh/fe fd  eeeh/fkgj eg  eeeh/ge ed,fd  eeeh/gj hi  eeff/ef dd,gg
        eeff/efge fd,fg  eeff/efgg de,fd  eeff/eg gg  eeff/eggf gg  eeff/eggg fg  eeff/eh fg
        eeff/ehfh ge  eeff/fg gg  eeff/fggf he  eeff/fh gg  eeff/fhgh ge  eeff/gh gg  eefg/ef gf
        eefg/effe dg  eefg/efge ff  eefg/efgf df  eefg/efgg fe  eefg/eg fe,df  eefg/egfe df,gf
        eefg/fegf ed  eefg/fegh ed,gd  eefg/fhgg hf  eefg/ge ed,ef  eefg/gg gh,fh  eefg/he gg
        eefg/heif ff,ef  eefg/hh ig  eefh/eg ei  eegg/ef ff  eegg/eg ff  eegg/ei hh,fi
        effe/ffgg ee,de,ed  effe/fhgg ge  effe/gg ff,dg,fh  effe/gh dg  efff/eefg df,gf,dg
        efff/hehg ee,eg  effg/fegh de  effg/gegh eg  effg/ghhe ff,dg,fe  effh/gehf eg
        efgf/eefg gg,fe  efgf/ehfe ff
    """,
}
