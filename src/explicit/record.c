#include "explicit/record.h"

#include <string.h>

enum { RESERVE = 256 * 1024 };

static enum noe_finding_kind kind_of(const struct noe_clause *property) {
  switch (property->property) {
    case NOE_PROPERTY_COVER: return NOE_FINDING_COVER;
    case NOE_PROPERTY_LIVENESS: return NOE_FINDING_LIVENESS;
    case NOE_PROPERTY_LTL: return NOE_FINDING_LTL;
    case NOE_PROPERTY_CTL: return NOE_FINDING_CTL;
    case NOE_PROPERTY_MU: return NOE_FINDING_MU;
    case NOE_PROPERTY_NEVER: return NOE_FINDING_SEQUENCE;
    case NOE_PROPERTY_INVARIANT:
    case NOE_PROPERTY_ASSUME: break;
  }
  return NOE_FINDING_INVARIANT;
}

/* Where the limit is small, so is the reserve. */
static void hold_back(struct noe_records *records) {
  size_t limit = noe_base_memory_limit(records->memory);
  records->reserve = noe_base_try_alloc(records->memory, limit && limit / 8 < RESERVE ? limit / 8 : RESERVE);
}

void noe_explicit_records_release(struct noe_records *records) {
  noe_base_free(records->memory, records->reserve);
  records->reserve = NULL;
}

void noe_explicit_records_init(struct noe_records *records, struct noe_memory *memory,
                               struct noe_arena *arena, const struct noe_model *model) {
  *records = (struct noe_records){.memory = memory, .arena = arena, .model = model};
  records->deadlock.kind = NOE_FINDING_DEADLOCK;
  records->claims = NOE_NEW_ARRAY(arena, struct noe_record, model->property_count);
  for (uint32_t i = 0; i < model->property_count; i++) {
    records->claims[i].kind = kind_of(&model->properties[i]);
    records->claims[i].clause = &model->properties[i];
  }
  hold_back(records);
}

const int64_t *noe_explicit_copy_arguments(struct noe_arena *arena, const struct noe_clause *clause,
                                           const int64_t *arguments) {
  if (!clause || !arguments)
    return NULL;
  int64_t *copy = NOE_NEW_ARRAY(arena, int64_t, clause->parameter_count);
  if (clause->parameter_count)
    memcpy(copy, arguments, clause->parameter_count * sizeof *copy);
  return copy;
}

struct noe_fault noe_explicit_copy_fault(struct noe_arena *arena, const struct noe_fault *fault) {
  struct noe_fault copy = *fault;
  if (copy.message)
    copy.message = noe_base_arena_text(arena, copy.message, strlen(copy.message));
  return copy;
}

const char *noe_explicit_fault_name(struct noe_arena *arena, const struct noe_fault *fault) {
  const char *title = noe_base_diagnostic_title(fault->code);
  if (!fault->message || !*fault->message)
    return title;
  if (fault->code == NOE_R_ERROR || fault->code == NOE_R_ASSERT)
    return fault->message; /* the words of the model itself */
  return noe_base_arena_format(arena, "%s: %s", title, fault->message);
}

static void mark_failed(struct noe_records *records, struct noe_record *record) {
  record->failed = true;
  record->order = records->failures++;
}

void noe_explicit_record_claim(struct noe_records *records, const struct noe_clause *property,
                               const int64_t *arguments, uint64_t at) {
  struct noe_record *record = &records->claims[property->id];
  record->count++;
  if (record->failed)
    return;
  noe_explicit_records_release(records);
  record->arguments = noe_explicit_copy_arguments(records->arena, property, arguments);
  record->first.at = at;
  mark_failed(records, record);
  hold_back(records);
}

void noe_explicit_record_deadlock(struct noe_records *records, uint64_t at) {
  records->deadlock.count++;
  if (records->deadlock.failed)
    return;
  records->deadlock.first.at = at;
  mark_failed(records, &records->deadlock);
}

static struct noe_record *find_fault(struct noe_records *records, const struct noe_fault *fault) {
  for (size_t i = 0; i < records->faults.count; i++) {
    const struct noe_fault *known = &records->faults.items[i].first.fault;
    if (known->code == fault->code && known->place.line == fault->place.line &&
        known->place.column == fault->place.column)
      return &records->faults.items[i];
  }
  return NULL;
}

void noe_explicit_record_fault(struct noe_records *records, const struct noe_fault *fault,
                               const struct noe_evidence *where) {
  if (where->failed && where->failed->kind == NOE_CLAUSE_PROPERTY)
    records->claims[where->failed->id].undecided = true;
  struct noe_record *known = find_fault(records, fault);
  if (known) {
    known->count++;
    return;
  }
  noe_explicit_records_release(records);
  struct noe_record record = {.kind = NOE_FINDING_ASSERTION, .count = 1, .first = *where};
  record.first.has_fault = true;
  record.first.fault = noe_explicit_copy_fault(records->arena, fault);
  record.first.step_arguments =
      noe_explicit_copy_arguments(records->arena, where->step, where->step_arguments);
  record.first.failed_arguments =
      noe_explicit_copy_arguments(records->arena, where->failed, where->failed_arguments);
  NOE_LIST_PUSH(records->arena, &records->faults, record);
  mark_failed(records, &records->faults.items[records->faults.count - 1]);
  hold_back(records);
}
