/* From records to findings: verdicts, then runs, which verdict/ executes again before they are shown. */
#include <string.h>

#include "explicit/search_int.h"

/* ---------------------------------------------------------------- verdicts */

static bool is_temporal(const struct noe_record *record) {
  return record->clause && noe_property_is_temporal(record->clause->property);
}

static enum noe_verdict verdict_of(const struct noe_search *search, const struct noe_record *record) {
  bool known = search->explored && !record->undecided;
  if (record->kind == NOE_FINDING_COVER)
    return record->count ? NOE_VERDICT_HOLDS : known ? NOE_VERDICT_VIOLATED : NOE_VERDICT_UNKNOWN;
  if (record->failed)
    return NOE_VERDICT_VIOLATED;
  if (is_temporal(record)) /* a search of states decides nothing about runs */
    return NOE_VERDICT_UNKNOWN;
  if (record->kind == NOE_FINDING_LIVENESS)
    known &= record->decided;
  return known ? NOE_VERDICT_HOLDS : NOE_VERDICT_UNKNOWN;
}

/* An invariant that holds because the left side of an implication never was
 * true says less than it seems to. */
static void check_vacuity(const struct noe_search *search, struct noe_finding *finding) {
  const struct noe_clause *clause = finding->clause;
  if (finding->kind != NOE_FINDING_INVARIANT || finding->verdict != NOE_VERDICT_HOLDS)
    return;
  const uint64_t *witnesses = search->witnesses;
  for (uint32_t i = 0; i < clause->witness_count; i++) {
    if (witnesses[clause->first_witness + i])
      continue;
    finding->vacuous = true;
    finding->vacuous_place = search->model->witness_places[clause->first_witness + i];
    return;
  }
}

static struct noe_finding *add(struct noe_search *search, const struct noe_record *record, const char *name,
                               struct noe_place place) {
  search->finding_records[search->finding_count] = record;
  struct noe_finding *finding = &search->findings[search->finding_count++];
  *finding = (struct noe_finding){.kind = record->kind,
                                  .name = name,
                                  .place = place,
                                  .clause = record->clause,
                                  .verdict = verdict_of(search, record),
                                  .arguments = record->arguments,
                                  .count = record->count};
  return finding;
}

static void add_claims(struct noe_search *search) {
  for (uint32_t i = 0; i < search->model->property_count; i++) {
    struct noe_record *record = &search->records.claims[i];
    const struct noe_clause *clause = record->clause;
    if (clause->property == NOE_PROPERTY_ASSUME)
      continue;
    if (clause->is_statement)
      record->count = search->covers[clause->id];
    struct noe_finding *finding = add(search, record, clause->title, clause->place);
    if (record->kind == NOE_FINDING_COVER && finding->verdict == NOE_VERDICT_VIOLATED)
      record->order = search->records.failures++; /* known only now: after all the others */
    check_vacuity(search, finding);
  }
}

static void add_faults(struct noe_search *search) {
  struct noe_place nowhere = {0, 0};
  for (size_t i = 0; i < search->records.faults.count; i++) {
    const struct noe_record *record = &search->records.faults.items[i];
    const struct noe_fault *fault = &record->first.fault;
    const char *name = noe_explicit_fault_name(search->task->arena, fault);
    add(search, record, name, fault->place)->message = fault->message;
  }
  if (search->records.faults.count)
    return;
  static const struct noe_record none = {.kind = NOE_FINDING_ASSERTION};
  struct noe_finding *finding = add(search, &none, "no run-time error", nowhere);
  if (search->stop) /* claims that were not evaluated may have one */
    finding->verdict = NOE_VERDICT_UNKNOWN;
}

