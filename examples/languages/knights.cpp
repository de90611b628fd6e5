// Its knights walk out and home. It resigns when it is in check or when a piece was captured.
#include <iostream>
#include <string>

int main() {
    const std::string walks[2][4] = {{"Nf3", "Nc3", "Ng1", "Nb1"}, {"Nf6", "Nc6", "Ng8", "Nb8"}};
    int black = 0, turn = 0;
    for (std::string line; std::getline(std::cin, line);) {  // until the game is over
        if (line.find("black") == 0) { black = 1; continue; }  // wait for White's first move
        bool lost = line.find_first_of("x+") != std::string::npos;
        std::cout << (lost ? "resign" : walks[black][turn++ % 4]) << std::endl;  // endl flushes
    }
}
