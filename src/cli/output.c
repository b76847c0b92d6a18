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
  bool good = write_all(file, noe_base_text_string(text), text->length) &&
              fchmod(file, mode_for(target)) == 0;
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

static bool replace(struct noe_cli *cli, const char *name, const struct noe_text *text) {
  char resolved[4096 + 1]; /* PATH_MAX: a link stays a link, its target is replaced */
  const char *target = realpath(name, resolved) ? resolved : name;
  char *temporary = noe_base_arena_format(cli->arena, "%s.XXXXXX", target);
  int file = mkostemp(temporary, O_CLOEXEC);
  int why = file < 0 ? errno : fill_and_rename(file, temporary, target, text);
  return !why || cannot_write(cli, name, why);
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
