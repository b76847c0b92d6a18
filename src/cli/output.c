/* Writing: standard output, standard error and files.
 *
 * Text is complete before the first byte is written, and goes out by write(2): no
 * buffer is left to be flushed at exit, and every failure is seen where it happens.
 * A reader that went away (EPIPE) is no failure: the verdict keeps its status. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "report/escape.h"

static bool write_all(int file, const char *bytes, size_t length) {
  while (length) {
    ssize_t written = write(file, bytes, length);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return false;
    bytes += written;
    length -= (size_t)written;
  }
  return true;
}

void noe_cli_print_error(const struct noe_text *text) {
  (void)write_all(STDERR_FILENO, noe_base_text_string(text), text->length); /* nobody is left to tell */
}

static void complain(struct noe_cli *cli, const char *format, va_list arguments) {
  struct noe_text message = noe_base_text(cli->memory), line = noe_base_text(cli->memory);
  noe_base_text_vprintf(&message, format, arguments);
  noe_base_text_puts(&line, "noether: ");
  noe_report_escape_plain(&line, noe_base_text_string(&message));
  noe_base_text_puts(&line, "\n");
  noe_cli_print_error(&line);
  noe_base_text_free(&message);
  noe_base_text_free(&line);
}

void noe_cli_complain(struct noe_cli *cli, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  complain(cli, format, arguments);
  va_end(arguments);
}

int noe_cli_usage(struct noe_cli *cli, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  complain(cli, format, arguments);
  va_end(arguments);
  if (cli->command)
    noe_cli_complain(cli, "`noether help %s` shows how to use it", cli->command->name);
  else
    noe_cli_complain(cli, "`noether help` shows what there is");
  return NOE_STATUS_USAGE;
}

static bool cannot_write(struct noe_cli *cli, const char *name, int why) {
  cli->write_failed = true;
  noe_cli_complain(cli, "cannot write %s: %s", name, strerror(why));
  return false;
}

static bool write_output(struct noe_cli *cli, const struct noe_text *text) {
  if (cli->output_closed)
    return false;
  if (write_all(STDOUT_FILENO, noe_base_text_string(text), text->length))
    return true;
  cli->output_closed = true;
  return errno == EPIPE ? false : cannot_write(cli, "to standard output", errno);
}

void noe_cli_print_result(struct noe_cli *cli, const struct noe_text *text) { write_output(cli, text); }

void noe_cli_print(struct noe_cli *cli, const struct noe_text *text) {
  if (cli->output == STDERR_FILENO)
    noe_cli_print_error(text);
  else
    write_output(cli, text);
}

/* ----------------------------------------------------------------- files */

/* Devices, pipes and what lies under /dev and /proc (another name for a file that is
 * already open) are written as they are; only plain files can be replaced. */
static bool is_plain(const char *name) {
  struct stat status;
  if (!strncmp(name, "/dev/", 5) || !strncmp(name, "/proc/", 6))
    return false;
  return stat(name, &status) != 0 || S_ISREG(status.st_mode);
}

