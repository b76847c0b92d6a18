/* Access analysis: expressions and calls. */
#include "model/access_int.h"

enum { DEPTH_LIMIT = 4000 };

static const struct noe_places unknown = {0};

bool noe_model_access_pay(struct noe_analysis *analysis, uint64_t work) {
  analysis->budget -= (int64_t)work;
  if (analysis->budget < 0)
    analysis->stopped = true;
  return !analysis->stopped;
}

/* ---------------------------------------------------------------- bindings */

void noe_model_access_bind(struct noe_analysis *analysis, struct noe_abstract_frame *frame, uint32_t slot,
                           uint32_t span, bool is_reference, struct noe_places places) {
  if (!noe_model_access_pay(analysis, 1))
    return;
  struct noe_binding *binding = NOE_NEW(analysis->arena, struct noe_binding);
  *binding = (struct noe_binding){frame->bindings, slot, span, is_reference, places};
  binding->places.known &= analysis->trusting;
  frame->bindings = binding;
}

static struct noe_places look_up(struct noe_analysis *analysis, const struct noe_abstract_frame *frame,
                                 const struct noe_expr *expr) {
  bool is_reference = expr->kind == NOE_EXPR_REFERENCE;
  for (const struct noe_binding *binding = frame->bindings; binding; binding = binding->next) {
    if (!noe_model_access_pay(analysis, 1))
      return unknown;
    if (expr->slot < binding->slot || expr->slot - binding->slot >= binding->span)
      continue;
    if (binding->is_reference == is_reference)
      return binding->places;
    break; /* the slot served another purpose last */
  }
  if (is_reference)
    analysis->stopped = true; /* a reference that we did not see bound */
  return unknown;
}

/* ------------------------------------------------------------------- sets */

static void mark(struct noe_analysis *analysis, struct noe_bitset *set, struct noe_places places,
                 uint32_t cells) {
  if (!noe_model_access_pay(analysis, (uint64_t)places.count * (1 + cells / 64)))
    return;
  for (uint32_t i = 0; i < places.count; i++)
    noe_base_bitset_add_range(set, places.starts[i], (size_t)places.starts[i] + cells);
}

void noe_model_access_read(struct noe_analysis *analysis, struct noe_places places, uint32_t cells) {
  mark(analysis, analysis->reads, places, cells);
}

void noe_model_access_write(struct noe_analysis *analysis, struct noe_places places, uint32_t cells) {
  if (places.known)
    analysis->known_written = analysis->stopped = true;
  if (analysis->writes)
    mark(analysis, analysis->writes, places, cells);
}

/* Every start, moved by offset, offset + stride, … `copies` times. */
static struct noe_places spread(struct noe_analysis *analysis, struct noe_places places, uint32_t offset,
                                uint32_t stride, uint64_t copies) {
  uint64_t count = places.count * copies;
  if (!count || count > UINT32_MAX || !noe_model_access_pay(analysis, count)) {
    if (count > UINT32_MAX)
      analysis->stopped = true;
    return unknown;
  }
  uint32_t *starts = NOE_NEW_ARRAY(analysis->arena, uint32_t, count), used = 0;
  for (uint32_t i = 0; i < places.count; i++)
    for (uint64_t k = 0; k < copies; k++)
      starts[used++] = places.starts[i] + offset + (uint32_t)k * stride;
  return (struct noe_places){.starts = starts, .count = used};
}

static struct noe_places unite(struct noe_analysis *analysis, struct noe_places a, struct noe_places b) {
  uint64_t count = (uint64_t)a.count + b.count;
  if (!noe_model_access_pay(analysis, count))
    return unknown;
  uint32_t *starts = NOE_NEW_ARRAY(analysis->arena, uint32_t, count), used = 0;
  for (uint32_t i = 0; i < a.count; i++)
    starts[used++] = a.starts[i];
  for (uint32_t i = 0; i < b.count; i++)
    starts[used++] = b.starts[i];
  return (struct noe_places){.starts = starts, .count = used};
}

