"""A teacher's file: fifty games, most of them real, with all that people write into PGN."""

REAL_GAMES = [
    (
        "Morphy, Paul",
        "Duke Karl / Count Isouard",
        "1858.11.02",
        "1-0",
        "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ "
        "Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
    ),
    (
        "Anderssen, Adolf",
        "Kieseritzky, Lionel",
        "1851.06.21",
        "1-0",
        "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 "
        "Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ "
        "Nxf6 Be7#",
    ),
    (
        "Réti, Richard",
        "Tartakower, Savielly",
        "1910.??.??",
        "1-0",
        "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Qd3 e5 dxe5 Qa5+ Bd2 Qxe5 O-O-O Nxe4 Qd8+ Kxd8 Bg5+ Kc7 "
        "Bd8#",
    ),
    (
        "侯逸凡",
        "居文君",
        "2015.03.02",
        "1/2-1/2",
        "d4 Nf6 c4 e6 Nf3 d5 Nc3 Be7 Bg5 O-O e3 h6 Bh4 b6 cxd5 Nxd5 Bxe7 Qxe7 Nxd5 exd5 Rc1 Be6",
    ),
    (
        "Legal, Kermur",
        "Saint Brie",
        "1750.??.??",
        "1-0",
        "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#",
    ),
]

NOTES = """\
{The Opera Game: [%csl Gd1,Rd8][%cal Gd1d8] watch the file.} 1. e4 {[%clk 1:30:00]} e5 2. Nf3 d6 {
[%eval 0.44,24] Philidor's defence,
in two lines of comment} 3. d4 (3. Bc4 $1 {slower} Be7 (3... h6?! 4. Nc3 (4. d4 exd4) 4... Bg4?
5. Nxe5! {Legal's mate}) 4. O-O) 3... Bg4?! $14 4. dxe5 Bxf3 5. Qxf3 dxe5 ; a remark to the end
6. Bc4! Nf6 7. Qb3 $16 $36 Qe7 {第七回合：白方有优势} 8. Nc3 (8. Qxb7 Qb4+ 9. Qxb4 Bxb4+ {dull}) c6
9. Bg5 1-0
"""


def fifty_games() -> str:
    """The text of the file. Games 11, 23 and 37 are bad: their neighbours are not."""
    return "".join(_game(number) for number in range(1, 51))


def _game(number: int) -> str:
    white, black, date, result, moves = REAL_GAMES[number % len(REAL_GAMES)]
    text = _numbered(moves.split())
    if number % 10 == 1:
        text = NOTES.rpartition(" ")[0] + f" {result}\n" if number % 5 else NOTES
    if number == 11:
        text = "1. e4 e5 2. Ke3 {no king goes there} Nf6 3. d4 1-0"
    if number == 23:
        text = "1. e4 {this comment is never closed e5 2. Nf3"
    if number == 37:
        text = "1. d4 d5 ) 2. c4 (2. Nf3 Nf6 1/2-1/2"
    event = "甲级联赛" if "侯" in white else f"Lesson {number}"
    return (
        f'[Event "{event}"]\n[Site "Class \\"A\\""]\n[Date "{date}"]\n[Round "{number}"]\n'
        f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n[Annotator "Teacher"]\n\n'
        f"{text.strip()}{'' if text.strip().endswith(result) else f' {result}'}\n\n"
    )


def _numbered(moves: list[str]) -> str:
    words = []
    for ply, move in enumerate(moves):
        words += [f"{ply // 2 + 1}.", move] if ply % 2 == 0 else [move]
    lines = [" ".join(words[at : at + 14]) for at in range(0, len(words), 14)]
    return "\n".join(lines)
