/* The lowered form as text, for engineers: a line for each operation.
 *
 *   %4: 0..3? = load state[p]      value 4, if defined between 0 and 3; may be undefined
 *
 * Constants and parameters stand where they are used. */
#include "model/print.h"

#include "lower/lower_int.h"

struct printing {
  const struct noe_lowered *form;
  const struct noe_low_unit *unit;
  const struct noe_clause *clause; /* NULL: of a function */
  struct noe_text *out;
  int indent;
};

static const char *const names[] = {
    [NOE_LOW_CONSTANT] = "constant",
    [NOE_LOW_UNDEFINED] = "undefined",
    [NOE_LOW_NOT] = "not",
    [NOE_LOW_EQUAL] = "equal",
    [NOE_LOW_LESS] = "less",
    [NOE_LOW_LESS_EQUAL] = "less or equal",
    [NOE_LOW_IS_UNDEFINED] = "is undefined",
    [NOE_LOW_WITHIN] = "within",
    [NOE_LOW_SHIFT] = "shift",
    [NOE_LOW_ARITHMETIC] = "",
    [NOE_LOW_LOAD] = "load",
    [NOE_LOW_SAME] = "same",
    [NOE_LOW_LOCATE] = "locate",
    [NOE_LOW_STORE] = "store",
    [NOE_LOW_MOVE] = "move",
    [NOE_LOW_UNDEFINE] = "undefine",
    [NOE_LOW_CLEAR] = "clear",
    [NOE_LOW_FRESH] = "fresh",
    [NOE_LOW_MULTISET_ADD] = "add element",
    [NOE_LOW_MULTISET_REMOVE] = "remove element",
    [NOE_LOW_REDUCE] = "reduce",
    [NOE_LOW_RESTORE] = "restore the state",
    [NOE_LOW_SORT] = "sort bags",
    [NOE_LOW_CHECK_DEFINED] = "check defined",
    [NOE_LOW_CHECK_WITHIN] = "check within",
    [NOE_LOW_CHECK_NONZERO] = "check nonzero",
    [NOE_LOW_CHECK_FITS] = "check fits",
    [NOE_LOW_CHECK_TRUE] = "check true",
    [NOE_LOW_CHECK_ROOM] = "check room",
    [NOE_LOW_CHECK_PRESENT] = "check present",
    [NOE_LOW_CHECK_DEPTH] = "check depth",
    [NOE_LOW_FAIL] = "fail",
    [NOE_LOW_ASSUME] = "assume",
    [NOE_LOW_WITNESS] = "count witness",
    [NOE_LOW_COVER] = "count cover",
    [NOE_LOW_PUT_TEXT] = "put text",
    [NOE_LOW_PUT_VALUE] = "put",
    [NOE_LOW_PUT_PLACE] = "put",
    [NOE_LOW_IF] = "if",
    [NOE_LOW_REGION] = "region",
    [NOE_LOW_LEAVE] = "leave region",
    [NOE_LOW_WATCHED] = "watched",
    [NOE_LOW_CALL] = "call",
    [NOE_LOW_FOR] = "for",
    [NOE_LOW_WHILE] = "while",
    [NOE_LOW_FORALL] = "forall",
    [NOE_LOW_EXISTS] = "exists",
    [NOE_LOW_COUNT] = "count",
    [NOE_LOW_REMOVE_IF] = "remove if",
};

static const char *operator_name(enum noe_expr_kind operator) {
  switch (operator) {
  case NOE_EXPR_NEGATE: return "negate";
  case NOE_EXPR_ADD: return "add";
  case NOE_EXPR_SUBTRACT: return "subtract";
  case NOE_EXPR_MULTIPLY: return "multiply";
  case NOE_EXPR_DIVIDE: return "divide";
  case NOE_EXPR_REMAINDER: return "remainder";
  case NOE_EXPR_BIT_NOT: return "bit not";
  case NOE_EXPR_BIT_AND: return "bit and";
  case NOE_EXPR_BIT_OR: return "bit or";
  case NOE_EXPR_BIT_XOR: return "bit xor";
  case NOE_EXPR_SHIFT_LEFT: return "shift left";
  default: return "shift right";
  }
}

