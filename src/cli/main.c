/* noether: signals, stack, memory; then noe_cli_run. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/thread.h"
#include "cli/cli.h"

/* A signal handler can reach nothing else: the globals that change. A search asks
 * now and then whether it is `interrupted`; while nobody asks, and on the second
 * signal, the end comes at once. Likewise it asks whether it is `nudged` to say how far
 * it is. */
static atomic_int interrupted, asked, nudged;

static void on_interrupt(int signal) {
  (void)signal;
  if (!atomic_load(&asked) || atomic_fetch_add(&interrupted, 1) > 0)
    _exit(NOE_STATUS_INTERRUPTED);
}

/* While nothing is searched there is nothing to tell, and a signal must not go unheard. */
static void on_nudge(int signal) {
  static const char message[] = "noether: no search has begun yet\n";
  (void)signal;
  atomic_store(&nudged, 1);
  if (!atomic_load(&asked))
    (void)!write(STDERR_FILENO, message, sizeof message - 1);
}

static void set_signals(void) {
  struct sigaction nudge = {.sa_handler = on_nudge, .sa_flags = SA_RESTART};
  sigemptyset(&nudge.sa_mask);
  sigaction(SIGUSR1, &nudge, NULL);
  struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  signal(SIGPIPE, SIG_IGN); /* writes then fail with EPIPE, and the status is kept */
}

/* A standard stream that is closed would be the next file that we open; in its place
 * goes one that cannot be used, so that using it fails as it should. */
static void fill_standard_streams(void) {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
    if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
      (void)!open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

struct run {
  const char *const *words;
  size_t count;
  int status;
  struct noe_cli cli;
};

static size_t default_limit(void) {
  uint64_t allowed = noe_base_memory_allowed("");
  return (size_t)(allowed / 100 * 80);
}

/* For tests: makes one allocation fail (see tests/README.md). */
static void plant_failure(struct noe_memory *memory) {
  const char *nth = getenv("NOE_FAIL_ALLOC");
  if (nth)
    noe_base_memory_fail_at(memory, strtoull(nth, NULL, 10));
}

static void out_of_memory(void) {
  static const char message[] = "noether: out of memory; --mem allows more, -D makes models smaller\n";
  (void)!write(STDERR_FILENO, message, sizeof message - 1);
}

static void work(void *context) {
  struct run *run = context;
  struct noe_cli *cli = &run->cli;
  jmp_buf escape;
  cli->interrupted = &interrupted;
  cli->asked = &asked;
  cli->nudged = &nudged;
  cli->memory = noe_base_memory_new(default_limit());
  if (!cli->memory || setjmp(escape)) {
    out_of_memory();
    run->status = NOE_STATUS_UNKNOWN;
  } else {
    noe_base_memory_guard(cli->memory, &escape);
    plant_failure(cli->memory);
    cli->arena = noe_base_arena_new(cli->memory);
    run->status = noe_cli_run(cli, run->words, run->count);
  }
  noe_base_memory_delete(cli->memory);
}

/* Errors that some file systems report only when a file is closed. */
static void close_output(struct run *run) {
  if (close(STDOUT_FILENO) == 0 || errno == EBADF || errno == EPIPE || run->cli.write_failed)
    return;
  static const char message[] = "noether: cannot write to standard output\n";
  (void)!write(STDERR_FILENO, message, sizeof message - 1);
  run->cli.write_failed = true;
}

int main(int argc, char **argv) {
  struct run run = {.words = (const char *const *)argv + 1, .count = argc > 1 ? (size_t)argc - 1 : 0};
  fill_standard_streams();
  set_signals();
  noe_base_run_deep(NOE_DEEP_STACK, work, &run);
  close_output(&run);
  return run.cli.write_failed ? NOE_STATUS_MODEL : run.status;
}
