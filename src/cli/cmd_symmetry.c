/* symmetry: what a search would make of the scalarsets of a model, in plain words.
 * Nothing is searched, so loops that only the search can judge stay open. */
#include <string.h>

#include "cli/explanation.h"
#include "network/network.h"
#include "report/escape.h"
#include "report/ink.h"
#include "report/number.h"
#include "symmetry/canon.h"
#include "symmetry/runs.h"

enum { WIDTH = NOE_EXPLANATION_WIDTH, MOST_LINES = 12 };

/* A scalarset, or all values of a class that a listed group moves. */
static bool is_scalarset(const struct noe_model *model, uint32_t i) {
  return model->types[i]->kind == NOE_TYPE_SCALARSET || noe_group_spans_class(model->types[i]);
}

static const char *name_of(const struct noe_type *type) { return type->name ? type->name : "(no name)"; }

/* ------------------------------------------------------------ source lines */

/* ` 41 | for p: Proc do`, without the margin of the line and what blanks end it, cut to
 * the width. Tabs become spaces, as where errors are shown. */
void noe_cli_show_line(struct explanation *explanation, uint32_t number) {
  const struct noe_source *source = &explanation->session.source;
  if (!number || number > source->line_count)
    return;
  const char *line = source->bytes + source->lines[number - 1];
  line += strspn(line, " \t");
  size_t length = strcspn(line, "\r\n");
  while (length && strchr(" \t", line[length - 1]))
    length--;
  bool cut = length > WIDTH - 14;
  while (cut && length > WIDTH - 17)
    length--;
  while (length && ((unsigned char)line[length] & 0xC0) == 0x80) /* whole characters */
    length--;
  char *text = noe_base_arena_text(explanation->session.cli->arena, line, length);
  for (char *tab = text; (tab = strchr(tab, '\t'));)
    *tab = ' ';
  noe_base_text_printf(explanation->out, "    %5u | ", number);
  noe_report_escape_plain(explanation->out, text);
  noe_base_text_puts(explanation->out, cut ? "...\n" : "\n");
}

/* ------------------------------------------------------------- scalarsets */

/* How many scalarsets, permuted or not, declared or found. */
struct tally {
  uint32_t declared, permuted, found;
};

static void declared_text(const struct tally *tally, struct noe_text *out) {
  uint32_t all = tally->declared;
  if (tally->permuted == all)
    noe_base_text_printf(out, "%s permuted",
                         all == 1   ? "the only scalarset is"
                         : all == 2 ? "both scalarsets are"
                                    : "all scalarsets are");
  else
    noe_base_text_printf(out, "%u of %u scalarset%s permuted", tally->permuted, all, all == 1 ? " is" : "s are");
}

static void headline(struct explanation *explanation, const struct tally *tally) {
  struct noe_text *out = explanation->out;
  bool colour = explanation->session.report.colour;
  noe_base_text_puts(out, noe_ink(colour, NOE_INK_BOLD));
  noe_report_escape_plain(out, explanation->session.report.file);
  noe_base_text_printf(out, ":%s ", noe_ink(colour, NOE_INK_END));
  if (tally->declared)
    declared_text(tally, out);
  else if (!tally->found)
    noe_base_text_puts(out, explanation->view ? "no scalarset, and no other values that are all alike"
                                              : "no scalarset, so nothing is interchangeable");
  else
    noe_base_text_puts(out, "no scalarset is declared");
  if (tally->found)
    noe_base_text_printf(out, "%s %u %s found", tally->declared ? ", and" : ", but", tally->found,
                         tally->found == 1 ? "is" : "are");
  noe_base_text_puts(out, "\n");
}

/* Does a watched loop run through the values of this scalarset? */
static bool is_watched(const struct explanation *explanation, const struct noe_type *type) {
  const struct noe_model *model = explanation->proof->model;
  for (uint32_t i = 0; i < model->loop_count; i++) {
    const struct noe_type *domain = model->loops[i].type;
    if (explanation->proof->kinds[i] == NOE_WATCH_ORDER && domain &&
        (domain == type || (domain->kind == NOE_TYPE_UNION && noe_model_union_part(domain, type) >= 0)))
      return true;
  }
  return false;
}

