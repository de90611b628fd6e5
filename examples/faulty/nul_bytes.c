// diagnosis: encoding fault: it printed a NUL byte
// Writes the whole array, with the bytes behind the move.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char line[64], move[8] = "e4\n";
    while (fgets(line, sizeof line, stdin))
        if (write(1, move, sizeof move) < 0)
            return 1;
    return 0;
}
