/* Rules that never fired and implications whose left side never was true: once the search is
 * complete, which conjuncts kept them from it. Another pass over all states, made only if there
 * is something to find out and if that is little work; verdicts do not depend on it, and it is not
 * worth asking whether time is up. */
#include "model/survey.h"

#include <assert.h>

#include "explicit/search.h"

/* Rules and implications that are looked into; instances that are evaluated by the interpreter
 * for all of them, and one more for so many firings of the search. */
enum { MOST_SURVEYS = 10, MOST_INSTANCES = 200000, FIRINGS_PER_INSTANCE = 64 };

struct survey {
  struct noe_search *search;
  uint64_t left; /* instances that may still be evaluated */
};

/* Rules whose instances are known beforehand to be too many cost nothing. */
static bool is_little(const struct survey *work, const struct noe_clause *clause) {
  uint64_t states = work->search->counts.expanded, instances = noe_model_instance_count(clause), product;
  return !__builtin_mul_overflow(states, instances, &product) && product <= work->left;
}

static void look_at_states(struct survey *work, struct noe_survey *survey) {
  struct noe_search *search = work->search;
  struct noe_worker *chief = noe_explicit_worker_0(search);
  uint64_t number = 0, states = search->counts.expanded; /* those have numbers */
  for (; number < states && survey->instances + number < work->left; number++) {
    noe_store_read(search->store, noe_store_id(search->store, number), chief->key);
    noe_system_state(&chief->view.orbits, chief->key, chief->view.state);
    noe_model_survey_state(search->referee.machine, survey, chief->view.state);
  }
  survey->is_whole = number == states;
  uint64_t used = survey->instances + number;
  work->left -= used < work->left ? used : work->left;
}

static void add(struct survey *work, const struct noe_clause *clause, uint32_t witness) {
  struct noe_result *result = work->search->result;
  struct noe_survey *survey = &work->search->surveys[result->survey_count];
  if (result->survey_count == MOST_SURVEYS || !is_little(work, clause) ||
      !noe_model_survey(work->search->task->arena, clause, witness, survey))
    return;
  look_at_states(work, survey);
  result->survey_count += survey->is_whole;
}

static bool held(const struct noe_search *search, const struct noe_clause *property) {
  const struct noe_record *record = &search->records.claims[property->id];
  return property->property == NOE_PROPERTY_INVARIANT && !record->failed && !record->undecided;
}

void noe_explicit_survey(struct noe_search *search) {
  assert(search->explored && "only a complete search can say `never`");
  const struct noe_model *model = search->model;
  struct survey work = {.search = search};
  if (search->forgets || search->task->options->quiet)
    return;
  work.left = MOST_INSTANCES + search->counts.transitions / FIRINGS_PER_INSTANCE;
  search->surveys = NOE_NEW_ARRAY(search->task->arena, struct noe_survey, MOST_SURVEYS + 1);
  search->result->surveys = search->surveys;
  for (uint32_t i = 0; i < model->rule_count; i++)
    if (!search->counts.firings[i])
      add(&work, &model->rules[i], 0);
  for (uint32_t i = 0; i < model->property_count; i++)
    for (uint32_t k = 0; k < model->properties[i].witness_count && held(search, &model->properties[i]); k++)
      if (!search->witnesses[model->properties[i].first_witness + k])
        add(&work, &model->properties[i], model->properties[i].first_witness + k + 1);
}
