// Its knights walk out and home. It resigns when it is in check or when a piece was captured.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func main() {
	walks := [2][4]string{{"Nf3", "Nc3", "Ng1", "Nb1"}, {"Nf6", "Nc6", "Ng8", "Nb8"}}
	black, turn := 0, 0
	for input := bufio.NewScanner(os.Stdin); input.Scan(); { // until the game is over
		if strings.TrimSpace(input.Text()) == "black" {
			black = 1 // wait for White's first move
		} else if strings.ContainsAny(input.Text(), "x+") {
			fmt.Println("resign")
		} else {
			fmt.Println(walks[black][turn%4]) // os.Stdout has no buffer
			turn++                            // after '.' too: another move
		}
	}
}
