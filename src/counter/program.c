#include "counter/program.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/thread.h"
#include "base/version.h"
#include "counter/counter_int.h"
#include "model/print.h"

enum { MOST_STARTS = 10000 };

struct program {
  struct noe_counter_search *search;
  struct noe_text *out;
  uint32_t *locals; /* elements, increasing: local states by number */
  uint32_t local_count, local_room;
  uint32_t *here; /* of the current part: numbers of local states that occur in it, increasing */
  uint32_t here_count;
  const struct noe_counter_part *part;
  const struct noe_clause *clause;
  uint64_t written; /* rules, or disjuncts of the current claim */
  enum noe_outcome wanted;
  struct noe_counter_notes *notes;
  const char *refused;
  struct noe_place refused_at;
};

static void refuse(struct program *program, const char *what, struct noe_place place) {
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

static uint32_t number_of(const struct program *program, uint32_t element) {
  const uint32_t *found = bsearch(&element, program->locals, program->local_count, sizeof element, compare_elements);
  assert(found && "every local state that occurs has a number");
  return (uint32_t)(found - program->locals);
}

static void note_local(void *context, uint32_t element) {
  struct program *program = context;
  if (program->local_count == program->local_room) {
    program->local_room = program->local_room ? 2 * program->local_room : 64;
    program->locals =
        noe_base_realloc(program->search->memory, program->locals, program->local_room * sizeof *program->locals);
  }
  program->locals[program->local_count++] = element;
}

static void list_locals(struct program *program) {
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
  struct program *program = context;
  program->here[program->here_count++] = number_of(program, element);
}

/* ------------------------------------------------------------------ comments */

static void put_cell(struct program *program, uint32_t cell, int64_t value) {
  const struct noe_model *model = program->search->model;
  noe_base_text_puts(program->out, "  ");
  noe_model_print_cell(model, cell, program->out);
  noe_base_text_puts(program->out, " = ");
  noe_model_print_value(model->cells[cell].type, value, program->out);
}

static void describe_local(struct program *program, uint32_t number) {
  const struct noe_counter_space *space = program->search->space;
  uint32_t element = program->locals[number], block = noe_counter_block(space, element);
  const struct noe_slice *slice = &space->shape->slices[block];
  const int64_t *row = noe_counter_local_row(space, element);
  noe_base_text_printf(program->out, "--   L%u:", (unsigned)number);
  for (uint32_t i = 0; i < slice->count; i++)
    put_cell(program, slice->cells[i], row[i]);
  for (uint32_t i = 0; i < space->tracked; i++)
    if (noe_counter_has_flag(space, element, i)) {
      noe_base_text_puts(program->out, "  named by ");
      noe_model_print_cell(program->search->model, space->shape->plain[space->shape->pointers[i]], program->out);
    }
  noe_base_text_puts(program->out, "\n");
}

static void describe_global(struct program *program, uint32_t global) {
  const struct noe_counter_space *space = program->search->space;
  const int64_t *row = noe_counter_row(&space->globals, global);
  noe_base_text_printf(program->out, "--   G%u:", (unsigned)global);
  for (uint32_t i = 0; i < space->shape->plain_count; i++)
    put_cell(program, space->shape->plain[i], row[i]);
  noe_base_text_puts(program->out, "\n");
}

static bool is_reached(const struct program *program, uint32_t global) {
  return global < program->search->part_room && program->search->parts[global] &&
         program->search->parts[global]->reached;
}

/* --------------------------------------------------------------- declarations */

static void put_locals_of(struct program *program, uint32_t block, const char *between) {
  bool is_first = true;
  for (uint32_t i = 0; i < program->local_count; i++)
    if (block == NOE_NO_BLOCK || noe_counter_block(program->search->space, program->locals[i]) == block) {
      noe_base_text_printf(program->out, "%s%s", is_first ? "" : between, block == NOE_NO_BLOCK ? "" : "count[");
      noe_base_text_printf(program->out, "L%u%s", (unsigned)i, block == NOE_NO_BLOCK ? "" : "]");
      is_first = false;
    }
}

static void put_declarations(struct program *program, const char *origin) {
  const struct noe_counter_search *search = program->search;
  struct noe_text *out = program->out;
  noe_base_text_puts(out, "-- made by noether " NOE_VERSION ": the counter abstraction of\n--   ");
  for (; *origin; origin++)
    noe_base_text_add(out, (unsigned char)*origin < ' ' ? " " : origin, 1);
  noe_base_text_puts(out, "\n-- Global parts; a variable that names a process tells no more than that it does:\n");
  for (uint32_t i = 0; i < search->space->globals.count; i++)
    if (is_reached(program, i))
      describe_global(program, i);
  noe_base_text_puts(out, "-- Local states, as if of the first process; count says how many processes are in each:\n");
  for (uint32_t i = 0; i < program->local_count; i++)
    describe_local(program, i);
  noe_base_text_puts(out, "\ntype\n  Global: enum {");
  const char *between = " ";
  for (uint32_t i = 0; i < search->space->globals.count; i++)
    if (is_reached(program, i)) {
      noe_base_text_printf(out, "%sG%u", between, (unsigned)i);
      between = ", ";
    }
  noe_base_text_puts(out, *between == ' ' ? " Nowhere };\n  Local: enum { " : " };\n  Local: enum { ");
  put_locals_of(program, NOE_NO_BLOCK, ", ");
  noe_base_text_puts(out, program->local_count ? "" : "Nobody");
  noe_base_text_printf(out, " };\n  Count: 0..%u;\n\nvar\n  global: Global;\n  count: array [Local] of Count;\n\n",
                       (unsigned)search->space->processes);
}

/* Of each scalarset: every process is in one local state. */
static void put_sums(struct program *program) {
  const struct noe_symmetry *symmetry = program->search->space->symmetry;
  for (uint32_t i = 0; i < symmetry->block_count && program->local_count; i++) {
    noe_base_text_printf(program->out, "invariant \"every process is in one local state%s\"\n  ", i ? ", too" : "");
    put_locals_of(program, i, " + ");
    noe_base_text_printf(program->out, " = %u;\n\n", (unsigned)symmetry->blocks[i].size);
  }
}

/* ---------------------------------------------------------------- start states */

static void put_start(struct program *program, uint32_t global, const uint32_t *elements, uint32_t count) {
  noe_base_text_printf(program->out,
                       "startstate\nbegin\n  global := G%u;\n  for l: Local do\n    count[l] := 0;\n  end;\n",
                       (unsigned)global);
  for (uint32_t i = 0; i < count;) {
    uint32_t same = i;
    while (same < count && elements[same] == elements[i])
      same++;
    noe_base_text_printf(program->out, "  count[L%u] := %u;\n", (unsigned)number_of(program, elements[i]),
                         (unsigned)(same - i));
    i = same;
  }
  noe_base_text_puts(program->out, "end;\n\n");
}

static void put_starts(struct program *program) {
  struct noe_counter_search *search = program->search;
  uint32_t processes = search->space->processes, written = 0;
  uint32_t *elements = NOE_NEW_ARRAY(search->arena, uint32_t, processes + 1);
  for (size_t i = 0; i < search->failures.count; i++)
    if (search->failures.items[i].at_start)
      noe_base_text_puts(program->out, "startstate\nbegin\n  error \"a run-time error in a start state\";\nend;\n\n");
  for (size_t i = 0; i < search->starts.count; i++) {
    uint32_t set = search->starts.items[i].set;
    while (set && !program->refused) {
      uint32_t count = noe_diagram_first(&search->multisets, set, elements, processes);
      assert(count == processes && "all processes are in some local state");
      put_start(program, search->starts.items[i].global, elements, count);
      set = noe_diagram_minus(search->diagrams, set, noe_diagram_single(&search->multisets, elements, count));
      if (++written > MOST_STARTS)
        refuse(program, "this many start states", search->model->starts[0].place);
    }
  }
}

/* ------------------------------------------------------------------ conditions */

/* What a walk has come through on its way to a node: which processes were named, and what became of the rest. The rest
 * in local state w are the processes that were in some v with now(v) = w, less those of them that are named. */
struct passage {
  struct program *program;
  uint32_t named[NOE_MOST_NAMED]; /* numbers of local states */
  uint32_t named_count;
  uint32_t *now; /* by position in `here`: the element that it has become */
};

/* Is something true of what became of the local state at this position? */
typedef bool (*about_element)(struct noe_counter_closure *closure, uint32_t element);

static bool is_unsound(struct noe_counter_closure *closure, uint32_t element) {
  return !closure->sound.holds(closure->sound.context, element);
}

static bool decides(struct noe_counter_closure *closure, uint32_t element) {
  return !is_unsound(closure, element) && !closure->undecided.holds(closure->undecided.context, element);
}

/* ` & count[L1] + count[L2] > 1`: some process of the rest is such, or (` = 1`) none is. */
static void put_condition(const struct passage *passage, struct noe_counter_closure *closure, about_element is_such,
                          bool some) {
  const struct program *program = passage->program;
  uint32_t terms = 0, taken = 0;
  size_t before = program->out->length;
  for (uint32_t i = 0; i < program->here_count; i++)
    if (is_such(closure, passage->now[i])) {
      noe_base_text_printf(program->out, "%scount[L%u]", terms ? " + " : " & ", (unsigned)program->here[i]);
      terms++;
      for (uint32_t k = 0; k < passage->named_count; k++)
        taken += passage->named[k] == program->here[i];
    }
  if (!terms && !some)
    noe_base_text_cut(program->out, before);
  else if (!terms)
    noe_base_text_puts(program->out, " & false");
  else
    noe_base_text_printf(program->out, " %s %u", some ? ">" : "=", (unsigned)taken);
}

/* `global = G1 & count[L3] >= 2`: these processes exist. */
static void put_named(const struct passage *passage) {
  const struct program *program = passage->program;
  noe_base_text_printf(program->out, "global = G%u", (unsigned)program->part->global);
  for (uint32_t i = 0; i < passage->named_count; i++) {
    uint32_t times = 0, later = 0;
    for (uint32_t k = 0; k < passage->named_count; k++)
      if (passage->named[k] == passage->named[i]) {
        times++;
        later += k > i;
      }
    if (!later)
      noe_base_text_printf(program->out, " & count[L%u] >= %u", (unsigned)passage->named[i], (unsigned)times);
  }
}

static void move_rest(struct passage *passage, const struct noe_counter_closure *closure) {
  for (uint32_t i = 0; i < passage->program->here_count; i++) {
    uint32_t count = 0;
    const uint32_t *image = closure->map.images(closure->map.context, passage->now[i], &count);
    if (count == 1)
      passage->now[i] = *image;
  }
}

static void refuse_nested(struct program *program, const struct noe_counter_closure *closure) {
  if (closure->is_nested)
    refuse(program, "a quantifier whose body depends on yet other processes", program->clause->place);
}

static void pass(struct passage *passage, const struct noe_counter_node *node, uint32_t choice) {
  struct noe_counter_closure *closure = node->closure;
  refuse_nested(passage->program, closure);
  put_condition(passage, closure, is_unsound, false);
  if (node->kind == NOE_NODE_SPLIT)
    put_condition(passage, closure, decides, choice == 0);
  if (node->kind == NOE_NODE_MAP)
    move_rest(passage, closure);
}

/* The conditions from the root of the template's tree to the node, the first one first. */
static void pass_to(struct passage *passage, const struct noe_counter_node *node) {
  if (!node->parent)
    return;
  pass_to(passage, node->parent);
  pass(passage, node->parent, node->choice);
}

/* The guard of what a walk has come to. `is_error`: the node is a loop, in a round of which there is an error. */
static void put_guard(struct passage *passage, const struct noe_walk *walk, bool is_error) {
  struct program *program = passage->program;
  for (uint32_t i = 0; i < walk->count; i++)
    if (!walk->steps[i].closure)
      passage->named[passage->named_count++] = number_of(program, walk->steps[i].element);
  passage->now = NOE_NEW_ARRAY(program->search->arena, uint32_t, program->here_count + 1);
  for (uint32_t i = 0; i < program->here_count; i++)
    passage->now[i] = program->locals[program->here[i]];
  put_named(passage);
  pass_to(passage, walk->node);
  if (is_error) {
    refuse_nested(program, walk->node->closure);
    put_condition(passage, walk->node->closure, is_unsound, true);
  }
}

/* --------------------------------------------------------------------- effects */

static bool is_rest_moved(const struct passage *passage) {
  for (uint32_t i = 0; i < passage->program->here_count; i++)
    if (passage->now[i] != passage->program->locals[passage->program->here[i]])
      return true;
  return false;
}

static int count_of(const uint32_t *row, uint32_t count, uint32_t item) {
  int times = 0;
  for (uint32_t i = 0; i < count; i++)
    times += row[i] == item;
  return times;
}

/* Only named processes change: what becomes of the number in each local state. */
static bool put_changes(const struct passage *passage, const uint32_t *after, uint32_t count) {
  const struct program *program = passage->program;
  bool any = false;
  for (uint32_t i = 0; i < program->local_count; i++) {
    int change = count_of(after, count, i) - count_of(passage->named, passage->named_count, i);
    any |= change != 0;
    if (change)
      noe_base_text_printf(program->out, "  count[L%u] := count[L%u] %c %d;\n", (unsigned)i, (unsigned)i,
                           change < 0 ? '-' : '+', abs(change));
  }
  return any;
}

/* The rest changes as well: new numbers of all local states, from the old ones. */
static bool put_all(const struct passage *passage, const uint32_t *after, uint32_t count) {
  const struct program *program = passage->program;
  noe_base_text_puts(program->out, "  for l: Local do\n    next[l] := 0;\n  end;\n");
  for (uint32_t w = 0; w < program->local_count; w++) {
    int change = count_of(after, count, w);
    bool any = change > 0;
    size_t begin = program->out->length;
    noe_base_text_printf(program->out, "  next[L%u] := ", (unsigned)w);
    const char *between = "";
    for (uint32_t i = 0; i < program->here_count; i++)
      if (passage->now[i] == program->locals[w]) {
        noe_base_text_printf(program->out, "%scount[L%u]", between, (unsigned)program->here[i]);
        between = " + ";
        any = true;
        change -= count_of(passage->named, passage->named_count, program->here[i]);
      }
    if (!any)
      noe_base_text_cut(program->out, begin);
    else if (!*between)
      noe_base_text_printf(program->out, "%d;\n", change);
    else if (change)
      noe_base_text_printf(program->out, " %c %d;\n", change < 0 ? '-' : '+', abs(change));
    else
      noe_base_text_puts(program->out, ";\n");
  }
  noe_base_text_puts(program->out, "  count := next;\n");
  return false; /* perhaps only places were exchanged */
}

static void put_effect(struct passage *passage, const struct noe_counter_leaf *leaf) {
  struct program *program = passage->program;
  uint32_t after[NOE_MOST_NAMED];
  for (uint32_t i = 0; i < leaf->count; i++)
    after[i] = number_of(program, leaf->elements[i]);
  if (leaf->retag)
    move_rest(passage, leaf->retag);
  bool moved = is_rest_moved(passage);
  noe_base_text_puts(program->out, moved ? "var\n  next: array [Local] of Count;\nbegin\n" : "begin\n");
  if (leaf->global != program->part->global)
    noe_base_text_printf(program->out, "  global := G%u;\n", (unsigned)leaf->global);
  bool changes = (moved ? put_all : put_changes)(passage, after, leaf->count);
  program->notes->exchanges |= (leaf->changes || moved) && !changes && leaf->global == program->part->global;
  noe_base_text_puts(program->out, "end;\n\n");
}

/* ------------------------------------------------------------- rules and claims */

/* Names of models may hold anything. */
static void put_title(struct program *program) {
  for (const char *c = program->clause->title; *c; c++)
    noe_base_text_add(program->out, *c == '"' || *c == '\\' || (unsigned char)*c < ' ' ? "'" : c, 1);
}

static bool is_loop_error(const struct noe_walk *walk) { return walk->node->kind != NOE_NODE_LEAF; }

static void write_rule(void *context, struct noe_walk *walk, struct noe_template *template,
                       struct noe_counter_leaf *leaf, uint32_t set) {
  struct program *program = context;
  struct passage passage = {.program = program};
  (void)set;
  if (program->refused || (leaf->outcome != NOE_OUTCOME_TRUE && leaf->outcome != NOE_OUTCOME_FAULT))
    return;
  noe_base_text_puts(program->out, "rule \"");
  put_title(program);
  noe_base_text_printf(program->out, " %llu\"\n  ", (unsigned long long)++program->written);
  put_guard(&passage, walk, is_loop_error(walk));
  noe_base_text_puts(program->out, "\n==>\n");
  if (leaf->outcome == NOE_OUTCOME_FAULT) {
    noe_base_text_puts(program->out, "begin\n  error \"a run-time error in ");
    put_title(program);
    noe_base_text_puts(program->out, "\";\nend;\n\n");
    return;
  }
  noe_counter_intern_leaf(program->search->templates, template, leaf);
  put_effect(&passage, leaf);
}

/* One more way for the claim to be as `wanted`. */
static void write_way(void *context, struct noe_walk *walk, struct noe_template *template,
                      struct noe_counter_leaf *leaf, uint32_t set) {
  struct program *program = context;
  struct passage passage = {.program = program};
  (void)template, (void)set;
  if (program->refused || leaf->outcome != program->wanted)
    return;
  noe_base_text_puts(program->out, program->written++ ? "\n  | (" : "\n  (");
  put_guard(&passage, walk, is_loop_error(walk));
  noe_base_text_puts(program->out, ")");
}

typedef void (*visitor)(void *context, struct noe_walk *walk, struct noe_template *template,
                        struct noe_counter_leaf *leaf, uint32_t set);

static void walk_root(struct program *program, struct noe_counter_root *root, visitor visit) {
  struct noe_walk *walk = &program->search->walk;
  *walk = (struct noe_walk){.templates = program->search->templates, .visit = visit, .context = program};
  if (!noe_counter_walk(walk, root->template, program->part->reached))
    refuse(program, walk->reason, walk->place);
}

static void enter_part(struct program *program, const struct noe_counter_part *part) {
  program->part = part;
  program->here_count = 0;
  noe_diagram_elements(&program->search->multisets, part->reached, note_here, program);
}

/* Visits what roots of the clause come to, in every part. */
static void walk_clause(struct program *program, const struct noe_clause *clause, visitor visit) {
  struct noe_counter_search *search = program->search;
  program->clause = clause;
  for (uint32_t i = 0; i < search->part_room && !program->refused; i++) {
    if (!is_reached(program, i))
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

static void put_claim(struct program *program, const struct noe_clause *clause) {
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
static void put_errors(struct program *program, const struct noe_clause *clause) {
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

static void put_clauses(struct program *program) {
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
  struct program program = {.search = search, .out = writing->out, .notes = &writing->notes};
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
  put_declarations(&program, writing->origin);
  put_starts(&program);
  put_clauses(&program);
  put_sums(&program);
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
