/* Which values an operation uses. */
#include "lower/lower_int.h"

struct uses {
  noe_low_use use;
  void *context;
};

static void use(const struct uses *uses, uint32_t value) {
  if (value != NOE_NO_VALUE)
    uses->use(uses->context, value);
}

static void use_address(const struct uses *uses, const struct noe_low_address *address) {
  if (!address)
    return;
  if (address->root == NOE_LOW_REFERENCE)
    use(uses, address->reference);
  for (uint32_t i = 0; i < address->index_count; i++)
    use(uses, address->indices[i].value);
}

uint32_t noe_lower_argument_count(const struct noe_lowered *form, const struct noe_low_op *op) {
  if (op->kind != NOE_LOW_CALL)
    return 0;
  const struct noe_function *function = form->functions[op->number].function;
  return function->parameter_count + (function->result && !noe_type_is_simple(function->result));
}

void noe_lower_uses_of_address(const struct noe_low_address *address, noe_low_use visit, void *context) {
  use_address(&(struct uses){visit, context}, address);
}

void noe_lower_uses(const struct noe_lowered *form, const struct noe_low_op *op, noe_low_use visit, void *context) {
  const struct uses uses = {visit, context};
  const uint32_t values[] = {op->left, op->right, op->body.yield, op->otherwise.yield, op->condition.yield};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    use(&uses, values[i]);
  use_address(&uses, op->address);
  use_address(&uses, op->source);
  if (op->label)
    use_address(&uses, op->label->address), use_address(&uses, op->label->start);
  for (uint32_t i = 0; i < noe_lower_argument_count(form, op); i++)
    use(&uses, op->arguments[i]);
  if (!op->domain.type && op->bound != NOE_NO_VALUE && !op->address)
    use(&uses, op->domain.from), use(&uses, op->domain.to), use(&uses, op->domain.by);
}
