#include "explore/answer.h"

#include <string.h>

#include "base/version.h"
#include "model/print.h"
#include "report/html.h"
#include "report/json_tree.h"
#include "report/report.h"

enum { MOST_INSTANCES = 500, MOST_WATCHES = 50, MOST_AROUND = 60, MOST_RUN = 1000 };
static const uint64_t most_states = 200000;

struct asked {
  struct noe_walk *walk;
  struct noe_arena *arena;
  const struct noe_json_value *request;
  uint32_t node;
  struct noe_json *json;
};

static void fail(struct noe_json *json, const char *why) {
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_string(json, "error", why);
  noe_report_json_end(json, '}');
}

static const char *text_of(const struct asked *asked, const char *key) {
  const struct noe_json_value *value = noe_report_json_member(asked->request, key);
  return value && value->kind == NOE_JSON_STRING ? value->text : NULL;
}

static int64_t number_of(const struct asked *asked, const char *key, int64_t otherwise) {
  const struct noe_json_value *value = noe_report_json_member(asked->request, key);
  return value && value->kind == NOE_JSON_INTEGER ? value->integer : otherwise;
}

/* The strings of a list, so many at most. */
static size_t strings_of(const struct asked *asked, const char *key, const char **list, size_t most) {
  const struct noe_json_value *value = noe_report_json_member(asked->request, key);
  size_t count = 0;
  if (!value || value->kind != NOE_JSON_ARRAY)
    return 0;
  for (const struct noe_json_value *one = value->child; one && count < most; one = one->next)
    if (one->kind == NOE_JSON_STRING)
      list[count++] = one->text;
  return count;
}

/* ------------------------------------------------------------------ node */

static void enabled_json(struct asked *asked) {
  struct noe_walk *walk = asked->walk;
  struct noe_json *json = asked->json;
  const int64_t *state = walk->nodes.items[asked->node].state;
  noe_explore_enabled(walk, asked->node);
  size_t shown = walk->enabled.count < MOST_INSTANCES ? walk->enabled.count : MOST_INSTANCES;
  uint32_t *groups = NOE_NEW_ARRAY(asked->arena, uint32_t, shown + 1);
  noe_explore_groups(walk, asked->node, shown, groups);
  struct noe_text text = noe_base_text(walk->memory);
  noe_report_json_put_unsigned(json, "enabled_count", walk->enabled.count);
  noe_report_json_key(json, "enabled");
  noe_report_json_begin(json, '[', true);
  for (size_t i = 0; i < shown; i++) {
    const struct noe_clause *clause = walk->enabled.items[i].clause;
    const int64_t *arguments = noe_enabled_arguments(&walk->enabled, i);
    noe_base_text_clear(&text);
    noe_report_arguments(walk->model, clause, arguments, state, &text);
    noe_report_json_begin(json, '{', true);
    noe_report_json_put_unsigned(json, "instance", i);
    noe_report_json_put_string(json, "rule", clause->title);
    noe_report_json_put_string(json, "arguments", noe_base_text_string(&text));
    noe_report_json_put_unsigned(json, "line", clause->place.line);
    noe_report_json_put_unsigned(json, "group", groups[i]);
    noe_report_json_put_bool(json, "tried", noe_explore_known(walk, asked->node, clause, arguments) != NOE_WALK_NONE);
    noe_report_json_end(json, '}');
  }
  noe_report_json_end(json, ']');
  noe_base_text_free(&text);
}

static const char *truth(enum noe_outcome outcome) {
  switch (outcome) {
  case NOE_OUTCOME_TRUE: return "true";
  case NOE_OUTCOME_FALSE: return "false";
  default: return "error";
  }
}