static bool write_directly(struct noe_cli *cli, const char *name, const struct noe_text *text) {
  int file = open(name, O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (file < 0)
    return cannot_write(cli, name, errno);
  bool good = write_all(file, noe_base_text_string(text), text->length);
  int why = errno;
  if (close(file) != 0 && good) {
    good = false;
    why = errno;
  }
  return good || why == EPIPE || cannot_write(cli, name, why);
}

/* The mode that the file has, or that a new file would get. */
static mode_t mode_for(const char *name) {
  struct stat status;
  if (stat(name, &status) == 0)
    return status.st_mode & 07777;
  mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

/* Fills the temporary file and puts it in place of `target`. Returns 0 or errno. */
static int fill_and_rename(int file, const char *temporary, const char *target, const struct noe_text *text) {
  bool good = write_all(file, noe_base_text_string(text), text->length) && fchmod(file, mode_for(target)) == 0;
  int why = errno;
  if (close(file) != 0 && good) {
    good = false;
    why = errno;
  }
  if (good && rename(temporary, target) == 0)
    return 0;
  if (good)
    why = errno;
  unlink(temporary);
  return why;
}

/* A file beside the one that it is to become, which is `*target`: a link stays a link,
 * its target is replaced. Less than 0 if there cannot be one: errno says why. */
static int open_beside(struct noe_cli *cli, const char *name, const char **target, char **temporary) {
  char resolved[4096 + 1]; /* PATH_MAX */
  const char *real = realpath(name, resolved);
  *target = real ? noe_base_arena_text(cli->arena, real, strlen(real)) : name;
  *temporary = noe_base_arena_format(cli->arena, "%s.XXXXXX", *target);
  return mkostemp(*temporary, O_CLOEXEC);
}

static bool replace(struct noe_cli *cli, const char *name, const struct noe_text *text) {
  const char *target;
  char *temporary;
  int file = open_beside(cli, name, &target, &temporary);
  int why = file < 0 ? errno : fill_and_rename(file, temporary, target, text);
  return !why || cannot_write(cli, name, why);
}

/* Nothing is left behind: a search that is killed must not leave files of ours about. */
static bool can_replace(struct noe_cli *cli, const char *name) {
  const char *target;
  char *temporary;
  int file = open_beside(cli, name, &target, &temporary);
  if (file < 0)
    return cannot_write(cli, name, errno);
  close(file);
  unlink(temporary);
  return true;
}

/* ----------------------------------------------------------- that grow */

/* One descriptor for all of it: who reads a pipe must not see its end after each line. */
static bool open_growing(struct noe_cli *cli, struct noe_growing *growing) {
  struct noe_text nothing = noe_base_text(cli->memory);
  if (is_plain(growing->name) && !replace(cli, growing->name, &nothing))
    return false;
  growing->file = open(growing->name, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
  growing->is_open = growing->file >= 0;
  return growing->is_open || cannot_write(cli, growing->name, errno);
}

void noe_cli_grow(struct noe_cli *cli, struct noe_growing *growing, const struct noe_text *text) {
  if (!strcmp(growing->name, "-")) {
    write_output(cli, text);
    return;
  }
  if (growing->has_failed)
    return;
  bool good = growing->is_open || open_growing(cli, growing);
  if (good && !write_all(growing->file, noe_base_text_string(text), text->length))
    good = errno == EPIPE ? false : cannot_write(cli, growing->name, errno);
  growing->has_failed = !good;
}

void noe_cli_grow_end(struct noe_cli *cli, struct noe_growing *growing) {
  if (growing->is_open && close(growing->file) != 0 && !growing->has_failed)
    cannot_write(cli, growing->name, errno);
  growing->is_open = false;
}

/* ----------------------------------------------------------- beforehand */

static bool is_directory(const char *name) {
  struct stat status;
  return stat(name, &status) == 0 && S_ISDIR(status.st_mode);
}

bool noe_cli_can_write(struct noe_cli *cli, const char *name) {
  if (!strcmp(name, "-"))
    return true;
  if (is_directory(name))
    return cannot_write(cli, name, EISDIR);
  if (is_plain(name))
    return can_replace(cli, name);
  return access(name, W_OK) == 0 || cannot_write(cli, name, errno);
}

bool noe_cli_write_file(struct noe_cli *cli, const char *name, const struct noe_text *text) {
  if (!strcmp(name, "-"))
    return write_output(cli, text);
  return is_plain(name) ? replace(cli, name, text) : write_directly(cli, name, text);
}

void noe_cli_remove_file(struct noe_cli *cli, const char *name) {
  if (!strcmp(name, "-") || !is_plain(name) || unlink(name) == 0 || errno == ENOENT || errno == ENOTDIR)
    return;
  int why = errno;
  cli->write_failed = true;
  noe_cli_complain(cli, "there is no run to save, but the old %s cannot be removed: %s", name, strerror(why));
}
