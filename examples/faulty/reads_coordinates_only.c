// diagnosis: plays fault: perhaps it reads moves only as coordinates
// Writes d2d4, and takes every line for the squares from and to.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char line[64];
    int moves = 0;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (strcmp(line, "white") && strcmp(line, "black") && strlen(line) != 4)
            abort();
        if (strcmp(line, "black"))
            printf("%s\n", moves++ ? "g1f3" : "d2d4"), fflush(stdout);
    }
    return 0;
}
