/* instant_engine.py in C, where the two differ in nothing but speed: see there. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MOVES 1000
#define PV_MOVES 6
#define BUFFER 262144

struct note {
    int ply;
    long long asked, answered;
};

static char moves[MOVES][8];
static char *answers[MOVES];
static size_t lengths[MOVES];
static char buffer[BUFFER];

static long long now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec * 1000000000LL + at.tv_nsec;
}

static void say(const char *text, size_t length) {
    if (write(1, text, length) < 0) exit(1);
}

static void prepare(int ply, int infos) {
    FILE *answer = open_memstream(&answers[ply], &lengths[ply]);
    if (!answer) exit(1);
    for (int depth = 1; depth <= infos; depth++) {
        fprintf(answer,
                "info depth %d seldepth 24 multipv 1 score cp 13 nodes 123456 nps 1234567 hashfull 12 "
                "tbhits 0 time 12 pv",
                depth);
        for (int i = ply; i < ply + PV_MOVES && i < MOVES && moves[i][0]; i++) fprintf(answer, " %s", moves[i]);
        fputc('\n', answer);
    }
    fprintf(answer, "bestmove %s\n", moves[ply]);
    if (fclose(answer)) exit(1);
}

/* The plies before a position, given from the start or from a later position. */
static int plies(const char *position) {
    int number, before = 0;
    char turn;
    if (sscanf(position, "position fen %*s %c %*s %*s %*d %d", &turn, &number) == 2)
        before = 2 * (number - 1) + (turn == 'b');
    const char *rest = strstr(position, " moves");
    for (const char *c = rest ? rest + 6 : ""; *c; c++) before += *c == ' ';
    return before;
}

int main(int argc, char **argv) {
    long long started = now();
    if (argc != 4 && argc != 5) return 2;
    int infos = argc == 5 ? atoi(argv[4]) : 0;
    FILE *game = fopen(argv[1], "r");
    if (!game) return 2;
    int count = 0;
    while (count < MOVES && fscanf(game, "%7s", moves[count]) == 1) count++;
    fclose(game);
    for (int i = 0; i < count; i++) prepare(i, infos);

    double seconds = atof(argv[3]);
    struct timespec pause = {(time_t)seconds, (long)((seconds - (long)seconds) * 1e9)};
    size_t noted = 0, room = 1024, held = 0;
    struct note *notes = malloc(room * sizeof *notes);
    int ply = 0, leaving = 0;
    ssize_t got;
    while (notes && !leaving && (got = read(0, buffer + held, BUFFER - held)) > 0) {
        long long at = now();
        held += (size_t)got;
        char *line = buffer, *end;
        while ((end = memchr(line, '\n', held - (size_t)(line - buffer)))) {
            *end = 0;
            if (!strncmp(line, "position", 8)) {
                ply = plies(line);
            } else if (!strncmp(line, "go", 2)) {
                if (ply < 0 || ply >= count) return 1;
                if (seconds > 0) nanosleep(&pause, NULL);
                if (noted == room) notes = realloc(notes, (room *= 2) * sizeof *notes);
                if (!notes) return 1;
                notes[noted++] = (struct note){ply, at, now()};
                say(answers[ply], lengths[ply]);
            } else if (!strcmp(line, "uci")) {
                say("id name instant\nuciok\n", 22);
            } else if (!strcmp(line, "isready")) {
                say("readyok\n", 8);
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
    setvbuf(report, NULL, _IOLBF, BUFSIZ); /* several engines may share a pipe: a write a line */
    for (size_t i = 0; i < noted; i++)
        fprintf(report, "%lld %d %lld %lld\n", started, notes[i].ply, notes[i].asked, notes[i].answered);
    return fclose(report);
}