/* `Client, line 12: 3 values, permuted` */
static void type_line(struct explanation *explanation, const struct noe_type *type) {
  const struct noe_piece *piece = noe_cli_found(explanation, type);
  const struct noe_verdict_on_type *verdict = &explanation->proof->types[type->id];
  struct noe_text *out = explanation->out;
  noe_base_text_printf(out, "  %s, line %u: ", name_of(type), type->place.line);
  noe_report_counted(out, noe_type_size(type), "value");
  if (type->group) {
    noe_base_text_printf(out, " (%lld to %lld), nobody declared it:\n    %s\n", (long long)type->low,
                         (long long)type->high, type->group->description);
    return;
  }
  if (piece) {
    noe_cli_found_values(explanation, piece);
    noe_base_text_puts(out, ", nobody declared it");
  }
  if (explanation->proof->use[type->id]) {
    noe_base_text_puts(out, type->is_ring ? " on a ring, rotated" : ", permuted");
    noe_base_text_puts(out, is_watched(explanation, type) ? " unless a watched loop shows their order\n" : "\n");
    noe_cli_found_where(explanation, type);
    return;
  }
  noe_base_text_printf(out, ", not permuted:\n    %s\n", noe_symmetry_reason_text(verdict->reason));
  if (verdict->place.line != type->place.line || !type->name) /* its own declaration shows nothing new */
    noe_cli_show_line(explanation, verdict->place.line);
}

static void types(struct explanation *explanation) {
  const struct noe_model *model = explanation->model;
  struct tally tally = {0};
  for (uint32_t i = 0; i < model->type_count; i++)
    if (is_scalarset(model, i)) {
      bool is_found = noe_cli_found(explanation, model->types[i]) || model->types[i]->group;
      tally.found += is_found;
      tally.declared += !is_found;
      tally.permuted += !is_found && explanation->proof->use[i];
    }
  headline(explanation, &tally);
  for (uint32_t i = 0; i < model->type_count; i++)
    if (is_scalarset(model, i))
      type_line(explanation, model->types[i]);
}

/* `Client and Value are permuted together` */
static void blocks(struct explanation *explanation) {
  for (uint32_t i = 0; i < explanation->symmetry->block_count; i++) {
    const struct noe_block *block = &explanation->symmetry->blocks[i];
    if (block->group) {
      if (block->group->class_count > 1)
        noe_base_text_puts(explanation->out, "  these values are moved together\n");
      continue;
    }
    for (uint32_t k = 0; block->type_count > 1 && k < block->type_count; k++)
      noe_base_text_printf(explanation->out, "%s%s",
                           !k                          ? "  "
                           : k + 1 < block->type_count ? ", "
                                                       : " and ",
                           name_of(block->types[k]));
    if (block->type_count > 1)
      noe_base_text_puts(explanation->out, " are mixed in the model, so they are permuted together\n");
  }
}

/* ------------------------------------------------------------------ group */

static const char *shape_text(enum noe_shape shape) {
  switch (shape) {
  case NOE_SHAPE_NONE: return "no variable holds or is indexed by these values, so there is nothing to compare";
  case NOE_SHAPE_UNARY: return "each variable tells something about one value at a time: sorting decides";
  case NOE_SHAPE_POINTERS:
    return "variables relate values to each other: colour refinement, then a search tree with automorphism "
           "pruning";
  }
  return "";
}

/* `Value and Tag`: the names of the small blocks. */
static void small_names(const struct noe_listed_permutations *turns, struct noe_text *names) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < turns->symmetry->block_count; i++)
    left += turns->is_small[i] ? turns->symmetry->blocks[i].type_count : 0;
  for (uint32_t i = 0; i < turns->symmetry->block_count; i++)
    for (uint32_t k = 0; turns->is_small[i] && k < turns->symmetry->blocks[i].type_count; k++, left--)
      noe_base_text_printf(names, "%s%s",
                           !names->length ? ""
                           : left > 1     ? ", "
                                          : " and ",
                           name_of(turns->symmetry->blocks[i].types[k]));
}

static void filled(struct explanation *explanation, const char *text) {
  noe_base_text_puts(explanation->out, "  ");
  noe_cli_fill(explanation->out, text, 2, 2, WIDTH);
}

/* How representatives are found. */
static void method(struct explanation *explanation) {
  struct noe_memory *memory = explanation->session.cli->memory;
  struct noe_arena *arena = noe_base_arena_new(memory);
  const struct noe_runs_shape *shape = noe_symmetry_runs_shape(arena, memory, explanation->symmetry);
  if (explanation->symmetry->rigid_count)
    filled(explanation, noe_symmetry_has_group(explanation->symmetry)
                            ? "images are compared with each other, and the least one is stored"
                            : "rotations are compared with each other, and the least one is stored");
  if (explanation->symmetry->rigid_count == explanation->symmetry->block_count) {
    noe_base_arena_delete(arena);
    return;
  }
  if (shape && shape->turns->count > 1) {
    struct noe_text names = noe_base_text(memory);
    small_names(shape->turns, &names);
    filled(explanation, noe_base_arena_format(
                            arena,
                            "but for %s, each variable tells something about one value at a time: sorting decides, "
                            "after each of the %u permutations of %s",
                            noe_base_text_string(&names), shape->turns->count, noe_base_text_string(&names)));
    noe_base_text_free(&names);
  } else {
    filled(explanation, shape_text(noe_symmetry_shape(memory, explanation->symmetry)));
  }
  noe_base_arena_delete(arena);
}

