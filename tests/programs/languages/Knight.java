// Moves a knight out and back, then resigns: one process, one game, SAN lines.
import java.util.Scanner;

public class Knight {
    public static void main(String[] arguments) {
        Scanner input = new Scanner(System.in);
        boolean white = input.nextLine().equals("white");
        for (int move = 0; white || input.hasNextLine(); move++) {
            if (!white || move > 0) {
                if (!input.hasNextLine()) return;
                input.nextLine();
            }
            if (move == 4) System.out.println("resign");
            else System.out.println(move % 2 == 0 ? (white ? "Nc3" : "Nc6") : (white ? "Nb1" : "Nb8"));
            System.out.flush();
        }
    }
}
