/* The limit: read(2) and memchr('\n') over a list of files, nothing else. usage: limit <list> <threads> <repetitions> */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER = 1 << 20, MOST_FILES = 200000, MOST_THREADS = 64 };
static char *paths[MOST_FILES];
static int path_count, next_path;

typedef struct { size_t bytes, lines; } Sum;

static void *scan(void *into) {
  Sum *sum = into;
  char *buffer = malloc(BUFFER);
  for (;;) {
    int mine = __atomic_fetch_add(&next_path, 1, __ATOMIC_RELAXED);
    if (mine >= path_count) break;
    int handle = open(paths[mine], O_RDONLY);
    if (handle < 0) continue;
    ssize_t got;
    while ((got = read(handle, buffer, BUFFER)) > 0) {
      sum->bytes += got;
      char *at = buffer, *end = buffer + got;
      while ((at = memchr(at, '\n', end - at))) { sum->lines++; at++; }
    }
    close(handle);
  }
  free(buffer);
  return NULL;
}

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  FILE *list = fopen(argv[1], "r");
  if (!list) return 1;
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  while ((length = getline(&line, &room, list)) > 0 && path_count < MOST_FILES) {
    if (line[length - 1] == '\n') line[length - 1] = 0;
    paths[path_count++] = strdup(line);
  }
  int threads = atoi(argv[2]), repetitions = atoi(argv[3]);
  if (threads < 1 || threads > MOST_THREADS) return 2;
  for (int r = 0; r < repetitions; r++) {
    pthread_t handles[MOST_THREADS];
    Sum sums[MOST_THREADS];
    memset(sums, 0, sizeof sums);
    next_path = 0;
    double start = now_ms();
    for (int i = 0; i < threads; i++) pthread_create(&handles[i], NULL, scan, &sums[i]);
    Sum all = {0, 0};
    for (int i = 0; i < threads; i++) { pthread_join(handles[i], NULL); all.bytes += sums[i].bytes; all.lines += sums[i].lines; }
    printf("{\"ms\":%.3f,\"bytes\":%zu,\"lines\":%zu}\n", now_ms() - start, all.bytes, all.lines);
  }
  return 0;
}
