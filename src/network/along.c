/* Where points are followed by name, an element pi of the group has to carry each instance of a clause to that instance
 * whose arguments are the images of its own: r(a) to r(pi a) for rules, claims about runs and conditions of fairness,
 * and so the groups of fairness. Parameters get classes of values for that, and so do the variables of claims. */
#include <assert.h>
#include <string.h>

#include "network/network_int.h"

/* Parameters of a clause, then variables of a claim, are *digits*. Choices of classes for all digits are tried up to so
 * many. */
enum { MOST_CHOICES = 256 };

struct digits {
  uint32_t count, parameters;
  int64_t *low, *high;
  const uint32_t *classes; /* 0: what permutations leave alone */
  int64_t *values, *images;
};

struct along {
  struct noe_network *network;
  const uint32_t *images; /* of terms, under `row` */
  const uint16_t *row;
};

/* ------------------------------------------------------------------ digits */

static bool add_digit(struct digits *digits, int64_t low, int64_t high, int64_t step) {
  digits->low[digits->count] = low;
  digits->high[digits->count++] = high;
  return step == 1 && low <= high;
}

/* False: a clause without instances, or with parameters of another kind. */
static bool read_digits(struct noe_arena *arena, const struct noe_clause *clause, struct digits *digits) {
  uint32_t variables = clause->temporal ? clause->temporal->variable_count : 0;
  uint32_t most = clause->binder_count + variables + 1;
  bool good = true;
  *digits = (struct digits){0};
  digits->low = NOE_NEW_ARRAY(arena, int64_t, most);
  digits->high = NOE_NEW_ARRAY(arena, int64_t, most);
  digits->values = NOE_NEW_ARRAY(arena, int64_t, most);
  digits->images = NOE_NEW_ARRAY(arena, int64_t, most);
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if (clause->binders[i].kind == NOE_BINDER_RANGE)
      good &= add_digit(digits, clause->binders[i].low, clause->binders[i].high, clause->binders[i].step);
  digits->parameters = digits->count;
  for (uint32_t i = 0; i < variables; i++) {
    const struct noe_formula_variable *variable = &clause->temporal->variables[i];
    good &= add_digit(digits, variable->low, variable->high, variable->step);
  }
  return good;
}

/* Images of the values; false if one is none of its digit. */
static bool permute_values(const struct along *along, struct digits *digits) {
  const struct noe_points *points = along->network->points;
  for (uint32_t i = 0; i < digits->count; i++) {
    int64_t low, high, value = digits->values[i];
    digits->images[i] = value;
    if (!digits->classes[i])
      continue;
    noe_ground_universe(points->ground, digits->classes[i], &low, &high);
    if (value < low || value > high)
      return false;
    value = points->value_of[along->row[points->first_of[digits->classes[i]] + (uint32_t)(value - low)]];
    if (value < digits->low[i] || value > digits->high[i])
      return false;
    digits->images[i] = value;
  }
  return true;
}

/* The number of the values among all, the last digit running fastest; of those that `is_read` (NULL: all) and lie
 * between. */
static uint64_t number_of(const struct digits *digits, const int64_t *values, uint32_t first, uint32_t end,
                          const bool *is_read) {
  uint64_t number = 0;
  for (uint32_t i = first; i < end; i++)
    if (!is_read || is_read[i])
      number = number * (uint64_t)(digits->high[i] - digits->low[i] + 1) + (uint64_t)(values[i] - digits->low[i]);
  return number;
}

static void begin_values(struct digits *digits) {
  for (uint32_t i = 0; i < digits->count; i++)
    digits->values[i] = digits->low[i];
}

/* The next values of the digits `is_read` says yes to; false after the last ones. */
static bool next_values(struct digits *digits, const bool *is_read) {
  for (uint32_t i = digits->count; i-- > 0;) {
    if (is_read && !is_read[i])
      continue;
    if (digits->values[i]++ < digits->high[i])
      return true;
    digits->values[i] = digits->low[i];
  }
  return false;
}

