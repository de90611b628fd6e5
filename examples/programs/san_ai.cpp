// A chess program for the SAN-line protocol: chance picks its moves, with a taste for captures.
//
//     g++ -O2 -Wall -Wextra -o san_ai san_ai.cpp
//     board check ./san_ai
//     board match ./san_ai random --games 10
//
// The protocol tells nothing but moves, so the program keeps the board itself. It reads a line and
// answers with one: "white" or "black" (its colour), a move of the opponent, or "." (its own last
// move was not accepted). `./san_ai 7` plays other games than `./san_ai 8`.

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

struct Direction { int file, rank; };
struct Move { int from, to; char promotion; };  // squares: a1 is 0, b1 is 1, h8 is 63
using Moves = std::vector<Move>;

bool operator==(Move one, Move other) {
    return one.from == other.from && one.to == other.to && one.promotion == other.promotion;
}

struct Board {
    std::string at =  // capitals are White's pieces; a blank is an empty square
        "RNBQKBNRPPPPPPPP" + std::string(32, ' ') + "pppppppprnbqkbnr";
    std::string castling = "KQkq";  // what is still allowed; capitals are White's
    bool white = true;              // to move
    int passant = -1;               // the square a pawn has just passed over

    bool empty(int square) const { return at[square] == ' '; }
    bool has(int square, bool of_white) const {
        return !empty(square) && (std::isupper(at[square]) != 0) == of_white;
    }
    char kind(int square) const { return static_cast<char>(std::toupper(at[square])); }
};

template <typename Items, typename Test>
void drop(Items& items, Test unwanted) {
    items.erase(std::remove_if(items.begin(), items.end(), unwanted), items.end());
}

