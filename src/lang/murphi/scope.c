#include "lang/murphi/scope.h"

#include <assert.h>
#include <string.h>

enum { BUCKETS = 1024 };

/* Each bucket chains the visible symbols; a symbol that hides another stands in
 * its place in the chain and puts it back when its scope closes. */
struct noe_scopes {
  struct noe_arena *arena;
  struct noe_symbol *buckets[BUCKETS];
  NOE_LIST(struct noe_symbol *) open; /* head of the chain of each open scope */
  uint32_t hidden;                    /* depths from 2 to this one are not seen */
};

struct noe_scopes *noe_murphi_scopes_new(struct noe_arena *arena) {
  struct noe_scopes *scopes = NOE_NEW(arena, struct noe_scopes);
  scopes->arena = arena;
  return scopes;
}

static struct noe_symbol **bucket_of(const struct noe_scopes *scopes, const char *name) {
  uint32_t hash = 2166136261u; /* FNV-1a */
  for (const char *at = name; *at; at++)
    hash = (hash ^ (unsigned char)*at) * 16777619u;
  struct noe_scopes *owner = (struct noe_scopes *)(uintptr_t)scopes;
  return &owner->buckets[hash % BUCKETS];
}

static struct noe_symbol **slot_of(const struct noe_scopes *scopes, const char *name) {
  struct noe_symbol **slot = bucket_of(scopes, name);
  while (*slot && strcmp((*slot)->name, name) != 0)
    slot = &(*slot)->next_in_bucket;
  return slot;
}

uint32_t noe_murphi_scope_depth(const struct noe_scopes *scopes) { return (uint32_t)scopes->open.count; }

void noe_murphi_scope_open(struct noe_scopes *scopes) {
  struct noe_symbol *none = NULL;
  NOE_LIST_PUSH(scopes->arena, &scopes->open, none);
}

void noe_murphi_scope_close(struct noe_scopes *scopes) {
  assert(scopes->open.count > 0 && "more scopes closed than opened");
  struct noe_symbol *symbol = scopes->open.items[--scopes->open.count];
  for (; symbol; symbol = symbol->next_in_scope) {
    struct noe_symbol **slot = slot_of(scopes, symbol->name);
    assert(*slot == symbol && "scopes closed out of order");
    if (symbol->hidden) {
      symbol->hidden->next_in_bucket = symbol->next_in_bucket;
      *slot = symbol->hidden;
    } else
      *slot = symbol->next_in_bucket;
  }
}

uint32_t noe_murphi_scope_hide(struct noe_scopes *scopes) {
  uint32_t before = scopes->hidden;
  scopes->hidden = noe_murphi_scope_depth(scopes);
  assert(before <= scopes->hidden && "what was hidden stays so");
  return before;
}

void noe_murphi_scope_show(struct noe_scopes *scopes, uint32_t before) { scopes->hidden = before; }

struct noe_symbol *noe_murphi_scope_find(const struct noe_scopes *scopes, const char *name) {
  struct noe_symbol *symbol = *slot_of(scopes, name);
  while (symbol && symbol->depth > 1 && symbol->depth <= scopes->hidden)
    symbol = symbol->hidden;
  return symbol;
}

struct noe_symbol *noe_murphi_scope_declare(struct noe_scopes *scopes, const char *name, enum noe_symbol_kind kind,
                                            struct noe_span span) {
  struct noe_symbol **slot = slot_of(scopes, name);
  struct noe_symbol *symbol = NOE_NEW(scopes->arena, struct noe_symbol);
  *symbol = (struct noe_symbol){.name = name, .kind = kind, .span = span, .variable = NOE_NO_VARIABLE};
  symbol->depth = noe_murphi_scope_depth(scopes);
  symbol->right = NOE_RIGHT_READ;
  symbol->hidden = *slot;
  if (*slot) {
    assert((*slot)->depth < symbol->depth && "declared twice in one scope");
    symbol->next_in_bucket = (*slot)->next_in_bucket;
  }
  assert(scopes->open.count && "names are declared in a scope");
  *slot = symbol;
  struct noe_symbol **head = &scopes->open.items[scopes->open.count - 1];
  symbol->next_in_scope = *head;
  *head = symbol;
  return symbol;
}

/* ------------------------------------------------------------------ hints */

enum { LONGEST = 40 };

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* Edit distance, ignoring case except as a last half-step; names are short. */
static size_t distance(const char *a, const char *b) {
  size_t m = strlen(a), n = strlen(b);
  if (m > LONGEST || n > LONGEST)
    return LONGEST;
  size_t row[LONGEST + 1];
  for (size_t j = 0; j <= n; j++)
    row[j] = j;
  for (size_t i = 1; i <= m; i++) {
    size_t corner = row[0];
    row[0] = i;
    for (size_t j = 1; j <= n; j++) {
      size_t replace = corner + (lower(a[i - 1]) != lower(b[j - 1]));
      corner = row[j];
      row[j] = least(replace, least(row[j], row[j - 1]) + 1);
    }
  }
  return row[n];
}

const char *noe_murphi_scope_similar(const struct noe_scopes *scopes, const char *name) {
  const char *best = NULL;
  /* One letter is near to any other: only its case may be wrong. */
  size_t best_distance = strlen(name) < 2 ? 1 : strlen(name) < 4 ? 2 : strlen(name) < 8 ? 3 : 4;
  for (size_t i = 0; i < BUCKETS; i++)
    for (const struct noe_symbol *symbol = scopes->buckets[i]; symbol; symbol = symbol->next_in_bucket) {
      size_t d = distance(name, symbol->name);
      if (d < best_distance || (best && d == best_distance && strcmp(symbol->name, best) < 0)) {
        best = symbol->name;
        best_distance = d;
      }
    }
  return best;
}
