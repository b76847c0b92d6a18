/* What threads have noticed in a level becomes what the search has noticed. */
#include <assert.h>
#include <stdlib.h>

#include "verdict/check.h"

/* One record of each thread, at the same place; those that did not fail are only counted.
 * What is counted is taken away: after an escape all this is done once more. */
static void merge(struct noe_records *records, struct noe_record *record, struct noe_record *const *parts,
                  uint32_t count) {
  const struct noe_record *first = NULL;
  for (uint32_t i = 0; i < count; i++) {
    record->count += parts[i]->count;
    parts[i]->count = 0;
    record->undecided |= parts[i]->undecided;
    if (parts[i]->failed &&
        (!first || noe_verdict_compare_evidence(records->store, &parts[i]->first, &first->first) < 0))
      first = parts[i];
  }
  if (first && !record->failed)
    noe_verdict_record_failed(records, record, first);
}

static void merge_claims(struct noe_records *records, struct noe_records *const *parts, struct noe_record **rows,
                         uint32_t count) {
  for (uint32_t i = 0; i < records->model->property_count; i++) {
    for (uint32_t k = 0; k < count; k++)
      rows[k] = &parts[k]->claims[i];
    merge(records, &records->claims[i], rows, count);
  }
  for (uint32_t k = 0; k < count; k++)
    rows[k] = &parts[k]->deadlock;
  merge(records, &records->deadlock, rows, count);
}

static int compare_faults(const void *left, const void *right) {
  const struct noe_fault *a = &(*(struct noe_record *const *)left)->first.fault;
  const struct noe_fault *b = &(*(struct noe_record *const *)right)->first.fault;
  if (a->place.line != b->place.line)
    return a->place.line < b->place.line ? -1 : 1;
  if (a->place.column != b->place.column)
    return a->place.column < b->place.column ? -1 : 1;
  return (a->code > b->code) - (a->code < b->code);
}

/* Records of one error, all of them, out of a sorted row: merged into the search's. */
static void merge_fault(struct noe_records *records, struct noe_record *const *rows, uint32_t count) {
  assert(count && "one error has at least one record");
  struct noe_record *known = noe_verdict_find_fault(records, &rows[0]->first.fault);
  if (!known) {
    struct noe_record fresh = {.kind = NOE_FINDING_ASSERTION};
    fresh.first = (struct noe_evidence){.has_fault = true, .fault = rows[0]->first.fault};
    fresh.first.fault.message = NULL;
    noe_verdict_records_release(records);
    NOE_LIST_PUSH(records->arena, &records->faults, fresh);
    known = &records->faults.items[records->faults.count - 1];
  }
  merge(records, known, rows, count);
}

static void merge_faults(struct noe_records *records, struct noe_record **rows, size_t count) {
  if (count)
    qsort(rows, count, sizeof *rows, compare_faults);
  for (size_t begin = 0, end; begin < count; begin = end) {
    for (end = begin + 1; end < count && !compare_faults(&rows[begin], &rows[end]); end++)
      ;
    merge_fault(records, rows + begin, (uint32_t)(end - begin));
  }
}

static void clear(struct noe_records *part) {
  for (uint32_t i = 0; i <= part->model->property_count; i++) {
    struct noe_record *record = i < part->model->property_count ? &part->claims[i] : &part->deadlock;
    *record = (struct noe_record){.kind = record->kind, .clause = record->clause};
  }
  part->faults.count = 0;
  part->failures = 0;
}

void noe_verdict_records_forget(struct noe_records *records) {
  for (uint32_t i = 0; i <= records->model->property_count; i++) {
    struct noe_record *record = i < records->model->property_count ? &records->claims[i] : &records->deadlock;
    if (record->failed || record->undecided)
      *record = (struct noe_record){.kind = record->kind, .clause = record->clause};
  }
  records->faults.count = 0;
  records->failures = 0;
}

static bool is_quiet(const struct noe_records *part) {
  bool quiet = !part->failures && !part->faults.count;
  for (uint32_t i = 0; i < part->model->property_count && quiet; i++)
    quiet = !part->claims[i].count && !part->claims[i].undecided;
  return quiet && !part->deadlock.count;
}

void noe_verdict_records_merge(struct noe_records *records, struct noe_records *const *parts, uint32_t count) {
  size_t room = count, faults = 0;
  bool quiet = true;
  for (uint32_t i = 0; i < count; i++) {
    room += parts[i]->faults.count;
    quiet &= is_quiet(parts[i]);
  }
  if (quiet)
    return;
  noe_verdict_records_release(records);
  struct noe_record **rows = noe_base_alloc(records->memory, room * sizeof *rows);
  merge_claims(records, parts, rows, count);
  for (uint32_t i = 0; i < count; i++)
    for (size_t k = 0; k < parts[i]->faults.count; k++)
      rows[faults++] = &parts[i]->faults.items[k];
  merge_faults(records, rows, faults);
  noe_base_free(records->memory, rows);
  for (uint32_t i = 0; i < count; i++)
    clear(parts[i]);
  assert(!noe_verdict_records_check(records) && "what threads have noticed is one record for each failure");
}
