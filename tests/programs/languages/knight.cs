// Moves a knight out and back, then resigns: one process, one game, SAN lines.
using System;

public static class Knight
{
    public static void Main()
    {
        bool white = Console.ReadLine() == "white";
        for (int move = 0; ; move++)
        {
            if ((!white || move > 0) && Console.ReadLine() == null) return;
            if (move == 4) Console.WriteLine("resign");
            else Console.WriteLine((move % 2 == 0 ? (white ? "Nc3" : "Nc6") : (white ? "Nb1" : "Nb8")));
            Console.Out.Flush();
        }
    }
}