/* ------------------------------------------------------------------- values */

static const char *parameter_name(const struct noe_clause *clause, uint32_t number) {
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if ((clause->binders[i].kind == NOE_BINDER_RANGE || clause->binders[i].kind == NOE_BINDER_CHOOSE) && !number--)
      return clause->binders[i].name;
  return NULL;
}

static void print_value(const struct printing *printing, uint32_t value) {
  struct noe_text *out = printing->out;
  const struct noe_low_value *given = &printing->unit->values[value];
  const char *name = NULL;
  if (given->origin == NOE_ORIGIN_PARAMETER)
    name = parameter_name(printing->clause, given->number);
  else if (given->origin == NOE_ORIGIN_VARIABLE)
    name = printing->clause->temporal->variables[given->number].name;
  if (name)
    noe_base_text_puts(out, name);
  else if (given->origin == NOE_ORIGIN_OPERATION && given->operation->kind == NOE_LOW_CONSTANT && given->type)
    noe_model_print_value(given->type, given->operation->number, out);
  else
    noe_base_text_printf(out, "%%%u", value);
}

static void print_operand(const struct printing *printing, uint32_t value) {
  if (value == NOE_NO_VALUE)
    return;
  noe_base_text_puts(printing->out, " ");
  print_value(printing, value);
}

/* ---------------------------------------------------------------- addresses */

/* The index that steps through this array or multiset, unless it is folded into the base. */
static const struct noe_low_index *index_at(const struct noe_low_address *address, uint32_t *used,
                                            const struct noe_type *type) {
  const struct noe_low_index *index = &address->indices[*used];
  if (*used == address->index_count || index->stride != type->stride ||
      index->type != (type->kind == NOE_TYPE_ARRAY ? type->index : type))
    return NULL;
  ++*used;
  return index;
}

/* From a variable down to what the address is of. */
static void print_path(const struct printing *printing, const struct noe_low_address *address,
                       const struct noe_type *type, uint32_t offset) {
  struct noe_text *out = printing->out;
  uint32_t used = 0;
  while (!noe_type_is_simple(type) && (type != address->type || used < address->index_count)) {
    if (type->kind == NOE_TYPE_RECORD) {
      uint32_t field = type->field_count - 1;
      while (field && type->fields[field].offset > offset)
        field--;
      noe_base_text_printf(out, ".%s", type->fields[field].name);
      offset -= type->fields[field].offset;
      type = type->fields[field].type;
      continue;
    }
    const struct noe_low_index *index = index_at(address, &used, type);
    noe_base_text_puts(out, "[");
    if (index)
      print_value(printing, index->value);
    else if (type->kind == NOE_TYPE_ARRAY)
      noe_model_print_value(type->index, type->index->low + (type->stride ? offset / type->stride : 0), out);
    noe_base_text_puts(out, "]");
    offset = type->stride ? offset % type->stride : 0;
    offset -= type->kind == NOE_TYPE_MULTISET && offset;
    type = type->element;
  }
}

static void print_address(const struct printing *printing, const struct noe_low_address *address) {
  struct noe_text *out = printing->out;
  const struct noe_model *model = printing->form->model;
  noe_base_text_puts(out, " ");
  if (address->root == NOE_LOW_STATE && address->base < model->cell_count) {
    const struct noe_variable *variable = &model->variables[model->cells[address->base].variable];
    noe_base_text_puts(out, variable->name);
    print_path(printing, address, variable->type, address->base - variable->cell);
    return;
  }
  if (address->root == NOE_LOW_REFERENCE)
    noe_base_text_printf(out, "at %%%u + %u", address->reference, address->base);
  else
    noe_base_text_printf(out, "local %u", address->base);
  for (uint32_t i = 0; i < address->index_count; i++) {
    noe_base_text_puts(out, " + ");
    print_value(printing, address->indices[i].value);
    noe_base_text_printf(out, " x %u", address->indices[i].stride);
  }
}

/* --------------------------------------------------------------- operations */

