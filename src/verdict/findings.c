#include "verdict/findings.h"

#include <assert.h>

#include "verdict/check.h"

/* ---------------------------------------------------------------- verdicts */

static bool is_temporal(const struct noe_record *record) {
  return record->clause && noe_property_is_temporal(record->clause->property);
}

static enum noe_verdict verdict_of(const struct noe_account *account, const struct noe_record *record) {
  bool known = account->explored && !record->undecided;
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
static void check_vacuity(const struct noe_account *account, struct noe_finding *finding) {
  const struct noe_clause *clause = finding->clause;
  if (finding->kind != NOE_FINDING_INVARIANT || finding->verdict != NOE_VERDICT_HOLDS)
    return;
  const uint64_t *witnesses = account->witnesses;
  for (uint32_t i = 0; i < clause->witness_count; i++) {
    if (witnesses[clause->first_witness + i])
      continue;
    finding->vacuous = true;
    finding->vacuous_place = account->task->model->witness_places[clause->first_witness + i];
    return;
  }
}

static struct noe_finding *add(struct noe_account *account, const struct noe_record *record, const char *name,
                               struct noe_place place) {
  assert(record && "each finding has a source");
  account->sources[account->result->finding_count] = record;
  struct noe_finding *finding = &account->findings[account->result->finding_count++];
  *finding = (struct noe_finding){.kind = record->kind,
                                  .name = name,
                                  .place = place,
                                  .clause = record->clause,
                                  .verdict = verdict_of(account, record),
                                  .arguments = record->arguments,
                                  .count = record->count};
  return finding;
}

static void add_claims(struct noe_account *account) {
  for (uint32_t i = 0; i < account->task->model->property_count; i++) {
    struct noe_record *record = &account->records->claims[i];
    const struct noe_clause *clause = record->clause;
    if (!noe_property_is_claim(clause->property))
      continue;
    if (clause->is_statement)
      record->count = account->covers[clause->id];
    struct noe_finding *finding = add(account, record, clause->title, clause->place);
    if (record->kind == NOE_FINDING_COVER && finding->verdict == NOE_VERDICT_VIOLATED)
      record->order = account->records->failures++; /* known only now: after all the others */
    check_vacuity(account, finding);
  }
}

/* Is there an AG EF whose goals were left to another engine? They may have errors. */
static bool are_goals_left(const struct noe_account *account) {
  for (uint32_t i = 0; i < account->task->model->property_count; i++) {
    const struct noe_record *record = &account->records->claims[i];
    if (record->kind == NOE_FINDING_LIVENESS && !record->decided && !record->failed && !record->undecided)
      return true;
  }
  return false;
}

static void add_faults(struct noe_account *account) {
  struct noe_place nowhere = {0, 0};
  for (size_t i = 0; i < account->records->faults.count; i++) {
    const struct noe_record *record = &account->records->faults.items[i];
    const struct noe_fault *fault = &record->first.fault;
    const char *name = noe_model_fault_name(account->task->arena, fault);
    add(account, record, name, fault->place)->message = fault->message;
  }
  if (account->records->faults.count)
    return;
  static const struct noe_record none = {.kind = NOE_FINDING_ASSERTION};
  struct noe_finding *finding = add(account, &none, "no run-time error", nowhere);
  if (account->stop) /* claims that were not evaluated may have one */
    finding->verdict = NOE_VERDICT_UNKNOWN;
  if (finding->verdict == NOE_VERDICT_HOLDS && are_goals_left(account)) {
    finding->verdict = NOE_VERDICT_UNKNOWN;
    finding->message = "a liveness property was not evaluated, and may have one";
  }
}

/* Was it left to another engine? Of a complete search only. */
static bool is_left(const struct noe_account *account, const struct noe_record *record) {
  bool is_complete = account->explored && !account->stop;
  bool is_unreached = record->kind == NOE_FINDING_LIVENESS && !record->decided && !record->undecided;
  return is_complete && (is_temporal(record) || is_unreached);
}

static const char *not_judged(const struct noe_account *account, const struct noe_record *record) {
  return noe_base_arena_format(account->task->arena, "not judged: the %s engine does not judge %s; see --engine",
                               account->result->engine,
                               is_temporal(record) ? "claims about runs" : "liveness properties");
}

/* Why it is not known; account->open is what was covered, where that is not everything. */
static void explain_unknown(struct noe_account *account) {
  for (uint32_t i = 0; i < account->result->finding_count; i++) {
    struct noe_finding *finding = &account->findings[i];
    if (finding->verdict != NOE_VERDICT_UNKNOWN || finding->message)
      continue;
    if (is_left(account, account->sources[i]))
      finding->message = not_judged(account, account->sources[i]);
    else if (account->sources[i]->undecided)
      finding->message = "a run-time error kept it from being evaluated everywhere";
    else
      finding->message = account->open;
  }
}

static void sum_up(struct noe_account *account) {
  struct noe_result *result = account->result;
  uint64_t least = UINT64_MAX;
  bool unknown = !result->complete;
  for (uint32_t i = 0; i < account->result->finding_count; i++) {
    const struct noe_finding *finding = &account->findings[i];
    unknown |= finding->verdict == NOE_VERDICT_UNKNOWN;
    if (finding->verdict != NOE_VERDICT_VIOLATED || account->sources[i]->order >= least)
      continue;
    least = account->sources[i]->order;
    result->first_failure = finding;
  }
  result->verdict = result->first_failure ? NOE_VERDICT_VIOLATED : unknown ? NOE_VERDICT_UNKNOWN : NOE_VERDICT_HOLDS;
}

void noe_verdict_findings(struct noe_account *account) {
  assert(account->result && account->records->claims && "there is something to tell, and a result to tell it in");
  assert(!noe_verdict_records_check(account->records) && "records are sound when the search is over");
  struct noe_arena *arena = account->task->arena;
  size_t most = account->task->model->property_count + account->records->faults.count + 2;
  account->findings = NOE_NEW_ARRAY(arena, struct noe_finding, most);
  account->sources = NOE_NEW_ARRAY(arena, const struct noe_record *, most);
  account->result->findings = account->findings;
  account->result->finding_count = 0;
  add_claims(account);
  if (account->task->options->deadlock != NOE_DEADLOCK_OFF)
    add(account, &account->records->deadlock, "deadlock", (struct noe_place){0, 0});
  add_faults(account);
  explain_unknown(account);
  sum_up(account);
  assert(account->result->finding_count <= most && "each claim has one finding, and each error");
  assert((account->result->verdict != NOE_VERDICT_HOLDS || (account->explored && !account->stop)) &&
         "everything holds only if every state was expanded");
}

/* ------------------------------------------------------------------ traces */

static void complain(struct noe_account *account, const struct noe_finding *finding, uint32_t step, const char *what) {
  struct noe_result *result = account->result;
  result->verdict = NOE_VERDICT_ERROR;
  if (!result->error)
    result->error = noe_base_arena_format(account->task->arena, "the run for `%s` cannot be confirmed: step %u: %s",
                                          finding->name, (unsigned)step, what);
}

/* What the finding says of names, in those of the run. */
static void rename_finding(struct noe_account *account, struct noe_finding *finding, const struct noe_trace *trace) {
  if (!account->system->keys.is_uneven || !trace->count)
    return;
  struct noe_retrace *retrace = account->retrace;
  const int64_t *last = trace->steps[trace->count - 1].state;
  if (trace->has_fault)
    finding->message = trace->fault.message;
  else if (finding->kind == NOE_FINDING_INVARIANT)
    finding->arguments = noe_verdict_failing_instance(retrace, finding->clause, last);
  else if (finding->kind == NOE_FINDING_LIVENESS)
    finding->arguments = noe_verdict_renamed_instance(retrace, finding->clause, finding->arguments, last);
}

void noe_verdict_finding_trace(struct noe_account *account, uint32_t number) {
  assert(number < account->result->finding_count && "findings come before their runs");
  struct noe_finding *finding = &account->findings[number];
  const struct noe_record *record = account->sources[number];
  if (!record->failed)
    return;
  uint32_t step = 0, length = 0;
  const uint64_t *path = account->path(account->context, record->first.at, &length);
  const struct noe_trace *trace = noe_verdict_retrace(account->retrace, path, length, &record->first, &step);
  if (!trace) {
    complain(account, finding, step, "no instance leads to the stored state");
    return;
  }
  finding->trace = trace;
  rename_finding(account, finding, trace);
}
