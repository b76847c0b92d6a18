#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/session.h"
#include "report/escape.h"
#include "report/progress.h"

static void clear_line(struct noe_meter *meter, struct noe_text *out) {
  if (meter->is_terminal && meter->shown)
    noe_base_text_puts(out, "\r\033[K");
}

static void pass_on(struct noe_meter *meter) {
  if (!meter->put || !meter->put->length)
    return;
  if (meter->cli->heard)
    noe_base_text_puts(meter->cli->heard, noe_base_text_string(meter->put));
  else
    noe_cli_print(meter->cli, meter->put);
  noe_base_text_clear(meter->put);
}

static bool wants_line(const struct noe_meter *meter) {
  int choice = meter->cli->options->progress;
  return choice == NOE_ON || (choice == NOE_AUTO && meter->is_terminal && !meter->cli->options->quiet);
}

/* Columns of the terminal; the last one is left free, where some of them begin a new line. */
static size_t width(void) {
  struct winsize size;
  return (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80) - 1u;
}

/* In full for those who ask and for files; else one line that fits the terminal. */
static void show_line(struct noe_meter *meter, const struct noe_progress *progress, bool in_full,
                      struct noe_memory *memory) {
  const struct noe_cli *cli = meter->cli;
  struct noe_text line = noe_base_text(memory);
  struct noe_progress_view view = {.label = cli->label,
                                   .seconds = noe_base_now() - meter->began,
                                   .memory_limit = noe_base_memory_limit(cli->memory),
                                   .low = cli->expected_low,
                                   .high = cli->expected_high};
  clear_line(meter, &line);
  if (in_full || !meter->is_terminal)
    noe_report_progress(progress, &view, &line);
  else
    noe_report_progress_short(progress, &view, width(), &line);
  meter->shown = !in_full && meter->is_terminal;
  noe_cli_print_error(&line);
}

/* Formats in a memory context of its own: the search may be at its limit, and a
 * progress line must not be what ends it. */
static void show(void *context, const struct noe_progress *progress) {
  struct noe_meter *meter = context;
  jmp_buf escape;
  pass_on(meter);
  const bool is_nudged = atomic_exchange(meter->cli->nudged, 0);
  struct noe_memory *const memory = is_nudged || wants_line(meter) ? noe_base_memory_new(0) : NULL;
  if (!memory)
    return;
  noe_base_memory_guard(memory, &escape);
  if (!setjmp(escape))
    show_line(meter, progress, is_nudged, memory);
  noe_base_memory_delete(memory);
}

/* The same with a message that does not wait for the end. */
static void warn(void *context, const char *message) {
  struct noe_meter *meter = context;
  jmp_buf escape;
  struct noe_memory *const memory = noe_base_memory_new(0);
  if (!memory)
    return;
  noe_base_memory_guard(memory, &escape);
  if (!setjmp(escape)) {
    struct noe_text line = noe_base_text(memory);
    clear_line(meter, &line);
    noe_base_text_puts(&line, "noether: warning: ");
    noe_report_escape_plain(&line, message);
    noe_base_text_puts(&line, "\n");
    noe_cli_print_error(&line);
  }
  noe_base_memory_delete(memory);
}

void noe_cli_meter_begin(struct noe_meter *meter, struct noe_cli *cli, struct noe_task *task) {
  *meter = (struct noe_meter){.cli = cli, .is_terminal = isatty(STDERR_FILENO), .put = task->put};
  meter->began = noe_base_now();
  task->progress = show;
  task->progress_context = meter;
  task->warn = warn;
  task->warn_context = meter;
}

void noe_cli_meter_end(struct noe_meter *meter) {
  static const char clear[] = "\r\033[K";
  if (meter->is_terminal && meter->shown)
    (void)!write(STDERR_FILENO, clear, sizeof clear - 1);
  pass_on(meter);
}
