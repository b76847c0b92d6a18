#include "explicit/check_symmetry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/pack.h"
#include "model/print.h"
#include "model/replay.h"

/* ---------------------------------------------------------------- lifetime */

static uint32_t most_arguments(const struct noe_model *model) {
  uint32_t most = noe_model_most_parameters(model);
  for (uint32_t i = 0; i < model->property_count; i++) {
    const struct noe_clause *property = &model->properties[i];
    uint32_t own = property->parameter_count + (property->temporal ? property->temporal->variable_count : 0);
    most = own > most ? own : most;
  }
  for (uint32_t i = 0; i < model->start_count; i++)
    most = model->starts[i].parameter_count > most ? model->starts[i].parameter_count : most;
  return most;
}

void noe_explicit_sampler_init(struct noe_sampler *sampler, struct noe_search *search, uint64_t seed) {
  struct noe_memory *memory = noe_explicit_worker_0(search)->memory;
  const size_t cells = search->model->cell_count, arguments = most_arguments(search->model);
  *sampler = (struct noe_sampler){.search = search, .memory = memory, .random = {seed}, .until = INFINITY};
  noe_system_view_open(&sampler->view, &search->system, memory, sampler, NULL);
  sampler->here.width = sampler->there.width = search->model->packed_words + 1;
  sampler->permutation = noe_base_alloc(memory, search->system.keys.symmetry->points * sizeof *sampler->permutation);
  sampler->permuted = noe_base_alloc(memory, (cells * 3 + 1) * sizeof *sampler->permuted);
  sampler->after = sampler->permuted + cells;
  sampler->image = sampler->after + cells;
  sampler->arguments = noe_base_alloc(memory, (2 * arguments + 1) * sizeof *sampler->arguments);
  sampler->image_arguments = sampler->arguments + arguments;
}

void noe_explicit_sampler_free(struct noe_sampler *sampler) {
  if (!sampler->search)
    return;
  struct noe_memory *memory = sampler->memory;
  noe_system_view_close(&sampler->view);
  noe_base_free(memory, sampler->here.words);
  noe_base_free(memory, sampler->there.words);
  noe_base_free(memory, sampler->permutation);
  noe_base_free(memory, sampler->permuted);
  noe_base_free(memory, sampler->arguments);
  *sampler = (struct noe_sampler){0};
}

/* -------------------------------------------------------------------- rows */

static uint64_t *new_row(struct noe_memory *memory, struct noe_sample_rows *rows) {
  if (rows->count == rows->room) {
    size_t room = rows->room * 2 + 16;
    rows->words = noe_base_realloc(memory, rows->words, room * rows->width * sizeof *rows->words);
    rows->room = room;
  }
  uint64_t *row = rows->words + rows->width * rows->count++;
  memset(row, 0, rows->width * sizeof *row);
  return row;
}

static int compare_rows(const void *a, const void *b, void *width) {
  return memcmp(a, b, *(const size_t *)width * sizeof(uint64_t));
}

static void sort_rows(struct noe_sample_rows *rows) {
  if (rows->count)
    qsort_r(rows->words, rows->count, rows->width * sizeof *rows->words, compare_rows, &rows->width);
}

static bool same_rows(const struct noe_sample_rows *a, const struct noe_sample_rows *b) {
  return a->count == b->count && (!a->count || !memcmp(a->words, b->words, a->count * a->width * sizeof *a->words));
}

/* Instances may coincide: sorted rows become a set. */
static void make_distinct(struct noe_sample_rows *rows) {
  size_t kept = 0, bytes = rows->width * sizeof *rows->words;
  for (size_t i = 0; i < rows->count; i++)
    if (!kept || memcmp(rows->words + (kept - 1) * rows->width, rows->words + i * rows->width, bytes))
      memmove(rows->words + rows->width * kept++, rows->words + i * rows->width, bytes);
  rows->count = kept;
}

/* -------------------------------------------------------------- successors */

struct collecting {
  struct noe_sampler *sampler;
  struct noe_sample_rows *rows;
  const int64_t *state; /* NULL: start states */
  bool permutes;        /* the successors */
};

