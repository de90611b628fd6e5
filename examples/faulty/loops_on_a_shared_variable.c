// diagnosis: time fault: while another thread of it waits for the next line
// Waits in a loop for a variable of another thread, which the compiler reads once.
#include <pthread.h>
#include <stdio.h>

static char line[64];
static int has_come;

static void *read_on(void *unused) {
    while (fgets(line, sizeof line, stdin))
        has_come = 1;
    return unused;
}

int main(void) {
    pthread_t reader;
    pthread_create(&reader, NULL, read_on, NULL);
    for (;;) {
        while (!has_come) {
        }
        has_come = 0;
        puts("e4");
        fflush(stdout);
    }
}
