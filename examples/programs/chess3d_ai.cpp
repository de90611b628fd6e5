// Plays 3D chess over standard input and output, with rules of its own.
//
//     g++ -O2 -o chess3d_ai chess3d_ai.cpp
//     board check --game chess-3d ./chess3d_ai
//
// It reads its colour, perhaps with a position, and then a move a line. It takes what it can get,
// and otherwise moves at random. A refused move (".") is answered with the next one.

#include <algorithm>
#include <array>
#include <cctype>
#include <ctime>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using std::map;
using std::set;
using std::string;
using std::vector;
using Column = std::pair<int, int>;

const string START = "nbbn/pppp/4/4|4/4/4/4|4/4/PPPP/NBBN "
                     "QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w KQkq - - 0 1";
const string FILES = "zabcde";
const map<char, int> MAIN_RANKS{{'W', 1}, {'N', 3}, {'B', 5}};  // the lowest rank of each board
const int PIN_RANKS[7] = {0, 0, 4, 2, 6, 4, 8};
const vector<string> PINS{"QL1", "QL2", "QL3", "QL4", "QL5", "QL6",
                          "KL1", "KL2", "KL3", "KL4", "KL5", "KL6"};
const map<char, set<string>> HOMES{
    {'P', {"z1QL1", "a1QL1", "d1KL1", "e1KL1", "a2W", "b2W", "c2W", "d2W"}},
    {'p', {"z8QL6", "a8QL6", "d8KL6", "e8KL6", "a7B", "b7B", "c7B", "d7B"}}};
// The squares of king and rook, and where they go.
const map<char, std::array<string, 4>> CASTLING{{'K', {"d0KL1", "e0KL1", "e0KL1", "d0KL1"}},
                                                {'Q', {"d0KL1", "z0QL1", "a0QL1", "d0KL1"}},
                                                {'k', {"d9KL6", "e9KL6", "e9KL6", "d9KL6"}},
                                                {'q', {"d9KL6", "z9QL6", "a9QL6", "d9KL6"}}};
