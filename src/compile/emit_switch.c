/* A chain of IFs that compare one value with numbers becomes a `switch` of C: compilers make a table of many labels, or
 * halve them, where they would test conditions one by one. The first arm of a label is the one that is taken; C has no
 * second one. */
#include <assert.h>

#include "compile/emit_int.h"

/* So few are as well tested one by one. */
#ifdef NOE_HOSTILE
enum { FEW_LABELS = 0, MOST_LABELS = 4096 };
#else
enum { FEW_LABELS = 3, MOST_LABELS = 4096 };
#endif

struct label {
  int64_t number;
  const struct noe_low_block *arm;
};

struct chain {
  const struct noe_low_unit *unit;
  struct noe_arena *arena;
  uint32_t value; /* that is compared */
  NOE_LIST(struct label) labels;
  const struct noe_low_block *rest; /* behind the last arm */
};

static const struct noe_low_op *operation(const struct chain *chain, uint32_t value) {
  const struct noe_low_value *known = &chain->unit->values[value];
  return known->origin == NOE_ORIGIN_OPERATION ? known->operation : NULL;
}

static bool is_number(const struct chain *chain, uint32_t value) {
  const struct noe_low_value *known = &chain->unit->values[value];
  return known->defined && known->low == known->high;
}

static bool is_label(const struct chain *chain, const struct noe_low_op *op) {
  return op && op->kind == NOE_LOW_EQUAL && is_number(chain, op->right) &&
         noe_lower_unchecked(chain->unit, op->left) == chain->value;
}

static bool add_labels(struct chain *chain, uint32_t condition, const struct noe_low_block *arm);

/* Does the list only find out whether the value is one of some numbers, up to `end`? */
static bool only_compares(const struct chain *chain, const struct noe_low_op *list, const struct noe_low_op *end) {
  for (; list && list != end; list = list->next) {
    bool checks = list->kind == NOE_LOW_CHECK_DEFINED && noe_lower_unchecked(chain->unit, list->left) == chain->value;
    bool combines = list->kind == NOE_LOW_IF && list->result != NOE_NO_VALUE &&
                    (!list->body.first || (!list->body.first->next && list->body.first->kind == NOE_LOW_CONSTANT)) &&
                    only_compares(chain, list->otherwise.first, NULL);
    if (list->kind != NOE_LOW_CONSTANT && !checks && !combines && !is_label(chain, list))
      return false;
  }
  return true;
}

/* a = 1 | a = 2 */
static bool add_both(struct chain *chain, const struct noe_low_op *op, const struct noe_low_block *arm) {
  return op && op->kind == NOE_LOW_IF && op->body.yield != NOE_NO_VALUE && is_number(chain, op->body.yield) &&
         chain->unit->values[op->body.yield].low == 1 && only_compares(chain, op->otherwise.first, NULL) &&
         add_labels(chain, op->left, arm) && add_labels(chain, op->otherwise.yield, arm);
}

static bool add_labels(struct chain *chain, uint32_t condition, const struct noe_low_block *arm) {
  const struct noe_low_op *op = operation(chain, condition);
  if (!is_label(chain, op))
    return add_both(chain, op, arm);
  if (chain->labels.count == MOST_LABELS)
    return false;
  NOE_LIST_PUSH(chain->arena, &chain->labels, ((struct label){chain->unit->values[op->right].low, arm}));
  return true;
}

/* The value of the first comparison, if it was checked: then all others are of a value that is defined. */
static bool find_value(struct chain *chain, const struct noe_low_op *op) {
  const struct noe_low_op *first = operation(chain, op->left);
  while (first && first->kind == NOE_LOW_IF)
    first = operation(chain, first->left);
  if (!first || first->kind != NOE_LOW_EQUAL || !chain->unit->values[first->left].defined)
    return false;
  chain->value = noe_lower_unchecked(chain->unit, first->left);
  assert(chain->value < chain->unit->value_count && "what is compared is a value of the unit");
  return true;
}

static void collect(struct chain *chain, const struct noe_low_op *op) {
  while (add_labels(chain, op->left, &op->body)) {
    chain->rest = &op->otherwise;
    const struct noe_low_op *last = op->otherwise.first;
    while (last && last->next)
      last = last->next;
    if (!last || last->kind != NOE_LOW_IF || last->result != NOE_NO_VALUE ||
        !only_compares(chain, op->otherwise.first, last))
      return;
    op = last;
  }
}

static bool occurs(const struct chain *chain, size_t before) {
  for (size_t i = 0; i < before; i++)
    if (chain->labels.items[i].number == chain->labels.items[before].number)
      return true;
  return false;
}

static void write_arm(struct noe_emitter *emitter, const struct noe_low_block *arm) {
  noe_compile_brace(emitter);
  noe_compile_list(emitter, arm->first);
  noe_compile_line(emitter, "break;");
  noe_compile_close(emitter);
}

bool noe_compile_switch(struct noe_emitter *emitter, const struct noe_low_op *op) {
  struct chain chain = {.unit = emitter->in->unit, .arena = emitter->arena};
  if (!find_value(&chain, op))
    return false;
  collect(&chain, op);
  if (chain.labels.count <= FEW_LABELS || !chain.rest)
    return false;
  noe_compile_open(emitter, "switch ((int64_t)%s)", noe_compile_term_of(emitter, chain.value)->text);
  assert(chain.rest && chain.labels.count <= MOST_LABELS && "a chain has arms, and what is behind the last one");
  bool named = false; /* the arm, by some label */
  for (size_t i = 0; i < chain.labels.count; i++) {
    const struct label *label = &chain.labels.items[i];
    char number[NOE_TERM_TEXT];
    if (!occurs(&chain, i)) {
      noe_compile_line(emitter, "case %s:", noe_compile_number(label->number, number));
      named = true;
    }
    if (named && (i + 1 == chain.labels.count || label[1].arm != label->arm)) {
      write_arm(emitter, label->arm);
      named = false;
    }
  }
  noe_compile_line(emitter, "default:");
  write_arm(emitter, chain.rest);
  noe_compile_close(emitter);
  return true;
}
