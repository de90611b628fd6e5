/* A program in C for the SAN-line protocol: plays random legal moves. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { char at[128]; int white, ep, rights; } Board; /* 0x88 squares; rights: KQkq bits */
typedef struct { int from, to; char promotion; } Move;

static const int KNIGHT[] = {33, 31, 18, 14, -33, -31, -18, -14};
static const int KING[] = {1, -1, 16, -16, 17, 15, -17, -15};

static int mine(const Board *b, int s) { char p = b->at[s]; return p && !!isupper(p) == b->white; }
static int theirs(const Board *b, int s) { char p = b->at[s]; return p && !!isupper(p) != b->white; }

static int attacked(const Board *b, int square, int by_white) {
    for (int from = 0; from < 128; from++) {
        char p = b->at[from];
        if ((from & 0x88) || !p || !!isupper(p) != by_white) continue;
        char kind = (char)toupper(p);
        if (kind == 'P') {
            int up = by_white ? 16 : -16;
            if (from + up + 1 == square || from + up - 1 == square) return 1;
        } else if (kind == 'N') {
            for (int i = 0; i < 8; i++) if (from + KNIGHT[i] == square) return 1;
        } else {
            for (int i = 0; i < 8; i++) {
                if ((kind == 'R' && i > 3) || (kind == 'B' && i < 4)) continue;
                for (int to = from + KING[i]; !(to & 0x88); to += KING[i]) {
                    if (to == square) return 1;
                    if (b->at[to] || kind == 'K') break;
                }
            }
        }
    }
    return 0;
}

static int in_check(const Board *b, int white) {
    for (int s = 0; s < 128; s++)
        if (!(s & 0x88) && b->at[s] == (white ? 'K' : 'k')) return attacked(b, s, !white);
    return 1;
}

static Board played(const Board *b, Move m) {
    Board n = *b;
    char p = n.at[m.from];
    int back = b->white ? -16 : 16;
    if (toupper(p) == 'P' && m.to == b->ep) n.at[m.to + back] = 0;
    n.at[m.to] = m.promotion ? (b->white ? m.promotion : (char)tolower(m.promotion)) : p;
    n.at[m.from] = 0;
    n.ep = toupper(p) == 'P' && abs(m.to - m.from) == 32 ? m.to + back : -1;
    if (toupper(p) == 'K' && m.to - m.from == 2) { n.at[m.to - 1] = n.at[m.to + 1]; n.at[m.to + 1] = 0; }
    if (toupper(p) == 'K' && m.from - m.to == 2) { n.at[m.to + 1] = n.at[m.to - 2]; n.at[m.to - 2] = 0; }
    const int lost[][2] = {{4, 3}, {7, 1}, {0, 2}, {116, 12}, {119, 4}, {112, 8}};
    for (int i = 0; i < 6; i++) if (m.from == lost[i][0] || m.to == lost[i][0]) n.rights &= ~lost[i][1];
    n.white = !b->white;
    return n;
}