static void properties_json(struct asked *asked) {
  struct noe_walk *walk = asked->walk;
  const int64_t *state = walk->nodes.items[asked->node].state;
  noe_report_json_key(asked->json, "properties");
  noe_report_json_begin(asked->json, '[', true);
  for (uint32_t i = 0; state && i < walk->model->property_count; i++) {
    const struct noe_clause *property = &walk->model->properties[i];
    bool is_about_states = !property->is_statement && !noe_property_is_temporal(property->property);
    noe_report_json_begin(asked->json, '{', true);
    noe_report_json_put_string(asked->json, "name", property->title);
    noe_report_json_put_string(asked->json, "kind", noe_report_property_kind_name(property->property));
    noe_report_json_put_unsigned(asked->json, "line", property->place.line);
    noe_report_json_put_string(asked->json, "truth",
                               is_about_states ? truth(noe_model_machine_claim(walk->machine, property, state))
                                               : "about runs");
    noe_report_json_end(asked->json, '}');
  }
  noe_report_json_end(asked->json, ']');
}

static void watches_json(struct asked *asked) {
  struct noe_walk *walk = asked->walk;
  const char *list[MOST_WATCHES];
  size_t count = strings_of(asked, "watch", list, MOST_WATCHES);
  const int64_t *state = walk->nodes.items[asked->node].state;
  struct noe_text text = noe_base_text(walk->memory);
  noe_report_json_key(asked->json, "watch");
  noe_report_json_begin(asked->json, '[', true);
  for (size_t i = 0; state && i < count; i++) {
    noe_base_text_clear(&text);
    enum noe_watch_status status = noe_explore_watch(walk, list[i], state, &text);
    noe_report_json_begin(asked->json, '{', true);
    noe_report_json_put_string(asked->json, "expression", list[i]);
    noe_report_json_put_string(asked->json, "value", noe_base_text_string(&text));
    noe_report_json_put_bool(asked->json, "wrong", status == NOE_WATCH_ERROR);
    noe_report_json_end(asked->json, '}');
  }
  noe_report_json_end(asked->json, ']');
  noe_base_text_free(&text);
}

/* The way from the start, with what each step changes; and the branches that leave the node. */
static void path_json(struct asked *asked) {
  struct noe_walk *walk = asked->walk;
  struct noe_trace trace = noe_explore_trace(walk, asked->arena, asked->node);
  uint32_t *numbers = NOE_NEW_ARRAY(asked->arena, uint32_t, trace.count + 1), node = asked->node;
  for (uint32_t i = trace.count; i--; node = walk->nodes.items[node].parent)
    numbers[i] = node;
  noe_report_json_key(asked->json, "path");
  noe_report_json_begin(asked->json, '[', true);
  for (uint32_t i = 0; i < trace.count; i++)
    noe_report_json_unsigned(asked->json, numbers[i]);
  noe_report_json_end(asked->json, ']');
  noe_report_json_key(asked->json, "steps");
  noe_report_json_begin(asked->json, '[', true);
  for (uint32_t i = 0; i < trace.count; i++)
    noe_report_step_json(asked->json, walk->model, &trace.steps[i], i ? trace.steps[i - 1].state : NULL);
  noe_report_json_end(asked->json, ']');
  noe_report_json_key(asked->json, "branches");
  noe_report_json_begin(asked->json, '[', true);
  for (uint32_t i = asked->node + 1; i < walk->nodes.count; i++)
    if (walk->nodes.items[i].parent == asked->node) {
      noe_report_json_begin(asked->json, '{', true);
      noe_report_json_put_unsigned(asked->json, "node", i);
      noe_report_json_put_string(asked->json, "rule", walk->nodes.items[i].clause->title);
      noe_report_json_end(asked->json, '}');
    }
  noe_report_json_end(asked->json, ']');
}

static void node(struct asked *asked) {
  noe_report_json_begin(asked->json, '{', true);
  noe_report_json_put_unsigned(asked->json, "node", asked->node);
  path_json(asked);
  enabled_json(asked);
  properties_json(asked);
  watches_json(asked);
  noe_report_json_end(asked->json, '}');
}

/* ------------------------------------------------------------------ moves */

static void moved(struct asked *asked, uint32_t node, const char *why, uint64_t states) {
  noe_report_json_begin(asked->json, '{', true);
  if (node != NOE_WALK_NONE)
    noe_report_json_put_unsigned(asked->json, "node", node);
  noe_report_json_put_string(asked->json, node == NOE_WALK_NONE ? "error" : "note", why);
  noe_report_json_put_unsigned(asked->json, "states", states);
  noe_report_json_end(asked->json, '}');
}

