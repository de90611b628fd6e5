// Its knights walk out and home. It resigns when it is in check or when a piece was captured.
import java.io.*;

public class Knights {
    public static void main(String[] arguments) throws IOException {
        String[][] walks = {{"Nf3", "Nc3", "Ng1", "Nb1"}, {"Nf6", "Nc6", "Ng8", "Nb8"}};
        int black = 0, turn = 0;
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = input.readLine()) != null;) {  // until the game is over
            if (line.strip().equals("black")) { black = 1; continue; }  // wait for White
            boolean lost = line.contains("x") || line.contains("+");
            System.out.println(lost ? "resign" : walks[black][turn++ % 4]);
            System.out.flush();
        }
    }
}
