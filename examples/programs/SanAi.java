// A chess program for the SAN-line protocol: chance picks its moves, with a taste for captures.
//
//     board check "java SanAi.java"
//     board match "java SanAi.java" random --games 10
//
// (Java 17 or newer. The board tells Java its memory limit; --memory 4096 allows more. To compile
// once, and not anew for each game: javac SanAi.java; then "java -cp /its/folder SanAi".)
//
// The protocol tells nothing but moves, so the program keeps the board itself. It reads a line and
// answers with one: "white" or "black" (its colour), a move of the opponent, or "." (its own last
// move was not accepted). `java SanAi.java 7` plays other games than `java SanAi.java 8`.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

public class SanAi {
    /** Squares: a1 is 0, b1 is 1, h8 is 63. The promotion is 0, or one of Q, R, B, N. */
    record Move(int from, int to, char promotion) {}

    static final int[][] DIRECTIONS = {  // files and ranks: rook, bishop, knight
        {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1},
        {1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};

    char[] at = ("RNBQKBNRPPPPPPPP" + " ".repeat(32) + "pppppppprnbqkbnr").toCharArray();
    String castling = "KQkq";  // what is still allowed; capitals are White's, as on the board
    boolean white = true;      // to move
    int passant = -1;          // the square a pawn has just passed over

    boolean empty(int square) { return at[square] == ' '; }
    char kind(int square) { return Character.toUpperCase(at[square]); }
    boolean has(int square, boolean ofWhite) {
        return !empty(square) && Character.isUpperCase(at[square]) == ofWhite;
    }

    static int step(int square, int files, int ranks) {  // -1: off the board
        int file = square % 8 + files, rank = square / 8 + ranks;
        return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : 8 * rank + file;
    }

    /** The squares that a piece (no pawn) reaches: up to the first one that is taken. */
    List<Integer> reached(int from, char kind) {
        List<Integer> squares = new ArrayList<>();
        int first = kind == 'B' ? 4 : kind == 'N' ? 8 : 0;
        int last = kind == 'R' ? 4 : kind == 'N' ? 16 : 8;
        boolean slides = "BRQ".indexOf(kind) >= 0;
        for (int i = first; i < last; i++) {
            int files = DIRECTIONS[i][0], ranks = DIRECTIONS[i][1];
            for (int to = step(from, files, ranks); to >= 0; to = step(to, files, ranks)) {
                squares.add(to);
                if (!slides || !empty(to)) break;
            }
        }
        return squares;
    }

    boolean attacked(int square, boolean byWhite) {
        for (int side = -1; side <= 1; side += 2) {
            int from = step(square, side, byWhite ? -1 : 1);
            if (from >= 0 && at[from] == (byWhite ? 'P' : 'p')) return true;
        }
        for (char kind : "NBRQK".toCharArray())
            for (int from : reached(square, kind))
                if (has(from, byWhite) && kind(from) == kind) return true;
        return false;
    }

    boolean inCheck(boolean ofWhite) {
        return attacked(new String(at).indexOf(ofWhite ? 'K' : 'k'), !ofWhite);
    }

    /** The board after a move; this one stays as it is. */
    SanAi after(Move move) {
        SanAi next = new SanAi();
        next.at = at.clone();
        int from = move.from(), to = move.to();
        char piece = at[from];
        boolean pawn = kind(from) == 'P', king = kind(from) == 'K';
        if (pawn && to == passant) next.at[from / 8 * 8 + to % 8] = ' ';
        next.passant = pawn && Math.abs(to - from) == 16 ? (from + to) / 2 : -1;
        if (king && Math.abs(to - from) == 2) {  // castling: the rook jumps over the king
            int corner = to > from ? to + 1 : to - 2;
            next.at[(from + to) / 2] = at[corner];
            next.at[corner] = ' ';
        }
        char promoted = move.promotion();
        if (promoted != 0) piece = white ? promoted : Character.toLowerCase(promoted);
        next.at[to] = piece;
        next.at[from] = ' ';
        next.castling = castling;
        int[] homes = {0, 4, 7, 56, 60, 63};  // whoever leaves or is taken there
        String[] rights = {"Q", "KQ", "K", "q", "kq", "k"};
        for (int i = 0; i < homes.length; i++)
            if (from == homes[i] || to == homes[i])
                next.castling = next.castling.replaceAll("[" + rights[i] + "]", "");
        next.white = !white;
        return next;
    }

    static void addPawnMove(List<Move> moves, int from, int to) {
        if (to / 8 != 0 && to / 8 != 7) moves.add(new Move(from, to, (char) 0));
        else for (char piece : "QRBN".toCharArray()) moves.add(new Move(from, to, piece));
    }

    void addPawnMoves(List<Move> moves, int from) {
        int up = white ? 1 : -1, one = step(from, 0, up), two = one + 8 * up;
        if (empty(one)) {
            addPawnMove(moves, from, one);
            boolean atHome = from / 8 == (white ? 1 : 6);
            if (atHome && empty(two)) moves.add(new Move(from, two, (char) 0));
        }
        for (int side = -1; side <= 1; side += 2) {
            int to = step(from, side, up);
            if (to >= 0 && (has(to, !white) || to == passant)) addPawnMove(moves, from, to);
        }
    }

    void addCastling(List<Move> moves) {
        int king = white ? 4 : 60;
        if (inCheck(white)) return;
        for (int side = -1; side <= 1; side += 2) {  // queen's side, king's side
            char right = side > 0 ? 'K' : 'Q';
            if (!white) right = Character.toLowerCase(right);
            boolean free = castling.indexOf(right) >= 0 && empty(king + side)
                && empty(king + 2 * side) && (side > 0 || empty(king - 3));
            if (free && !attacked(king + side, !white))
                moves.add(new Move(king, king + 2 * side, (char) 0));
        }
    }

    List<Move> legalMoves() {
        List<Move> moves = new ArrayList<>();
        for (int from = 0; from < 64; from++) {
            if (!has(from, white)) continue;
            if (kind(from) == 'P') {
                addPawnMoves(moves, from);
                continue;
            }
            for (int to : reached(from, kind(from)))
                if (!has(to, white)) moves.add(new Move(from, to, (char) 0));
        }
        addCastling(moves);
        moves.removeIf(move -> after(move).inCheck(white));
        return moves;
    }

    boolean captures(Move move) {
        return !empty(move.to()) || (kind(move.from()) == 'P' && move.to() == passant);
    }

    static String file(int square) { return String.valueOf((char) ('a' + square % 8)); }
    static String rank(int square) { return String.valueOf((char) ('1' + square / 8)); }

    /** As people write it, without the sign for check or mate: Nbd2, exd5, e8=Q, O-O. */
    String san(Move move, List<Move> legal) {
        int from = move.from(), to = move.to();
        char kind = kind(from);
        if (kind == 'K' && Math.abs(to - from) == 2) return to > from ? "O-O" : "O-O-O";
        String text = kind == 'P' ? "" : String.valueOf(kind);
        if (kind == 'P' && captures(move)) text = file(from);
        if (kind != 'P') {
            boolean others = false, sameFile = false, sameRank = false;  // that could go there, too
            for (Move other : legal) {
                if (other.to() != to || other.from() == from) continue;
                if (kind(other.from()) != kind) continue;
                others = true;
                sameFile |= other.from() % 8 == from % 8;
                sameRank |= other.from() / 8 == from / 8;
            }
            if (others && (!sameFile || sameRank)) text += file(from);
            if (sameFile) text += rank(from);
        }
        if (captures(move)) text += "x";
        text += file(to) + rank(to);
        return move.promotion() == 0 ? text : text + "=" + move.promotion();
    }

    /** The sign behind the move that led to this board. */
    String sign() {
        return !inCheck(white) ? "" : legalMoves().isEmpty() ? "#" : "+";
    }

    public static void main(String[] arguments) throws IOException {
        Random chance = new Random(arguments.length > 0 ? Long.parseLong(arguments[0]) : 1);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        SanAi board = new SanAi(), before = board;  // before its own last move
        List<Move> refused = new ArrayList<>();  // its own moves here that were not accepted
        Move last = null;
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String heard = line.replaceAll("[\\s+#]", "");  // "Qxf7#" becomes "Qxf7"
            if (heard.equals("black")) continue;
            if (heard.equals(".")) {
                board = before;
                refused.add(last);
            } else if (!heard.equals("white")) {
                SanAi now = board;
                List<Move> legal = board.legalMoves();
                board = board.after(legal.stream()
                    .filter(move -> now.san(move, legal).equals(heard))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("cannot understand " + heard)));
                refused.clear();
            }
            List<Move> legal = board.legalMoves(), likely = new ArrayList<>();
            for (Move move : legal)
                for (int i = 0; i < (board.captures(move) ? 4 : 1); i++)
                    if (!refused.contains(move)) likely.add(move);
            if (likely.isEmpty()) continue;  // mate or stalemate: the game is over
            last = likely.get(chance.nextInt(likely.size()));
            before = board;
            board = board.after(last);
            System.out.println(before.san(last, legal) + board.sign());
            System.out.flush();  // it must go out now
        }
    }
}