/* ------------------------------------------------------------------ places */

static struct noe_places element(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                                 const struct noe_expr *expr) {
  const struct noe_type *array = expr->left->type;
  struct noe_places base = noe_model_access_place(analysis, frame, expr->left);
  struct noe_places index = noe_model_access_expr(analysis, frame, expr->right);
  if (index.known && index.value >= array->index->low && index.value <= array->index->high)
    return spread(analysis, base, (uint32_t)(index.value - array->index->low) * array->stride, 0, 1);
  return spread(analysis, base, 0, array->stride, noe_type_size(array->index));
}

static struct noe_places chosen(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                                const struct noe_expr *expr) {
  const struct noe_type *multiset = expr->left->type;
  struct noe_places base = noe_model_access_place(analysis, frame, expr->left);
  noe_model_access_expr(analysis, frame, expr->right);
  noe_model_access_read(analysis, spread(analysis, base, 0, multiset->stride, multiset->capacity), 1);
  return spread(analysis, base, 1, multiset->stride, multiset->capacity);
}

static struct noe_places local(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                               const struct noe_expr *expr) {
  if (noe_type_is_simple(expr->type)) {
    struct noe_places places = look_up(analysis, frame, expr);
    return (struct noe_places){.known = places.known, .value = places.value};
  }
  /* Whatever its cells held before they became part of this variable is void. */
  noe_model_access_bind(analysis, frame, expr->slot, expr->type->cells, false, unknown);
  return unknown;
}

static struct noe_places place(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                               const struct noe_expr *expr) {
  switch (expr->kind) {
  case NOE_EXPR_GLOBAL:
    return (struct noe_places){.starts = &expr->slot, .count = 1};
  case NOE_EXPR_LOCAL:
    return local(analysis, frame, expr);
  case NOE_EXPR_REFERENCE:
    return look_up(analysis, frame, expr);
  case NOE_EXPR_FIELD:
    return spread(analysis, noe_model_access_place(analysis, frame, expr->left), expr->slot, 0, 1);
  case NOE_EXPR_ELEMENT:
    return element(analysis, frame, expr);
  case NOE_EXPR_SLOT:
    return chosen(analysis, frame, expr);
  case NOE_EXPR_CALL:
    noe_model_access_call(analysis, frame, expr);
    return unknown;
  case NOE_EXPR_CONDITIONAL: {
    noe_model_access_expr(analysis, frame, expr->condition);
    struct noe_places left = noe_model_access_place(analysis, frame, expr->left);
    return unite(analysis, left, noe_model_access_place(analysis, frame, expr->right));
  }
  default:
    analysis->stopped = true;
    return unknown;
  }
}

struct noe_places noe_model_access_place(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                                         const struct noe_expr *expr) {
  if (++analysis->depth > DEPTH_LIMIT)
    analysis->stopped = true;
  struct noe_places places = noe_model_access_pay(analysis, 1) ? place(analysis, frame, expr) : unknown;
  analysis->depth--;
  return places;
}

/* ------------------------------------------------------------------ values */

void noe_model_access_domain(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                             const struct noe_domain *domain) {
  if (domain->type)
    return;
  noe_model_access_expr(analysis, frame, domain->from);
  noe_model_access_expr(analysis, frame, domain->to);
  if (domain->by)
    noe_model_access_expr(analysis, frame, domain->by);
}

static void read_whole(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                       const struct noe_expr *expr) {
  noe_model_access_read(analysis, noe_model_access_place(analysis, frame, expr), expr->type->cells);
}

static struct noe_places shifted(struct noe_places value, int64_t by) {
  value.known = value.known && !__builtin_add_overflow(value.value, by, &value.value);
  return value;
}