static bool is_late(const struct noe_sampler *sampler) { return noe_base_now() >= sampler->until; }

/* A firing that fails, or is discarded, is a row of zeroes with the outcome behind it. */
static bool add_successor(void *context, const struct noe_clause *clause, const int64_t *arguments,
                          enum noe_outcome outcome) {
  const struct collecting *collecting = context;
  struct noe_sampler *sampler = collecting->sampler;
  struct noe_search *search = sampler->search;
  if (outcome == NOE_OUTCOME_FALSE)
    return true;
  if (outcome == NOE_OUTCOME_TRUE) {
    if (clause->parameter_count) /* the machine's own row changes while it fires */
      memcpy(sampler->arguments, arguments, clause->parameter_count * sizeof *arguments);
    outcome = noe_system_fire(&sampler->view, clause, sampler->arguments, collecting->state, sampler->after);
  }
  uint64_t *row = new_row(sampler->memory, collecting->rows);
  row[collecting->rows->width - 1] = (uint64_t)outcome;
  collecting->rows->has_fault |= outcome == NOE_OUTCOME_FAULT;
  if (outcome == NOE_OUTCOME_TRUE && collecting->permutes)
    noe_symmetry_apply(search->system.keys.symmetry, sampler->permutation, sampler->after, sampler->image);
  if (outcome == NOE_OUTCOME_TRUE)
    noe_model_pack(search->model, collecting->permutes ? sampler->image : sampler->after, row);
  return !is_late(sampler);
}

/* The successors by one clause; false if there was not enough time. */
static bool collect(struct noe_sampler *sampler, const struct noe_clause *clause, const int64_t *state, bool permutes,
                    struct noe_sample_rows *rows) {
  struct collecting collecting = {sampler, rows, state, permutes};
  return noe_model_machine_instances(sampler->view.machine, clause, state, add_successor, &collecting);
}

static void start_rows(struct noe_sampler *sampler) {
  sampler->here.count = sampler->there.count = 0;
  sampler->here.has_fault = sampler->there.has_fault = false;
}

/* Elements of a listed group may carry instances of one rule to those of another, and say nothing of claims about
 * runs. */
static bool has_group(const struct noe_sampler *sampler) {
  return noe_symmetry_has_group(sampler->search->system.keys.symmetry);
}

/* The successors of the state by a rule, permuted, and of the permuted state. A rule that is held back by its priority
 * has none: whether its loops show an order, nobody has watched. False if nothing can be said. */
static bool collect_both(struct noe_sampler *sampler, const struct noe_clause *rule, const int64_t *state) {
  return noe_model_is_held_back(sampler->view.machine, sampler->search->model, rule, state) ||
         (collect(sampler, rule, state, true, &sampler->here) && !sampler->here.has_fault &&
          collect(sampler, rule, sampler->permuted, false, &sampler->there));
}

/* One rule, or `count` of them together. */
static bool rules_agree(struct noe_sampler *sampler, const struct noe_clause *rules, uint32_t count,
                        const int64_t *state) {
  start_rows(sampler);
  for (uint32_t i = 0; i < count; i++)
    if (!collect_both(sampler, &rules[i], state))
      return true;
  sort_rows(&sampler->here);
  sort_rows(&sampler->there);
  return same_rows(&sampler->here, &sampler->there);
}

/* ------------------------------------------------------------------ claims */

static bool outcomes_agree(enum noe_outcome here, enum noe_outcome there) {
  return here == NOE_OUTCOME_FAULT || here == there;
}

/* Likewise of claims that the search does not look at: their loops have not been watched by anybody, so it is done here.
 * One that shows an order says nothing; whoever judges the claim gives the symmetry up. */
static bool watched_agree(enum noe_outcome here, enum noe_outcome there) {
  return here == NOE_OUTCOME_ORDER || there == NOE_OUTCOME_ORDER || outcomes_agree(here, there);
}