/* --------------------------------------------------------------- going along */

static bool leads_to(const struct along *along, uint32_t term, uint32_t image) {
  return term == NOE_NO_TERM ? image == NOE_NO_TERM : along->images[term] == image && image != NOE_NO_TERM;
}

static bool rule_goes_along(const struct along *along, uint32_t rule, struct digits *digits) {
  const struct noe_ground *ground = along->network->ground;
  const uint32_t *terms = ground->instances.items + ground->rule_first[rule];
  assert(ground->rule_first[rule + 1] <= ground->instances.count &&
         "instances of rules stand one rule after the other");
  begin_values(digits);
  do {
    if (!permute_values(along, digits) ||
        !leads_to(along, terms[number_of(digits, digits->values, 0, digits->count, NULL)],
                  terms[number_of(digits, digits->images, 0, digits->count, NULL)]))
      return false;
  } while (next_values(digits, NULL));
  return true;
}

/* Which root is the atom of the values. */
static uint64_t root_of(const struct digits *digits, const int64_t *values, const bool *is_read, uint64_t each,
                        uint64_t before) {
  return number_of(digits, values, 0, digits->parameters, NULL) * each + before +
         number_of(digits, values, digits->parameters, digits->count, is_read);
}

static bool atom_goes_along(const struct along *along, const uint32_t *roots, struct digits *digits,
                            const bool *is_read, uint64_t each, uint64_t before) {
  begin_values(digits);
  do {
    if (!permute_values(along, digits) ||
        !leads_to(along, roots[root_of(digits, digits->values, is_read, each, before)],
                  roots[root_of(digits, digits->images, is_read, each, before)]))
      return false;
  } while (next_values(digits, is_read));
  return true;
}

static bool claim_goes_along(const struct along *along, uint32_t number, struct digits *digits) {
  struct noe_network *network = along->network;
  const struct noe_temporal *temporal = network->model->properties[number].temporal;
  const uint32_t *roots = network->ground->roots.items + network->ground->property_first[number];
  bool *is_read = NOE_NEW_ARRAY(network->arena, bool, digits->count + 1);
  uint64_t each = 0, before = 0;
  for (uint32_t a = 0; a < temporal->atom_count; a++)
    each += noe_ground_atom_choices(temporal, a);
  for (uint32_t a = 0; a < temporal->atom_count; a++) {
    for (uint32_t i = 0; i < digits->count; i++)
      is_read[i] = i < digits->parameters || noe_ground_atom_reads(temporal, a, i - digits->parameters);
    if (!atom_goes_along(along, roots, digits, is_read, each, before))
      return false;
    before += noe_ground_atom_choices(temporal, a);
    assert(before <= each && "atoms of an instance stand side by side");
  }
  return true;
}

/* A variable of a formula takes all its values: whether an atom reads it or not they have to be closed. */
static bool is_closed(const struct along *along, struct digits *digits) {
  for (uint32_t i = 0; i < digits->count; i++) {
    begin_values(digits);
    for (int64_t value = digits->low[i]; value <= digits->high[i]; value++) {
      digits->values[i] = value;
      if (!permute_values(along, digits))
        return false;
    }
  }
  return true;
}

/* Clauses are numbered: rules first. */
static const struct noe_clause *clause_at(const struct noe_network *network, uint32_t number) {
  const struct noe_model *model = network->model;
  return number < model->rule_count ? &model->rules[number] : &model->properties[number - model->rule_count];
}

static bool is_followed(const struct noe_network *network, uint32_t number) {
  const struct noe_clause *clause = clause_at(network, number);
  return clause->kind == NOE_CLAUSE_RULE ||
         (noe_property_is_temporal(clause->property) && clause->property != NOE_PROPERTY_HINT);
}

