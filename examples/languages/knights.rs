// Its knights walk out and home. It resigns when it is in check or when a piece was captured.
use std::io::{stdin, stdout, BufRead, Write};

fn main() {
    let walks = [["Nf3", "Nc3", "Ng1", "Nb1"], ["Nf6", "Nc6", "Ng8", "Nb8"]];
    let (mut black, mut turn) = (0, 0);
    for line in stdin().lock().lines().map(Result::unwrap) { // until the game is over
        if line.trim() == "black" { black = 1; continue; } // wait for White's first move
        println!("{}", if line.contains(['x', '+']) { "resign" } else { walks[black][turn % 4] });
        stdout().flush().unwrap();
        turn += 1; // after '.' too: another move
    }
}
