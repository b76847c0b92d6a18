#include <unistd.h>

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
  noe_cli_print(meter->cli, meter->put);
  noe_base_text_clear(meter->put);
}

static bool wants_line(const struct noe_meter *meter) {
  int choice = meter->cli->options->progress;
  return choice == NOE_ON || (choice == NOE_AUTO && meter->is_terminal && !meter->cli->options->quiet);
}

static void show_line(struct noe_meter *meter, const struct noe_progress *progress,
                      struct noe_memory *memory) {
  struct noe_text line = noe_base_text(memory);
  clear_line(meter, &line);
  noe_report_progress(progress, &line);
  if (!meter->is_terminal)
    noe_base_text_puts(&line, "\n");
  meter->shown = true;
  noe_cli_print_error(&line);
}

/* Formats in a memory context of its own: the search may be at its limit, and a
 * progress line must not be what ends it. */
static void show(void *context, const struct noe_progress *progress) {
  struct noe_meter *meter = context;
  jmp_buf escape;
  pass_on(meter);
  struct noe_memory *const memory = wants_line(meter) ? noe_base_memory_new(0) : NULL;
  if (!memory)
    return;
  noe_base_memory_guard(memory, &escape);
  if (!setjmp(escape))
    show_line(meter, progress, memory);
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
