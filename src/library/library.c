/* noether_check: load, plan, run. What goes wrong on the way is the message of the result. */
#include <string.h>

#include "../include/noether.h"
#include "base/limits.h"
#include "base/thread.h"
#include "base/version.h"
#include "cli/engines.h"
#include "library/library_int.h"
#include "verdict/run.h"

struct request {
  struct noether_result *result;
  const char *file, *text; /* text NULL: read the file */
  size_t length;
  const char *const *options;
  size_t option_count;
};

const char *noether_version(void) { return NOE_VERSION; }
int noether_abi(void) { return NOETHER_ABI; }

static bool fail(struct noether_result *result, const char *message) {
  result->message = message;
  return false;
}

static bool read_options(struct request *request) {
  struct noether_result *result = request->result;
  result->line = noe_base_command_line(result->arena);
  if (!noe_base_command_line_parse(&result->line, request->options, request->option_count))
    return fail(result, result->line.error);
  if (result->line.word_count)
    return fail(result, noe_base_arena_format(result->arena, "`%s` is no option", result->line.words[0]));
  if (result->line.options.mem)
    noe_base_memory_set_limit(result->memory, result->line.options.mem);
  return true;
}

static bool read_text(struct request *request) {
  struct noether_result *result = request->result;
  if (request->text)
    result->source = noe_base_source_text(result->arena, request->file, request->text, request->length);
  else if (noe_base_source_read(result->arena, request->file, &result->source) != NOE_READ_OK)
    return fail(result, noe_base_arena_format(result->arena, "cannot read %s", request->file));
  return true;
}

static bool load(struct request *request) {
  struct noether_result *result = request->result;
  struct noe_report *report = &result->report;
  const char *language = result->line.options.language;
  report->memory = result->memory;
  report->options = &result->line.options;
  report->file = request->file;
  report->source = &result->source;
  report->memory_limit = noe_base_memory_limit(result->memory);
  report->front_end = language ? noe_lang_named(language) : noe_lang_for_file(request->file);
  if (!report->front_end)
    return fail(result, "the name of the file does not tell its language");
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(result->arena, &result->source);
  report->model = report->front_end->load(result->arena, &result->source, report->options, diagnostics);
  report->diagnostics = noe_base_diagnostics_list(diagnostics, &report->diagnostic_count);
  if (report->model)
    return true;
  struct noe_text text = noe_base_text(result->memory);
  noe_base_diagnostics_print(diagnostics, &text, false);
  report->error = noe_base_arena_text(result->arena, noe_base_text_string(&text), text.length);
  noe_base_text_free(&text);
  return fail(result, report->error);
}

static void check(struct request *request) {
  struct noether_result *result = request->result;
  struct noe_report *report = &result->report;
  struct noe_task task = {.memory = result->memory,
                          .arena = result->arena,
                          .model = report->model,
                          .options = report->options,
                          .interrupted = &result->interrupted,
                          .nudged = &result->nudged};
  struct noe_engine_plan plan = noe_verdict_plan(result->memory, result->arena, report->model, report->options,
                                                 noe_cli_engines, noe_cli_engine_count);
  report->engine_reason = plan.reason;
  if (!plan.count) {
    fail(result, plan.reason);
    return;
  }
  report->engine = plan.name;
  const struct noe_result *found = noe_verdict_run(&task, &plan);
  report->result = found;
  if (found->engine_reason) {
    report->engine = found->engine;
    report->engine_reason = found->engine_reason;
  }
  const char *why = found->unmet ? found->unmet : found->refused ? found->refused : found->error;
  if (found->broken_symmetry)
    why = found->broken_symmetry;
  if (why)
    fail(result, why);
}

static void work(void *context, jmp_buf *escape) {
  (void)escape;
  struct request *request = context;
  request->result->arena = noe_base_arena_new(request->result->memory);
  if (read_options(request) && read_text(request) && load(request))
    check(request);
  noe_base_memory_set_limit(request->result->memory, 0);
  struct noe_text text = noe_base_text(request->result->memory);
  if (request->result->report.options) {
    noe_report_json(&request->result->report, &text);
    request->result->json = noe_base_arena_text(request->result->arena, noe_base_text_string(&text), text.length);
  }
  noe_base_text_free(&text);
}

static void work_deep(void *context) {
  struct request *request = context;
  if (!noe_base_memory_guarded(request->result->memory, work, request)) {
    request->result->message = "there is not enough memory";
    request->result->report.result = NULL;
    request->result->json = NULL;
  }
}

static noether_result *run(struct request *request) {
  struct noe_memory *memory = noe_base_memory_new((size_t)(noe_base_memory_allowed("") / 100 * 80));
  struct noether_result *result = memory ? noe_base_try_alloc(memory, sizeof *result) : NULL;
  if (!result) {
    if (memory)
      noe_base_memory_delete(memory);
    return NULL;
  }
  result->memory = memory;
  request->result = result;
  noe_base_run_deep(NOE_DEEP_STACK, work_deep, request);
  return result;
}

noether_result *noether_check(const char *file, const char *const *options, size_t option_count) {
  struct request request = {.file = file, .options = options, .option_count = option_count};
  return run(&request);
}

noether_result *noether_check_text(const char *name, const char *text, size_t length, const char *const *options,
                                   size_t option_count) {
  struct request request = {
      .file = name, .text = text, .length = length, .options = options, .option_count = option_count};
  return run(&request);
}

void noether_free(noether_result *result) {
  if (result)
    noe_base_memory_delete(result->memory);
}
