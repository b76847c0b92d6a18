#include "verdict/plan.h"

#include <assert.h>
#include <string.h>

#include "verdict/check.h"

/* -------------------------------------------------------------- questions */

struct noe_questions noe_verdict_questions(struct noe_arena *arena, const struct noe_model *model,
                                           const struct noe_options *options) {
  assert(model->property_count < UINT32_MAX - 2 && "room for deadlock and run-time errors");
  struct noe_question *items = NOE_NEW_ARRAY(arena, struct noe_question, model->property_count + 2);
  uint32_t count = 0;
  for (uint32_t i = 0; i < model->property_count; i++)
    if (noe_property_is_claim(model->properties[i].property))
      items[count++] = (struct noe_question){noe_model_finding_kind(&model->properties[i]), &model->properties[i]};
  if (options->deadlock != NOE_DEADLOCK_OFF)
    items[count++] = (struct noe_question){NOE_FINDING_DEADLOCK, NULL};
  items[count++] = (struct noe_question){NOE_FINDING_ASSERTION, NULL};
  return (struct noe_questions){items, count};
}

const char *noe_verdict_question_name(const struct noe_question *question) {
  if (question->clause)
    return question->clause->title;
  return question->kind == NOE_FINDING_DEADLOCK ? "deadlock" : "run-time errors";
}

/* ------------------------------------------------------------------- auto */

struct planner {
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_model *model;
  const struct noe_options *options;
  const struct noe_engine *const *table;
  uint32_t table_count;
  struct noe_engine_plan plan;
};

static unsigned ability(const struct planner *planner, const struct noe_engine *engine,
                        const struct noe_question *question, const char **why) {
  return engine->ability(planner->model, planner->options, question, why);
}

/* Number of the engine that is asked; `table_count` if there is none, for the reason that the first one gives. */
static uint32_t pick(const struct planner *planner, const struct noe_question *question, const char **why) {
  uint32_t best = planner->table_count;
  for (uint32_t i = 0; i < planner->table_count; i++) {
    const char *reason = NULL;
    if (planner->table[i]->stands_in_from && planner->table_count > 1)
      continue;
    unsigned can = ability(planner, planner->table[i], question, &reason);
    if (can == NOE_CAN_DECIDE)
      return i;
    if (can && best == planner->table_count)
      best = i;
    if (!*why)
      *why = reason;
  }
  return best;
}

static const char *join(struct noe_arena *arena, const struct noe_engine_plan *plan, const char *between) {
  const char *text = plan->engines[0]->name;
  for (uint32_t i = 1; i < plan->count; i++)
    text = noe_base_arena_format(arena, "%s%s%s", text, between, plan->engines[i]->name);
  return text;
}

static const char *count_text(struct planner *planner, const uint32_t *counts) {
  struct noe_text text = noe_base_text(planner->memory);
  for (uint32_t i = 0; i < planner->table_count; i++)
    if (counts[i])
      noe_base_text_printf(&text, "%s%s judges %u of them", text.length ? ", " : "", planner->table[i]->name,
                           (unsigned)counts[i]);
  const char *copy = noe_base_arena_text(planner->arena, noe_base_text_string(&text), text.length);
  noe_base_text_free(&text);
  return copy;
}

static void plan_all(struct planner *planner) {
  struct noe_engine_plan *plan = &planner->plan;
  uint32_t counts[NOE_MOST_ENGINES] = {0};
  for (uint32_t i = 0; i < plan->questions.count; i++) {
    const char *why = NULL;
    uint32_t engine = pick(planner, &plan->questions.items[i], &why);
    if (engine == planner->table_count) {
      plan->reason = noe_base_arena_format(planner->arena, "no engine supports %s", why ? why : "this model");
      return;
    }
    assert(engine < planner->table_count && "an engine of the table is asked");
    counts[engine]++;
  }
  for (uint32_t i = 0; i < planner->table_count; i++) {
    if (counts[i])
      plan->engines[plan->count++] = planner->table[i];
    else if (planner->table[i]->stands_in_from)
      plan->stand_ins[plan->stand_in_count++] = planner->table[i];
  }
  plan->name = join(planner->arena, plan, "+");
  plan->reason = plan->count == 1
                     ? noe_base_arena_format(planner->arena, "it is the first engine that decides all %u properties",
                                             (unsigned)plan->questions.count)
                     : noe_base_arena_format(planner->arena, "of %u properties, %s", (unsigned)plan->questions.count,
                                             count_text(planner, counts));
}

