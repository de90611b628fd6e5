// diagnosis: flush fault: flush the output after every move
// A pipe is no terminal: what printf prints stays in a buffer until fflush(stdout).
#include <stdio.h>

int main(void) {
    char line[64];
    while (fgets(line, sizeof line, stdin))
        printf("e4\n");
    return 0;
}
