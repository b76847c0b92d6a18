#include <assert.h>

#include "model/print.h"
#include "report/number.h"
#include "report/state_int.h"
#include "report/why_text.h"

#define MARGIN "    "

/* Groups of an array's elements that are told apart. */
enum { MOST_GROUPS = 32 };

static const int64_t *old_of(const struct noe_state_walk *walk, const int64_t *cells) {
  assert(cells >= walk->after && "the walk is through the cells of the state");
  return walk->before + (cells - walk->after);
}

/* ------------------------------------------------------------------ lines */

bool noe_report_begin_line(struct noe_state_walk *walk) {
  uint32_t most = walk->style->most_lines;
  if (most && walk->lines++ >= most)
    return false;
  noe_base_text_puts(walk->out, MARGIN);
  return true;
}

bool noe_report_begin_leaf(struct noe_state_walk *walk) {
  if (!noe_report_begin_line(walk))
    return false;
  noe_base_text_puts(walk->out, noe_base_text_string(&walk->path));
  noe_base_text_puts(walk->out, ":");
  return true;
}

static void end_lines(struct noe_state_walk *walk) {
  uint32_t most = walk->style->most_lines;
  if (most && walk->lines > most) {
    noe_base_text_puts(walk->out, MARGIN "... ");
    noe_report_counted(walk->out, walk->lines - most, "more line");
    noe_base_text_puts(walk->out, "; --trace=full shows everything\n");
  }
}

/* ----------------------------------------------------------------- leaves */

static void put_value(const struct noe_type *type, const int64_t *cells, struct noe_text *out) {
  noe_base_text_puts(out, " ");
  noe_model_print_value(type, cells[0], out);
}

static void changed_leaf(struct noe_state_walk *walk, const struct noe_type *type, const int64_t *cells) {
  const int64_t *old = old_of(walk, cells);
  if (type->kind == NOE_TYPE_MULTISET) {
    noe_report_surplus(walk, type, old, cells, "removed");
    noe_report_surplus(walk, type, cells, old, "added");
  } else if (noe_report_begin_leaf(walk)) {
    put_value(type, old, walk->out);
    noe_base_text_puts(walk->out, " ->");
    put_value(type, cells, walk->out);
    noe_base_text_puts(walk->out, "\n");
  }
}

static bool is_undefined(const struct noe_type *type, const int64_t *cells) {
  for (uint32_t i = 0; i < type->cells; i++)
    if (cells[i] != NOE_UNDEFINED)
      return false;
  return true;
}

static void undefined_leaf(struct noe_state_walk *walk) {
  if (walk->skips_undefined)
    return;
  noe_base_text_puts(&walk->undefined, walk->undefined.length ? ", " : "");
  noe_base_text_puts(&walk->undefined, noe_base_text_string(&walk->path));
}

static void leaf(struct noe_state_walk *walk, const struct noe_type *type, const int64_t *cells) {
  if (walk->before)
    changed_leaf(walk, type, cells);
  else if (type->kind == NOE_TYPE_MULTISET)
    noe_report_multiset(walk, type, cells);
  else if (noe_report_begin_leaf(walk)) {
    put_value(type, cells, walk->out);
    noe_base_text_puts(walk->out, "\n");
  }
}

/* ----------------------------------------------------------------- arrays */

static void value(struct noe_state_walk *walk, const struct noe_type *type, const int64_t *cells);

/* Elements that are alike, by their position in the array. */
struct group {
  int64_t *members; /* values of the index */
  size_t count;
  const int64_t *cells; /* of the first */
};

/* Does the same happen in both, whatever else is in them? */
static bool changes_alike(const struct noe_state_walk *walk, const struct noe_type *type, const int64_t *a,
                          const int64_t *b) {
  const int64_t *x = old_of(walk, a), *y = old_of(walk, b);
  for (uint32_t i = 0; i < type->cells; i++) {
    bool is_changed = a[i] != x[i];
    if (is_changed != (b[i] != y[i]) || (is_changed && (a[i] != b[i] || x[i] != y[i])))
      return false;
  }
  return true;
}

static bool is_like(const struct noe_state_walk *walk, const struct noe_type *type, const int64_t *a,
                    const int64_t *b) {
  if (walk->style->is_full)
    return false;
  if (walk->before && !type->has_multiset)
    return changes_alike(walk, type, a, b);
  return noe_report_same_cells(type, a, b) &&
         (!walk->before || noe_report_same_cells(type, old_of(walk, a), old_of(walk, b)));
}

/* The first groups get all their members; elements that are in none of them when there are
 * enough stay alone. Returns how many groups there are; `of` gives each element its group. */
static uint32_t find_groups(const struct noe_state_walk *walk, const struct noe_type *type, const int64_t *cells,
                            struct group *groups, uint32_t *of) {
  uint64_t size = noe_type_size(type->index);
  uint32_t count = 0;
  for (uint64_t i = 0; i < size; i++) {
    const int64_t *element = cells + i * type->stride;
    uint32_t g = 0;
    of[i] = UINT32_MAX;
    if (walk->before && noe_report_same_cells(type->element, element, old_of(walk, element)))
      continue;
    while (g < count && !is_like(walk, type->element, groups[g].cells, element))
      g++;
    assert(g <= count && count <= MOST_GROUPS && "an element is of a group, or begins one");
    of[i] = g < MOST_GROUPS ? g : MOST_GROUPS;
    if (g == count && count < MOST_GROUPS)
      groups[count++] = (struct group){.cells = element};
    if (g < MOST_GROUPS)
      groups[g].count++;
  }
  return count;
}

