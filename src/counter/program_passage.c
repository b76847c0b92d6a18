/* What a walk has come through, as a guard and as statements of a counter program. */
#include <stdlib.h>

#include "counter/program_int.h"

/* ------------------------------------------------------------------ conditions */

/* Is something true of what became of the local state at this position? */
typedef bool (*about_element)(struct noe_counter_closure *closure, uint32_t element);

static bool is_unsound(struct noe_counter_closure *closure, uint32_t element) {
  return !closure->sound.holds(closure->sound.context, element);
}

static bool decides(struct noe_counter_closure *closure, uint32_t element) {
  return !is_unsound(closure, element) && !closure->undecided.holds(closure->undecided.context, element);
}

/* ` & count[L1] + count[L2] > 1`: some process of the rest is such, or (` = 1`) none is. */
static void put_condition(const struct noe_counter_passage *passage, struct noe_counter_closure *closure,
                          about_element is_such, bool some) {
  const struct noe_counter_program *program = passage->program;
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
static void put_named(const struct noe_counter_passage *passage) {
  const struct noe_counter_program *program = passage->program;
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

static void move_rest(struct noe_counter_passage *passage, const struct noe_counter_closure *closure) {
  for (uint32_t i = 0; i < passage->program->here_count; i++) {
    uint32_t count = 0;
    const uint32_t *image = closure->map.images(closure->map.context, passage->now[i], &count);
    if (count == 1)
      passage->now[i] = *image;
  }
}

static void refuse_nested(struct noe_counter_program *program, const struct noe_counter_closure *closure) {
  if (closure->is_nested)
    noe_program_refuse(program, "a quantifier whose body depends on yet other processes", program->clause->place);
}

static void pass(struct noe_counter_passage *passage, const struct noe_counter_node *node, uint32_t choice) {
  struct noe_counter_closure *closure = node->closure;
  refuse_nested(passage->program, closure);
  put_condition(passage, closure, is_unsound, false);
  if (node->kind == NOE_NODE_SPLIT)
    put_condition(passage, closure, decides, choice == 0);
  if (node->kind == NOE_NODE_MAP)
    move_rest(passage, closure);
}

/* The conditions from the root of the template's tree to the node, the first one first. */
static void pass_to(struct noe_counter_passage *passage, const struct noe_counter_node *node) {
  if (!node->parent)
    return;
  pass_to(passage, node->parent);
  pass(passage, node->parent, node->choice);
}

void noe_program_put_guard(struct noe_counter_passage *passage, const struct noe_walk *walk, bool is_error) {
  struct noe_counter_program *program = passage->program;
  for (uint32_t i = 0; i < walk->count; i++)
    if (!walk->steps[i].closure)
      passage->named[passage->named_count++] = noe_program_number(program, walk->steps[i].element);
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

static bool is_rest_moved(const struct noe_counter_passage *passage) {
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
static bool put_changes(const struct noe_counter_passage *passage, const uint32_t *after, uint32_t count) {
  const struct noe_counter_program *program = passage->program;
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
static bool put_all(const struct noe_counter_passage *passage, const uint32_t *after, uint32_t count) {
  const struct noe_counter_program *program = passage->program;
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

void noe_program_put_effect(struct noe_counter_passage *passage, const struct noe_counter_leaf *leaf) {
  struct noe_counter_program *program = passage->program;
  uint32_t after[NOE_MOST_NAMED];
  for (uint32_t i = 0; i < leaf->count; i++)
    after[i] = noe_program_number(program, leaf->elements[i]);
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