static void fire(struct asked *asked) {
  struct noe_walk *walk = asked->walk;
  int64_t instance = number_of(asked, "instance", -1);
  noe_explore_enabled(walk, asked->node);
  if (instance < 0 || (uint64_t)instance >= walk->enabled.count) {
    fail(asked->json, "there is no such instance");
    return;
  }
  const char *why = NULL;
  const struct noe_enabled_item *item = &walk->enabled.items[instance];
  uint32_t to =
      noe_explore_fire(walk, asked->node, item->clause, noe_enabled_arguments(&walk->enabled, (size_t)instance), &why);
  moved(asked, to, why, 0);
}

static void find(struct asked *asked) {
  const char *expression = text_of(asked, "expression");
  if (!expression) {
    fail(asked->json, "find needs an expression");
    return;
  }
  struct noe_found found = noe_explore_find(asked->walk, asked->node, expression, most_states);
  moved(asked, found.node, found.why, found.states);
}

static void run(struct asked *asked) {
  const char *breakpoints[MOST_WATCHES];
  size_t count = strings_of(asked, "break", breakpoints, MOST_WATCHES);
  int64_t steps = number_of(asked, "steps", 20);
  steps = steps < 0 ? 0 : steps > MOST_RUN ? MOST_RUN : steps;
  struct noe_found found = noe_explore_run(asked->walk, asked->node, breakpoints, count, (uint32_t)steps);
  moved(asked, found.node, found.why, found.states);
}

/* The states that `around` would draw. */
static struct noe_near near_of(const struct asked *asked) {
  int64_t depth = number_of(asked, "depth", 1);
  const struct noe_json_value *orbits = noe_report_json_member(asked->request, "orbits");
  return (struct noe_near){.depth = depth < 1                  ? 1
                                    : depth > NOE_AROUND_DEPTH ? NOE_AROUND_DEPTH
                                                               : (uint32_t)depth,
                           .most = MOST_AROUND,
                           .orbits = orbits && orbits->kind == NOE_JSON_TRUE};
}

static void near_state_json(struct asked *asked, const struct noe_around *found, size_t at) {
  struct noe_walk *walk = asked->walk;
  const int64_t *state = found->states.items[at];
  noe_report_json_begin(asked->json, '{', true);
  noe_report_json_put_unsigned(asked->json, "depth", found->depths.items[at]);
  if (state && walk->model->start_count) {
    struct noe_trace_step step = {.clause = &walk->model->starts[0], .state = state};
    noe_report_json_put_bool(asked->json, "violates", noe_explore_violated(walk, state) != NULL);
    noe_report_json_key(asked->json, "step");
    noe_report_step_json(asked->json, walk->model, &step, walk->nodes.items[asked->node].state);
  }
  noe_report_json_end(asked->json, '}');
}

static void around(struct asked *asked) {
  struct noe_around found;
  struct noe_json *json = asked->json;
  noe_explore_around(asked->walk, asked->arena, asked->node, near_of(asked), &found);
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_bool(json, "cut", found.is_cut);
  noe_report_json_put_bool(json, "full", found.is_full);
  noe_report_json_key(json, "nodes");
  noe_report_json_begin(json, '[', true);
  for (size_t i = 0; i < found.states.count; i++)
    near_state_json(asked, &found, i);
  noe_report_json_end(json, ']');
  noe_report_json_key(json, "edges");
  noe_report_json_begin(json, '[', true);
  for (size_t i = 0; i < found.edge_count; i++) {
    noe_report_json_begin(json, '[', true);
    noe_report_json_unsigned(json, found.edges[i].from);
    noe_report_json_unsigned(json, found.edges[i].to);
    noe_report_json_string(json, found.edges[i].clause->title);
    noe_report_json_end(json, ']');
  }
  noe_report_json_end(json, ']');
  noe_report_json_end(json, '}');
}

