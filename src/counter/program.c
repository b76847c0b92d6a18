#include "counter/program.h"

#include <assert.h>
#include <stdlib.h>

#include "base/thread.h"
#include "counter/program_int.h"

void noe_program_refuse(struct noe_counter_program *program, const char *what, struct noe_place place) {
  if (program->refused)
    return;
  program->refused = what;
  program->refused_at = place;
}

/* -------------------------------------------------------------- local states */

static int compare_elements(const void *a, const void *b) {
  uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
  return (left > right) - (left < right);
}

uint32_t noe_program_number(const struct noe_counter_program *program, uint32_t element) {
  const uint32_t *found = bsearch(&element, program->locals, program->local_count, sizeof element, compare_elements);
  assert(found && "every local state that occurs has a number");
  return (uint32_t)(found - program->locals);
}

static void note_local(void *context, uint32_t element) {
  struct noe_counter_program *program = context;
  if (program->local_count == program->local_room) {
    program->local_room = program->local_room ? 2 * program->local_room : 64;
    program->locals =
        noe_base_realloc(program->search->memory, program->locals, program->local_room * sizeof *program->locals);
  }
  program->locals[program->local_count++] = element;
}

static void list_locals(struct noe_counter_program *program) {
  struct noe_counter_search *search = program->search;
  for (uint32_t i = 0; i < search->part_room; i++)
    if (search->parts[i] && search->parts[i]->reached)
      noe_diagram_elements(&search->multisets, search->parts[i]->reached, note_local, program);
  if (!program->local_count)
    return;
  qsort(program->locals, program->local_count, sizeof *program->locals, compare_elements);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < program->local_count; i++)
    if (!kept || program->locals[kept - 1] != program->locals[i])
      program->locals[kept++] = program->locals[i];
  program->local_count = kept;
}

static void note_here(void *context, uint32_t element) {
  struct noe_counter_program *program = context;
  program->here[program->here_count++] = noe_program_number(program, element);
}

bool noe_program_is_reached(const struct noe_counter_program *program, uint32_t global) {
  return global < program->search->part_room && program->search->parts[global] &&
         program->search->parts[global]->reached;
}

/* ------------------------------------------------------------- rules and claims */

/* Names of models may hold anything. */
static void put_title(struct noe_counter_program *program) {
  for (const char *c = program->clause->title; *c; c++)
    noe_base_text_add(program->out, *c == '"' || *c == '\\' || (unsigned char)*c < ' ' ? "'" : c, 1);
}

static bool is_loop_error(const struct noe_walk *walk) { return walk->node->kind != NOE_NODE_LEAF; }

static void write_rule(void *context, struct noe_walk *walk, struct noe_template *template,
                       struct noe_counter_leaf *leaf, uint32_t set) {
  struct noe_counter_program *program = context;
  struct noe_counter_passage passage = {.program = program};
  (void)set;
  if (program->refused || (leaf->outcome != NOE_OUTCOME_TRUE && leaf->outcome != NOE_OUTCOME_FAULT))
    return;
  noe_base_text_puts(program->out, "rule \"");
  put_title(program);
  noe_base_text_printf(program->out, " %llu\"\n  ", (unsigned long long)++program->written);
  noe_program_put_guard(&passage, walk, is_loop_error(walk));
  noe_base_text_puts(program->out, "\n==>\n");
  if (leaf->outcome == NOE_OUTCOME_FAULT) {
    noe_base_text_puts(program->out, "begin\n  error \"a run-time error in ");
    put_title(program);
    noe_base_text_puts(program->out, "\";\nend;\n\n");
    return;
  }
  noe_counter_intern_leaf(program->search->templates, template, leaf);
  noe_program_put_effect(&passage, leaf);
}

/* One more way for the claim to be as `wanted`. */
static void write_way(void *context, struct noe_walk *walk, struct noe_template *template,
                      struct noe_counter_leaf *leaf, uint32_t set) {
  struct noe_counter_program *program = context;
  struct noe_counter_passage passage = {.program = program};
  (void)template, (void)set;
  if (program->refused || leaf->outcome != program->wanted)
    return;
  noe_base_text_puts(program->out, program->written++ ? "\n  | (" : "\n  (");
  noe_program_put_guard(&passage, walk, is_loop_error(walk));
  noe_base_text_puts(program->out, ")");
}

typedef void (*visitor)(void *context, struct noe_walk *walk, struct noe_template *template,
                        struct noe_counter_leaf *leaf, uint32_t set);

static void walk_root(struct noe_counter_program *program, struct noe_counter_root *root, visitor visit) {
  struct noe_walk *walk = &program->search->walk;
  *walk = (struct noe_walk){.templates = program->search->templates, .visit = visit, .context = program};
  if (!noe_counter_walk(walk, root->template, program->part->reached))
    noe_program_refuse(program, walk->reason, walk->place);
}

static void enter_part(struct noe_counter_program *program, const struct noe_counter_part *part) {
  program->part = part;
  program->here_count = 0;
  noe_diagram_elements(&program->search->multisets, part->reached, note_here, program);
}

