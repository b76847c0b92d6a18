/* Loops through the values of a type.
 *
 * With runs the values of a block are its entries, and an entry stands for `weight`
 * values. Binding a name to one of them may take it out (split): it becomes an entry of
 * its own, at the end, and is put back when the round is over (join). So two names are
 * bound to the same value just when they are bound to the same entry. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "compile/emit_int.h"

enum { MOST_UNDONE = 1024, MOST_QUIET = 4096 };

/* Between these a step cannot overflow. */
#define FAR ((int64_t)1 << 61)

/* The parts of a domain type: one, or those of a union. */
static uint32_t part_count(const struct noe_type *type) { return type->kind == NOE_TYPE_UNION ? type->part_count : 1; }

static const struct noe_type *part_of(const struct noe_type *type, uint32_t part) {
  return type->kind == NOE_TYPE_UNION ? type->parts[part] : type;
}

static int64_t offset_of(const struct noe_type *type, uint32_t part) {
  return type->kind == NOE_TYPE_UNION ? type->part_offsets[part] : 0;
}

static void push_undo(struct noe_emitter *emitter, const char *text) {
  NOE_LIST_PUSH(emitter->arena, &emitter->in->undo, text);
}

/* Every value gets an entry of its own, before the first round. */
static void spread_out(struct noe_emitter *emitter, struct noe_range *range) {
  for (uint32_t i = 0; i < emitter->block_count; i++) {
    if (!(range->blocks >> i & 1))
      continue;
    noe_compile_line(emitter, "const uint32_t m%u_%u = w->m%u;", range->name, i, i);
    if (range->undo) {
      if (emitter->blocks[i].size > MOST_UNDONE)
        noe_compile_refuse(emitter, "a loop over many values in a guard or claim");
      noe_compile_line(emitter, "uint32_t s%u_%u[%u];", range->name, i, emitter->blocks[i].size);
      noe_compile_line(emitter, "for (uint32_t i = 0; i < m%u_%u; i++) s%u_%u[i] = w->b%u[i].weight;", range->name, i,
                       range->name, i, i);
      push_undo(emitter, noe_base_arena_format(emitter->arena, "gather%u(w, m%u_%u, s%u_%u);", i, range->name, i,
                                               range->name, i));
    }
    noe_compile_line(emitter, "scatter%u(w);", i);
  }
}

static void open_plain(struct noe_emitter *emitter, const struct noe_range *range, const struct noe_type *type) {
  char low[NOE_TERM_TEXT], high[NOE_TERM_TEXT];
  noe_compile_open(emitter, "for (int64_t v%u = %s; v%u <= %s; v%u++)", range->name, noe_compile_number(type->low, low),
                   range->name, noe_compile_number(type->high, high), range->name);
  if (noe_type_size(type) > MOST_QUIET)
    noe_compile_bail_if(emitter, "tick(f)");
}

/* The entries that are there when the loop begins: a union jumps over the numbers of
 * those that are not. */
static void open_entries(struct noe_emitter *emitter, const struct noe_range *range, const struct noe_type *type) {
  unsigned name = range->name;
  int block = noe_compile_block(emitter, type);
  if (block >= 0) {
    noe_compile_open(emitter, "for (int64_t v%u = 0, n%u = w->m%d; v%u < n%u; v%u++)", name, name, block, name, name,
                     name);
    return;
  }
  for (uint32_t i = 0; i < type->part_count; i++)
    if ((block = noe_compile_block(emitter, type->parts[i])) >= 0)
      noe_compile_line(emitter, "const int64_t n%u_%u = %" PRId64 " + w->m%d;", name, i, type->part_offsets[i], block);
  noe_compile_open(emitter, "for (int64_t v%u = 0; v%u <= %" PRId64 "; v%u++)", name, name, type->high, name);
  for (uint32_t i = 0; i < type->part_count; i++)
    if (noe_compile_block(emitter, type->parts[i]) >= 0)
      noe_compile_line(emitter, "if (v%u >= n%u_%u && v%u < %" PRId64 ") { v%u = %" PRId64 "; continue; }", name, name,
                       i, name, type->part_offsets[i] + type->parts[i]->high + 1, name,
                       type->part_offsets[i] + type->parts[i]->high);
}

