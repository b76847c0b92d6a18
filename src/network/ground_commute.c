/* Statements that give the same in any order: none touches what another one writes, unless both do it by one and the
 * same assignment (`n := n + 1`), which commutes with itself.
 *
 * Statements join one after the other. Places that earlier ones touch stand in a tree: below each variable its fields
 * and elements, with one branch for all indices that are not known beforehand. So a place is held against those that
 * it may overlap, and not against all: what lies on its way, and, where it ends, whatever lies below. */
#include <assert.h>
#include <string.h>

#include "base/mix.h"
#include "network/ground_access.h"

enum { MOST_STEPS = 32, FIRST_TABLE = 64 };

/* Accesses by assignments that are all the same one, or by several. Own ones never are among them: a statement is added
 * when it has been compared. */
struct summary {
  uint32_t by;
  bool any, by_several;
};

/* A step from a place to a part of it. */
struct step {
  uint8_t kind; /* of the term */
  bool is_open; /* an index that is not known beforehand: any */
  int64_t key;
};

struct node {
  uint32_t parent, first_child, next; /* 0: none; the root of all is node 0 */
  struct step step;
  struct summary here[2], below[2]; /* all accesses, and those that write */
};

struct noe_commuting {
  struct noe_ground *ground;
  struct noe_accesses accesses;
  NOE_LIST(struct node) nodes;
  uint32_t *table; /* open addressing: nodes by parent and step, or 0 */
  uint32_t table_size, table_room;
  bool is_mixed; /* one place is seen under several types: who knows what overlaps */
};

/* ---------------------------------------------------------------- summaries */

static void add(struct summary *summary, uint32_t by) {
  assert((!summary->by_several || summary->any) && "several accesses are some");
  summary->by_several |= summary->any && summary->by != by;
  summary->by = by;
  summary->any = true;
}

static void add_access(struct summary summaries[2], const struct noe_access *access) {
  add(&summaries[0], access->by);
  if (access->writes)
    add(&summaries[1], access->by);
}

/* What is read is compared with writes only. */
static bool collides(const struct summary summaries[2], const struct noe_access *access) {
  const struct summary *others = &summaries[!access->writes];
  return others->any && (others->by_several || others->by != access->by || access->by == NOE_NO_TERM);
}

/* --------------------------------------------------------------------- tree */

static struct step step_of(const struct noe_terms *terms, uint32_t place) {
  const struct noe_term *term = noe_term_at(terms, place);
  struct step step = {.kind = term->kind, .key = term->number};
  if (term->kind == NOE_TERM_ELEMENT) {
    const struct noe_term *index = noe_term_at(terms, terms->parts.items[term->first + 1]);
    step.is_open = index->kind != NOE_TERM_LITERAL;
    step.key = step.is_open ? 0 : index->value;
  } else if (term->kind != NOE_TERM_FIELD)
    step.key = place;
  return step;
}

/* The steps to the place, the variable first; 0: it may be anywhere. */
static uint32_t steps_to(const struct noe_terms *terms, uint32_t place, struct step *steps) {
  uint32_t count = 0;
  for (const struct noe_term *term = noe_term_at(terms, place);; term = noe_term_at(terms, place)) {
    if (count == MOST_STEPS || term->kind == NOE_TERM_BOUND)
      return 0;
    steps[count++] = step_of(terms, place);
    if (term->kind != NOE_TERM_FIELD && term->kind != NOE_TERM_ELEMENT)
      break;
    place = terms->parts.items[term->first];
  }
  for (uint32_t i = 0; i < count / 2; i++) {
    struct step step = steps[i];
    steps[i] = steps[count - 1 - i];
    steps[count - 1 - i] = step;
  }
  return count;
}

static uint32_t slot_of(const struct noe_commuting *commuting, uint32_t parent, const struct step *step) {
  uint64_t hash = noe_mix(noe_mix(parent + UINT64_C(1), (uint64_t)step->key), step->kind * 2u + step->is_open);
  for (uint32_t at = (uint32_t)hash;; at++) {
    uint32_t child = commuting->table[at & (commuting->table_size - 1)];
    const struct node *node = &commuting->nodes.items[child];
    if (!child || (node->parent == parent && node->step.kind == step->kind && node->step.is_open == step->is_open &&
                   node->step.key == step->key))
      return at & (commuting->table_size - 1);
  }
}

static void grow(struct noe_commuting *commuting) {
  commuting->table_size *= 2;
  assert(commuting->nodes.count < commuting->table_size && "free slots are left, so that looking for one ends");
  if (commuting->table_size > commuting->table_room) {
    commuting->table_room = commuting->table_size;
    commuting->table = NOE_NEW_ARRAY(commuting->ground->arena, uint32_t, commuting->table_room);
  }
  memset(commuting->table, 0, commuting->table_size * sizeof *commuting->table);
  for (uint32_t i = 1; i < commuting->nodes.count; i++)
    commuting->table[slot_of(commuting, commuting->nodes.items[i].parent, &commuting->nodes.items[i].step)] = i;
}

