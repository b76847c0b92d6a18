/* The right side of the screen: what is true and what holds where; the way here; the states around. */
#include <string.h>

#include "explore/screen_int.h"
#include "model/print.h"
#include "report/state_text.h"

struct lines {
  struct noe_screen *screen;
  int row, column, width, last;
  size_t skip;
};

static void line(struct lines *lines, const char *text, attr_t look) {
  if (lines->skip) {
    lines->skip--;
    return;
  }
  if (lines->row > lines->last)
    return;
  noe_explore_screen_line(lines->screen, lines->row++, lines->column, lines->width, text, look);
}

/* Every line of a text by itself. */
static void block(struct lines *lines, struct noe_text *text) {
  char *bytes = noe_base_alloc(lines->screen->walk.memory, text->length + 1), *rest = NULL;
  memcpy(bytes, noe_base_text_string(text), text->length);
  for (char *one = strtok_r(bytes, "\n", &rest); one; one = strtok_r(NULL, "\n", &rest))
    line(lines, one, A_NORMAL);
  noe_base_free(lines->screen->walk.memory, bytes);
}

/* ------------------------------------------------------------------ state */

static void leaf(void *context, const char *path, const struct noe_type *type, const int64_t *cells) {
  struct lines *lines = context;
  struct noe_text text = noe_base_text(lines->screen->walk.memory);
  noe_base_text_printf(&text, "%s: ", path);
  noe_model_print_compound(type, cells, &text);
  line(lines, noe_base_text_string(&text), A_NORMAL);
  noe_base_text_free(&text);
}

static void draw_claims(struct lines *lines, const int64_t *state) {
  struct noe_walk *walk = &lines->screen->walk;
  struct noe_text text = noe_base_text(walk->memory);
  for (uint32_t i = 0; i < walk->model->property_count; i++) {
    const struct noe_clause *property = &walk->model->properties[i];
    if (property->is_statement || noe_property_is_temporal(property->property))
      continue;
    enum noe_outcome outcome = noe_model_machine_claim(walk->machine, property, state);
    noe_base_text_clear(&text);
    noe_base_text_printf(&text, "%s  %s",
                         outcome == NOE_OUTCOME_TRUE    ? "true "
                         : outcome == NOE_OUTCOME_FALSE ? "FALSE"
                                                        : "error",
                         property->title);
    line(lines, noe_base_text_string(&text), outcome == NOE_OUTCOME_TRUE ? A_NORMAL : A_BOLD);
  }
  noe_base_text_free(&text);
}

static void draw_watched(struct lines *lines, const struct noe_screen_list *list, size_t before, const char *kind,
                         const int64_t *state) {
  struct noe_walk *walk = &lines->screen->walk;
  struct noe_text text = noe_base_text(walk->memory), value = noe_base_text(walk->memory);
  for (size_t i = 0; i < list->count; i++) {
    noe_base_text_clear(&text);
    noe_base_text_clear(&value);
    noe_explore_watch(walk, list->items[i], state, &value);
    noe_base_text_printf(&text, "%zu %s%s: %s", before + i + 1, kind, noe_base_text_string(&value), list->items[i]);
    line(lines, noe_base_text_string(&text), A_BOLD);
  }
  noe_base_text_free(&text);
  noe_base_text_free(&value);
}

static void draw_state(struct lines *lines, const int64_t *state) {
  const struct noe_screen *screen = lines->screen;
  const struct noe_model *model = screen->walk.model;
  draw_claims(lines, state);
  draw_watched(lines, &screen->watches, 0, "", state);
  draw_watched(lines, &screen->breaks, screen->watches.count, "stop: ", state);
  for (uint32_t i = 0; i < model->variable_count; i++)
    noe_model_each_leaf(screen->walk.memory, model->variables[i].name, model->variables[i].type,
                        state + model->variables[i].cell, leaf, lines);
}

/* -------------------------------------------------------------------- way */

