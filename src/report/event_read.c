#include "report/event_read.h"

#include <stdlib.h>
#include <string.h>

const char *noe_report_parameter_key(struct noe_arena *arena, const struct noe_clause *clause, uint32_t binder) {
  const char *name = clause->binders[binder].name, *key = name;
  for (uint32_t i = binder + 1; i < clause->binder_count; i++)
    if (clause->binders[i].kind <= NOE_BINDER_CHOOSE && !strcmp(clause->binders[i].name, name))
      key = noe_base_arena_format(arena, "%s (outer)", key);
  return key;
}

/* ---------------------------------------------------------------- clauses */

static const struct noe_clause *clauses_of(const struct noe_model *model, enum noe_clause_kind kind, uint32_t *count) {
  *count = kind == NOE_CLAUSE_START  ? model->start_count
           : kind == NOE_CLAUSE_RULE ? model->rule_count
                                     : model->property_count;
  return kind == NOE_CLAUSE_START ? model->starts : kind == NOE_CLAUSE_RULE ? model->rules : model->properties;
}

/* Nameless clauses go by their line (`rule at line 12`), and lines move: there it may be any with such parameters. */
static bool is_meant(const struct noe_clause *clause, const char *name, bool nameless) {
  return nameless ? !clause->name : !strcmp(clause->title, name);
}

static int64_t distance(const struct noe_clause *clause, int64_t index) {
  return index < 0 ? 0 : llabs((long long)clause->id - (long long)index);
}

/* -------------------------------------------------------------- arguments */

static bool fits_range(const struct noe_binder *parameter, int64_t value) {
  int64_t least = parameter->step < 0 ? parameter->high : parameter->low;
  int64_t most = parameter->step < 0 ? parameter->low : parameter->high;
  return value >= least && value <= most &&
         noe_model_nth_value(parameter, noe_model_value_number(parameter, value)) == value;
}

static const struct noe_json_value *find_argument(const struct noe_demand_reader *reader,
                                                  const struct noe_json_value *arguments, const char *key) {
  for (const struct noe_json_value *item = arguments ? arguments->child : NULL; item; item = item->next)
    if (!strcmp(noe_report_name_now(reader->names, item->key), key))
      return item;
  return NULL;
}

/* False if the argument is nothing that the parameter could be. */
static bool read_wish(struct noe_demand_reader *reader, const struct noe_binder *binder,
                      const struct noe_json_value *argument, bool has_elements, struct noe_wish *wish) {
  if (!argument || argument->kind == NOE_JSON_NULL)
    return true;
  if (binder->kind == NOE_BINDER_RANGE) {
    wish->kind = NOE_WISH_VALUE;
    return noe_report_simple_read(reader, binder->type, argument, &wish->value) && fits_range(binder, wish->value);
  }
  if (!has_elements)
    return true;
  wish->kind = NOE_WISH_ELEMENT;
  wish->element = noe_report_value_read(reader, binder->value->type->element, argument);
  return true;
}

/* What is wanted of the parameters of a clause; false, and which argument, if it cannot be had. */
static bool read_wishes(struct noe_demand_reader *reader, const struct noe_clause_query *query,
                        const struct noe_clause *clause, struct noe_event_choice *choice,
                        const struct noe_json_value **wrong) {
  struct noe_wish *wishes = NOE_NEW_ARRAY(reader->arena, struct noe_wish, clause->parameter_count);
  *choice = (struct noe_event_choice){.clause = clause, .wishes = wishes};
  for (uint32_t i = 0, parameter = 0; i < clause->binder_count; i++) {
    if (clause->binders[i].kind > NOE_BINDER_CHOOSE)
      continue;
    const struct noe_json_value *argument =
        find_argument(reader, query->arguments, noe_report_parameter_key(reader->arena, clause, i));
    if (!read_wish(reader, &clause->binders[i], argument, query->has_elements, &wishes[parameter])) {
      *wrong = argument;
      return false;
    }
    parameter++;
  }
  return true;
}

static bool has_parameter(struct noe_arena *arena, const struct noe_clause *clause, const char *key) {
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if (clause->binders[i].kind <= NOE_BINDER_CHOOSE && !strcmp(noe_report_parameter_key(arena, clause, i), key))
      return true;
  return false;
}

/* Arguments that the clause has no parameter for. */
static uint32_t count_unknown(const struct noe_demand_reader *reader, const struct noe_clause_query *query,
                              const struct noe_clause *clause) {
  uint32_t count = 0;
  for (const struct noe_json_value *item = query->arguments ? query->arguments->child : NULL; item; item = item->next)
    count += !has_parameter(reader->arena, clause, noe_report_name_now(reader->names, item->key));
  return count;
}

/* A nameless clause has nothing but its parameters to be known by: those that know fewer arguments than another
 * one are not meant. */
static void keep_knowing(const struct noe_demand_reader *reader, const struct noe_clause_query *query,
                         struct noe_event_choice *choices, struct noe_event *event) {
  uint32_t least = UINT32_MAX, kept = 0;
  for (uint32_t i = 0; i < event->count; i++) {
    uint32_t unknown = count_unknown(reader, query, choices[i].clause);
    if (unknown < least) {
      least = unknown;
      kept = 0;
    }
    if (unknown == least)
      choices[kept++] = choices[i];
  }
  event->count = kept;
}

static void note_strange(struct noe_demand_reader *reader, const struct noe_clause_query *query,
                         const struct noe_event *event) {
  for (const struct noe_json_value *item = query->arguments ? query->arguments->child : NULL; item; item = item->next) {
    const char *key = noe_report_name_now(reader->names, item->key);
    bool known = false;
    for (uint32_t i = 0; i < event->count && !known; i++)
      known = has_parameter(reader->arena, event->choices[i].clause, key);
    if (!known && reader->diagnostics)
      noe_base_report(reader->diagnostics, NOE_E_LOG, item->key_span, "the rule has no parameter `%s`", item->key);
    else if (!known)
      noe_report_strange(reader, item->key);
  }
}

/* ------------------------------------------------------------------ events */

/* Inserts a choice behind those that are nearer to where the clause was. */
static void insert(struct noe_event_choice *choices, uint32_t count, struct noe_event_choice choice, int64_t index) {
  uint32_t at = count;
  for (; at && distance(choices[at - 1].clause, index) > distance(choice.clause, index); at--)
    choices[at] = choices[at - 1];
  choices[at] = choice;
}

enum noe_event_problem noe_report_event_read(struct noe_demand_reader *reader, const struct noe_clause_query *query,
                                             struct noe_event *event, const struct noe_json_value **wrong) {
  uint32_t count, meant = 0;
  const struct noe_clause *clauses = clauses_of(reader->model, query->kind, &count);
  const char *name = noe_report_name_now(reader->names, query->name);
  bool nameless = strstr(name, " at line ") && query->index >= 0;
  struct noe_event_choice *choices = NOE_NEW_ARRAY(reader->arena, struct noe_event_choice, count), choice;
  *event = (struct noe_event){.choices = choices};
  for (uint32_t i = 0; i < count; i++) {
    if (!is_meant(&clauses[i], name, nameless))
      continue;
    meant++;
    if (read_wishes(reader, query, &clauses[i], &choice, wrong))
      insert(choices, event->count++, choice, query->index);
  }
  if (!event->count)
    return meant ? NOE_EVENT_NO_VALUE : NOE_EVENT_NO_CLAUSE;
  if (nameless)
    keep_knowing(reader, query, choices, event);
  note_strange(reader, query, event);
  return NOE_EVENT_OK;
}