static bool goes_along(const struct along *along, uint32_t number, struct digits *digits, const uint32_t *classes) {
  digits->classes = classes;
  if (!is_closed(along, digits))
    return false;
  uint32_t rules = along->network->model->rule_count;
  return number < rules ? rule_goes_along(along, number, digits) : claim_goes_along(along, number - rules, digits);
}

/* ------------------------------------------------------------------ choices */

/* Classes that the values of each digit may be of; those that nothing moves come last. */
struct choices {
  uint32_t *items; /* by choice and digit */
  uint32_t count;
};

static struct choices list_choices(struct noe_network *network, const struct digits *digits) {
  const struct noe_points *points = network->points;
  struct choices choices = {NOE_NEW_ARRAY(network->arena, uint32_t, MOST_CHOICES * (digits->count + 1)), 1};
  for (uint32_t i = 0; i < digits->count; i++) {
    uint32_t before = choices.count, options = 0;
    for (uint32_t p = 0; p <= points->count; p++) {
      uint32_t class = p < points->count ? points->class_of[p] : NOE_PLAIN_CLASS;
      int64_t low = digits->low[i], high = digits->high[i];
      if (class != NOE_PLAIN_CLASS)
        noe_ground_universe(points->ground, class, &low, &high);
      if ((p < points->count && p && points->class_of[p - 1] == class) || digits->low[i] < low ||
          digits->high[i] > high || (options + 1) * before > MOST_CHOICES)
        continue;
      for (uint32_t k = 0; k < before; k++) {
        uint32_t *choice = choices.items + (size_t)(options * before + k) * (digits->count + 1);
        memcpy(choice, choices.items + (size_t)k * (digits->count + 1), (digits->count + 1) * sizeof *choice);
        choice[i] = class;
      }
      options++;
    }
    choices.count = before * options;
    assert(options && choices.count <= MOST_CHOICES && "a digit has a class, or none that moves it");
  }
  return choices;
}

struct search {
  struct along along;
  uint32_t *scratch;
};

static void permute_terms(struct search *search, const uint16_t *row) {
  search->along.row = row;
  noe_network_permute(search->along.network->points, row, (uint32_t *)(uintptr_t)search->along.images, search->scratch);
}

/* The classes under which most of the generators carry instances along. */
static void choose_classes(struct search *search, uint32_t number) {
  struct noe_network *network = search->along.network;
  struct digits digits;
  if (!read_digits(network->arena, clause_at(network, number), &digits))
    return;
  struct choices choices = list_choices(network, &digits);
  uint32_t *fits = NOE_NEW_ARRAY(network->arena, uint32_t, choices.count + 1), best = 0;
  for (size_t g = 0; g < network->generators->rows.count; g++) {
    permute_terms(search, network->generators->rows.items[g]);
    for (uint32_t i = 0; i < choices.count; i++)
      fits[i] += goes_along(&search->along, number, &digits, choices.items + (size_t)i * (digits.count + 1));
  }
  for (uint32_t i = 1; i < choices.count; i++)
    best = fits[i] > fits[best] ? i : best;
  network->followed[number] = choices.items + (size_t)best * (digits.count + 1);
}

static void start(struct search *search, struct noe_network *network) {
  const struct noe_terms *terms = &network->ground->terms;
  *search = (struct search){.along = {.network = network}};
  search->along.images = NOE_NEW_ARRAY(network->arena, uint32_t, terms->items.count + 1);
  search->scratch = NOE_NEW_ARRAY(network->arena, uint32_t, noe_network_most_parts(terms) + 1);
}

static uint32_t clause_count(const struct noe_network *network) {
  return network->model->rule_count + network->model->property_count;
}

void noe_network_follow(struct noe_network *network) {
  struct search search;
  start(&search, network);
  network->followed = NOE_NEW_ARRAY(network->arena, const uint32_t *, clause_count(network) + 1);
  for (uint32_t i = 0; i < clause_count(network); i++)
    if (is_followed(network, i))
      choose_classes(&search, i);
}

