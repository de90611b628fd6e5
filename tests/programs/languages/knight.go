// Moves a knight out and back, then resigns: one process, one game, SAN lines.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	input := bufio.NewScanner(os.Stdin)
	input.Scan()
	white := input.Text() == "white"
	moves := []string{"Nc6", "Nb8", "Nc6", "Nb8", "resign"}
	if white {
		moves = []string{"Nc3", "Nb1", "Nc3", "Nb1", "resign"}
	}
	for number, move := range moves {
		if (!white || number > 0) && !input.Scan() {
			return
		}
		fmt.Println(move)
	}
}