static void show_group(struct noe_state_walk *walk, const struct noe_type *type, const int64_t *members, size_t count,
                       const int64_t *cells) {
  size_t length = walk->path.length;
  if (count == noe_type_size(type->index) && count > 1)
    noe_base_text_puts(&walk->path, "[*]");
  else {
    noe_base_text_puts(&walk->path, "[");
    noe_report_values(type->index, members, count, &walk->path);
    noe_base_text_puts(&walk->path, "]");
  }
  value(walk, type->element, cells);
  noe_base_text_cut(&walk->path, length);
}

/* Members of group `g`, in order. */
static size_t gather(const struct noe_type *type, const uint32_t *of, uint32_t g, int64_t *members) {
  size_t count = 0;
  for (uint64_t i = 0; i < noe_type_size(type->index); i++)
    if (of[i] == g)
      members[count++] = type->index->low + (int64_t)i;
  return count;
}

/* The group that most elements are in, if it is the usual thing to be there. */
static uint32_t usual(const struct noe_type *type, const struct group *groups, uint32_t count) {
  uint64_t size = noe_type_size(type->index);
  for (uint32_t g = 0; g < count; g++)
    if (size > 3 && groups[g].count > size / 2)
      return g;
  return UINT32_MAX;
}

static void array(struct noe_state_walk *walk, const struct noe_type *type, const int64_t *cells) {
  uint64_t size = noe_type_size(type->index);
  struct group groups[MOST_GROUPS];
  uint32_t *of = noe_base_alloc(walk->memory, size * sizeof *of);
  int64_t *members = noe_base_alloc(walk->memory, size * sizeof *members);
  uint32_t count = find_groups(walk, type, cells, groups, of), last = usual(type, groups, count);
  for (uint32_t g = 0; g < count; g++)
    if (g != last)
      show_group(walk, type, members, gather(type, of, g, members), groups[g].cells);
  for (uint64_t i = 0; i < size; i++) {
    members[0] = type->index->low + (int64_t)i;
    if (of[i] == MOST_GROUPS)
      show_group(walk, type, members, 1, cells + i * type->stride);
  }
  if (last < count)
    show_group(walk, type, members, gather(type, of, last, members), groups[last].cells);
  noe_base_free(walk->memory, members);
  noe_base_free(walk->memory, of);
}

static void value(struct noe_state_walk *walk, const struct noe_type *type, const int64_t *cells) {
  size_t length = walk->path.length;
  if (walk->before && noe_report_same_cells(type, cells, old_of(walk, cells)))
    return;
  if (!walk->before && !walk->style->is_full && is_undefined(type, cells)) {
    undefined_leaf(walk);
    return;
  }
  if (type->kind == NOE_TYPE_ARRAY) {
    array(walk, type, cells);
  } else if (type->kind == NOE_TYPE_RECORD) {
    for (uint32_t i = 0; i < type->field_count; i++) {
      noe_base_text_printf(&walk->path, ".%s", type->fields[i].name);
      value(walk, type->fields[i].type, cells + type->fields[i].offset);
      noe_base_text_cut(&walk->path, length);
    }
  } else
    leaf(walk, type, cells);
}

/* ---------------------------------------------------------------- entries */

static bool begins_with(const char *text, const char *variable) {
  size_t length = strlen(variable);
  return text && !strncmp(text, variable, length) && text[length] && strchr(" .[{", text[length]);
}

static void whole(struct noe_state_walk *walk, const struct noe_model *model) {
  for (uint32_t i = 0; i < model->variable_count; i++) {
    const struct noe_variable *variable = &model->variables[i];
    noe_base_text_clear(&walk->path);
    noe_base_text_puts(&walk->path, variable->name);
    walk->skips_undefined = walk->style->skips_undefined && !begins_with(walk->style->mentioned, variable->name);
    value(walk, variable->type, walk->after + variable->cell);
  }
  if (walk->undefined.length && noe_report_begin_line(walk)) {
    noe_base_text_puts(walk->out, "undefined: ");
    noe_base_text_puts(walk->out, noe_base_text_string(&walk->undefined));
    noe_base_text_puts(walk->out, "\n");
  }
  end_lines(walk);
  noe_base_text_free(&walk->path);
  noe_base_text_free(&walk->undefined);
}

static struct noe_state_walk begin(struct noe_memory *memory, const int64_t *before, const int64_t *after,
                                   const struct noe_state_style *style, struct noe_text *out) {
  return (struct noe_state_walk){.memory = memory,
                                 .out = out,
                                 .path = noe_base_text(memory),
                                 .undefined = noe_base_text(memory),
                                 .before = before,
                                 .after = after,
                                 .style = style};
}

void noe_report_state_compact(struct noe_memory *memory, const struct noe_model *model, const int64_t *state,
                              const struct noe_state_style *style, struct noe_text *out) {
  struct noe_state_walk walk = begin(memory, NULL, state, style, out);
  whole(&walk, model);
}

void noe_report_state_change(struct noe_memory *memory, const struct noe_model *model, const int64_t *before,
                             const int64_t *after, const struct noe_state_style *style, struct noe_text *out) {
  struct noe_state_walk walk = begin(memory, before, after, style, out);
  size_t length = out->length;
  whole(&walk, model);
  if (out->length == length)
    noe_base_text_puts(out, MARGIN "(changes nothing)\n");
}

void noe_report_state_full(struct noe_memory *memory, const struct noe_model *model, const int64_t *state,
                           struct noe_text *out) {
  struct noe_state_style style = {.is_full = true};
  noe_report_state_compact(memory, model, state, &style, out);
}
