#include "fair/reason.h"

/* A formula of more operators is of no use to a reader. */
enum { MOST_OPERATORS = 60 };

struct writing {
  struct noe_judge *judge;
  const struct noe_branching *formula;
  uint32_t left; /* operators that may still be written */
};

static const struct noe_formula *write(struct writing *writing, uint32_t number);

static struct noe_formula *make(struct writing *writing, enum noe_formula_kind kind, enum noe_path path) {
  struct noe_formula *made = NOE_NEW(writing->judge->task->arena, struct noe_formula);
  made->kind = kind;
  made->path = path;
  return made;
}

static const struct noe_formula *unary(struct writing *writing, enum noe_formula_kind kind, enum noe_path path,
                                       uint32_t operand) {
  struct noe_formula *made = make(writing, kind, path);
  made->left = write(writing, operand);
  return made->left ? made : NULL;
}

static const struct noe_formula *binary(struct writing *writing, enum noe_formula_kind kind, enum noe_path path,
                                        const struct noe_node *node) {
  struct noe_formula *made = make(writing, kind, path);
  made->left = write(writing, node->left);
  made->right = write(writing, node->right);
  return made->left && made->right ? made : NULL;
}

static const struct noe_formula *atom(struct writing *writing, uint32_t proposition) {
  struct noe_formula *made = make(writing, NOE_FORMULA_ATOM, NOE_PATH_NONE);
  const struct noe_proposition *meant = writing->judge->claim.propositions[proposition];
  uint32_t count = writing->judge->property->temporal->variable_count;
  int64_t *values = NOE_NEW_ARRAY(writing->judge->task->arena, int64_t, count + 1);
  for (uint32_t i = 0; i < count; i++)
    values[i] = meant->values[i];
  made->number = meant->atom;
  made->values = values;
  return made;
}

/* E f, in the words of the claim. */
static const struct noe_formula *path(struct writing *writing, const struct noe_node_path *from) {
  struct noe_formula *made = make(writing, NOE_FORMULA_PATH, from->is_negated ? NOE_PATH_ALL : NOE_PATH_SOME);
  uint32_t count = writing->judge->property->temporal->variable_count;
  int64_t *values = NOE_NEW_ARRAY(writing->judge->task->arena, int64_t, count + 1);
  for (uint32_t i = 0; i < count; i++)
    values[i] = from->values[i];
  made->left = from->formula;
  made->values = values;
  if (!from->is_negated)
    return made;
  struct noe_formula *not = make(writing, NOE_FORMULA_NOT, NOE_PATH_NONE);
  not ->left = made;
  return not ;
}

static bool is(const struct writing *writing, uint32_t number, enum noe_node_kind kind) {
  return writing->formula->nodes[number].kind == kind;
}

/* AX f = !EX !f, and its like. */
static const struct noe_formula *negation(struct writing *writing, uint32_t number) {
  const struct noe_node *node = &writing->formula->nodes[number], *nodes = writing->formula->nodes;
  if (node->kind == NOE_NODE_TRUE)
    return make(writing, NOE_FORMULA_FALSE, NOE_PATH_NONE);
  if (node->kind == NOE_NODE_PATH && writing->formula->paths[node->number].is_negated)
    return path(writing, &writing->formula->paths[node->number])->left;
  if (node->kind == NOE_NODE_NEXT && is(writing, node->left, NOE_NODE_NOT))
    return unary(writing, NOE_FORMULA_NEXT, NOE_PATH_ALL, nodes[node->left].left);
  if (node->kind == NOE_NODE_GLOBALLY && is(writing, node->left, NOE_NODE_NOT))
    return unary(writing, NOE_FORMULA_EVENTUALLY, NOE_PATH_ALL, nodes[node->left].left);
  if (node->kind == NOE_NODE_UNTIL && is(writing, node->left, NOE_NODE_TRUE) && is(writing, node->right, NOE_NODE_NOT))
    return unary(writing, NOE_FORMULA_ALWAYS, NOE_PATH_ALL, nodes[node->right].left);
  return unary(writing, NOE_FORMULA_NOT, NOE_PATH_NONE, number);
}

static const struct noe_formula *numbered(struct writing *writing, const struct noe_node *node,
                                          enum noe_formula_kind kind) {
  struct noe_formula *made = make(writing, kind, NOE_PATH_NONE);
  made->number = node->number;
  if (kind != NOE_FORMULA_POINT)
    made->left = write(writing, node->left);
  return kind == NOE_FORMULA_POINT || made->left ? made : NULL;
}

static const struct noe_formula *step(struct writing *writing, const struct noe_node *node) {
  struct noe_formula *made = make(writing, NOE_FORMULA_DIAMOND, NOE_PATH_NONE);
  made->rule = node->rule;
  made->left = write(writing, node->left);
  return made->left ? made : NULL;
}

static const struct noe_formula *write(struct writing *writing, uint32_t number) {
  const struct noe_node *node = &writing->formula->nodes[number];
  if (!writing->left)
    return NULL;
  writing->left--;
  switch (node->kind) {
  case NOE_NODE_TRUE: return make(writing, NOE_FORMULA_TRUE, NOE_PATH_NONE);
  case NOE_NODE_PROPOSITION: return atom(writing, node->number);
  case NOE_NODE_NOT: return negation(writing, node->left);
  case NOE_NODE_AND: return binary(writing, NOE_FORMULA_AND, NOE_PATH_NONE, node);
  case NOE_NODE_OR: return binary(writing, NOE_FORMULA_OR, NOE_PATH_NONE, node);
  case NOE_NODE_NEXT: return unary(writing, NOE_FORMULA_NEXT, NOE_PATH_SOME, node->left);
  case NOE_NODE_GLOBALLY: return unary(writing, NOE_FORMULA_ALWAYS, NOE_PATH_SOME, node->left);
  case NOE_NODE_UNTIL:
    return is(writing, node->left, NOE_NODE_TRUE) ? unary(writing, NOE_FORMULA_EVENTUALLY, NOE_PATH_SOME, node->right)
                                                  : binary(writing, NOE_FORMULA_UNTIL, NOE_PATH_SOME, node);
  case NOE_NODE_STEP: return step(writing, node);
  case NOE_NODE_PATH: return path(writing, &writing->formula->paths[node->number]);
  case NOE_NODE_POINT: return numbered(writing, node, NOE_FORMULA_POINT);
  case NOE_NODE_LEAST: return numbered(writing, node, NOE_FORMULA_LEAST);
  case NOE_NODE_GREATEST: return numbered(writing, node, NOE_FORMULA_GREATEST);
  case NOE_NODE_TAKEN: break;
  }
  return NULL;
}

const struct noe_formula *noe_fair_readable(struct noe_judge *judge, const struct noe_branching *formula,
                                            uint32_t number) {
  struct writing writing = {judge, formula, MOST_OPERATORS};
  return write(&writing, number);
}
