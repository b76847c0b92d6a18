/* What must be the same when a search goes on. The model's hash covers all that makes
 * the model what it is; constants and options come before it so that whoever resumes
 * with another one is told which. */
#include <inttypes.h>

#include "explicit/resume_int.h"

static const char *const options[] = {
    "undefined",      "value-params", "priorities", "loop-limit", "call-depth", "symmetry",
    "trust-symmetry", "deadlock",     "max-errors", "bound",      "store",
};
enum { OPTIONS = sizeof options / sizeof *options };

static const char *option_text(struct noe_arena *arena, const struct noe_options *values,
                               const struct noe_option_row *row) {
  const char *at = (const char *)values + row->offset;
  char chosen[64];
  switch (row->kind) {
  case NOE_OPTION_FLAG: return *(const bool *)at ? "on" : "off";
  case NOE_OPTION_COUNT:
  case NOE_OPTION_BYTES: return noe_base_arena_format(arena, "%" PRIu64, *(const uint64_t *)(const void *)at);
  case NOE_OPTION_SECONDS: return noe_base_arena_format(arena, "%g", *(const double *)(const void *)at);
  case NOE_OPTION_TEXT: return *(const char *const *)(const void *)at;
  case NOE_OPTION_WORDS:
  case NOE_OPTION_CHOICE: break;
  }
  noe_base_option_chosen(values, row->name, chosen, sizeof chosen);
  return noe_base_arena_format(arena, "%s", chosen);
}

/* `P Q`: the scalarsets that are permuted. */
static const char *permuted(const struct noe_search *search) {
  struct noe_arena *arena = search->task->arena;
  const struct noe_symmetry *symmetry = search->system.keys.symmetry;
  const char *text = "";
  for (uint32_t i = 0; symmetry && i < symmetry->block_count; i++)
    for (uint32_t k = 0; k < symmetry->blocks[i].type_count; k++) {
      const struct noe_type *type = symmetry->blocks[i].types[k];
      text = noe_base_arena_format(arena, "%s%s%s", text, *text ? " " : "", type->name ? type->name : "?");
    }
  return text;
}

static const char *kind_of_keys(const struct noe_search *search) {
  struct noe_arena *arena = search->task->arena;
  const struct noe_key_shape *keys = &search->system.keys;
  if (keys->runs && keys->runs->turns->count > 1)
    return noe_base_arena_format(arena, "least of %u runs of up to %u bytes", keys->runs->turns->count,
                                 keys->most_bytes);
  return noe_base_arena_format(arena, "%s of up to %u bytes", keys->runs ? "runs" : "packed", keys->most_bytes);
}

const struct noe_circumstance *noe_explicit_circumstances(const struct noe_search *search, uint32_t *count) {
  struct noe_arena *arena = search->task->arena;
  const struct noe_model *model = search->model;
  struct noe_circumstance *all = NOE_NEW_ARRAY(arena, struct noe_circumstance, model->constant_count + OPTIONS + 3);
  uint32_t at = 0;
  for (uint32_t i = 0; i < model->constant_count; i++)
    all[at++] = (struct noe_circumstance){model->constants[i].name,
                                          noe_base_arena_format(arena, "%" PRId64, model->constants[i].value)};
  for (uint32_t i = 0; i < OPTIONS; i++) {
    const struct noe_option_row *row = noe_base_option_find(options[i], strlen(options[i]));
    if (row)
      all[at++] = (struct noe_circumstance){noe_base_arena_format(arena, "--%s", row->name),
                                            option_text(arena, search->task->options, row)};
  }
  all[at++] = (struct noe_circumstance){"the text of the model", noe_base_arena_format(arena, "%" PRIx64, model->hash)};
  all[at++] = (struct noe_circumstance){"the scalarsets permuted", permuted(search)};
  all[at++] = (struct noe_circumstance){"the keys of states", kind_of_keys(search)};
  *count = at;
  return all;
}
