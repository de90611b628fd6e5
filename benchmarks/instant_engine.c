/* instant_engine.py in C, where the two differ in nothing but speed: see there. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MOVES 10000
#define BUFFER 262144

static char answers[MOVES][24];
static char buffer[BUFFER];

static long long now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec * 1000000000LL + at.tv_nsec;
}

static void say(const char *text) {
    if (write(1, text, strlen(text)) < 0) exit(1);
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    FILE *game = fopen(argv[1], "r");
    if (!game) return 2;
    char move[8];
    for (int ply = 0; ply < MOVES && fscanf(game, "%7s", move) == 1; ply++)
        snprintf(answers[ply], sizeof answers[ply], "bestmove %s\n", move);
    fclose(game);

    double seconds = atof(argv[3]);
    struct timespec pause = {(time_t)seconds, (long)((seconds - (long)seconds) * 1e9)};
    size_t count = 0, room = 1024, held = 0;
    long long *times = malloc(2 * room * sizeof *times);
    int ply = 0, leaving = 0;
    ssize_t got;
    while (times && !leaving && (got = read(0, buffer + held, BUFFER - held)) > 0) {
        long long at = now();
        held += (size_t)got;
        char *line = buffer, *end;
        while ((end = memchr(line, '\n', held - (size_t)(line - buffer)))) {
            *end = 0;
            if (!strncmp(line, "position", 8)) {
                ply = -2; /* position startpos moves e2e4 ... */
                for (char *c = line; c < end; c++) ply += *c == ' ';
                if (ply < 0) ply = 0;
            } else if (!strncmp(line, "go", 2)) {
                if (seconds > 0) nanosleep(&pause, NULL);
                if (count == room) times = realloc(times, 2 * (room *= 2) * sizeof *times);
                if (!times) return 1;
                times[2 * count] = at;
                times[2 * count++ + 1] = now();
                say(answers[ply]);
            } else if (!strcmp(line, "uci")) {
                say("id name instant\nuciok\n");
            } else if (!strcmp(line, "isready")) {
                say("readyok\n");
            } else if (!strcmp(line, "quit")) {
                leaving = 1;
            }
            line = end + 1;
        }
        held -= (size_t)(line - buffer);
        memmove(buffer, line, held);
    }
    FILE *report = fopen(argv[2], "w");
    if (!report) return 1;
    for (size_t i = 0; i < count; i++) fprintf(report, "%lld %lld\n", times[2 * i], times[2 * i + 1]);
    return fclose(report);
}
