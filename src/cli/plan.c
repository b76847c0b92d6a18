#include "cli/plan.h"

#include <string.h>

#include "model/asked.h"

struct planner {
  struct noe_cli *cli;
  struct noe_sweep_plan *plan;
  struct noe_expectation *common; /* of the command line, for every run; or NULL */
  bool by_header;
  NOE_LIST(struct noe_run) runs;
  int status;
};

static bool fail(struct planner *planner, int status) {
  planner->status = status;
  return false;
}

/* ------------------------------------------------------------------ axes */

static bool read_axes(struct planner *planner) {
  struct noe_cli *cli = planner->cli;
  struct noe_sweep_plan *plan = planner->plan;
  plan->axes = NOE_NEW_ARRAY(cli->arena, struct noe_axis, cli->options->define_count);
  for (size_t i = 0; i < cli->options->define_count; i++) {
    if (!noe_cli_is_axis(&cli->options->defines[i]))
      continue;
    struct noe_axis *axis = &plan->axes[plan->axis_count++];
    const char *problem = noe_cli_axis_read(cli->arena, &cli->options->defines[i], axis);
    axis->define = i;
    if (problem)
      return fail(planner, noe_cli_usage(cli, "%s", problem));
  }
  return true;
}

static bool size_fits(struct planner *planner) {
  uint64_t runs = planner->cli->word_count;
  for (size_t i = 0; i < planner->plan->axis_count && runs <= NOE_MOST_RUNS; i++)
    runs *= planner->plan->axes[i].count;
  if (runs <= NOE_MOST_RUNS)
    return true;
  return fail(planner,
              noe_cli_usage(planner->cli, "that is more than %d runs, the most that one command makes", NOE_MOST_RUNS));
}

/* Options of the run whose values are those of the axes. */
static const struct noe_options *fix(struct planner *planner, const char *const *values) {
  struct noe_arena *arena = planner->cli->arena;
  const struct noe_sweep_plan *plan = planner->plan;
  struct noe_options *options = NOE_NEW(arena, struct noe_options);
  *options = *planner->cli->options;
  if (!plan->is_sweep && options->total_time > 0 && (options->time <= 0 || options->total_time < options->time))
    options->time = options->total_time; /* of a run alone they are the same */
  if (!plan->axis_count)
    return options;
  struct noe_define *defines = NOE_NEW_ARRAY(arena, struct noe_define, options->define_count);
  memcpy(defines, options->defines, options->define_count * sizeof *defines);
  for (size_t i = 0; i < plan->axis_count; i++)
    defines[plan->axes[i].define].value = values[i];
  options->defines = defines;
  return options;
}

static const char *label_values(struct planner *planner, const char *const *values) {
  const char *label = "";
  for (size_t i = 0; i < planner->plan->axis_count; i++)
    label = noe_base_arena_format(planner->cli->arena, "%s%s%s=%s", label, i ? " " : "", planner->plan->axes[i].name,
                                  values[i]);
  return label;
}

/* -------------------------------------------------------------- the grid */

static void add_run(struct planner *planner, const char *file, size_t number) {
  const struct noe_sweep_plan *plan = planner->plan;
  const char **values = NOE_NEW_ARRAY(planner->cli->arena, const char *, plan->axis_count);
  struct noe_run run = {.file = file, .values = values, .before = NOE_NO_RUN, .expectation = planner->common};
  if (plan->axis_count && number % plan->axes[plan->axis_count - 1].count)
    run.before = planner->runs.count - 1;
  for (size_t i = plan->axis_count; i-- > 0; number /= plan->axes[i].count)
    values[i] = plan->axes[i].values[number % plan->axes[i].count];
  run.options = fix(planner, values);
  run.label = label_values(planner, values);
  NOE_LIST_PUSH(planner->cli->arena, &planner->runs, run);
}

static void add_grid(struct planner *planner, const char *file) {
  size_t count = 1;
  for (size_t i = 0; i < planner->plan->axis_count; i++)
    count *= planner->plan->axes[i].count;
  for (size_t number = 0; number < count; number++)
    add_run(planner, file, number);
}

/* --------------------------------------------------------- expectations */

/* The definitions of a run are those that the line names, in any order. */
static bool is_about(const struct noe_expectation *line, const struct noe_options *options) {
  size_t found = 0;
  for (size_t i = 0; i < line->constant_count; i++)
    for (size_t j = 0; j < options->define_count; j++)
      found += !strcmp(line->constants[i].name, options->defines[j].name) &&
               !strcmp(line->constants[i].value, options->defines[j].value);
  return found == line->constant_count && found == options->define_count;
}

static const char *line_label(struct noe_arena *arena, const struct noe_expectation *line) {
  const char *label = "";
  for (size_t i = 0; i < line->constant_count; i++)
    label = noe_base_arena_format(arena, "%s%s%s=%s", label, *label ? " " : "", line->constants[i].name,
                                  line->constants[i].value);
  if (line->options)
    label = noe_base_arena_format(arena, "%s%s%s", label, *label ? " " : "", line->options);
  if (line->symmetry)
    label = noe_base_arena_format(arena, "%s%s--symmetry=%s", label, *label ? " " : "", line->symmetry);
  return label;
}