static void group(struct explanation *explanation) {
  struct noe_memory *memory = explanation->session.cli->memory;
  struct noe_number order = noe_base_number(memory, 1);
  struct noe_text digits = noe_base_text(memory);
  noe_symmetry_group_order(explanation->symmetry, &order);
  noe_base_number_print(&order, &digits);
  noe_base_text_puts(explanation->out, "\n  ");
  noe_report_digits(explanation->out, noe_base_text_string(&digits), "permutation");
  noe_base_text_puts(explanation->out, ": one stored state stands for up to as many\n");
  method(explanation);
  noe_base_number_free(&order);
  noe_base_text_free(&digits);
}

/* ------------------------------------------------------------------ loops */

static bool is_about(const struct explanation *explanation, uint32_t loop, enum noe_watch_kind kind) {
  const struct noe_type *type = explanation->model->loops[loop].type;
  return type && explanation->symmetry->moves[type->id] && explanation->proof->kinds[loop] == kind;
}

/* The first line after `line` on which such a loop stands, 0 if there is none; in
 * `*left` how many of these loops come after `line`. */
static uint32_t next_line(const struct explanation *explanation, enum noe_watch_kind kind, uint32_t line,
                          uint32_t *left) {
  const struct noe_model *model = explanation->model;
  uint32_t next = 0;
  *left = 0;
  for (uint32_t i = 0; i < model->loop_count; i++) {
    uint32_t place = model->loops[i].place.line;
    if (place <= line || !is_about(explanation, i, kind))
      continue;
    ++*left;
    next = !next || place < next ? place : next;
  }
  return next;
}

/* The lines with loops of one kind. */
static void loops(struct explanation *explanation, enum noe_watch_kind kind, const char *title) {
  uint32_t left, shown = 0, line = next_line(explanation, kind, 0, &left);
  if (!line)
    return;
  noe_base_text_puts(explanation->out, "\n");
  filled(explanation, title);
  for (; line && shown < MOST_LINES; shown++) {
    noe_cli_show_line(explanation, line);
    line = next_line(explanation, kind, line, &left);
  }
  if (line) {
    noe_base_text_puts(explanation->out, "    and ");
    noe_report_counted(explanation->out, left, "more loop");
    noe_base_text_puts(explanation->out, "\n");
  }
}

static void all_loops(struct explanation *explanation) {
  if (explanation->session.cli->options->trust_symmetry) {
    noe_base_text_puts(explanation->out, "\n");
    filled(explanation, "--trust-symmetry: that no loop depends on the order of these values is taken on your "
                        "word; nothing is watched, and the verdict says so");
    return;
  }
  loops(explanation, NOE_WATCH_NOTHING, "loops whose order cannot matter, proved beforehand:");
  loops(explanation, NOE_WATCH_ERRORS,
        "loops watched during the search for run-time errors, which may depend on where they stop:");
  loops(explanation, NOE_WATCH_ORDER,
        "loops watched during the search, since a round may touch what another one changes; if the order "
        "ever matters, the search starts again without these values:");
}

/* As `check` does it. */
static void look(struct explanation *explanation) {
  struct noe_cli *cli = explanation->session.cli;
  explanation->model = explanation->session.report.model;
  if (cli->options->detect != NOE_DETECT_OFF && !cli->options->trust_symmetry) {
    struct noe_view *view = noe_detect_view(cli->arena, cli->memory, explanation->model, cli->options, NOE_VIEW_BEST);
    noe_network_add(cli->arena, cli->memory, view);
    explanation->view = view;
  }
  if (explanation->view && explanation->view->model)
    explanation->model = explanation->view->model;
}

int noe_cli_symmetry(struct noe_cli *cli) {
  struct explanation explanation = {0};
  if (!noe_cli_session(cli, cli->words[0], &explanation.session))
    return NOE_STATUS_MODEL;
  struct noe_text text = noe_base_text(cli->memory);
  look(&explanation);
  explanation.out = &text;
  explanation.proof = noe_symmetry_prove_with_starts(cli->arena, cli->memory, explanation.model);
  explanation.symmetry = noe_symmetry_new(cli->arena, explanation.model, explanation.proof->use);
  types(&explanation);
  blocks(&explanation);
  if (explanation.view)
    noe_cli_explain_limits(&explanation);
  if (explanation.symmetry->block_count) {
    group(&explanation);
    all_loops(&explanation);
  }
  noe_cli_print_result(cli, &text);
  noe_base_text_free(&text);
  return NOE_STATUS_HOLDS;
}
