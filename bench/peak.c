/* Runs a command and writes the peak of its memory, in bytes, to a file:
 *
 *   build/bench/peak FILE COMMAND [ARGUMENT]...
 *
 * What the system says of a child starts at what its parent took when it was born: a driver
 * in Python sees nothing below its own size. This parent is small. It ends as the command
 * did. */
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words) {
  int status = 0;
  struct rusage usage;
  if (count < 3)
    return 64;
  pid_t child = fork();
  if (child < 0)
    return 71;
  if (!child) {
    execvp(words[2], words + 2);
    _exit(127);
  }
  if (wait4(child, &status, 0, &usage) != child)
    return 71;
  FILE *file = fopen(words[1], "w");
  if (!file || fprintf(file, "%ld\n", usage.ru_maxrss * 1024) < 0 || fclose(file))
    return 74;
  if (WIFSIGNALED(status))
    raise(WTERMSIG(status));
  return WEXITSTATUS(status);
}