/* The test that a value belongs to this part of the type; NULL if it has no entries. */
static const char *part_test(struct noe_emitter *emitter, const struct noe_type *type, uint32_t part,
                             const char *value) {
  if (noe_compile_block(emitter, part_of(type, part)) < 0)
    return NULL;
  if (type->kind != NOE_TYPE_UNION)
    return "";
  int64_t first = offset_of(type, part);
  return noe_base_arena_format(emitter->arena, "if (%s >= %" PRId64 " && %s <= %" PRId64 ") ", value, first, value,
                               first + part_of(type, part)->high);
}

void noe_compile_split(struct noe_emitter *emitter, const struct noe_type *type, const char *work, const char *source,
                       const char *target) {
  for (uint32_t i = 0; i < part_count(type); i++) {
    const char *test = part_test(emitter, type, i, source);
    int64_t first = offset_of(type, i);
    if (test)
      noe_compile_line(emitter, "%s%s = split%d(%s, %s - %" PRId64 ") + %" PRId64 ";", test, target,
                       noe_compile_block(emitter, part_of(type, i)), work, source, first, first);
  }
}

static void join(struct noe_emitter *emitter, const struct noe_range *range) {
  for (uint32_t i = 0; i < part_count(range->type); i++) {
    const char *test = part_test(emitter, range->type, i, noe_base_arena_format(emitter->arena, "v%u", range->name));
    int64_t first = offset_of(range->type, i);
    if (test)
      noe_compile_line(emitter, "%sjoin%d(w, v%u - %" PRId64 ", x%u - %" PRId64 ");", test,
                       noe_compile_block(emitter, part_of(range->type, i)), range->name, first, range->name, first);
  }
}

static void weigh(struct noe_emitter *emitter, const struct noe_range *range) {
  if (range->type->kind != NOE_TYPE_UNION) {
    noe_compile_line(emitter, "const uint64_t k%u = w->b%d[v%u].weight;", range->name,
                     noe_compile_block(emitter, range->type), range->name);
    return;
  }
  noe_compile_line(emitter, "uint64_t k%u = 1;", range->name);
  for (uint32_t i = 0; i < part_count(range->type); i++) {
    const char *test = part_test(emitter, range->type, i, noe_base_arena_format(emitter->arena, "v%u", range->name));
    if (test)
      noe_compile_line(emitter, "%sk%u = w->b%d[v%u - %" PRId64 "].weight;", test, range->name,
                       noe_compile_block(emitter, part_of(range->type, i)), range->name, offset_of(range->type, i));
  }
}

/* A watched loop knows cells by their addresses: while it runs, no entry may come to stand
 * for other values than before. Those of its own block have one each. */
static void refuse_moving(struct noe_emitter *emitter, const struct noe_range *range) {
  const struct noe_emit_function *in = emitter->in;
  if (!in->watching || (range->binding != NOE_BINDING_SPLIT && range->binding != NOE_BINDING_EACH))
    return;
  /* With one block alone it is the loop's, wherever that stands. */
  uint64_t settled = emitter->block_count == 1 && !emitter->turns ? 1 : 0;
  if (in->loop && in->loop->domain.type)
    settled = noe_compile_blocks(emitter, in->loop->domain.type);
  if (range->blocks & ~settled)
    noe_compile_refuse(emitter, "a watched loop contains one over another symmetric type");
}

void noe_compile_split_range(struct noe_emitter *emitter, struct noe_range *range) {
  assert(range->blocks && range->binding != NOE_BINDING_EACH && "a value is taken out of an entry that may hold more");
  char bound[NOE_TERM_TEXT];
  snprintf(bound, sizeof bound, "x%u", range->name);
  noe_compile_line(emitter, "int64_t %s = v%u;", bound, range->name);
  noe_compile_split(emitter, range->type, "w", range->value.text, bound);
  memcpy(range->value.text, bound, sizeof bound);
  range->binding = NOE_BINDING_SPLIT;
}

static struct noe_range open_range(struct noe_emitter *emitter, const struct noe_type *type, enum noe_binding binding,
                                   bool undo, bool weighed) {
  struct noe_range range = {.binding = binding, .name = noe_compile_name(emitter), .type = type, .undo = undo};
  range.blocks = noe_compile_blocks(emitter, type);
  if (!range.blocks)
    range.binding = NOE_BINDING_PLAIN;
  refuse_moving(emitter, &range);
  if (range.binding == NOE_BINDING_EACH)
    spread_out(emitter, &range);
  if (range.binding == NOE_BINDING_PLAIN)
    open_plain(emitter, &range, type);
  else
    open_entries(emitter, &range, type);
  range.value = (struct noe_term){.low = type->low, .high = type->high, .defined = true};
  snprintf(range.value.text, sizeof range.value.text, "v%u", range.name);
  if (weighed && range.binding != NOE_BINDING_PLAIN)
    weigh(emitter, &range);
  if (range.binding == NOE_BINDING_SPLIT)
    noe_compile_split_range(emitter, &range);
  return range;
}