/* A random value of each parameter, and its image; false if there is none, or if elements of multisets are named. */
static bool draw_arguments(struct noe_sampler *sampler, const struct noe_clause *clause) {
  for (uint32_t i = 0, parameter = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (binder->kind == NOE_BINDER_CHOOSE)
      return false;
    if (binder->kind != NOE_BINDER_RANGE)
      continue;
    uint64_t count = noe_model_value_count(binder);
    if (!count)
      return false;
    int64_t value =
        (int64_t)((uint64_t)binder->low + noe_random_below(&sampler->random, count) * (uint64_t)binder->step);
    sampler->arguments[parameter] = value;
    sampler->image_arguments[parameter++] =
        noe_symmetry_apply_value(sampler->search->system.keys.symmetry, sampler->permutation, binder->type, value);
  }
  return true;
}

/* Behind the arguments: the names that quantifiers of a temporal claim bind. */
static bool draw_values(struct noe_sampler *sampler, const struct noe_clause *clause) {
  const struct noe_temporal *temporal = clause->temporal;
  for (uint32_t i = 0; i < temporal->variable_count; i++) {
    const struct noe_formula_variable *variable = &temporal->variables[i];
    if (variable->step != 1 || variable->low > variable->high)
      return false;
    uint64_t count = (uint64_t)variable->high - (uint64_t)variable->low + 1;
    int64_t value = (int64_t)((uint64_t)variable->low + (count ? noe_random_below(&sampler->random, count) : 0));
    sampler->arguments[clause->parameter_count + i] = value;
    sampler->image_arguments[clause->parameter_count + i] =
        noe_symmetry_apply_value(sampler->search->system.keys.symmetry, sampler->permutation, variable->type, value);
  }
  return true;
}

static bool atoms_agree(struct noe_sampler *sampler, const struct noe_clause *claim, const int64_t *state) {
  struct noe_machine *referee = sampler->view.machine;
  if (!draw_values(sampler, claim))
    return true;
  for (uint32_t i = 0; i < claim->temporal->atom_count; i++) {
    enum noe_outcome here = noe_model_machine_atom(referee, claim, sampler->arguments,
                                                   sampler->arguments + claim->parameter_count, i, state);
    enum noe_outcome there =
        noe_model_machine_atom(referee, claim, sampler->image_arguments,
                               sampler->image_arguments + claim->parameter_count, i, sampler->permuted);
    if (!watched_agree(here, there))
      return false;
  }
  return true;
}

static bool claim_agrees(struct noe_sampler *sampler, const struct noe_clause *claim, const int64_t *state) {
  struct noe_machine *referee = sampler->view.machine;
  if (claim->is_statement || (claim->temporal && has_group(sampler)))
    return true;
  if (!claim->temporal && claim->property != NOE_PROPERTY_LIVENESS)
    return outcomes_agree(noe_model_machine_claim(referee, claim, state),
                          noe_model_machine_claim(referee, claim, sampler->permuted));
  if (!draw_arguments(sampler, claim))
    return true;
  noe_system_view_watch(&sampler->view, true);
  bool agrees =
      claim->temporal
          ? atoms_agree(sampler, claim, state)
          : watched_agree(noe_model_machine_test(referee, claim, sampler->arguments, state),
                          noe_model_machine_test(referee, claim, sampler->image_arguments, sampler->permuted));
  noe_system_view_watch(&sampler->view, false);
  return agrees;
}

/* ------------------------------------------------------------------ witness */

static void rotate(struct noe_sampler *sampler, const struct noe_block *block) {
  const uint32_t by = (uint32_t)noe_random_below(&sampler->random, noe_rigid_order(block));
  for (uint32_t i = 0; i < block->size; i++)
    sampler->permutation[block->first + i] = (uint16_t)(block->first + noe_rigid_image(block, by, i));
}

static void shuffle(struct noe_sampler *sampler) {
  const struct noe_symmetry *symmetry = sampler->search->system.keys.symmetry;
  noe_symmetry_identity(symmetry, sampler->permutation);
  for (uint32_t b = 0; b < symmetry->block_count; b++) {
    uint16_t *row = sampler->permutation + symmetry->blocks[b].first;
    if (symmetry->blocks[b].is_rigid) {
      rotate(sampler, &symmetry->blocks[b]);
      continue;
    }
    for (uint32_t i = symmetry->blocks[b].size; i > 1; i--) {
      uint32_t k = (uint32_t)noe_random_below(&sampler->random, i);
      uint16_t point = row[i - 1];
      row[i - 1] = row[k];
      row[k] = point;
    }
  }
}