static void begin_line(const struct printing *printing) {
  noe_base_text_printf(printing->out, "%*s", printing->indent, "");
}

static void print_result(const struct printing *printing, uint32_t result) {
  if (result == NOE_NO_VALUE)
    return;
  const struct noe_low_value *value = &printing->unit->values[result];
  noe_base_text_printf(printing->out, "%%%u", result);
  if (value->low > INT64_MIN + 1 || value->high < INT64_MAX)
    noe_base_text_printf(printing->out, ": %lld..%lld", (long long)value->low, (long long)value->high);
  noe_base_text_printf(printing->out, "%s = ", value->defined ? "" : "?");
}

static void print_details(const struct printing *printing, const struct noe_low_op *op) {
  struct noe_text *out = printing->out;
  switch (op->kind) {
  case NOE_LOW_WITHIN:
  case NOE_LOW_CHECK_WITHIN:
    noe_base_text_printf(out, " in %lld..%lld", (long long)op->low, (long long)op->high);
    break;
  case NOE_LOW_SHIFT: noe_base_text_printf(out, " by %lld", (long long)op->number); break;
  case NOE_LOW_LEAVE:
  case NOE_LOW_REGION:
  case NOE_LOW_WITNESS:
  case NOE_LOW_COVER: noe_base_text_printf(out, " %lld", (long long)op->number); break;
  case NOE_LOW_CALL:
    noe_base_text_printf(out, " %s", printing->form->functions[op->number].function->name);
    for (uint32_t i = 0; i < printing->form->functions[op->number].location_count; i++)
      print_operand(printing, op->arguments[i]);
    break;
  default: break;
  }
  if (op->update == NOE_UPDATE_INSERT)
    noe_base_text_puts(out, "  (commutes)");
  else if (op->update != NOE_UPDATE_NONE) {
    static const char *const signs[] = {[NOE_UPDATE_ADD] = "+", [NOE_UPDATE_OR] = "|", [NOE_UPDATE_AND] = "&"};
    noe_base_text_printf(out, "  (commutes: %s", op->negated ? "-" : signs[op->update]);
    print_operand(printing, op->operand);
    noe_base_text_puts(out, ")");
  }
  if (op->code && op->place.line)
    noe_base_text_printf(out, "  (line %u, %s)", op->place.line, noe_base_diagnostic_name(op->code));
}

static void print_domain(const struct printing *printing, const struct noe_low_op *op) {
  struct noe_text *out = printing->out;
  if (op->bound == NOE_NO_VALUE)
    return;
  noe_base_text_printf(out, " %%%u in", op->bound);
  if (op->address)
    print_address(printing, op->address);
  else if (op->domain.type)
    noe_base_text_printf(out, " %s", op->domain.type->name ? op->domain.type->name : "a type");
  else {
    print_operand(printing, op->domain.from);
    noe_base_text_puts(out, " to");
    print_operand(printing, op->domain.to);
    noe_base_text_puts(out, " by");
    print_operand(printing, op->domain.by);
  }
}

static void print_block(struct printing *printing, const struct noe_low_block *block);

static void print_inside(struct printing *printing, const char *title, const struct noe_low_block *block) {
  if (!block->first && block->yield == NOE_NO_VALUE)
    return;
  if (*title) {
    begin_line(printing);
    noe_base_text_printf(printing->out, "%s\n", title);
  }
  printing->indent += 2;
  print_block(printing, block);
  printing->indent -= 2;
}

static void print_op(struct printing *printing, const struct noe_low_op *op) {
  if (op->kind == NOE_LOW_CONSTANT)
    return;
  struct noe_text *out = printing->out;
  begin_line(printing);
  print_result(printing, op->result);
  noe_base_text_puts(out, op->kind == NOE_LOW_ARITHMETIC ? operator_name(op->operator) : names[op->kind]);
  if (op->kind == NOE_LOW_CHECK_FITS)
    noe_base_text_printf(out, " %s", operator_name(op->operator));
  if (op->address && op->bound == NOE_NO_VALUE)
    print_address(printing, op->address);
  if (op->kind == NOE_LOW_STORE || op->source)
    noe_base_text_puts(out, op->kind == NOE_LOW_SAME ? " and" : " :=");
  if (op->source)
    print_address(printing, op->source);
  print_operand(printing, op->left);
  print_operand(printing, op->right);
  print_domain(printing, op);
  print_details(printing, op);
  noe_base_text_puts(out, "\n");
  print_inside(printing, "condition", &op->condition);
  print_inside(printing, "", &op->body);
  print_inside(printing, "else", &op->otherwise);
}