const vector<Column> ROOK{{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
const vector<Column> BISHOP{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
const vector<Column> KNIGHT{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

bool isWhite(char piece) { return std::isupper(static_cast<unsigned char>(piece)) != 0; }
char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
Column columnOf(const string& square) {
    return {static_cast<int>(FILES.find(square[0])), square[1] - '0'};
}

// The squares of a main board, or of a board on a pin, from the lowest rank on.
vector<string> block(const string& level) {
    bool fixed = level.size() == 1;
    int left = fixed ? 1 : level[0] == 'Q' ? 0 : 4, width = fixed ? 4 : 2;
    int low = fixed ? MAIN_RANKS.at(level[0]) : PIN_RANKS[level[2] - '0'];
    vector<string> squares;
    for (int y = low; y < low + width; y++)
        for (int x = left; x < left + width; x++)
            squares.push_back(string(1, FILES[static_cast<size_t>(x)]) + std::to_string(y) + level);
    return squares;
}

struct Position {
    map<string, char> pieces;   // by square
    map<string, bool> boards;   // by pin: is it White's?
    bool white = true;          // White is to move
    set<char> rights;           // to castle
    set<string> fresh;          // squares of pawns that may make a double step
    string doubled;             // square of the pawn that has just made one
    int number = 1;             // of the move: nobody castles as the first
    map<Column, vector<string>> at;  // the squares that exist, by column
    set<Column> full;                // the columns with a piece

    using Moves = map<string, Position>;

    void settle() {
        at.clear();
        full.clear();
        vector<string> levels{"W", "N", "B"};
        for (auto& [pin, owner] : boards) levels.push_back(pin);
        for (auto& level : levels)
            for (auto& square : block(level)) at[columnOf(square)].push_back(square);
        for (auto& [square, piece] : pieces) full.insert(columnOf(square));
    }

    // The columns that a piece attacks.
    vector<Column> reached(const string& square) const {
        auto [x, y] = columnOf(square);
        char piece = pieces.at(square), kind = upper(piece);
        vector<Column> found;
        if (kind == 'P') {
            int up = piece == 'P' ? 1 : -1;
            return {{x - 1, y + up}, {x + 1, y + up}};
        }
        vector<Column> ways;
        if (kind == 'N') ways = KNIGHT;
        if (kind != 'N' && kind != 'B') ways = ROOK;
        if (kind != 'N' && kind != 'R') ways.insert(ways.end(), BISHOP.begin(), BISHOP.end());
        int most = kind == 'N' || kind == 'K' ? 1 : 9;
        for (auto [across, up] : ways)
            for (int far = 1; far <= most; far++) {
                found.push_back({x + far * across, y + far * up});
                if (full.count(found.back())) break;
            }
        return found;
    }

    bool attacked(Column place, bool byWhite) const {
        for (auto& [square, piece] : pieces)
            if (isWhite(piece) == byWhite)
                for (auto& column : reached(square))
                    if (column == place) return true;
        return false;
    }

    bool check(bool ofWhite) const {
        for (auto& [square, piece] : pieces)
            if (piece == (ofWhite ? 'K' : 'k')) return attacked(columnOf(square), !ofWhite);
        return false;
    }

    // Is this the last rank of its file for a pawn? A board above a corner moves it.
    bool isLast(const string& square, bool ofWhite) const {
        char file = square[0];
        int last = ofWhite ? 9 : 0;
        string pin = string(file == 'a' ? "QL" : "KL") + (ofWhite ? '6' : '1');
        if (file == 'b' || file == 'c' || ((file == 'a' || file == 'd') && !boards.count(pin)))
            last += ofWhite ? -1 : 1;
        return square[1] - '0' == last;
    }

    // The square of a pawn on its last rank that is still a pawn.
    string waiting(bool ofWhite) const {
        for (auto& [square, piece] : pieces)
            if (piece == (ofWhite ? 'P' : 'p') && isLast(square, ofWhite)) return square;
        return "";
    }

    char own(char kind) const { return white ? upper(kind) : lower(kind); }

    Position with(const string& square, char piece) const {
        Position other = *this;
        other.pieces[square] = piece;
        return other;
    }

    // The position after a move: a right ends when its piece is not where it was.
    Position after(map<string, char> now, map<string, bool> placed) const {
        Position next;
        next.boards = std::move(placed);
        next.white = !white;
        next.number = number + (white ? 0 : 1);
        auto same = [&](const string& square) {
            auto before = pieces.find(square);
            auto then = now.find(square);
            return before != pieces.end() && then != now.end() && before->second == then->second;
        };
        for (char right : rights)
            if (same(CASTLING.at(right)[0]) && same(CASTLING.at(right)[1])) next.rights.insert(right);
        for (auto& square : fresh)
            if (same(square)) next.fresh.insert(square);
        next.pieces = std::move(now);
        next.settle();
        return next;
    }

    Moves moves() const {
        string late = waiting(white);
        Moves found;
        if (late.empty()) {
            legal("", found);
            return found;
        }
        for (char choice : string("qrbn")) with(late, own(choice)).legal(string(1, choice) + ":", found);
        return found;
    }

    void legal(const string& first, Moves& found) const {
        Moves all;
        pieceMoves(all);
        boardMoves(all);
        castlings(all);
        for (auto& [move, next] : all) {
            bool safe = !next.check(white);
            string late = next.waiting(next.white);
            if (!late.empty())  // no choice of the other side may attack the king
                for (char kind : string("QN")) safe = safe && !next.with(late, next.own(kind)).check(white);
            if (safe) found[first + move] = next;
        }
    }

    Position moved(const string& start, const string& to, char becomes) const {
        auto now = pieces;
        char piece = now.at(start);
        now.erase(start);
        now[to] = becomes ? becomes : piece;
        return after(now, boards);
    }

    void pieceMoves(Moves& found) const {
        for (auto& [start, piece] : pieces) {
            if (isWhite(piece) != white) continue;
            if (upper(piece) == 'P') {
                pawnMoves(start, found);
                continue;
            }
            for (auto& place : reached(start)) {
                auto here = at.find(place);
                if (here == at.end()) continue;
                for (auto& to : here->second) {
                    auto taken = pieces.find(to);
                    if (taken == pieces.end() || isWhite(taken->second) != white)
                        found[start + to] = moved(start, to, 0);
                }
            }
        }
    }

    vector<string> squaresAt(Column place) const {
        auto here = at.find(place);
        return here == at.end() ? vector<string>{} : here->second;
    }

    void pawnMoves(const string& start, Moves& found) const {
        auto [x, y] = columnOf(start);
        int up = white ? 1 : -1;
        vector<string> targets;
        for (auto& to : squaresAt({x, y + up}))
            if (!pieces.count(to)) targets.push_back(to);
        if (fresh.count(start) && !full.count({x, y + up}))
            for (auto& to : squaresAt({x, y + 2 * up}))
                if (!pieces.count(to)) {
                    Position next = moved(start, to, 0);
                    next.doubled = to;
                    found[start + to] = next;
                }
        for (auto& place : reached(start))
            for (auto& to : squaresAt(place)) {
                auto taken = pieces.find(to);
                if (taken != pieces.end()) {
                    if (isWhite(taken->second) != white) targets.push_back(to);
                } else if (!doubled.empty() &&
                           place == Column{columnOf(doubled).first, columnOf(doubled).second + up}) {
                    Position passed = *this;
                    passed.pieces.erase(doubled);
                    found[start + to] = passed.moved(start, to, 0);
                }
            }
        for (auto& to : targets) {
            if (!isLast(to, white)) found[start + to] = moved(start, to, 0);
            else
                for (char choice : string("qrbn"))
                    found[start + to + choice] = moved(start, to, own(choice));
        }
    }

    void boardMoves(Moves& found) const {
        for (auto& [pin, owner] : boards) {
            auto squares = block(pin);
            vector<string> load;
            for (auto& square : squares)
                if (pieces.count(square)) load.push_back(square);
            if (load.size() > 1) continue;
            if ((load.empty() ? owner : isWhite(pieces.at(load[0]))) != white) continue;
            for (auto& to : PINS) {
                int apart = std::abs(pin[2] - to[2]);
                bool near = pin[0] == to[0] ? apart == 1 || apart == 2 : apart == 0;
                int gained = (PIN_RANKS[to[2] - '0'] - PIN_RANKS[pin[2] - '0']) * (white ? 1 : -1);
                if (!near || boards.count(to) || (!load.empty() && gained < 0)) continue;
                auto ends = block(to);
                auto now = pieces;
                for (size_t i = 0; i < squares.size(); i++)
                    if (pieces.count(squares[i])) {
                        now.erase(squares[i]);
                        now[ends[i]] = pieces.at(squares[i]);
                    }
                auto placed = boards;
                placed.erase(pin);
                placed[to] = owner;
                Position next = after(now, placed);
                string grown = next.waiting(white);
                if (grown.empty()) found[pin + to] = next;
                else
                    for (char choice : string("qrbn")) found[pin + to + choice] = next.with(grown, own(choice));
            }
        }
    }

    void castlings(Moves& found) const {
        if (number == 1 || check(white)) return;
        for (char right : rights) {
            auto& [king, rook, kingTo, rookTo] = CASTLING.at(right);
            if (isWhite(right) != white || (kingTo != rook && pieces.count(kingTo))) continue;
            auto now = pieces;
            now.erase(king);
            now.erase(rook);
            now[kingTo] = own('k');
            now[rookTo] = own('r');
            found[king + kingTo] = after(now, boards);
        }
    }
};

vector<string> split(const string& text, char by) {
    vector<string> parts;
    std::istringstream stream(text);
    for (string part; std::getline(stream, part, by);) parts.push_back(part);
    return parts;
}

Position readPosition(const string& text) {
    auto fields = split(text, ' ');
    Position position;
    map<string, string> levels;
    auto mains = split(fields[0], '|');
    for (size_t i = 0; i < 3; i++) levels[string(1, "BNW"[i])] = mains[i];
    for (auto& board : split(fields[1], ',')) {
        position.boards[board.substr(0, 3)] = board[3] == 'w';
        levels[board.substr(0, 3)] = board.substr(5);
    }
    for (auto& [level, written] : levels) {
        auto rows = split(written, '/');
        std::reverse(rows.begin(), rows.end());
        auto squares = block(level);
        size_t next = 0;
        for (auto& row : rows)
            for (char sign : row) {
                if (std::isdigit(static_cast<unsigned char>(sign))) next += static_cast<size_t>(sign - '0');
                else position.pieces[squares[next++]] = sign;
            }
    }
    position.white = fields[2] == "w";
    for (char right : fields[3])
        if (right != '-') position.rights.insert(right);
    auto moved = split(fields[4], ',');
    for (auto& [pawn, homes] : HOMES)
        for (auto& home : homes) {
            auto here = position.pieces.find(home);
            if (here != position.pieces.end() && here->second == pawn &&
                std::find(moved.begin(), moved.end(), home) == moved.end())
                position.fresh.insert(home);
        }
    if (fields[5] != "-") position.doubled = fields[5];
    position.number = std::stoi(fields[7]);
    position.settle();
    return position;
}

size_t squareLength(const string& text, size_t at) {  // of the name of a square that begins there
    return text[at + 2] == 'W' || text[at + 2] == 'N' || text[at + 2] == 'B' ? 3 : 5;
}

// All ways to write a legal move, the shortest first, without the sign of a check.
vector<string> writings(const Position& position, const string& move) {
    size_t colon = move.find(':');
    string first, plain = move;
    if (colon != string::npos) {
        first = string("=") + upper(move[0]) + ":";
        plain = move.substr(2);
    }
    auto grown = [](const string& rest) { return rest.empty() ? rest : string("=") + upper(rest[0]); };
    if (plain[0] == 'Q' || plain[0] == 'K')
        return {first + plain.substr(0, 3) + "-" + plain.substr(3, 3) + grown(plain.substr(6))};
    for (auto& [right, way] : CASTLING)
        if (position.rights.count(right) && plain == way[0] + way[2])
            return {first + (upper(right) == 'K' ? "O-O" : "O-O-O")};
    size_t length = squareLength(plain, 0);
    string start = plain.substr(0, length), to = plain.substr(length, squareLength(plain, length));
    string file(1, start[0]), rank(1, start[1]), level = start.substr(2);
    char kind = upper(position.pieces.at(start));
    if (!first.empty() && start == position.waiting(position.white)) kind = first[1];
    bool takes = position.pieces.count(to) || (kind == 'P' && start[0] != to[0]);
    string end = (takes ? "x" : "") + to + grown(plain.substr(length + to.size()));
    if (kind == 'P') return {first + (takes ? file : "") + end, first + file + level + end};
    vector<string> found;
    for (auto& origin : {string(), file, rank, level, file + rank, start})
        found.push_back(first + kind + origin + end);
    return found;
}

string withoutSign(string text) {
    while (!text.empty() && (text.back() == '+' || text.back() == '#')) text.pop_back();
    return text;
}

string heard(const Position& position, const string& line) {
    for (auto& [move, next] : position.moves())
        for (auto& text : writings(position, move))
            if (text == withoutSign(line)) return move;
    return "";
}

string written(const Position& position, const string& move, const Position::Moves& legal) {
    map<string, int> times;
    for (auto& [other, next] : legal)
        for (auto& text : writings(position, other)) times[text]++;
    string chosen;
    for (auto& text : writings(position, move)) {
        chosen = text;
        if (times[text] == 1) break;
    }
    const Position& next = legal.at(move);
    if (!next.check(next.white)) return chosen;
    return chosen + (next.moves().empty() ? "#" : "+");
}

// The legal moves, the one that takes most at the back.
vector<string> bestLast(const Position& position, const Position::Moves& legal) {
    vector<std::pair<double, string>> merits;
    for (auto& [move, next] : legal) {
        double merit = static_cast<double>(std::rand()) / RAND_MAX;
        for (auto& [square, piece] : next.pieces) {
            double value = map<char, double>{{'P', 1}, {'N', 3}, {'B', 3}, {'R', 5}, {'Q', 9}, {'K', 0}}[upper(piece)];
            merit += isWhite(piece) == position.white ? value : -value;
        }
        merits.push_back({merit, move});
    }
    std::sort(merits.begin(), merits.end());
    vector<string> moves;
    for (auto& [merit, move] : merits) moves.push_back(move);
    return moves;
}

int main() {
    std::srand(static_cast<unsigned>(std::time(nullptr)));
    string line;
    if (!std::getline(std::cin, line)) return 0;
    auto trimmed = [](string& text) {
        while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.pop_back();
    };
    trimmed(line);
    size_t space = line.find(' ');
    bool own = line.substr(0, space) == "white";
    Position position = readPosition(space == string::npos ? START : line.substr(space + 1)), before;
    Position::Moves legal;
    vector<string> choices;
    for (line.clear();;) {
        if (line != "." && position.white == own) {
            before = position;
            legal = position.moves();
            choices = bestLast(position, legal);
        }
        if (line == "." || position.white == own) {
            if (choices.empty()) return 0;  // the game is over
            string move = choices.back();
            choices.pop_back();
            std::cout << written(before, move, legal) << std::endl;
            position = legal.at(move);
        }
        if (!std::getline(std::cin, line)) return 0;
        trimmed(line);
        if (line == ".") continue;
        auto answers = position.moves();
        auto found = answers.find(heard(position, line));
        if (found == answers.end()) return 1;
        position = found->second;
    }
}