/* The image of each value that moves, by the names of one scalarset of its block. */
static void print_permutation(const struct noe_sampler *sampler, struct noe_text *out) {
  const struct noe_search *search = sampler->search;
  const struct noe_symmetry *symmetry = search->system.keys.symmetry;
  const char *between = "";
  for (uint32_t i = 0; i < search->model->type_count; i++) {
    const struct noe_type *type = search->model->types[i];
    if ((type->kind != NOE_TYPE_SCALARSET && !type->group) || !search->system.proof->use[i])
      continue;
    for (int64_t value = type->low; value <= type->high && out->length < 400; value++) {
      int64_t image = noe_symmetry_apply_value(symmetry, sampler->permutation, type, value);
      if (image == value)
        continue;
      noe_base_text_puts(out, between);
      noe_model_print_value(type, value, out);
      noe_base_text_puts(out, " -> ");
      noe_model_print_value(type, image, out);
      between = ", ";
    }
  }
}

static const char *witness(struct noe_sampler *sampler, const struct noe_clause *clause, const char *what) {
  struct noe_search *search = sampler->search;
  struct noe_text names = noe_base_text(sampler->memory);
  print_permutation(sampler, &names);
  const char *text = noe_base_arena_format(
      search->task->arena, "the symmetry check failed: %s%s%s%s (line %u) %s if values are exchanged (%s)",
      clause->kind == NOE_CLAUSE_RULE    ? "rule"
      : clause->kind == NOE_CLAUSE_START ? "startstate"
                                         : "claim",
      clause->title ? " \"" : "", clause->title ? clause->title : "", clause->title ? "\"" : "",
      (unsigned)clause->place.line, what, noe_base_text_string(&names));
  noe_base_text_free(&names);
  return text;
}

/* ------------------------------------------------------------------ samples */

const char *noe_explicit_sample_state(struct noe_sampler *sampler, const int64_t *state) {
  const struct noe_model *model = sampler->search->model;
  shuffle(sampler);
  noe_symmetry_apply(sampler->search->system.keys.symmetry, sampler->permutation, state, sampler->permuted);
  for (uint32_t i = 0; i < model->property_count && !is_late(sampler); i++)
    if (!claim_agrees(sampler, &model->properties[i], state))
      return witness(sampler, &model->properties[i], "comes to something else");
  if (model->rule_count && has_group(sampler))
    return rules_agree(sampler, model->rules, model->rule_count, state)
               ? NULL
               : witness(sampler, &model->rules[0], "and the other rules have other successors");
  for (uint32_t i = 0; i < model->rule_count && !is_late(sampler); i++) {
    const struct noe_clause *rule = &model->rules[sampler->next_rule++ % model->rule_count];
    if (!rules_agree(sampler, rule, 1, state))
      return witness(sampler, rule, "has other successors");
  }
  return NULL;
}

const char *noe_explicit_sample_starts(struct noe_sampler *sampler) {
  const struct noe_model *model = sampler->search->model;
  if (sampler->search->system.keys.is_uneven || !model->start_count)
    return NULL;
  shuffle(sampler);
  start_rows(sampler);
  for (uint32_t i = 0; i < model->start_count; i++)
    if (!collect(sampler, &model->starts[i], NULL, false, &sampler->here) ||
        !collect(sampler, &model->starts[i], NULL, true, &sampler->there))
      return NULL;
  if (sampler->here.has_fault)
    return NULL;
  sort_rows(&sampler->here);
  sort_rows(&sampler->there);
  make_distinct(&sampler->here);
  make_distinct(&sampler->there);
  return same_rows(&sampler->here, &sampler->there)
             ? NULL
             : witness(sampler, &model->starts[0], "and the others give other states");
}
