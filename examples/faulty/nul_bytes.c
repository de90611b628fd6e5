// diagnosis: encoding fault: it printed a NUL byte
// Writes the whole array, with the byte behind the text.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        const char *move = strcmp(line, "white\n") ? "e5\n" : "e4\n";
        if (write(1, move, strlen(move) + 1) < 0)
            return 1;
    }
    return 0;
}