static void print_block(struct printing *printing, const struct noe_low_block *block) {
  for (const struct noe_low_op *op = block->first; op; op = op->next)
    print_op(printing, op);
  if (block->yield == NOE_NO_VALUE)
    return;
  begin_line(printing);
  noe_base_text_puts(printing->out, "yield");
  print_operand(printing, block->yield);
  noe_base_text_puts(printing->out, "\n");
}

/* ------------------------------------------------------------------ clauses */

static void print_list(struct printing *printing, const char *title, const struct noe_low_list *list) {
  if (!list->block.first && list->block.yield == NOE_NO_VALUE)
    return;
  const struct noe_low_facts *facts = &list->facts;
  noe_base_text_printf(printing->out, "  %s:%s%s%s%s\n", title, facts->writes ? " writes" : "",
                       facts->may_fail ? " may-fail" : "", facts->discards ? " may-discard" : "",
                       facts->is_seen ? " is-seen" : "");
  printing->indent = 4;
  print_block(printing, &list->block);
}

void noe_lower_print_clause(const struct noe_lowered *form, const struct noe_low_clause *clause, struct noe_text *out) {
  static const char *const kinds[] = {"startstate", "rule", "claim"};
  const struct noe_clause *tree = clause->clause;
  struct printing printing = {.form = form, .unit = &clause->unit, .clause = tree, .out = out};
  noe_base_text_printf(out, "%s \"%s\"", kinds[tree->kind], tree->title);
  for (uint32_t i = 0; i < tree->parameter_count; i++)
    noe_base_text_printf(out, ", %s", parameter_name(tree, i) ? parameter_name(tree, i) : "?");
  noe_base_text_printf(out, "  (line %u)\n", tree->place.line);
  if (clause->unit.refused) {
    noe_base_text_printf(out, "  not lowered: %s\n", clause->unit.refused);
    return;
  }
  for (uint32_t i = 0; i < tree->binder_count; i++)
    print_list(&printing, tree->binders[i].name ? tree->binders[i].name : "alias", &clause->binders[i].list);
  if (tree->guard)
    print_list(&printing, tree->kind == NOE_CLAUSE_PROPERTY ? "claim" : "guard", &clause->guard);
  if (tree->kind != NOE_CLAUSE_PROPERTY)
    print_list(&printing, "body", &clause->body);
  for (uint32_t i = 0; tree->temporal && i < tree->temporal->atom_count; i++)
    print_list(&printing, "atom", &clause->atoms[i]);
}

static void print_function(const struct noe_lowered *form, const struct noe_low_function *function,
                           struct noe_text *out) {
  struct printing printing = {.form = form, .unit = &function->unit, .out = out};
  noe_base_text_printf(out, "function %s  (line %u)\n", function->function->name, function->function->place.line);
  if (function->unit.refused)
    noe_base_text_printf(out, "  not lowered: %s\n", function->unit.refused);
  else
    print_list(&printing, "body", &function->body);
}

void noe_lower_print(const struct noe_lowered *form, struct noe_text *out) {
  const struct noe_model *model = form->model;
  for (uint32_t i = 0; i < model->function_count; i++)
    if (form->functions[i].is_called)
      print_function(form, &form->functions[i], out);
  for (uint32_t i = 0; i < model->start_count; i++)
    noe_lower_print_clause(form, &form->starts[i], out);
  for (uint32_t i = 0; i < model->rule_count; i++)
    noe_lower_print_clause(form, &form->rules[i], out);
  for (uint32_t i = 0; i < model->property_count; i++)
    if (!model->properties[i].is_statement)
      noe_lower_print_clause(form, &form->properties[i], out);
}
