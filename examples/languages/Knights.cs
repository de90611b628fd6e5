// Its knights walk out and home. It resigns when it is in check or when a piece was captured.
using System;

class Knights {
    static void Main() {
        string[][] walks = {new[] {"Nf3", "Nc3", "Ng1", "Nb1"}, new[] {"Nf6", "Nc6", "Ng8", "Nb8"}};
        int black = 0, turn = 0;
        for (string line; (line = Console.ReadLine()) != null;) {  // until the game is over
            if (line.Trim() == "black") { black = 1; continue; }  // wait for White's first move
            bool lost = line.IndexOfAny("x+".ToCharArray()) >= 0;
            Console.WriteLine(lost ? "resign" : walks[black][turn++ % 4]);  // it flushes
        }
    }
}