/* Walks to state number `to` of those around. */
static void near(struct asked *asked) {
  int64_t to = number_of(asked, "to", -1);
  uint32_t node = to < 0 || to > UINT32_MAX
                      ? NOE_WALK_NONE
                      : noe_explore_around_to(asked->walk, asked->node, near_of(asked), (uint32_t)to);
  moved(asked, node, node == NOE_WALK_NONE ? "there is no such state around" : NULL, 0);
}

static void trace(struct asked *asked) {
  struct noe_trace run = noe_explore_trace(asked->walk, asked->arena, asked->node);
  if (!run.count) {
    fail(asked->json, "there is no run yet: choose a start state");
    return;
  }
  noe_report_trace_json(asked->walk->report, &run, NULL, asked->json->out);
}

/* ---------------------------------------------------------------- answers */

static const struct {
  const char *name;
  void (*act)(struct asked *asked);
} acts[] = {{"node", node},     {"fire", fire}, {"find", find},  {"run", run},
            {"around", around}, {"near", near}, {"trace", trace}};

static void perform(struct asked *asked) {
  const char *name = text_of(asked, "do");
  int64_t number = number_of(asked, "node", 0);
  if (number < 0 || (uint64_t)number >= asked->walk->nodes.count) {
    fail(asked->json, "there is no such node");
    return;
  }
  asked->node = (uint32_t)number;
  for (size_t i = 0; name && i < sizeof acts / sizeof *acts; i++)
    if (!strcmp(acts[i].name, name)) {
      acts[i].act(asked);
      return;
    }
  fail(asked->json, "there is no such request");
}

void noe_explore_answer(struct noe_walk *walk, const char *body, size_t length, struct noe_text *out) {
  struct noe_json json = noe_report_json_new(out);
  struct asked asked = {.walk = walk, .arena = noe_base_arena_new(walk->memory), .json = &json};
  struct noe_json_error error;
  struct noe_source source = noe_base_source_text(asked.arena, "request", body, length);
  asked.request = noe_report_json_parse(asked.arena, &source, (struct noe_span){0, (uint32_t)source.length}, &error);
  if (asked.request && asked.request->kind == NOE_JSON_OBJECT)
    perform(&asked);
  else
    fail(&json, "a request is a JSON object");
  noe_base_arena_delete(asked.arena);
}

void noe_explore_page(struct noe_walk *walk, struct noe_text *out) {
  static const enum noe_asset parts[] = {NOE_ASSET_BASE, NOE_ASSET_TYPES, NOE_ASSET_MESSAGES, NOE_ASSET_CHART,
                                         NOE_ASSET_RUN,  NOE_ASSET_GRAPH, NOE_ASSET_EXPLORE};
  struct noe_text data = noe_base_text(walk->memory);
  struct noe_result symmetric = {.type_count = 0};
  struct noe_json json = noe_report_json_new(&data);
  struct noe_symmetric_type *types = NOE_NEW_ARRAY(walk->arena, struct noe_symmetric_type, walk->model->type_count);
  for (uint32_t i = 0; i < walk->model->type_count; i++)
    if (walk->model->types[i]->kind == NOE_TYPE_SCALARSET)
      types[symmetric.type_count++] =
          (struct noe_symmetric_type){.type = walk->model->types[i], .used = walk->system.proof->use[i]};
  symmetric.types = types;
  noe_report_json_begin(&json, '{', false);
  noe_report_json_put_string(&json, "version", NOE_VERSION);
  noe_report_json_put_string(&json, "model", walk->report->file);
  noe_report_json_put_bool(&json, "has_orbits", walk->has_orbits);
  noe_report_json_put_string(&json, "saved_error", walk->saved_error);
  noe_report_json_key(&json, "saved");
  noe_report_json_begin(&json, '[', true);
  for (size_t i = 0; i < walk->saved.count; i++)
    noe_report_json_unsigned(&json, walk->saved.items[i]);
  noe_report_json_end(&json, ']');
  noe_report_shape_json(&json, walk->model, &symmetric);
  noe_report_json_end(&json, '}');
  noe_report_page("noether explore", parts, sizeof parts / sizeof *parts, noe_base_text_string(&data), NULL, out);
  noe_base_text_free(&data);
}
