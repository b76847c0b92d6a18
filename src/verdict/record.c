#include "verdict/record.h"

#include <assert.h>
#include <string.h>

/* Where the limit is small, so is the reserve. */
static void hold_back(struct noe_records *records) {
  size_t limit = noe_base_memory_limit(records->memory), size = records->reserve_size;
  records->reserve = noe_base_try_alloc(records->memory, limit && limit / 8 < size ? limit / 8 : size);
}

void noe_verdict_records_release(struct noe_records *records) {
  noe_base_free(records->memory, records->reserve);
  records->reserve = NULL;
}

void noe_verdict_records_init(struct noe_records *records, struct noe_memory *memory, struct noe_arena *arena,
                              const struct noe_model *model, size_t reserve) {
  *records = (struct noe_records){.memory = memory, .arena = arena, .model = model, .reserve_size = reserve};
  records->deadlock.kind = NOE_FINDING_DEADLOCK;
  records->claims = NOE_NEW_ARRAY(arena, struct noe_record, model->property_count);
  for (uint32_t i = 0; i < model->property_count; i++) {
    records->claims[i].kind = noe_model_finding_kind(&model->properties[i]);
    records->claims[i].clause = &model->properties[i];
  }
  hold_back(records);
}

const int64_t *noe_verdict_copy_arguments(struct noe_arena *arena, const struct noe_clause *clause,
                                          const int64_t *arguments) {
  if (!clause || !arguments)
    return NULL;
  int64_t *copy = NOE_NEW_ARRAY(arena, int64_t, clause->parameter_count);
  if (clause->parameter_count)
    memcpy(copy, arguments, clause->parameter_count * sizeof *copy);
  return copy;
}

struct noe_fault noe_verdict_copy_fault(struct noe_arena *arena, const struct noe_fault *fault) {
  struct noe_fault copy = *fault;
  if (copy.message)
    copy.message = noe_base_arena_text(arena, copy.message, strlen(copy.message));
  return copy;
}

/* ------------------------------------------------------------------- order */

