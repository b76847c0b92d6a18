/* Runs a command and writes the peak of its memory, in bytes, and its seconds to a file:
 *
 *   build/bench/peak FILE COMMAND [ARGUMENT]...
 *
 * What the system says of a child starts at what its parent took when it was born: a driver
 * in Python sees nothing below its own size. This parent is small. It ends as the command
 * did, and its own time does not count. */
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int main(int count, char **words) {
  int status = 0;
  struct rusage usage;
  if (count < 3)
    return 64;
  const double began = now();
  pid_t child = fork();
  if (child < 0)
    return 71;
  if (!child) {
    execvp(words[2], words + 2);
    _exit(127);
  }
  if (wait4(child, &status, 0, &usage) != child)
    return 71;
  const double seconds = now() - began;
  FILE *file = fopen(words[1], "w");
  if (!file || fprintf(file, "%ld %.6f\n", usage.ru_maxrss * 1024, seconds) < 0 || fclose(file))
    return 74;
  if (WIFSIGNALED(status))
    raise(WTERMSIG(status));
  return WEXITSTATUS(status);
}