/* Firings are counted in all states: only a search without symmetry makes them all. */
static const struct noe_options *count_firings(struct noe_arena *arena, const struct noe_options *options,
                                               const struct noe_expectation *line) {
  if (!line->rules || line->symmetry)
    return options;
  struct noe_options *all = NOE_NEW(arena, struct noe_options);
  *all = *options;
  all->symmetry = NOE_SYMMETRY_OFF;
  return all;
}

static bool add_line(struct planner *planner, const char *file, const struct noe_expectation *line) {
  struct noe_cli *cli = planner->cli;
  struct noe_options *options = NOE_NEW(cli->arena, struct noe_options);
  const char *problem;
  struct noe_run run = {.file = file, .before = NOE_NO_RUN, .expectation = line};
  if (!noe_cli_expect_options(cli->arena, cli->options, line, options, &problem)) {
    noe_cli_complain(cli, "%s:%u: `-- expect:`: %s", file, line->line, problem);
    return fail(planner, NOE_STATUS_MODEL);
  }
  run.options = count_firings(cli->arena, options, line);
  run.label = line_label(cli->arena, line);
  NOE_LIST_PUSH(cli->arena, &planner->runs, run);
  return true;
}

/* With -D, the lines about the runs that it asks for; without, a run for each line. */
static bool add_lines(struct planner *planner, const char *file, const struct noe_expectation *lines, size_t count) {
  size_t first = planner->runs.count;
  if (!planner->cli->options->define_count && count) {
    for (size_t i = 0; i < count; i++)
      if (!add_line(planner, file, &lines[i]))
        return false;
    return true;
  }
  add_grid(planner, file);
  for (size_t i = first; i < planner->runs.count; i++) {
    struct noe_run *run = &planner->runs.items[i];
    run->lacking = count ? NULL : "the model has no line `-- expect:`";
    for (size_t j = 0; j < count && !run->expectation; j++)
      if (!lines[j].options && !lines[j].symmetry && is_about(&lines[j], run->options)) {
        run->expectation = &lines[j];
        run->options = count_firings(planner->cli->arena, run->options, &lines[j]);
      }
  }
  return true;
}

/* A model that cannot be read is a run all the same: that says so. */
static bool add_header(struct planner *planner, const char *file) {
  struct noe_cli *cli = planner->cli;
  struct noe_source source;
  struct noe_expectation *lines;
  const char *problem;
  if (noe_base_source_read(cli->arena, file, &source) != NOE_READ_OK) {
    add_grid(planner, file);
    return true;
  }
  size_t count = noe_cli_expect_lines(cli->arena, &source, &lines, &problem);
  if (!problem)
    return add_lines(planner, file, lines, count);
  noe_cli_complain(cli, "%s", problem);
  return fail(planner, NOE_STATUS_MODEL);
}

static bool read_expectation(struct planner *planner) {
  struct noe_cli *cli = planner->cli;
  const char *text = cli->options->expect, *problem;
  planner->by_header = text && !strcmp(text, "header");
  if (!text || planner->by_header)
    return true;
  planner->common = NOE_NEW(cli->arena, struct noe_expectation);
  if (noe_cli_expect_read(cli->arena, text, false, planner->common, &problem))
    return true;
  return fail(planner, noe_cli_usage(cli, "--expect=%s: %s", text, problem));
}

/* ------------------------------------------------------------------ plan */

/* What is about one search has no meaning for many. */
static bool options_fit(struct planner *planner) {
  struct noe_cli *cli = planner->cli;
  const struct noe_options *options = cli->options;
  const char *alone = options->checkpoint           ? "--checkpoint keeps one search"
                      : options->resume             ? "--resume goes on with one search"
                      : options->put == NOE_PUT_ALL ? "--put=all shows one search"
                                                    : NULL;
  if (alone)
    return fail(planner, noe_cli_usage(cli, "%s: give one model, and one value for each constant", alone));
  for (size_t i = 0; i < cli->word_count; i++)
    if (!strcmp(cli->words[i], "-"))
      return fail(planner, noe_cli_usage(cli, "standard input can be read once only: many runs need a file"));
  return true;
}

/* Who asks for some properties by name does not ask about deadlocks, unless that is one of the names. */
static void leave_out_deadlock(struct noe_cli *cli) {
  if (noe_model_asks_deadlock(&cli->options->property))
    return;
  struct noe_options *options = NOE_NEW(cli->arena, struct noe_options);
  *options = *cli->options;
  options->deadlock = NOE_DEADLOCK_OFF;
  cli->options = options;
}

int noe_cli_plan(struct noe_cli *cli, struct noe_sweep_plan *plan) {
  leave_out_deadlock(cli);
  struct planner planner = {.cli = cli, .plan = plan};
  *plan = (struct noe_sweep_plan){.file_count = cli->word_count};
  if (!read_axes(&planner) || !size_fits(&planner) || !read_expectation(&planner))
    return planner.status;
  plan->is_sweep = cli->word_count > 1 || plan->axis_count || (planner.by_header && !cli->options->define_count);
  if (plan->is_sweep && !options_fit(&planner))
    return planner.status;
  for (size_t i = 0; i < cli->word_count; i++) {
    if (!planner.by_header)
      add_grid(&planner, cli->words[i]);
    else if (!add_header(&planner, cli->words[i]))
      return planner.status;
  }
  plan->runs = planner.runs.items;
  plan->count = planner.runs.count;
  return NOE_STATUS_HOLDS;
}
