#include "compile/guardian.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compile/compiler.h"
#include "compile/file.h"

/* A compiler that goes astray takes neither the machine nor the disk with it. */
static const rlim_t most_memory = (rlim_t)4 << 30, most_output = (rlim_t)256 << 20;

enum { ONLY_SOCKET = 3 }; /* the descriptor that the guardian keeps, after the standard ones */

/* ------------------------------------------------------------ the place */

/* Removes all files of the folder. Not by readdir, which allocates. The folder is
 * flat: compilers put files there, never folders. */
static void empty_folder(int folder) {
  _Alignas(struct dirent64) char buffer[4096];
  long length;
  if (lseek(folder, 0, SEEK_SET) < 0)
    return;
  while ((length = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0)
    for (long at = 0; at < length;) {
      const struct dirent64 *entry = (const struct dirent64 *)(buffer + at);
      unlinkat(folder, entry->d_name, 0);
      at += entry->d_reclen;
    }
}

static void remove_place(const char *path, int folder) {
  empty_folder(folder);
  close(folder);
  rmdir(path);
}

/* A new folder at `path` with the text in it: its descriptor, or -1. That mkdir
 * succeeds says that it is new and ours; nobody else may look inside. */
static int make_place(const char *path, const struct noe_build_order *order) {
  if (mkdir(path, 0700) != 0)
    return -1;
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) {
    rmdir(path);
    return -1;
  }
  int file = openat(folder, NOE_BUILD_SOURCE, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  bool written = file >= 0 && noe_compile_write_all(file, order->text, order->length);
  int reason = errno;
  if (file >= 0)
    close(file);
  if (written)
    return folder;
  remove_place(path, folder);
  errno = reason;
  return -1;
}

/* --------------------------------------------------------- the compiler */

static void lower_limit(int resource, rlim_t most) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) == 0 && limit.rlim_cur > most) {
    limit.rlim_cur = most;
    setrlimit(resource, &limit);
  }
}

static void handle_all(void (*handler)(int signal)) {
  struct sigaction action = {.sa_handler = handler};
  for (int signal = 1; signal < NSIG; signal++)
    sigaction(signal, &action, NULL);
}

/* In the child. What execve says goes back through `complaint`, which a successful
 * execve closes. */
static _Noreturn void become_compiler(const struct noe_build_order *order, int folder, int complaint) {
  sigset_t none;
  char *words[NOE_COMPILER_WORDS];
  memcpy(words, order->words, sizeof words); /* execve promises to leave them alone, but its type does not */
  sigemptyset(&none);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  handle_all(SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, NULL);
  lower_limit(RLIMIT_AS, most_memory);
  lower_limit(RLIMIT_FSIZE, most_output);
  lower_limit(RLIMIT_CORE, 0);
  umask(077);
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  int messages = openat(folder, NOE_BUILD_MESSAGES, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (nothing >= 0 && messages >= 0 && fchdir(folder) == 0 && dup2(nothing, STDIN_FILENO) >= 0 &&
      dup2(nothing, STDOUT_FILENO) >= 0 && dup2(messages, STDERR_FILENO) >= 0)
    execve(words[0], words, order->environment);
  (void)!write(complaint, &errno, sizeof errno);
  _exit(127);
}

/* The process of the compiler, or -1 and errno. */
static pid_t start_compiler(const struct noe_build_order *order, int folder) {
  int ends[2], reason = 0;
  if (pipe2(ends, O_CLOEXEC) != 0)
    return -1;
  pid_t process = fork();
  if (process == 0)
    become_compiler(order, folder, ends[1]);
  int failure = errno;
  close(ends[1]);
  bool complained = process > 0 && read(ends[0], &reason, sizeof reason) == (ssize_t)sizeof reason;
  close(ends[0]);
  if (complained) {
    waitpid(process, NULL, 0);
    process = -1;
    failure = reason;
  }
  if (process > 0)
    setpgid(process, process); /* the child may not have come to it yet; now -process is its group */
  errno = failure;
  return process;
}

/* ---------------------------------------------------------- the guardian */

static void on_child(int signal) { (void)signal; }

/* Waits for the end of the compiler, or of noether's interest: true and `*status`, or false. */
static bool watch(pid_t compiler, int *status) {
  struct pollfd line = {.fd = ONLY_SOCKET, .events = POLLIN};
  sigset_t none;
  sigemptyset(&none);
  for (;;) {
    if (waitpid(compiler, status, WNOHANG) == compiler)
      return true;
    /* SIGCHLD is blocked except while waiting here: it cannot be missed. */
    int ready = ppoll(&line, 1, NULL, &none);
    if (ready > 0 || (ready < 0 && errno != EINTR))
      return false;
  }
}

/* One byte is the beginning, and the end of the line is the end. */
static bool await_word(void) {
  char byte;
  ssize_t length;
  while ((length = read(ONLY_SOCKET, &byte, 1)) < 0 && errno == EINTR)
    ;
  return length == 1;
}

static void say(struct noe_build_report report) { (void)!send(ONLY_SOCKET, &report, sizeof report, MSG_NOSIGNAL); }

static void build(const struct noe_build_order *order, int folder, int place) {
  int status;
  pid_t compiler = start_compiler(order, folder);
  if (compiler < 0) {
    say((struct noe_build_report){NOE_BUILD_NO_START, errno, place});
    await_word();
    return;
  }
  bool ended = watch(compiler, &status);
  if (ended) {
    say((struct noe_build_report){NOE_BUILD_ENDED, status, place});
    await_word();
  }
  kill(-compiler, SIGKILL); /* also what a compiler that ended has left behind */
  if (!ended)
    while (waitpid(compiler, NULL, 0) < 0 && errno == EINTR)
      ;
}

static void close_others(void) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, ONLY_SOCKET + 1, ~0u, 0) == 0)
    return;
