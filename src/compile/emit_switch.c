/* A `switch` whose labels are numbers becomes one of C: compilers make a table of many labels,
 * or halve them, where they would test conditions one by one. The first arm of a label is the
 * one that is taken; C has no second one. Arms keep their order and are jumped to. */
#include "compile/emit_int.h"

/* So few are as well tested one by one. */
#ifdef NOE_HOSTILE
enum { FEW_LABELS = 0, MOST_LABELS = 4096 };
#else
enum { FEW_LABELS = 3, MOST_LABELS = 4096 };
#endif

static bool is_label(const struct noe_stmt *stmt, const struct noe_expr *condition) {
  const struct noe_expr *read = condition->left;
  return condition->kind == NOE_EXPR_EQUAL && condition->right->kind == NOE_EXPR_CONSTANT &&
         read->kind == NOE_EXPR_READ && read->left->kind == NOE_EXPR_LOCAL && read->left->slot == stmt->slot;
}

bool noe_compile_has_labels(const struct noe_stmt *stmt) {
  uint32_t labels = 0;
  for (uint32_t i = 0; i < stmt->arm_count; i++)
    for (uint32_t k = 0; k < stmt->arms[i].condition_count; k++, labels++)
      if (labels == MOST_LABELS || !is_label(stmt, stmt->arms[i].conditions[k]))
        return false;
  return labels > FEW_LABELS;
}

static bool occurs(const int64_t *labels, uint32_t count, int64_t value) {
  while (count && labels[count - 1] != value)
    count--;
  return count;
}

void noe_compile_jump(struct noe_emitter *emitter, const struct noe_stmt *stmt, const unsigned *arms) {
  struct noe_term value = noe_compile_defined(emitter, stmt->arms[0].conditions[0]->left);
  uint32_t room = 0, count = 0;
  for (uint32_t i = 0; i < stmt->arm_count; i++)
    room += stmt->arms[i].condition_count;
  int64_t *labels = NOE_NEW_ARRAY(emitter->arena, int64_t, room);
  noe_compile_open(emitter, "switch ((int64_t)%s)", value.text);
  for (uint32_t i = 0; i < stmt->arm_count; i++)
    for (uint32_t k = 0; k < stmt->arms[i].condition_count; k++) {
      char number[NOE_TERM_TEXT];
      int64_t label = stmt->arms[i].conditions[k]->right->value;
      if (!occurs(labels, count, label))
        noe_compile_line(emitter, "case %s: goto a%u;", noe_compile_number(label, number), arms[i]);
      labels[count++] = label;
    }
  noe_compile_close(emitter);
}