static uint32_t make_child(struct noe_commuting *commuting, uint32_t parent, const struct step *step) {
  uint32_t at = slot_of(commuting, parent, step);
  if (commuting->table[at])
    return commuting->table[at];
  uint32_t sibling = commuting->nodes.items[parent].first_child;
  struct node node = {.parent = parent, .next = sibling, .step = *step};
  commuting->is_mixed |= parent && sibling && commuting->nodes.items[sibling].step.kind != step->kind;
  uint32_t number = (uint32_t)commuting->nodes.count;
  assert(parent < number && "a place comes behind the one that it is a part of");
  NOE_LIST_PUSH(commuting->ground->arena, &commuting->nodes, node);
  commuting->nodes.items[parent].first_child = number;
  commuting->table[at] = number;
  if (2 * commuting->nodes.count > commuting->table_size)
    grow(commuting);
  return number;
}

static void enter(struct noe_commuting *commuting, const struct noe_access *access) {
  struct step steps[MOST_STEPS];
  uint32_t count = steps_to(&commuting->ground->terms, access->place, steps), node = 0;
  add_access(commuting->nodes.items[0].below, access);
  for (uint32_t i = 0; i < count; i++) {
    node = make_child(commuting, node, &steps[i]);
    add_access(commuting->nodes.items[node].below, access);
  }
  add_access(commuting->nodes.items[node].here, access); /* of node 0: those that may be anywhere */
}

/* ------------------------------------------------------------------ overlap */

static bool meets(struct noe_commuting *commuting, uint32_t number, const struct step *steps, uint32_t count,
                  const struct noe_access *access);

/* An index that is not known may be that of any child. */
static bool meets_some_child(struct noe_commuting *commuting, uint32_t number, const struct step *steps, uint32_t count,
                             const struct noe_access *access) {
  for (uint32_t child = commuting->nodes.items[number].first_child; child; child = commuting->nodes.items[child].next)
    if (meets(commuting, child, steps + 1, count - 1, access))
      return true;
  return false;
}

/* Is there an access at a place that `steps` may lead to from this node, or on the way, or below it? */
static bool meets(struct noe_commuting *commuting, uint32_t number, const struct step *steps, uint32_t count,
                  const struct noe_access *access) {
  const struct node *node = &commuting->nodes.items[number];
  if (!noe_ground_spend(commuting->ground, 1) || collides(node->here, access))
    return true;
  if (!count)
    return collides(node->below, access);
  if (!node->first_child || !collides(node->below, access))
    return false;
  const struct step open = {.kind = steps->kind, .is_open = true};
  if (steps->is_open)
    return meets_some_child(commuting, number, steps, count, access);
  uint32_t same = commuting->table[slot_of(commuting, number, steps)];
  uint32_t any = number ? commuting->table[slot_of(commuting, number, &open)] : 0;
  return (same && meets(commuting, same, steps + 1, count - 1, access)) ||
         (any && meets(commuting, any, steps + 1, count - 1, access));
}

static bool meets_others(struct noe_commuting *commuting, const struct noe_access *access) {
  struct step steps[MOST_STEPS];
  uint32_t count = steps_to(&commuting->ground->terms, access->place, steps);
  return meets(commuting, 0, steps, count, access);
}

/* ---------------------------------------------------------------------- all */

struct noe_commuting *noe_ground_commuting(struct noe_ground *ground) {
  struct noe_commuting *commuting = NOE_NEW(ground->arena, struct noe_commuting);
  commuting->ground = commuting->accesses.ground = ground;
  noe_ground_commuting_clear(commuting);
  return commuting;
}

void noe_ground_commuting_clear(struct noe_commuting *commuting) {
  commuting->nodes.count = 0;
  NOE_LIST_PUSH(commuting->ground->arena, &commuting->nodes, (struct node){0});
  commuting->table_size = FIRST_TABLE / 2;
  commuting->is_mixed = false;
  grow(commuting);
}

bool noe_ground_joins(struct noe_commuting *commuting, uint32_t term) {
  if (!noe_ground_accesses(&commuting->accesses, term))
    return false;
  for (size_t i = 0; i < commuting->accesses.items.count; i++)
    if (commuting->is_mixed || meets_others(commuting, &commuting->accesses.items.items[i]))
      return false;
  for (size_t i = 0; i < commuting->accesses.items.count; i++)
    enter(commuting, &commuting->accesses.items.items[i]);
  return !commuting->is_mixed;
}
