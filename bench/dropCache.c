/* Drops the listed files from the page cache, so that the next read comes from the disk. usage: dropCache <list> */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  FILE *list = argc > 1 ? fopen(argv[1], "r") : NULL;
  if (!list) return 1;
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  int failed = 0;
  while ((length = getline(&line, &room, list)) > 0) {
    if (line[length - 1] == '\n') line[length - 1] = 0;
    int handle = open(line, O_RDONLY);
    if (handle < 0) continue;
    if (fdatasync(handle) != 0 || posix_fadvise(handle, 0, 0, POSIX_FADV_DONTNEED) != 0) failed = 1;
    close(handle);
  }
  return failed;
}
