/* Two neighbours are put in order: by one walk through the diagram, with its own memory of what was done.
 *
 * It serves where the bits of both neighbours stand side by side, one process after the other, and the cells that
 * may name them are of no process and stand before. Then everything is decided by what a walk from the top meets: names
 * first (which of the two does the first cell name that names one?), the local states of the two last; and nothing
 * below changes. A node above the two becomes two sets: what stays as it is, and what goes, whose local states
 * have changed places already and whose names are exchanged on the way back up.
 *
 * The local states of a diagram are counted off one by one. Those that occur are few, however many bits they have;
 * a comparison of all values of two blocks of b bits would need 2^b nodes. Where they are too many the walk
 * gives up, and the caller goes another way. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bdd/bdd_int.h"

enum { MOST_ROWS = 1 << 14, FIRST_TABLE = 1 << 10 };

/* What the cells passed so far say: none names one of the two, or the first that does names the left or the right. */
enum named { NAMES_NONE, NAMES_LEFT, NAMES_RIGHT };

struct parted {
  BDD stay, go;
};

struct known {
  uint64_t key; /* 0: free */
  struct parted parted;
};

/* A row of bits, and the diagram below it. */
struct row {
  uint64_t high, low; /* values of two blocks; of one cell: low */
  BDD below;
};

struct rows {
  struct row *items;
  uint32_t count, capacity;
};

struct exchange {
  struct noe_bdd *b;
  const struct noe_bdd_swap *swap;
  bool drops_fixed; /* instead: states that the transposition does not change are taken out */
  bool gives_up;
  struct known *table;
  uint32_t size, count;
};

/* -------------------------------------------------------------------- memory */