/* Visits what roots of the clause come to, in every part. */
static void walk_clause(struct noe_counter_program *program, const struct noe_clause *clause, visitor visit) {
  struct noe_counter_search *search = program->search;
  program->clause = clause;
  for (uint32_t i = 0; i < search->part_room && !program->refused; i++) {
    if (!noe_program_is_reached(program, i))
      continue;
    enter_part(program, search->parts[i]);
    for (size_t k = 0; k < search->parts[i]->rules.count + search->parts[i]->claims.count; k++) {
      size_t rules = search->parts[i]->rules.count;
      struct noe_counter_root *root =
          k < rules ? search->parts[i]->rules.items[k] : search->parts[i]->claims.items[k - rules];
      if (root->clause->clause == clause)
        walk_root(program, root, visit);
    }
  }
}

static void put_claim(struct noe_counter_program *program, const struct noe_clause *clause) {
  bool is_cover = clause->property == NOE_PROPERTY_COVER;
  program->clause = clause;
  noe_base_text_printf(program->out, "%s \"", is_cover ? "cover" : "invariant");
  put_title(program);
  noe_base_text_puts(program->out, is_cover ? "\"" : "\"\n  !(");
  program->written = 0;
  program->wanted = is_cover ? NOE_OUTCOME_TRUE : NOE_OUTCOME_FALSE;
  walk_clause(program, clause, write_way);
  noe_base_text_puts(program->out, program->written ? "" : "false");
  noe_base_text_puts(program->out, is_cover ? ";\n\n" : ");\n\n");
}

/* A claim that cannot be evaluated somewhere is an error there. */
static void put_errors(struct noe_counter_program *program, const struct noe_clause *clause) {
  size_t before = program->out->length;
  noe_base_text_puts(program->out, "rule \"cannot evaluate ");
  program->clause = clause;
  put_title(program);
  noe_base_text_puts(program->out, "\"");
  program->written = 0;
  program->wanted = NOE_OUTCOME_FAULT;
  walk_clause(program, clause, write_way);
  noe_base_text_puts(program->out, "\n==>\nbegin\n  error \"a claim cannot be evaluated\";\nend;\n\n");
  if (!program->written)
    noe_base_text_cut(program->out, before);
}

static void put_clauses(struct noe_counter_program *program) {
  const struct noe_model *model = program->search->model;
  for (uint32_t i = 0; i < model->rule_count; i++) {
    program->written = 0;
    walk_clause(program, &model->rules[i], write_rule);
  }
  for (uint32_t i = 0; i < model->property_count; i++) {
    const struct noe_clause *clause = &model->properties[i];
    if (clause->is_statement || noe_property_is_temporal(clause->property))
      continue;
    if (clause->property == NOE_PROPERTY_INVARIANT || clause->property == NOE_PROPERTY_COVER)
      put_claim(program, clause);
    put_errors(program, clause);
  }
}

/* --------------------------------------------------------------------- the whole */

struct writing {
  const struct noe_task *task;
  const char *origin;
  struct noe_text *out;
  struct noe_counter_search search;
  const char *reason;
  bool is_done;
  struct noe_counter_notes notes;
};

static const char *sentence(const struct writing *writing, const char *what, struct noe_place place) {
  return noe_base_arena_format(writing->task->arena, "there is no counter program for %s (line %u)", what,
                               (unsigned)place.line);
}

static const char *write_program(struct writing *writing) {
  struct noe_counter_search *search = &writing->search;
  struct noe_counter_program program = {.search = search, .out = writing->out, .notes = &writing->notes};
  const char *misfit = noe_counter_misfit(writing->task->arena, search->memory, search->model, writing->task->options);
  if (misfit)
    return noe_base_arena_format(writing->task->arena, "there is no counter program for %s", misfit);
  noe_counter_prepare(search);
  search->are_claims_judged = search->is_deadlock_judged = false;
  search->keeps_all = true;
  bool is_complete = noe_counter_start(search) && noe_counter_reach(search);
  if (search->reason)
    return sentence(writing, search->reason, search->place);
  if (!is_complete)
    return search->limits.stop ? "a limit was reached before all local states were known"
                               : sentence(writing, "a start state that fails", search->model->starts[0].place);
  writing->notes.has_values = search->space->shape->turns->count > 1;
  list_locals(&program);
  program.here = NOE_NEW_ARRAY(search->arena, uint32_t, program.local_count + 1);
  noe_program_put_declarations(&program, writing->origin);
  noe_program_put_starts(&program);
  put_clauses(&program);
  noe_program_put_sums(&program);
  noe_base_free(search->memory, program.locals);
  return program.refused ? sentence(writing, program.refused, program.refused_at) : NULL;
}

static void write_guarded(void *context, jmp_buf *escape) {
  (void)escape;
  struct writing *writing = context;
  writing->reason = write_program(writing);
}

static void write_deep(void *context) {
  struct writing *writing = context;
  writing->is_done = noe_base_memory_guarded(writing->task->memory, write_guarded, writing);
}

const char *noe_counter_program(const struct noe_task *task, const char *origin, struct noe_text *out,
                                struct noe_counter_notes *notes) {
  struct writing writing = {.task = task, .origin = origin, .out = out};
  writing.search = (struct noe_counter_search){.task = task, .memory = task->memory, .model = task->model};
  writing.search.limits = noe_verdict_limits(task);
  noe_base_run_deep(NOE_DEEP_STACK, write_deep, &writing);
  noe_counter_clean_up(&writing.search);
  *notes = writing.notes;
  return writing.is_done ? writing.reason : "there is not enough memory";
}
