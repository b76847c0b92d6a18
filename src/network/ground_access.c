/* What a statement reads and writes. */
#include "network/ground_access.h"

enum { MOST_ACCESSES = 4096 };

static const struct noe_term *at(const struct noe_accesses *accesses, uint32_t term) {
  return noe_term_at(&accesses->ground->terms, term);
}

static void gather(struct noe_accesses *accesses, uint32_t term, uint32_t by, bool in_call);

static void gather_parts(struct noe_accesses *accesses, uint32_t term, uint32_t first, uint32_t by, bool in_call) {
  const uint32_t begin = at(accesses, term)->first, count = at(accesses, term)->count;
  for (uint32_t i = first; i < count; i++)
    gather(accesses, accesses->ground->terms.parts.items[begin + i], by, in_call);
}

/* A place, and the indices on the way there. */
static void touch(struct noe_accesses *accesses, uint32_t place, bool writes, uint32_t by, bool in_call) {
  struct noe_access access = {place, by, writes};
  uint32_t root = place;
  while (at(accesses, root)->kind == NOE_TERM_FIELD || at(accesses, root)->kind == NOE_TERM_ELEMENT) {
    if (at(accesses, root)->kind == NOE_TERM_ELEMENT)
      gather_parts(accesses, root, 1, by, in_call);
    root = accesses->ground->terms.parts.items[at(accesses, root)->first];
  }
  bool is_own = in_call && at(accesses, root)->kind == NOE_TERM_LOCAL &&
                at(accesses, root)->value != (int64_t)accesses->ground->owner;
  if (is_own)
    return; /* locals of a call are made for it */
  accesses->is_tangled |= accesses->items.count >= MOST_ACCESSES;
  if (!accesses->is_tangled)
    NOE_LIST_PUSH(accesses->ground->arena, &accesses->items, access);
}

static void gather_statement(struct noe_accesses *accesses, uint32_t term, bool in_call) {
  const uint32_t *parts = noe_term_parts(&accesses->ground->terms, term);
  switch (at(accesses, term)->number) {
  case NOE_STMT_COPY:
    touch(accesses, parts[0], true, NOE_NO_TERM, in_call);
    touch(accesses, noe_term_parts(&accesses->ground->terms, term)[1], false, NOE_NO_TERM, in_call);
    break;
  case NOE_STMT_CLEAR:
  case NOE_STMT_UNDEFINE: touch(accesses, parts[0], true, term, in_call); break;
  case NOE_STMT_SWITCH: gather_parts(accesses, term, 0, NOE_NO_TERM, in_call); break;
  case NOE_STMT_RETURN:
    accesses->is_tangled |= !in_call;
    gather_parts(accesses, term, 0, NOE_NO_TERM, in_call);
    break;
  default: accesses->is_tangled = true;
  }
}

static void gather(struct noe_accesses *accesses, uint32_t term, uint32_t by, bool in_call) {
  const uint32_t first = at(accesses, term)->first;
  accesses->is_tangled |= !noe_ground_spend(accesses->ground, 1);
  if (accesses->is_tangled)
    return;
  switch (at(accesses, term)->kind) {
  case NOE_TERM_READ:
  case NOE_TERM_COPY:
  case NOE_TERM_ISUNDEFINED: touch(accesses, accesses->ground->terms.parts.items[first], false, by, in_call); break;
  case NOE_TERM_SAME:
    touch(accesses, accesses->ground->terms.parts.items[first], false, by, in_call);
    touch(accesses, accesses->ground->terms.parts.items[first + 1], false, by, in_call);
    break;
  case NOE_TERM_ASSIGN:
    touch(accesses, accesses->ground->terms.parts.items[first], true, term, in_call);
    gather(accesses, accesses->ground->terms.parts.items[first + 1], term, in_call);
    break;
  case NOE_TERM_STATEMENT: gather_statement(accesses, term, in_call); break;
  case NOE_TERM_CALL: gather_parts(accesses, term, 0, NOE_NO_TERM, true); break;
  case NOE_TERM_VARIABLE:
  case NOE_TERM_LOCAL:
  case NOE_TERM_BOUND:
  case NOE_TERM_FIELD:
  case NOE_TERM_ELEMENT: touch(accesses, term, true, NOE_NO_TERM, in_call); break; /* handed to a call */
  default: gather_parts(accesses, term, 0, by, in_call); break;
  }
}

bool noe_ground_accesses(struct noe_accesses *accesses, uint32_t term) {
  accesses->items.count = 0;
  accesses->is_tangled = false;
  gather(accesses, term, NOE_NO_TERM, false);
  return !accesses->is_tangled;
}