/* ------------------------------------------------------------------ a list */

static const struct noe_engine *find(const struct planner *planner, const char *name, size_t length) {
  for (uint32_t i = 0; i < planner->table_count; i++)
    if (strlen(planner->table[i]->name) == length && !strncmp(planner->table[i]->name, name, length))
      return planner->table[i];
  return NULL;
}

static void unknown_name(struct planner *planner, const char *name) {
  const char *names[NOE_MOST_ENGINES + 1] = {"auto"}, *list = "auto";
  for (uint32_t i = 0; i < planner->table_count; i++) {
    names[i + 1] = planner->table[i]->name;
    list = noe_base_arena_format(planner->arena, "%s, %s", list, planner->table[i]->name);
  }
  const char *near = noe_base_suggest(name, names, planner->table_count + 1);
  planner->plan.is_name_wrong = true;
  planner->plan.reason =
      near ? noe_base_arena_format(planner->arena, "--engine: there is no engine `%s`; did you mean `%s`?", name, near)
           : noe_base_arena_format(planner->arena, "--engine: there is no engine `%s`; there are %s", name, list);
}

/* An engine that is named must be able to do something. */
static bool is_able(struct planner *planner, const struct noe_engine *engine) {
  const struct noe_questions *questions = &planner->plan.questions;
  const char *why = NULL;
  for (uint32_t i = 0; i < questions->count; i++)
    if (ability(planner, engine, &questions->items[i], &why))
      return true;
  planner->plan.reason = noe_base_arena_format(planner->arena, "the %s engine does not support %s", engine->name,
                                               why ? why : "this model");
  return false;
}

static bool add(struct planner *planner, const char *name, size_t length) {
  struct noe_engine_plan *plan = &planner->plan;
  const struct noe_engine *engine = find(planner, name, length);
  if (!engine)
    unknown_name(planner, noe_base_arena_text(planner->arena, name, length));
  if (!engine || !is_able(planner, engine))
    return false;
  for (uint32_t i = 0; i < plan->count; i++)
    if (plan->engines[i] == engine)
      return true; /* once is enough */
  plan->engines[plan->count++] = engine;
  return true;
}

static void plan_list(struct planner *planner, const char *list) {
  struct noe_engine_plan *plan = &planner->plan;
  for (const char *name = list; name;) {
    const char *comma = strchr(name, ',');
    if (!add(planner, name, comma ? (size_t)(comma - name) : strlen(name))) {
      plan->count = 0;
      return;
    }
    name = comma ? comma + 1 : NULL;
  }
  plan->compares = plan->count > 1;
  plan->name = join(planner->arena, plan, ",");
  plan->reason = noe_base_arena_format(planner->arena, "--engine=%s asks for %s", list, plan->compares ? "them" : "it");
}

struct noe_engine_plan noe_verdict_plan(struct noe_memory *memory, struct noe_arena *arena,
                                        const struct noe_model *model, const struct noe_options *options,
                                        const struct noe_engine *const *table, uint32_t count) {
  assert(count < NOE_MOST_ENGINES && "room for every engine and `auto`");
  struct planner planner = {memory, arena, model, options, table, count, {.name = NULL}};
  planner.plan.questions = noe_verdict_questions(arena, model, options);
  if (!options->engine || !strcmp(options->engine, "auto"))
    plan_all(&planner);
  else
    plan_list(&planner, options->engine);
  assert(!noe_verdict_plan_check(&planner.plan) && "a plan names each engine once, and says why");
  return planner.plan;
}
