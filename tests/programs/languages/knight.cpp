// Moves a knight out and back, then resigns: one process, one game, SAN lines.
#include <iostream>
#include <string>
#include <vector>

int main() {
    std::string line;
    std::getline(std::cin, line);
    const bool white = line == "white";
    const std::string out = white ? "Nc3" : "Nc6", home = white ? "Nb1" : "Nb8";
    bool first = white;
    for (const std::string &move : {out, home, out, home, std::string("resign")}) {
        if (!first && !std::getline(std::cin, line)) return 0;
        first = false;
        std::cout << move << std::endl;
    }
}