const std::array<Direction, 16> DIRECTIONS = {{
    {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1},        // rook, bishop
    {1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}};  // knight

int step(int square, Direction by) {  // -1: off the board
    int file = square % 8 + by.file, rank = square / 8 + by.rank;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : 8 * rank + file;
}

// The squares that a piece (no pawn) reaches from a square: up to the first one that is taken.
std::vector<int> reached(const Board& board, int from, char kind) {
    std::vector<int> squares;
    int first = kind == 'B' ? 4 : kind == 'N' ? 8 : 0;
    int last = kind == 'R' ? 4 : kind == 'N' ? 16 : 8;
    bool slides = kind == 'B' || kind == 'R' || kind == 'Q';
    for (int i = first; i < last; i++)
        for (int to = step(from, DIRECTIONS[i]); to >= 0; to = step(to, DIRECTIONS[i])) {
            squares.push_back(to);
            if (!slides || !board.empty(to)) break;
        }
    return squares;
}

bool attacked(const Board& board, int square, bool by_white) {
    for (int side : {-1, 1}) {
        int from = step(square, {side, by_white ? -1 : 1});
        if (from >= 0 && board.at[from] == (by_white ? 'P' : 'p')) return true;
    }
    for (char kind : {'N', 'B', 'R', 'Q', 'K'})
        for (int from : reached(board, square, kind))
            if (board.has(from, by_white) && board.kind(from) == kind) return true;
    return false;
}

bool in_check(const Board& board, bool white) {
    return attacked(board, static_cast<int>(board.at.find(white ? 'K' : 'k')), !white);
}

Board after(Board board, Move move) {
    char piece = board.at[move.from];
    bool pawn = board.kind(move.from) == 'P', king = board.kind(move.from) == 'K';
    if (pawn && move.to == board.passant) board.at[move.from / 8 * 8 + move.to % 8] = ' ';
    board.passant = pawn && std::abs(move.to - move.from) == 16 ? (move.from + move.to) / 2 : -1;
    if (king && std::abs(move.to - move.from) == 2) {  // castling: the rook jumps over the king
        int corner = move.to > move.from ? move.to + 1 : move.to - 2;
        board.at[(move.from + move.to) / 2] = board.at[corner];
        board.at[corner] = ' ';
    }
    char promoted = move.promotion;
    if (promoted) piece = board.white ? promoted : static_cast<char>(std::tolower(promoted));
    board.at[move.to] = piece;
    board.at[move.from] = ' ';
    const std::vector<std::pair<int, std::string>> homes = {  // whoever leaves or is taken there
        {0, "Q"}, {4, "KQ"}, {7, "K"}, {56, "q"}, {60, "kq"}, {63, "k"}};
    for (const auto& [home, rights] : homes) {
        if (move.from != home && move.to != home) continue;
        const std::string& lost = rights;
        drop(board.castling, [&](char c) { return lost.find(c) != std::string::npos; });
    }
    board.white = !board.white;
    return board;
}

void add_pawn_move(Moves& moves, int from, int to) {
    if (to / 8 != 0 && to / 8 != 7) moves.push_back({from, to, 0});
    else for (char piece : {'Q', 'R', 'B', 'N'}) moves.push_back({from, to, piece});
}

void add_pawn_moves(Moves& moves, const Board& board, int from) {
    int up = board.white ? 1 : -1, one = step(from, {0, up});
    if (board.empty(one)) {
        add_pawn_move(moves, from, one);
        bool at_home = from / 8 == (board.white ? 1 : 6);
        if (at_home && board.empty(one + 8 * up)) moves.push_back({from, one + 8 * up, 0});
    }
    for (int side : {-1, 1}) {
        int to = step(from, {side, up});
        if (to >= 0 && (board.has(to, !board.white) || to == board.passant))
            add_pawn_move(moves, from, to);
    }
}

void add_castling(Moves& moves, const Board& board) {
    int king = board.white ? 4 : 60;
    if (in_check(board, board.white)) return;
    for (int side : {1, -1}) {  // king's side, queen's side
        char right = side > 0 ? 'K' : 'Q';
        if (!board.white) right = static_cast<char>(std::tolower(right));
        bool free = board.castling.find(right) != std::string::npos && board.empty(king + side)
            && board.empty(king + 2 * side) && (side > 0 || board.empty(king - 3));
        if (free && !attacked(board, king + side, !board.white))
            moves.push_back({king, king + 2 * side, 0});
    }
}

Moves legal_moves(const Board& board) {
    Moves moves;
    for (int from = 0; from < 64; from++) {
        if (!board.has(from, board.white)) continue;
        if (board.kind(from) == 'P') { add_pawn_moves(moves, board, from); continue; }
        for (int to : reached(board, from, board.kind(from)))
            if (!board.has(to, board.white)) moves.push_back({from, to, 0});
    }
    add_castling(moves, board);
    drop(moves, [&](Move move) { return in_check(after(board, move), board.white); });
    return moves;
}

bool captures(const Board& board, Move move) {
    return !board.empty(move.to) || (board.kind(move.from) == 'P' && move.to == board.passant);
}

// As people write it, without the sign for check or mate: Nbd2, exd5, e8=Q, O-O.
std::string san(const Board& board, Move move, const Moves& legal) {
    char kind = board.kind(move.from), file = static_cast<char>('a' + move.from % 8);
    if (kind == 'K' && move.to - move.from == 2) return "O-O";
    if (kind == 'K' && move.from - move.to == 2) return "O-O-O";
    std::string text;
    if (kind == 'P') {
        if (captures(board, move)) text = file;
    } else {
        bool others = false, same_file = false, same_rank = false;  // that could go there, too
        for (Move other : legal) {
            if (other.to != move.to || other.from == move.from) continue;
            if (board.kind(other.from) != kind) continue;
            others = true;
            same_file |= other.from % 8 == move.from % 8;
            same_rank |= other.from / 8 == move.from / 8;
        }
        text = kind;
        if (others && (!same_file || same_rank)) text += file;
        if (same_file) text += static_cast<char>('1' + move.from / 8);
    }
    if (captures(board, move)) text += 'x';
    text += {static_cast<char>('a' + move.to % 8), static_cast<char>('1' + move.to / 8)};
    return move.promotion ? text + '=' + move.promotion : text;
}

std::string sign(const Board& board) {  // behind the move that led to this board
    if (!in_check(board, board.white)) return "";
    return legal_moves(board).empty() ? "#" : "+";
}

std::string without_signs(std::string line) {  // "Qxf7#" and a Windows line end become "Qxf7"
    drop(line, [](unsigned char c) { return std::isspace(c) || c == '+' || c == '#'; });
    return line;
}

int main(int count, char** arguments) {
    std::mt19937 chance(count > 1 ? std::atoi(arguments[1]) : 1);
    Board board, before;  // before its own last move
    Moves refused;        // its own moves in this position that were not accepted
    Move last{};
    for (std::string line; std::getline(std::cin, line);) {
        std::string heard = without_signs(line);
        if (heard == "black") continue;
        if (heard == ".") {
            board = before;
            refused.push_back(last);
        } else if (heard != "white") {
            Moves legal = legal_moves(board);
            auto meant = [&](Move move) { return san(board, move, legal) == heard; };
            auto found = std::find_if(legal.begin(), legal.end(), meant);
            if (found == legal.end()) {
                std::cerr << "cannot understand " << line << "\n";
                return 1;
            }
            board = after(board, *found);
            refused.clear();
        }
        Moves legal = legal_moves(board), likely;
        for (Move move : legal)
            if (std::find(refused.begin(), refused.end(), move) == refused.end())
                likely.insert(likely.end(), captures(board, move) ? 4 : 1, move);
        if (likely.empty()) continue;  // mate or stalemate: the game is over
        last = likely[chance() % likely.size()];
        before = board;
        board = after(board, last);
        std::cout << san(before, last, legal) << sign(board) << std::endl;  // endl also flushes
    }
}
