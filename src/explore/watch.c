/* Expressions that people type. The text of the model with a claim behind it is read as a model, whose
 * states are laid out alike: so an expression means here what it means in the model, and the interpreter evaluates
 * it. A condition becomes the claim; another value is compared with itself, and what was compared is shown. */
#include <string.h>

#include "explore/walk.h"
#include "model/why.h"

enum { MOST_WATCHED = 200, MOST_LENGTH = 1000 };

struct noe_watched {
  const char *text;
  const struct noe_model *model; /* NULL: it cannot be read, and */
  const char *error;
  const struct noe_clause *clause;
  struct noe_machine *machine;
  bool is_condition;
};

static bool is_laid_out_alike(const struct noe_model *a, const struct noe_model *b) {
  return a->cell_count == b->cell_count && a->variable_count == b->variable_count && a->rule_count == b->rule_count &&
         a->start_count == b->start_count && a->property_count + 1 == b->property_count;
}

/* The model with `claim` as its last property; NULL, and the first error. */
static const struct noe_model *extended(struct noe_walk *walk, const char *claim, const char **error) {
  const struct noe_report *report = walk->report;
  struct noe_text text = noe_base_text(walk->memory);
  noe_base_text_add(&text, report->source->bytes, report->source->length);
  noe_base_text_printf(&text, "\n;\n%s\n", claim);
  struct noe_source *source = NOE_NEW(walk->watch_arena, struct noe_source);
  *source = noe_base_source_text(walk->watch_arena, "expression", noe_base_text_string(&text), text.length);
  noe_base_text_free(&text);
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(walk->watch_arena, source);
  const struct noe_model *model = report->front_end->load(walk->watch_arena, source, report->options, diagnostics);
  size_t count;
  const struct noe_reported *list = noe_base_diagnostics_list(diagnostics, &count);
  for (size_t i = 0; !model && i < count; i++)
    if (list[i].is_error) {
      *error = list[i].message;
      break;
    }
  if (model && !is_laid_out_alike(walk->model, model)) {
    *error = "this is not one expression";
    return NULL;
  }
  return model;
}

static void make(struct noe_walk *walk, struct noe_watched *watched) {
  const char *first = "it cannot be read", *second = first;
  watched->model =
      extended(walk, noe_base_arena_format(walk->watch_arena, "invariant \"watched\" (%s);", watched->text), &first);
  watched->is_condition = watched->model != NULL;
  if (!watched->model)
    watched->model = extended(
        walk,
        noe_base_arena_format(walk->watch_arena, "invariant \"watched\" (%s) = (%s);", watched->text, watched->text),
        &second);
  watched->error = first;
  if (!watched->model)
    return;
  watched->clause = &watched->model->properties[watched->model->property_count - 1];
  watched->machine = noe_model_machine_new(walk->memory, watched->model);
}

/* Those of long ago are forgotten when there are too many. */
static void forget(struct noe_walk *walk) {
  for (size_t i = 0; i < walk->watched.count; i++)
    noe_model_machine_delete(walk->watched.items[i]->machine);
  walk->watched.count = 0;
  if (walk->watch_arena)
    noe_base_arena_delete(walk->watch_arena);
  walk->watch_arena = noe_base_arena_new(walk->memory);
}

static struct noe_watched *watched_for(struct noe_walk *walk, const char *text) {
  for (size_t i = 0; i < walk->watched.count; i++)
    if (!strcmp(walk->watched.items[i]->text, text))
      return walk->watched.items[i];
  if (!walk->watch_arena || walk->watched.count >= MOST_WATCHED)
    forget(walk);
  struct noe_watched *watched = NOE_NEW(walk->watch_arena, struct noe_watched);
  watched->text = noe_base_arena_text(walk->watch_arena, text, strlen(text));
  make(walk, watched);
  NOE_LIST_PUSH(walk->arena, &walk->watched, watched);
  return watched;
}

/* The value of the left side of `e = e`, as an explanation shows it. */
static enum noe_watch_status value_of(struct noe_walk *walk, const struct noe_watched *watched, const int64_t *state,
                                      struct noe_text *out) {
  struct noe_arena *arena = noe_base_arena_new(walk->memory);
  const struct noe_why *why = noe_model_why(arena, watched->model, watched->clause, NULL, state);
  const struct noe_why *leaf = why && why->parts.count ? &why->parts.items[0] : why;
  bool has_value = leaf && leaf->operands.count;
  noe_base_text_puts(out, has_value ? leaf->operands.items[0].value : "a constant");
  noe_base_arena_delete(arena);
  return NOE_WATCH_OTHER;
}

enum noe_watch_status noe_explore_watch(struct noe_walk *walk, const char *expression, const int64_t *state,
                                        struct noe_text *out) {
  if (strlen(expression) > MOST_LENGTH || !*expression || !walk->report->source || !walk->report->front_end) {
    noe_base_text_puts(out, "an expression is not empty, and not too long");
    return NOE_WATCH_ERROR;
  }
  const struct noe_watched *watched = watched_for(walk, expression);
  if (!watched->model) {
    noe_base_text_puts(out, watched->error);
    return NOE_WATCH_ERROR;
  }
  enum noe_outcome outcome = noe_model_machine_claim(watched->machine, watched->clause, state);
  if (outcome == NOE_OUTCOME_FAULT) {
    noe_base_text_puts(out, noe_model_machine_fault(watched->machine)->message);
    return NOE_WATCH_ERROR;
  }
  if (!watched->is_condition)
    return value_of(walk, watched, state, out);
  noe_base_text_puts(out, outcome == NOE_OUTCOME_TRUE ? "true" : "false");
  return outcome == NOE_OUTCOME_TRUE ? NOE_WATCH_TRUE : NOE_WATCH_FALSE;
}