bool noe_network_carries_along(struct noe_network *network, const uint32_t *images, const uint16_t *row) {
  struct along along = {network, images, row};
  for (uint32_t i = 0; i < clause_count(network); i++) {
    struct digits digits;
    if (!is_followed(network, i))
      continue;
    bool has_instances = read_digits(network->arena, clause_at(network, i), &digits);
    if (!has_instances ? noe_model_instance_count(clause_at(network, i)) != 0
                       : !goes_along(&along, i, &digits, network->followed[i]))
      return false;
  }
  return true;
}

/* -------------------------------------------------------------- fairness, steps */

/* Do the first digits of two clauses have the same classes? */
static bool agree(const struct noe_network *network, uint32_t a, uint32_t b, uint32_t count) {
  const uint32_t *left = network->followed[a], *right = network->followed[b];
  return !left || !right || !memcmp(left, right, count * sizeof *left);
}

/* Rules of one mark share the groups that their first parameters tell. */
static bool marks_agree(const struct noe_network *network) {
  const struct noe_model *model = network->model;
  for (uint32_t mark = 0; mark < model->fairness_count; mark++) {
    uint32_t first = UINT32_MAX;
    for (uint32_t i = 0; i < model->rule_count; i++)
      for (uint32_t k = 0; k < model->rules[i].mark_count; k++) {
        if (model->rules[i].marks[k] != mark)
          continue;
        first = first == UINT32_MAX ? i : first;
        if (!agree(network, first, i, model->fairness[mark].parameter_count))
          return false;
      }
  }
  return true;
}

static uint32_t parameters_of(const struct noe_clause *clause) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < clause->binder_count; i++)
    count += clause->binders[i].kind == NOE_BINDER_RANGE;
  return count;
}

/* The arguments of a step are the values of the variables that stand for them. */
static bool step_agrees(const struct noe_network *network, uint32_t number, const struct noe_step_atom *step) {
  const uint32_t *classes = network->followed[number];
  uint32_t parameters = parameters_of(clause_at(network, number));
  for (uint32_t i = 0; i < network->model->rule_count; i++) {
    const char *name = network->model->rules[i].name;
    if (!name || strcmp(name, step->rule) != 0 || !network->followed[i])
      continue;
    for (uint32_t k = 0; k < step->count; k++)
      if (classes && classes[parameters + step->first + k] != network->followed[i][step->parameters[k]])
        return false;
  }
  return true;
}

static bool steps_agree(const struct noe_network *network) {
  const struct noe_model *model = network->model;
  for (uint32_t i = 0; i < model->property_count; i++) {
    const struct noe_temporal *temporal = model->properties[i].temporal;
    for (uint32_t a = 0; temporal && temporal->steps && a < temporal->atom_count; a++)
      if (temporal->steps[a] && !step_agrees(network, model->rule_count + i, temporal->steps[a]))
        return false;
  }
  return true;
}

static bool moves(const struct noe_network *network, uint32_t class) {
  const struct noe_points *points = network->points;
  for (size_t i = 0; i < network->rows.count; i++)
    for (uint32_t p = 0; p < points->count; p++)
      if (points->class_of[p] == class && network->rows.items[i][p] != p)
        return true;
  return false;
}

/* Values that are moved are points of the group: those that cells hold, or are indexed by. */
static bool are_points(const struct noe_network *network) {
  for (uint32_t i = 0; i < clause_count(network); i++) {
    const struct noe_clause *clause = clause_at(network, i);
    uint32_t count = parameters_of(clause) + (clause->temporal ? clause->temporal->variable_count : 0);
    for (uint32_t k = 0; network->followed[i] && k < count; k++)
      if (network->followed[i][k] && !network->is_used[network->followed[i][k]] &&
          moves(network, network->followed[i][k]))
        return false;
  }
  return true;
}

bool noe_network_is_consistent(const struct noe_network *network) {
  return are_points(network) && marks_agree(network) && steps_agree(network);
}