static int compare_arguments(const struct noe_clause *clause, const int64_t *a, const int64_t *b) {
  if (!a || !b)
    return (a != NULL) - (b != NULL);
  for (uint32_t i = 0; i < clause->parameter_count; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

static int compare_instances(const struct noe_clause *a, const int64_t *a_arguments, const struct noe_clause *b,
                             const int64_t *b_arguments) {
  if (!a || !b)
    return (a != NULL) - (b != NULL);
  if (a->kind != b->kind)
    return a->kind < b->kind ? -1 : 1;
  if (a->id != b->id)
    return a->id < b->id ? -1 : 1;
  return compare_arguments(a, a_arguments, b_arguments);
}

/* Shows itself in a state that is being expanded, with no step more? */
static bool is_guard(const struct noe_evidence *evidence) {
  return !evidence->step && evidence->failed && evidence->failed->kind == NOE_CLAUSE_RULE;
}

int noe_verdict_compare_evidence(const struct noe_store *store, const struct noe_evidence *a,
                                 const struct noe_evidence *b) {
  assert((store || a->at == b->at || a->at == NOE_NO_STATE || b->at == NOE_NO_STATE) &&
         "states are ordered by the store");
  if (is_guard(a) != is_guard(b))
    return is_guard(a) ? -1 : 1;
  if (a->level != b->level)
    return a->level < b->level ? -1 : 1;
  int order = a->at == b->at                                   ? 0
              : a->at == NOE_NO_STATE || b->at == NOE_NO_STATE ? (a->at == NOE_NO_STATE ? -1 : 1)
                                                               : noe_store_compare(store, a->at, b->at);
  if (!order)
    order = compare_instances(a->step, a->step_arguments, b->step, b->step_arguments);
  if (!order)
    order = compare_instances(a->failed, a->failed_arguments, b->failed, b->failed_arguments);
  return order ? order : (int)a->after - (int)b->after;
}

/* ------------------------------------------------------------------ notice */

void noe_verdict_record_failed(struct noe_records *records, struct noe_record *record,
                               const struct noe_record *noticed) {
  const struct noe_evidence *where = &noticed->first;
  noe_verdict_records_release(records);
  record->arguments = noe_verdict_copy_arguments(records->arena, record->clause, noticed->arguments);
  record->first = *where;
  if (where->has_fault)
    record->first.fault = noe_verdict_copy_fault(records->arena, &where->fault);
  record->first.step_arguments = noe_verdict_copy_arguments(records->arena, where->step, where->step_arguments);
  record->first.failed_arguments = noe_verdict_copy_arguments(records->arena, where->failed, where->failed_arguments);
  if (!record->failed)
    record->order = records->failures++;
  record->failed = true;
  hold_back(records);
}

/* Counts one more; true if it comes before what is known. */
static bool is_first(struct noe_records *records, const struct noe_record *before, struct noe_record *record,
                     const struct noe_evidence *where) {
  record->count += 1 + where->more;
  if (before && before->failed)
    return false;
  return !record->failed || noe_verdict_compare_evidence(records->store, where, &record->first) < 0;
}

void noe_verdict_record_claim(struct noe_records *records, const struct noe_clause *property, const int64_t *arguments,
                              uint64_t at) {
  assert(property->kind == NOE_CLAUSE_PROPERTY && property->id < records->model->property_count &&
         "a claim of this model");
  struct noe_record noticed = {.arguments = arguments, .first = {.at = at, .level = records->level}};
  const struct noe_record *before = records->before ? &records->before->claims[property->id] : NULL;
  if (is_first(records, before, &records->claims[property->id], &noticed.first))
    noe_verdict_record_failed(records, &records->claims[property->id], &noticed);
}

void noe_verdict_record_deadlock(struct noe_records *records, uint64_t at) {
  assert(at != NOE_NO_STATE && "a state is stuck, and no start state");
  struct noe_record noticed = {.first = {.at = at, .level = records->level}};
  if (is_first(records, records->before ? &records->before->deadlock : NULL, &records->deadlock, &noticed.first))
    noe_verdict_record_failed(records, &records->deadlock, &noticed);
}

struct noe_record *noe_verdict_find_fault(const struct noe_records *records, const struct noe_fault *fault) {
  for (size_t i = 0; i < records->faults.count; i++) {
    const struct noe_fault *known = &records->faults.items[i].first.fault;
    if (known->code == fault->code && known->place.line == fault->place.line &&
        known->place.column == fault->place.column)
      return &records->faults.items[i];
  }
  return NULL;
}

void noe_verdict_record_fault(struct noe_records *records, const struct noe_fault *fault,
                              const struct noe_evidence *where) {
  assert((where->step || where->at != NOE_NO_STATE) && "an error is in a state, or in making a start state");
  if (where->failed && where->failed->kind == NOE_CLAUSE_PROPERTY)
    records->claims[where->failed->id].undecided = true;
  struct noe_record noticed = {.kind = NOE_FINDING_ASSERTION, .first = *where};
  noticed.first.has_fault = true;
  noticed.first.fault = *fault;
  struct noe_record *record = noe_verdict_find_fault(records, fault);
  if (!record) {
    struct noe_record fresh = {.kind = NOE_FINDING_ASSERTION, .first = {.has_fault = true, .fault = *fault}};
    noe_verdict_records_release(records);
    NOE_LIST_PUSH(records->arena, &records->faults, fresh);
    record = &records->faults.items[records->faults.count - 1];
    record->first.fault.message = NULL; /* the machine's; a copy comes with the evidence */
  }
  const struct noe_record *before = records->before ? noe_verdict_find_fault(records->before, fault) : NULL;
  if (is_first(records, before, record, &noticed.first))
    noe_verdict_record_failed(records, record, &noticed);
}