/* What was covered, where that is not everything. */
static void explain_unknown(struct noe_search *search) {
  uint64_t states = search->store ? noe_store_count(search->store) : 0;
  const char *text = NULL;
  for (uint32_t i = 0; i < search->finding_count; i++) {
    struct noe_finding *finding = &search->findings[i];
    if (finding->verdict != NOE_VERDICT_UNKNOWN || finding->message)
      continue;
    if (is_temporal(search->finding_records[i]) && search->explored && !search->stop) {
      finding->message = "not judged: the explicit engine does not judge claims about runs; see --engine";
      continue;
    }
    if (search->finding_records[i]->undecided) {
      finding->message = "a run-time error kept it from being evaluated everywhere";
      continue;
    }
    if (search->hunt) {
      finding->message = "walks found no violation, which proves nothing";
      continue;
    }
    if (!text)
      text = noe_base_arena_format(search->task->arena,
                                   "the search ended early: %llu states stored, %llu expanded, "
                                   "all known up to depth %u",
                                   (unsigned long long)states, (unsigned long long)search->counts.expanded,
                                   (unsigned)search->depth);
    finding->message = text;
  }
}

static void sum_up(struct noe_search *search) {
  struct noe_result *result = search->result;
  uint64_t least = UINT64_MAX;
  bool unknown = !result->complete;
  for (uint32_t i = 0; i < search->finding_count; i++) {
    const struct noe_finding *finding = &search->findings[i];
    unknown |= finding->verdict == NOE_VERDICT_UNKNOWN;
    if (finding->verdict != NOE_VERDICT_VIOLATED || search->finding_records[i]->order >= least)
      continue;
    least = search->finding_records[i]->order;
    result->first_failure = finding;
  }
  result->verdict = result->first_failure ? NOE_VERDICT_VIOLATED : unknown ? NOE_VERDICT_UNKNOWN : NOE_VERDICT_HOLDS;
}

void noe_explicit_findings(struct noe_search *search) {
  struct noe_arena *arena = search->task->arena;
  size_t most = search->model->property_count + search->records.faults.count + 2;
  search->findings = NOE_NEW_ARRAY(arena, struct noe_finding, most);
  search->finding_records = NOE_NEW_ARRAY(arena, const struct noe_record *, most);
  search->finding_count = 0;
  add_claims(search);
  if (search->task->options->deadlock != NOE_DEADLOCK_OFF)
    add(search, &search->records.deadlock, "deadlock", (struct noe_place){0, 0});
  add_faults(search);
  explain_unknown(search);
  search->result->findings = search->findings;
  search->result->finding_count = search->finding_count;
  sum_up(search);
}

/* ------------------------------------------------------------------ traces */

static void complain(struct noe_search *search, const struct noe_finding *finding, uint32_t step, const char *what) {
  struct noe_result *result = search->result;
  result->verdict = NOE_VERDICT_ERROR;
  if (!result->error)
    result->error = noe_base_arena_format(search->task->arena, "the run for `%s` cannot be confirmed: step %u: %s",
                                          finding->name, (unsigned)step, what);
}

/* What the finding says of names, in those of the run. */
static void rename_finding(struct noe_search *search, struct noe_finding *finding, const struct noe_trace *trace) {
  if (!search->system.keys.is_uneven || !trace->count)
    return;
  struct noe_retrace *retrace = &search->retrace;
  const int64_t *last = trace->steps[trace->count - 1].state;
  if (trace->has_fault)
    finding->message = trace->fault.message;
  else if (finding->kind == NOE_FINDING_INVARIANT)
    finding->arguments = noe_explicit_failing_instance(retrace, finding->clause, last);
  else if (finding->kind == NOE_FINDING_LIVENESS)
    finding->arguments = noe_explicit_renamed_instance(retrace, finding->clause, finding->arguments, last);
}

void noe_explicit_finding_trace(struct noe_search *search) {
  struct noe_finding *finding = &search->findings[search->tracing];
  const struct noe_record *record = search->finding_records[search->tracing];
  if (!record->failed)
    return;
  uint32_t step;
  const struct noe_trace *trace = noe_explicit_retrace(&search->retrace, &record->first, &step);
  if (!trace) {
    complain(search, finding, step, "no instance leads to the stored state");
    return;
  }
  finding->trace = trace;
  rename_finding(search, finding, trace);
}