#endif
  struct rlimit limit;
  rlim_t most = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 65536 ? limit.rlim_cur : 65536;
  for (rlim_t i = ONLY_SOCKET + 1; i < most; i++)
    close((int)i);
}

/* Out of reach of the terminal and of whoever sends signals to noether: noether's end
 * is seen at the socket, and nothing else should end the guardian. */
static void settle(int socket) {
  struct sigaction action = {.sa_handler = on_child};
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  handle_all(SIG_IGN);
  sigaction(SIGCHLD, &action, NULL);
  setsid();
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (socket == ONLY_SOCKET)
    fcntl(socket, F_SETFD, FD_CLOEXEC);
  else
    dup3(socket, ONLY_SOCKET, O_CLOEXEC);
  for (int stream = 0; stream < ONLY_SOCKET && nothing >= 0; stream++)
    dup2(nothing, stream);
  close_others();
}

static _Noreturn void guard(const struct noe_build_order *order, int socket) {
  int folder = -1, reason = ENOENT;
  settle(socket);
  if (!await_word())
    _exit(0);
  for (int i = 0; i < NOE_BUILD_PLACES && folder < 0; i++) {
    if (!order->places[i])
      continue;
    folder = make_place(order->places[i], order);
    reason = errno;
    if (folder >= 0) {
      build(order, folder, i);
      remove_place(order->places[i], folder);
    }
  }
  if (folder < 0)
    say((struct noe_build_report){NOE_BUILD_NO_PLACE, reason, 0});
  _exit(0);
}

/* ------------------------------------------------------ noether's side */

bool noe_compile_guardian_start(struct noe_guardian *guardian, const struct noe_build_order *order) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return false;
  pid_t process = fork();
  if (process == 0)
    guard(order, ends[1]);
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    return false;
  }
  assert(process > 0 && "the guardian itself never comes back");
  *guardian = (struct noe_guardian){process, ends[0]};
  return true;
}

void noe_compile_guardian_begin(const struct noe_guardian *guardian) {
  (void)!send(guardian->socket, "", 1, MSG_NOSIGNAL);
}

bool noe_compile_guardian_report(const struct noe_guardian *guardian, struct noe_build_report *report) {
  ssize_t length;
  do
    length = recv(guardian->socket, report, sizeof *report, MSG_WAITALL);
  while (length < 0 && errno == EINTR);
  return length == (ssize_t)sizeof *report;
}

void noe_compile_guardian_hurry(const struct noe_guardian *guardian) { shutdown(guardian->socket, SHUT_RDWR); }

void noe_compile_guardian_end(struct noe_guardian *guardian) {
  close(guardian->socket);
  while (waitpid(guardian->process, NULL, 0) < 0 && errno == EINTR)
    ;
  guardian->socket = -1;
}