static struct noe_places value(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                               const struct noe_expr *expr) {
  switch (expr->kind) {
  case NOE_EXPR_CONSTANT:
    return (struct noe_places){.known = true, .value = expr->value};
  case NOE_EXPR_READ:
  case NOE_EXPR_COPY: {
    struct noe_places places = noe_model_access_place(analysis, frame, expr->left);
    noe_model_access_read(analysis, places, 1);
    return (struct noe_places){.known = places.known, .value = places.value};
  }
  case NOE_EXPR_ISUNDEFINED:
    read_whole(analysis, frame, expr->left);
    return unknown;
  case NOE_EXPR_SAME:
    read_whole(analysis, frame, expr->left);
    read_whole(analysis, frame, expr->right);
    return unknown;
  case NOE_EXPR_COUNT:
    read_whole(analysis, frame, expr->left);
    noe_model_access_bind(analysis, frame, expr->slot, 1, false, unknown);
    noe_model_access_expr(analysis, frame, expr->right);
    return unknown;
  case NOE_EXPR_FORALL:
  case NOE_EXPR_EXISTS:
    noe_model_access_domain(analysis, frame, &expr->domain);
    noe_model_access_bind(analysis, frame, expr->slot, 1, false, unknown);
    noe_model_access_expr(analysis, frame, expr->left);
    return unknown;
  case NOE_EXPR_CALL:
    noe_model_access_call(analysis, frame, expr);
    return unknown;
  case NOE_EXPR_SHIFT_PART:
    return shifted(noe_model_access_expr(analysis, frame, expr->left), expr->value);
  case NOE_EXPR_NARROW:
    return shifted(noe_model_access_expr(analysis, frame, expr->left), -expr->value);
  default: /* operators, and conditionals of simple type */
    if (expr->condition)
      noe_model_access_expr(analysis, frame, expr->condition);
    if (expr->left)
      noe_model_access_expr(analysis, frame, expr->left);
    if (expr->right)
      noe_model_access_expr(analysis, frame, expr->right);
    return unknown;
  }
}

struct noe_places noe_model_access_expr(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                                        const struct noe_expr *expr) {
  if (++analysis->depth > DEPTH_LIMIT)
    analysis->stopped = true;
  struct noe_places result = noe_model_access_pay(analysis, 1) ? value(analysis, frame, expr) : unknown;
  analysis->depth--;
  return result;
}

/* ------------------------------------------------------------------- calls */

static bool is_active(const struct noe_abstract_frame *frame, const struct noe_function *function) {
  for (; frame; frame = frame->caller)
    if (frame->function == function)
      return true;
  return false;
}

static struct noe_places argument(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                                  const struct noe_argument *given) {
  if (given->kind == NOE_ARGUMENT_LOCATION)
    return noe_model_access_place(analysis, frame, given->value);
  if (given->kind == NOE_ARGUMENT_CELLS) {
    read_whole(analysis, frame, given->value);
    noe_model_access_bind(analysis, frame, given->temporary, given->value->type->cells, false, unknown);
    return unknown;
  }
  struct noe_places result = noe_model_access_expr(analysis, frame, given->value);
  noe_model_access_bind(analysis, frame, given->temporary, 1, false, unknown);
  return (struct noe_places){.known = result.known, .value = result.value};
}

/* Functions are analysed where they are called, with the places passed. */
void noe_model_access_call(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                           const struct noe_expr *expr) {
  const struct noe_function *function = expr->call->function;
  struct noe_abstract_frame callee = {.caller = frame, .function = function};
  if (is_active(frame, function))
    analysis->stopped = true;
  for (uint32_t i = 0; i < function->parameter_count && !analysis->stopped; i++)
    noe_model_access_bind(analysis, &callee, i, 1, true,
                          argument(analysis, frame, &expr->call->arguments[i]));
  noe_model_access_list(analysis, &callee, function->body);
  if (function->result && !noe_type_is_simple(function->result))
    noe_model_access_bind(analysis, frame, expr->call->temporary, function->result->cells, false, unknown);
}