static void draw_way(struct lines *lines) {
  struct noe_walk *walk = &lines->screen->walk;
  struct noe_arena *arena = noe_base_arena_new(walk->memory);
  struct noe_trace trace = noe_explore_trace(walk, arena, lines->screen->node);
  struct noe_text text = noe_base_text(walk->memory);
  const struct noe_state_style style = {.is_full = true};
  for (uint32_t i = trace.count; i--;) { /* the last step is what one wants to see first */
    const struct noe_trace_step *step = &trace.steps[i];
    const int64_t *before = i ? trace.steps[i - 1].state : NULL;
    noe_base_text_clear(&text);
    noe_base_text_printf(&text, "%u %s%s", i, step->clause->title, step->clause->parameter_count ? ", " : "");
    noe_report_arguments(walk->model, step->clause, step->arguments, before, &text);
    line(lines, noe_base_text_string(&text), A_BOLD);
    noe_base_text_clear(&text);
    if (before)
      noe_report_state_change(walk->memory, walk->model, before, step->state, &style, &text);
    block(lines, &text);
  }
  noe_base_text_free(&text);
  noe_base_arena_delete(arena);
}

/* ----------------------------------------------------------------- around */

/* `2 step 1 from 0: pass the token  an invariant is false`, then what differs from here. */
static void draw_near_state(struct lines *lines, const struct noe_around *around, size_t at) {
  struct noe_walk *walk = &lines->screen->walk;
  const int64_t *here = around->states.items[0], *state = around->states.items[at];
  struct noe_text text = noe_base_text(walk->memory);
  const struct noe_state_style style = {.is_full = true, .most_lines = 4};
  size_t edge = 0;
  while (edge < around->edge_count && around->edges[edge].to != at)
    edge++;
  noe_base_text_printf(&text, "%zu  step %u from %u: %s%s", at, around->depths.items[at],
                       edge < around->edge_count ? around->edges[edge].from : 0,
                       edge < around->edge_count ? around->edges[edge].clause->title : "",
                       noe_explore_violated(walk, state) ? "  an invariant is FALSE" : "");
  line(lines, noe_base_text_string(&text), A_BOLD);
  noe_base_text_clear(&text);
  if (here)
    noe_report_state_change(walk->memory, walk->model, here, state, &style, &text);
  block(lines, &text);
  noe_base_text_free(&text);
}

static void draw_around(struct lines *lines) {
  struct noe_screen *screen = lines->screen;
  struct noe_arena *arena = noe_base_arena_new(screen->walk.memory);
  struct noe_text text = noe_base_text(screen->walk.memory);
  struct noe_around around;
  noe_explore_around(&screen->walk, arena, screen->node, screen->near, &around);
  noe_base_text_printf(&text, "%zu states within %u steps%s%s", around.states.count - 1, screen->near.depth,
                       screen->walk.has_orbits ? (screen->near.orbits ? ", one for each orbit" : ", every one") : "",
                       around.is_full  ? "; only the nearest"
                       : around.is_cut ? "; more behind them"
                                       : "; there are no others");
  line(lines, noe_base_text_string(&text), A_NORMAL);
  for (size_t i = 1; i < around.states.count; i++)
    draw_near_state(lines, &around, i);
  noe_base_text_free(&text);
  noe_base_arena_delete(arena);
}

void noe_explore_screen_right(struct noe_screen *screen, int column, int width, int height) {
  const int64_t *state = screen->walk.nodes.items[screen->node].state;
  struct lines lines = {
      .screen = screen, .row = 2, .column = column, .width = width, .last = 1 + height, .skip = screen->scroll};
  if (screen->view == NOE_SCREEN_NEAR)
    draw_around(&lines);
  else if (!state)
    line(&lines, "before the start: choose a start state", A_NORMAL);
  else if (screen->view == NOE_SCREEN_WAY)
    draw_way(&lines);
  else
    draw_state(&lines, state);
}
