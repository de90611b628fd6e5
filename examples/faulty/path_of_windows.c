// diagnosis: start fault: only Windows divides folders by '\'
// Opens a file by a path with a backslash.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    FILE *book = fopen("data\\openings.txt", "r");
    if (!book) {
        perror("data\\openings.txt");
        return 1;
    }
    return 0;
}
