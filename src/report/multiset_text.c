/* Multisets, and what came into them and went out of them. */
#include <assert.h>

#include "model/print.h"
#include "report/state_int.h"

static const int64_t *slot(const struct noe_type *type, const int64_t *cells, uint32_t i) {
  return cells + (size_t)i * type->stride;
}

/* How many of the first `end` elements of a multiset equal `element`. */
static uint32_t copies(const struct noe_type *type, const int64_t *cells, const int64_t *element, uint32_t end) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < end && slot(type, cells, i)[0] == 1; i++)
    count += noe_report_same_cells(type->element, slot(type, cells, i) + 1, element);
  return count;
}

/* `2 x Message{kind: Ack}`. */
static void put_element(struct noe_text *out, const struct noe_type *type, const int64_t *cells, uint32_t count) {
  if (count > 1)
    noe_base_text_printf(out, "%u x ", count);
  noe_model_print_element(type, cells, out);
}

void noe_report_multiset(struct noe_state_walk *walk, const struct noe_type *type, const int64_t *cells) {
  bool is_short = noe_type_is_simple(type->element);
  if (!noe_report_begin_leaf(walk))
    return;
  noe_base_text_puts(walk->out, slot(type, cells, 0)[0] == 1 ? is_short ? " {|" : "" : " empty");
  for (uint32_t i = 0; i < type->capacity && slot(type, cells, i)[0] == 1; i++) {
    const int64_t *element = slot(type, cells, i) + 1;
    if (copies(type, cells, element, i))
      continue;
    if (is_short)
      noe_base_text_puts(walk->out, i ? ", " : " ");
    else {
      noe_base_text_puts(walk->out, "\n");
      if (!noe_report_begin_line(walk))
        return;
      noe_base_text_puts(walk->out, "  ");
    }
    put_element(walk->out, type->element, element, copies(type, cells, element, type->capacity));
  }
  noe_base_text_puts(walk->out, is_short && slot(type, cells, 0)[0] == 1 ? " |}\n" : "\n");
}

/* The name by which the step knows the element, if it was not used yet. */
static const char *name_of(struct noe_state_walk *walk, const char *text) {
  assert(walk->style->name_count <= 32 && "a set of names is a word");
  for (uint32_t i = 0; i < walk->style->name_count; i++)
    if (!(walk->used >> i & 1) && !strcmp(walk->style->names[i].text, text)) {
      walk->used |= (uint32_t)1 << i;
      return walk->style->names[i].name;
    }
  return text;
}

void noe_report_surplus(struct noe_state_walk *walk, const struct noe_type *type, const int64_t *from,
                        const int64_t *to, const char *word) {
  struct noe_text text = noe_base_text(walk->memory);
  for (uint32_t i = 0; i < type->capacity && slot(type, from, i)[0] == 1; i++) {
    const int64_t *element = slot(type, from, i) + 1;
    if (copies(type, from, element, i) < copies(type, to, element, type->capacity) || !noe_report_begin_leaf(walk))
      continue;
    noe_base_text_clear(&text);
    put_element(&text, type->element, element, 1);
    noe_base_text_printf(walk->out, " %s ", word);
    noe_base_text_puts(walk->out, name_of(walk, noe_base_text_string(&text)));
    noe_base_text_puts(walk->out, "\n");
  }
  noe_base_text_free(&text);
}