struct noe_range noe_compile_range(struct noe_emitter *emitter, const struct noe_type *type, enum noe_binding binding,
                                   bool undo) {
  return open_range(emitter, type, binding, undo, false);
}

struct noe_range noe_compile_weighed_range(struct noe_emitter *emitter, const struct noe_type *type) {
  return open_range(emitter, type, NOE_BINDING_LIGHT, true, true);
}

/* In narrow cells a number far away stands for undefined: no round may bind it. */
static void pass_undefined(struct noe_emitter *emitter, unsigned name, const struct noe_term *from,
                           const struct noe_term *to) {
  int64_t least = noe_compile_least(emitter), low = from->low < to->low ? from->low : to->low;
  int64_t high = from->high > to->high ? from->high : to->high;
  if (noe_compile_is_narrow(emitter) && low <= least && high >= least)
    noe_compile_bail_if(emitter, "v%u == U", name);
}

void noe_compile_open_steps(struct noe_emitter *emitter, unsigned name, const struct noe_term *from,
                            const struct noe_term *to, const struct noe_term *by) {
  bool up = by->low > 0,
       is_plain = noe_term_is_constant(by) && by->low > -FAR && by->low < FAR && to->low > -FAR && to->high < FAR;
  if (is_plain && by->low) {
    noe_compile_open(emitter, "for (int64_t v%u = %s; v%u %s %s; v%u += %s)", name, from->text, name,
                     up ? "<=" : ">=", to->text, name, by->text);
    pass_undefined(emitter, name, from, to);
    int64_t span =
        up ? to->high - (from->low > -FAR ? from->low : -FAR) : (from->high < FAR ? from->high : FAR) - to->low;
    if (span <= MOST_QUIET)
      return;
  } else {
    noe_compile_open(
        emitter,
        "for (int64_t v%u = %s, o%u = 0; !o%u && (%s > 0 ? v%u <= %s : v%u >= %s); o%u = add_overflows(v%u, "
        "%s, &v%u))",
        name, from->text, name, name, by->text, name, to->text, name, to->text, name, name, by->text, name);
    pass_undefined(emitter, name, from, to);
  }
  noe_compile_bail_if(emitter, "tick(f)");
}

struct noe_range noe_compile_domain(struct noe_emitter *emitter, const struct noe_low_domain *domain,
                                    enum noe_binding binding, bool undo) {
  if (domain->type)
    return noe_compile_range(emitter, domain->type, binding, undo);
  struct noe_range range = {.binding = NOE_BINDING_PLAIN};
  struct noe_term from = *noe_compile_term_of(emitter, domain->from), to = *noe_compile_term_of(emitter, domain->to);
  struct noe_term by = *noe_compile_term_of(emitter, domain->by);
  range.name = noe_compile_name(emitter);
  unsigned name = range.name;
  range.value = (struct noe_term){.low = INT64_MIN + 1, .high = INT64_MAX, .defined = true};
  snprintf(range.value.text, sizeof range.value.text, "v%u", name);
  if (by.low > 0) {
    range.value.low = from.low;
    range.value.high = to.high;
  }
  noe_compile_open_steps(emitter, name, &from, &to, &by);
  return range;
}

void noe_compile_range_end(struct noe_emitter *emitter, const struct noe_range *range) {
  assert((range->blocks || range->binding == NOE_BINDING_PLAIN) && "what has no entries is counted off");
  if (range->binding == NOE_BINDING_SPLIT)
    join(emitter, range);
}

void noe_compile_range_after(struct noe_emitter *emitter, const struct noe_range *range) {
  if (range->binding != NOE_BINDING_EACH || !range->undo)
    return;
  assert((emitter->unsupported || emitter->in->undo.count >= (size_t)__builtin_popcountll(range->blocks)) &&
         "what is to be undone was noted when the loop began");
  for (uint32_t i = emitter->block_count; i-- > 0;)
    if (range->blocks >> i & 1)
      noe_compile_line(emitter, "%s", emitter->in->undo.items[--emitter->in->undo.count]);
}