static int legal(const Board *b, Move *list) {
    Move all[512];
    int n = 0, count = 0;
    for (int from = 0; from < 128; from++) {
        if ((from & 0x88) || !mine(b, from)) continue;
        char kind = (char)toupper(b->at[from]);
        if (kind == 'P') {
            int up = b->white ? 16 : -16, last = b->white ? 7 : 0, first = b->white ? 1 : 6;
            int targets[4], t = 0;
            if (!b->at[from + up]) {
                targets[t++] = from + up;
                if (from >> 4 == first && !b->at[from + 2 * up]) targets[t++] = from + 2 * up;
            }
            for (int side = -1; side < 2; side += 2) {
                int to = from + up + side;
                if (!(to & 0x88) && (theirs(b, to) || to == b->ep)) targets[t++] = to;
            }
            for (int i = 0; i < t; i++)
                for (const char *q = targets[i] >> 4 == last ? "QRBN" : " "; *q; q++)
                    all[n++] = (Move){from, targets[i], *q == ' ' ? 0 : *q};
        } else if (kind == 'N') {
            for (int i = 0; i < 8; i++) {
                int to = from + KNIGHT[i];
                if (!(to & 0x88) && !mine(b, to)) all[n++] = (Move){from, to, 0};
            }
        } else {
            for (int i = 0; i < 8; i++) {
                if ((kind == 'R' && i > 3) || (kind == 'B' && i < 4)) continue;
                for (int to = from + KING[i]; !(to & 0x88) && !mine(b, to); to += KING[i]) {
                    all[n++] = (Move){from, to, 0};
                    if (b->at[to] || kind == 'K') break;
                }
            }
            int k = b->white ? 1 : 4, e = b->white ? 4 : 116;
            if (kind == 'K' && from == e && !attacked(b, e, !b->white)) {
                if ((b->rights & k) && !b->at[e + 1] && !b->at[e + 2] && !attacked(b, e + 1, !b->white))
                    all[n++] = (Move){e, e + 2, 0};
                if ((b->rights & 2 * k) && !b->at[e - 1] && !b->at[e - 2] && !b->at[e - 3] &&
                    !attacked(b, e - 1, !b->white))
                    all[n++] = (Move){e, e - 2, 0};
            }
        }
    }
    for (int i = 0; i < n; i++) {
        Board after = played(b, all[i]);
        if (!in_check(&after, b->white)) list[count++] = all[i];
    }
    return count;
}

static void san(const Board *b, Move m, const Move *list, int count, char *out) {
    char kind = (char)toupper(b->at[m.from]);
    int file = 0, rank = 0, twin = 0;
    if (kind == 'K' && abs(m.to - m.from) == 2) { strcpy(out, m.to > m.from ? "O-O" : "O-O-O"); return; }
    if (kind == 'P') {
        if ((m.from & 7) != (m.to & 7)) { *out++ = (char)('a' + (m.from & 7)); *out++ = 'x'; }
    } else {
        *out++ = kind;
        for (int i = 0; i < count; i++)
            if (list[i].to == m.to && list[i].from != m.from && b->at[list[i].from] == b->at[m.from]) {
                twin = 1;
                file |= (list[i].from & 7) == (m.from & 7);
                rank |= list[i].from >> 4 == m.from >> 4;
            }
        if (twin && (!file || rank)) *out++ = (char)('a' + (m.from & 7));
        if (file) *out++ = (char)('1' + (m.from >> 4));
        if (b->at[m.to]) *out++ = 'x';
    }
    *out++ = (char)('a' + (m.to & 7));
    *out++ = (char)('1' + (m.to >> 4));
    if (m.promotion) { *out++ = '='; *out++ = m.promotion; }
    *out = 0;
}

int main(void) {
    Board board = {{0}, 1, -1, 15};
    char line[64], text[16];
    Move list[256];
    unsigned chance = 12345;
    for (int f = 0; f < 8; f++) {
        board.at[f] = "RNBQKBNR"[f];
        board.at[16 + f] = 'P';
        board.at[96 + f] = 'p';
        board.at[112 + f] = "rnbqkbnr"[f];
    }
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "+#\r\n")] = 0;
        int count = legal(&board, list);
        if (strcmp(line, "black") == 0) continue;
        if (strcmp(line, "white") != 0) {
            int found = -1;
            for (int i = 0; i < count; i++) {
                san(&board, list[i], list, count, text);
                if (strcmp(text, line) == 0) found = i;
            }
            if (found < 0) { fprintf(stderr, "cannot read %s\n", line); return 2; }
            board = played(&board, list[found]);
            count = legal(&board, list);
        }
        if (count == 0) continue;
        chance = chance * 1103515245u + 12345u;
        Move move = list[(chance >> 16) % (unsigned)count];
        san(&board, move, list, count, text);
        printf("%s\n", text);
        fflush(stdout);
        board = played(&board, move);
    }
    return 0;
}
