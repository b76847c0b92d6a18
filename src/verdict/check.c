#include "verdict/check.h"

#include <string.h>

/* ----------------------------------------------------------------- results */

static bool is_of(const struct noe_clause *clause, const struct noe_clause *clauses, uint32_t count) {
  return clause >= clauses && clause < clauses + count;
}

static const char *check_trace(const struct noe_model *model, const struct noe_trace *trace) {
  if (!trace->count)
    return "a run has no steps";
  for (uint32_t i = 0; i < trace->count; i++) {
    const struct noe_trace_step *step = &trace->steps[i];
    if (i ? !is_of(step->clause, model->rules, model->rule_count)
          : !is_of(step->clause, model->starts, model->start_count))
      return "a run does not begin with a start state, or goes on with something that is no rule of the model";
    if (!step->state && i + 1 < trace->count)
      return "a run goes on after a step that failed";
  }
  return trace->has_loop && trace->loop >= trace->count ? "a run goes back to a step that it does not have" : NULL;
}

static const char *check_finding(const struct noe_model *model, const struct noe_finding *finding) {
  if (finding->clause ? !is_of(finding->clause, model->properties, model->property_count) ||
                            noe_model_finding_kind(finding->clause) != finding->kind
                      : finding->kind != NOE_FINDING_DEADLOCK && finding->kind != NOE_FINDING_ASSERTION)
    return "a finding is about no claim of the model";
  if (finding->ground_count && !finding->trace)
    return "what a run shows is told without the run";
  if (finding->vacuous && finding->verdict != NOE_VERDICT_HOLDS)
    return "what does not hold is said to hold vacuously";
  if (finding->verdict == NOE_VERDICT_HOLDS && finding->trace && finding->kind != NOE_FINDING_COVER)
    return "a claim holds, and a run shows that it does not";
  return finding->trace ? check_trace(model, finding->trace) : NULL;
}

static const char *check_whole(const struct noe_result *result) {
  switch (result->verdict) {
  case NOE_VERDICT_HOLDS:
    for (uint32_t i = 0; i < result->finding_count; i++)
      if (result->findings[i].verdict != NOE_VERDICT_HOLDS)
        return "everything is said to hold, and not each claim";
    if (!result->complete || result->stop || result->error || result->refused || result->first_failure)
      return "everything is said to hold after a search that did not come to its end";
    return NULL;
  case NOE_VERDICT_VIOLATED:
    return result->first_failure && result->first_failure->verdict == NOE_VERDICT_VIOLATED
               ? NULL
               : "something is violated, and nothing is said to be the first";
  case NOE_VERDICT_ERROR:
    return result->error || result->refused || result->broken_symmetry ? NULL : "an error is not said to be which";
  case NOE_VERDICT_UNKNOWN: break;
  }
  return NULL;
}

const char *noe_verdict_result_check(const struct noe_model *model, const struct noe_result *result) {
  if (result->is_unfounded || result->unmet) /* then nothing else counts */
    return NULL;
  if (result->stop == NOE_STOP_ORDER)
    return "a search ended because a loop depends on the order, and did not begin again";
  const char *wrong = check_whole(result);
  if (!wrong && result->first_failure &&
      (result->first_failure < result->findings || result->first_failure >= result->findings + result->finding_count))
    wrong = "the first failure is none of the findings";
  for (uint32_t i = 0; i < result->finding_count && !wrong; i++)
    wrong = check_finding(model, &result->findings[i]);
  return wrong ? wrong : noe_verdict_figures_check(result);
}

const char *noe_verdict_figures_check(const struct noe_result *result) {
  const struct noe_figure *items = result->figures.items;
  for (size_t i = 0; i < result->figures.count; i++)
    for (size_t k = 0; k < i; k++) {
      const bool same_engine = !strcmp(items[k].engine, items[i].engine);
      if (same_engine && !strcmp(items[k].name, items[i].name))
        return "a figure has two values";
      if (same_engine && strcmp(items[i - 1].engine, items[i].engine))
        return "the figures of an engine do not stand together";
    }
  return NULL;
}

/* ----------------------------------------------------------------- records */

/* Record number `number` of all: claims, deadlock, faults. */
static const struct noe_record *record_at(const struct noe_records *records, size_t number) {
  const uint32_t claims = records->model->property_count;
  return number < claims    ? &records->claims[number]
         : number == claims ? &records->deadlock
                            : &records->faults.items[number - claims - 1];
}

static const char *check_record(const struct noe_records *records, size_t number) {
  const struct noe_record *record = record_at(records, number);
  if (!record->failed)
    return NULL;
  if (record->order >= records->failures)
    return "a failure is not counted";
  if (!record->first.step && record->first.at == NOE_NO_STATE)
    return "a failure is in no state, nor in the making of one";
  for (size_t i = 0; i < number; i++)
    if (record_at(records, i)->failed && record_at(records, i)->order == record->order)
      return "two failures are the same one in order";
  return NULL;
}

const char *noe_verdict_records_check(const struct noe_records *records) {
  const size_t claims = records->model->property_count, all = claims + 1 + records->faults.count;
  for (size_t i = 0; i < claims; i++)
    if (records->claims[i].clause != &records->model->properties[i])
      return "a record is about another claim";
  for (size_t i = 0; i < records->faults.count; i++) {
    const struct noe_fault *fault = &records->faults.items[i].first.fault;
    if (!records->faults.items[i].first.has_fault)
      return "a record of a run-time error has none";
    if (noe_verdict_find_fault(records, fault) != &records->faults.items[i])
      return "one run-time error has two records";
  }
  for (size_t i = 0; i < all; i++) {
    const char *wrong = check_record(records, i);
    if (wrong)
      return wrong;
  }
  return NULL;
}

/* ------------------------------------------------------------------- plans */

const char *noe_verdict_plan_check(const struct noe_engine_plan *plan) {
  if (!plan->reason || (plan->count && !plan->name))
    return "a plan has no reason, or no name";
  if (plan->count > NOE_MOST_ENGINES || (plan->compares && plan->count < 2))
    return "a plan has too many engines, or one that is to be compared with none";
  if (plan->stand_in_count > NOE_MOST_ENGINES)
    return "a plan has too many engines that stand in";
  for (uint32_t i = 0; i < plan->count; i++) {
    for (uint32_t k = 0; k < plan->stand_in_count; k++)
      if (plan->engines[i] == plan->stand_ins[k])
        return "an engine stands in for itself";
    for (uint32_t k = 0; k < i; k++)
      if (plan->engines[k] == plan->engines[i])
        return "an engine runs twice";
  }
  return plan->questions.count ? NULL : "a plan answers no question";
}