static uint32_t place_of(const struct exchange *exchange, uint64_t key) {
  uint32_t at = (uint32_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (exchange->size - 1);
  while (exchange->table[at].key && exchange->table[at].key != key)
    at = (at + 1) & (exchange->size - 1);
  return at;
}

static void grow(struct exchange *exchange) {
  struct known *old = exchange->table;
  uint32_t size = exchange->size;
  exchange->size = size ? 2 * size : FIRST_TABLE;
  exchange->table = noe_base_alloc(exchange->b->memory, exchange->size * sizeof *exchange->table);
  for (uint32_t i = 0; i < size; i++)
    if (old[i].key)
      exchange->table[place_of(exchange, old[i].key)] = old[i];
  noe_base_free(exchange->b->memory, old);
}

/* Both sets are held by the table from here on. */
static struct parted keep(struct exchange *exchange, uint64_t key, struct parted parted) {
  if (2 * (exchange->count + 1) > exchange->size)
    grow(exchange);
  exchange->table[place_of(exchange, key)] = (struct known){key, parted};
  exchange->count++;
  return parted;
}

static void forget(struct exchange *exchange) {
  for (uint32_t i = 0; i < exchange->size; i++)
    if (exchange->table[i].key) {
      noe_bdd_drop(exchange->table[i].parted.stay);
      noe_bdd_drop(exchange->table[i].parted.go);
    }
  noe_base_free(exchange->b->memory, exchange->table);
}

/* ---------------------------------------------------------------------- rows */

static void add_row(struct exchange *exchange, struct rows *rows, struct row row) {
  if (rows->count >= MOST_ROWS) {
    exchange->gives_up = true;
    return;
  }
  if (rows->count == rows->capacity) {
    rows->capacity = rows->capacity ? 2 * rows->capacity : 16;
    rows->items = noe_base_realloc(exchange->b->memory, rows->items, rows->capacity * sizeof *rows->items);
  }
  rows->items[rows->count++] = row;
}

static uint32_t rank_of(BDD node) { return node <= 1 ? UINT32_MAX : (uint32_t)bdd_var(node) / 2; }

/* All values of the bits from rank `first` to `end` under the node. A bit that it does not ask for may be both. */
static void list_rows(struct exchange *exchange, BDD node, uint32_t first, uint32_t end, uint64_t value,
                      struct rows *rows) {
  if (node == bddfalse || exchange->gives_up)
    return;
  if (first == end) {
    add_row(exchange, rows, (struct row){.low = value, .below = node});
    return;
  }
  bool asks = rank_of(node) == first;
  list_rows(exchange, asks ? bdd_low(node) : node, first + 1, end, value << 1, rows);
  list_rows(exchange, asks ? bdd_high(node) : node, first + 1, end, value << 1 | 1, rows);
}

static int by_value(const void *a, const void *b) {
  const struct row *one = a, *other = b;
  if (one->high != other->high)
    return one->high < other->high ? -1 : 1;
  return one->low < other->low ? -1 : one->low > other->low;
}

/* Is bit number `place` of the row set, of `width` bits each of high and low? */
static bool has_bit(const struct row *row, uint32_t place, uint32_t width) {
  return place < width ? row->high >> (width - 1 - place) & 1 : row->low >> (2 * width - 1 - place) & 1;
}

/* The rows as a diagram, from rank `first - place` on; they are sorted. */
static BDD build(const struct row *rows, uint32_t count, uint32_t first, uint32_t place, uint32_t width) {
  if (!count)
    return noe_bdd_hold(bddfalse);
  if (place == 2 * width) {
    assert(count == 1 && "rows differ");
    return noe_bdd_hold(rows->below);
  }
  uint32_t low = 0;
  while (low < count && !has_bit(&rows[low], place, width))
    low++;
  BDD left = build(rows, low, first + 1, place + 1, width);
  BDD right = build(rows + low, count - low, first + 1, place + 1, width);
  BDD node = noe_bdd_hold(bdd_ite(bdd_ithvar((int)(2 * first)), right, left));
  noe_bdd_drop(left);
  noe_bdd_drop(right);
  return node;
}

static BDD build_sorted(struct rows *rows, uint32_t first, uint32_t place, uint32_t width) {
  qsort(rows->items, rows->count, sizeof *rows->items, by_value);
  return build(rows->items, rows->count, first, place, width);
}

/* ------------------------------------------------------------- local states */

/* Must a state with these local states change? */
static bool is_meant(const struct exchange *exchange, uint64_t left, uint64_t right, enum named named) {
  uint64_t compared = exchange->swap->compared;
  if (exchange->drops_fixed)
    return left == right && named == NAMES_NONE;
  if (named != NAMES_NONE)
    return named == NAMES_LEFT;
  return (left & compared) > (right & compared);
}

/* The pairs of local states that are meant, and what is below. */
static void list_meant(struct exchange *exchange, BDD node, enum named named, struct rows *meant) {
  uint32_t first = exchange->swap->first_rank, width = exchange->swap->width;
  struct rows left = {0}, right = {0};
  list_rows(exchange, node, first, first + width, 0, &left);
  for (uint32_t i = 0; i < left.count && !exchange->gives_up; i++) {
    right.count = 0;
    list_rows(exchange, left.items[i].below, first + width, first + 2 * width, 0, &right);
    for (uint32_t k = 0; k < right.count && !exchange->gives_up; k++)
      if (is_meant(exchange, left.items[i].low, right.items[k].low, named))
        add_row(exchange, meant, (struct row){left.items[i].low, right.items[k].low, right.items[k].below});
  }
  noe_base_free(exchange->b->memory, left.items);
  noe_base_free(exchange->b->memory, right.items);
}

static void turn_rows(struct rows *rows) {
  for (uint32_t i = 0; i < rows->count; i++) {
    uint64_t left = rows->items[i].high;
    rows->items[i].high = rows->items[i].low;
    rows->items[i].low = left;
  }
}

static struct parted part_locals(struct exchange *exchange, BDD node, enum named named) {
  uint32_t first = exchange->swap->first_rank, width = exchange->swap->width;
  struct parted parted = {noe_bdd_hold(node), noe_bdd_hold(bddfalse)};
  struct rows meant = {0};
  list_meant(exchange, node, named, &meant);
  if (meant.count && !exchange->gives_up) {
    BDD taken = build_sorted(&meant, first, 0, width);
    parted.stay = noe_bdd_instead(parted.stay, bdd_apply(node, taken, bddop_diff));
    noe_bdd_drop(taken);
    if (!exchange->drops_fixed) {
      turn_rows(&meant);
      noe_bdd_drop(parted.go);
      parted.go = build_sorted(&meant, first, 0, width);
    }
  }
  noe_base_free(exchange->b->memory, meant.items);
  return parted;
}

/* --------------------------------------------------------------------- above */

static struct parted part(struct exchange *exchange, BDD node, uint32_t cell, enum named named);

static BDD join(BDD node, BDD low, BDD high) {
  if (low == bdd_low(node) && high == bdd_high(node))
    return noe_bdd_hold(node);
  return noe_bdd_hold(bdd_ite(bdd_ithvar(bdd_var(node)), high, low));
}

static struct parted part_bit(struct exchange *exchange, BDD node, uint32_t cell, enum named named) {
  struct parted low = part(exchange, bdd_low(node), cell, named), high = part(exchange, bdd_high(node), cell, named);
  struct parted parted = {.stay = join(node, low.stay, high.stay)};
  parted.go = noe_bdd_hold(bdd_ite(bdd_ithvar(bdd_var(node)), high.go, low.go));
  return parted;
}

static struct parted part_cell(struct exchange *exchange, BDD node, uint32_t cell, enum named named) {
  const struct noe_bdd_naming *naming = &exchange->swap->namings[cell];
  struct rows rows = {0}, stay = {0}, go = {0};
  bool same = true;
  list_rows(exchange, node, naming->first_rank, naming->first_rank + naming->width, 0, &rows);
  for (uint32_t i = 0; i < rows.count && !exchange->gives_up; i++) {
    uint64_t code = rows.items[i].low;
    enum named now = named != NAMES_NONE || !naming->decides ? named
                     : code == naming->left                  ? NAMES_LEFT
                     : code == naming->right                 ? NAMES_RIGHT
                                                             : NAMES_NONE;
    struct parted parted = part(exchange, rows.items[i].below, cell + 1, now);
    same &= parted.stay == rows.items[i].below;
    if (parted.stay != bddfalse)
      add_row(exchange, &stay, (struct row){.low = code, .below = parted.stay});
    if (parted.go != bddfalse) {
      code = code == naming->left ? naming->right : code == naming->right ? naming->left : code;
      add_row(exchange, &go, (struct row){.low = code, .below = parted.go});
    }
  }
  struct parted parted;
  uint32_t width = naming->width;
  parted.stay = same ? noe_bdd_hold(node) : build_sorted(&stay, naming->first_rank, width, width);
  parted.go = build_sorted(&go, naming->first_rank, width, width);
  noe_base_free(exchange->b->memory, rows.items);
  noe_base_free(exchange->b->memory, stay.items);
  noe_base_free(exchange->b->memory, go.items);
  return parted;
}

/* The sets under the node, with the cells from number `cell` on still to come. The table holds them. */
static struct parted part(struct exchange *exchange, BDD node, uint32_t cell, enum named named) {
  const struct noe_bdd_swap *swap = exchange->swap;
  if (node == bddfalse || exchange->gives_up)
    return (struct parted){bddfalse, bddfalse};
  uint64_t key = ((uint64_t)node << 32 | (uint64_t)cell << 2 | named) + 1;
  uint32_t at = place_of(exchange, key);
  if (exchange->table[at].key)
    return exchange->table[at].parted;
  uint32_t next = cell < swap->naming_count ? swap->namings[cell].first_rank : swap->first_rank;
  struct parted parted = rank_of(node) < next        ? part_bit(exchange, node, cell, named)
                         : cell < swap->naming_count ? part_cell(exchange, node, cell, named)
                                                     : part_locals(exchange, node, named);
  return keep(exchange, key, parted);
}

/* Both are held. False: it gave up, and there is nothing. */
static bool walk(struct noe_bdd *b, const struct noe_bdd_swap *swap, BDD set, bool drops_fixed, struct parted *parted) {
  if (!swap->is_side_by_side)
    return false;
  struct exchange exchange = {.b = b, .swap = swap, .drops_fixed = drops_fixed};
  noe_bdd_step(b);
  grow(&exchange);
  *parted = part(&exchange, set, 0, NAMES_NONE);
  if (!exchange.gives_up) {
    noe_bdd_hold(parted->stay);
    noe_bdd_hold(parted->go);
  }
  b->passed += exchange.count;
  forget(&exchange);
  return !exchange.gives_up;
}

bool noe_bdd_walk_in_order(struct noe_bdd *b, const struct noe_bdd_swap *swap, BDD set, BDD *stay, BDD *go) {
  struct parted parted;
  if (!walk(b, swap, set, false, &parted))
    return false;
  *stay = parted.stay;
  *go = parted.go;
  return true;
}

BDD noe_bdd_take_out_fixed(struct noe_bdd *b, const struct noe_bdd_swap *swap, BDD set) {
  struct parted parted;
  if (!walk(b, swap, set, true, &parted))
    return -1;
  noe_bdd_drop(parted.go);
  return parted.stay;
}
