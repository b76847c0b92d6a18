#include "verdict/figures.h"

#include <assert.h>
#include <string.h>

#include "verdict/check.h"

static bool is_name(const char *text) { return *text && !text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_")]; }

static struct noe_figure *find(struct noe_result *result, const char *engine, const char *name) {
  for (size_t i = 0; i < result->figures.count; i++) {
    struct noe_figure *figure = &result->figures.items[i];
    if (!strcmp(figure->engine, engine) && !strcmp(figure->name, name))
      return figure;
  }
  return NULL;
}

/* Behind the others of its engine: reports rely on it that they stand together. */
static void insert(struct noe_result *result, struct noe_figure figure) {
  NOE_LIST_PUSH(result->arena, &result->figures, figure);
  struct noe_figure *items = result->figures.items;
  size_t at = result->figures.count - 1, behind = at;
  while (behind && strcmp(items[behind - 1].engine, figure.engine))
    behind--;
  for (; behind && at > behind; at--)
    items[at] = items[at - 1];
  items[at] = figure;
}

static void put(struct noe_result *result, struct noe_figure figure) {
  assert(is_name(figure.name) && "names of figures are names in JSON: lower case, digits, underscores");
  assert(result->arena && "figures live where the result lives");
  struct noe_figure *known = find(result, figure.engine, figure.name);
  if (known)
    *known = figure;
  else
    insert(result, figure);
  assert(!noe_verdict_figures_check(result) && "figures of an engine stand together, each once");
}

void noe_verdict_adopt_figures(struct noe_result *result, const struct noe_result *other) {
  for (size_t i = 0; i < other->figures.count; i++)
    put(result, other->figures.items[i]);
}

void noe_verdict_count(struct noe_result *result, const char *engine, const char *name, uint64_t count) {
  put(result, (struct noe_figure){.engine = engine, .name = name, .unit = NOE_UNIT_COUNT, .whole = count});
}

void noe_verdict_bytes(struct noe_result *result, const char *engine, const char *name, uint64_t bytes) {
  put(result, (struct noe_figure){.engine = engine, .name = name, .unit = NOE_UNIT_BYTES, .whole = bytes});
}

void noe_verdict_seconds(struct noe_result *result, const char *engine, const char *name, double seconds) {
  put(result, (struct noe_figure){.engine = engine, .name = name, .unit = NOE_UNIT_SECONDS, .real = seconds});
}

void noe_verdict_ratio(struct noe_result *result, const char *engine, const char *name, double ratio) {
  put(result, (struct noe_figure){.engine = engine, .name = name, .unit = NOE_UNIT_RATIO, .real = ratio});
}

void noe_verdict_words(struct noe_result *result, const char *engine, const char *name, const char *words) {
  put(result, (struct noe_figure){.engine = engine, .name = name, .unit = NOE_UNIT_WORDS, .words = words});
}
