/* Canonical forms: symmetry/refine.c and symmetry/canon.c without the search. Wants canon.h, the
 * numbers BLOCKS, GROUPS and TELLS, PLACE(k), the table block_first, and of the model: look,
 * look_again, look_into_bags, look_into_bags_again, add_names, add_colours, attach, rank,
 * are_twins, image. */

static void refine(struct canon *g) {
  memset(g->sums, 0, g->vertices * sizeof *g->sums);
  for (uint32_t i = 0; i < g->pairs; i++) {
    const uint32_t a = g->pair[i].a, b = g->pair[i].b;
    const uint64_t h = noe_mix(g->pair[i].label, g->colours[a] * PLACE(0) + g->colours[b] * PLACE(1));
    g->sums[a] += h * PLACE(0);
    g->sums[b] += h * PLACE(1);
  }
  for (uint32_t i = 0; i < g->ties; i++) {
    uint64_t h = 0;
    for (uint32_t k = 0; k < g->tie[i].count; k++)
      h += g->colours[g->tie[i].v[k]] * PLACE(k);
    h = noe_mix(g->tie[i].label, h);
    for (uint32_t k = 0; k < g->tie[i].count; k++)
      g->sums[g->tie[i].v[k]] += h * PLACE(k);
  }
  for (uint32_t i = GROUPS ? POINTS : 0; i < g->vertices; i++)
    g->colours[i] = noe_mix(g->colours[i], g->sums[i]);
  for (uint32_t i = 0; GROUPS && i < g->members; i++) { /* of the others ties alone ask for the colour */
    const uint32_t leader = g->order[i];
    g->colours[leader] = noe_mix(g->colours[leader], g->sums[leader]);
    uint32_t left = g->attached[leader] & TIED ? g->weight[leader] - 1u : 0;
    for (uint32_t p = leader + 1; left; p++)
      if (follows(g, leader, p))
        g->colours[p] = g->colours[leader], left--;
  }
}

static inline void sort_points(uint16_t *v, uint32_t count, const uint64_t *colours) {
  for (uint32_t i = 1; i < count; i++) {
    const uint16_t p = v[i];
    const uint64_t colour = colours[p];
    uint32_t at = i;
    for (; at && colours[v[at - 1]] > colour; at--)
      v[at] = v[at - 1];
    v[at] = p;
  }
}

/* Cells of points; those of one colour stay together. */
static void split(struct canon *g) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < g->cells; i++) {
    const uint32_t first = g->begin[i], end = g->begin[i + 1];
    g->fresh[count++] = (uint16_t)first;
    if (end - first == 1)
      continue;
    sort_points(g->order + first, end - first, g->colours);
    for (uint32_t k = first + 1; k < end; k++)
      if (g->colours[g->order[k]] != g->colours[g->order[k - 1]])
        g->fresh[count++] = (uint16_t)k;
  }
  g->fresh[count] = (uint16_t)g->members;
  memcpy(g->begin, g->fresh, (count + 1) * sizeof *g->begin);
  g->cells = count;
}

/* Can more of them be told apart? */
static bool is_tied(const struct canon *g) {
  for (uint32_t i = 0; i < g->cells; i++)
    for (uint32_t k = g->begin[i]; g->begin[i + 1] - g->begin[i] > 1 && k < g->begin[i + 1]; k++)
      if (g->attached[g->order[k]] & TIED)
        return 1;
  return 0;
}

/* Are all points of one colour twins? Then nothing more can be told apart. */
static bool is_decided(const struct canon *g, const cell *c, cell *scratch) {
  if (g->cells == g->members)
    return 1;
  for (uint32_t i = 0; i < g->cells; i++)
    for (uint32_t k = g->begin[i] + 1; k < g->begin[i + 1]; k++)
      if (!are_twins(g, c, scratch, g->order[k - 1], g->order[k]))
        return 0;
  return 1;
}

/* By what cells say, then by what messages say as well. */
static inline bool is_after(const struct canon *g, uint32_t a, uint32_t b) {
  if (g->slices[a] != g->slices[b])
    return g->slices[a] > g->slices[b];
  return g->colours[a] > g->colours[b];
}
static inline bool is_equal(const struct canon *g, uint32_t a, uint32_t b) {
  return g->colours[a] == g->colours[b] && g->slices[a] == g->slices[b];
}

/* Cells of points of one block and one colour, in the order that they are in. */
static void find_cells(struct canon *g) {
  uint32_t count = 0;
  for (uint32_t b = 0; b < BLOCKS; b++)
    for (uint32_t k = block_first[b]; k < block_first[b + 1]; k++)
      if (k == block_first[b] || !is_equal(g, g->order[k], g->order[k - 1]))
        g->begin[count++] = (uint16_t)k;
  g->begin[count] = POINTS;
  g->cells = count;
}

/* Where there are many points, twins of the state that is expanded whom nobody has touched go
   together: the first of them stands for all in the order, with their number for a weight. */
static void arrange_groups(struct canon *g) {
  uint32_t count = 0, n = 0;
  for (uint32_t b = 0; b < BLOCKS; b++) {
    const uint32_t begin = n;
    for (uint32_t p = block_first[b], leader = POINTS; p < block_first[b + 1]; p++) {
      if (leader != POINTS && follows(g, leader, p)) {
        g->weight[leader]++;
        continue;
      }
      if (g->at_home && !g->touched[p] && g->home.class_of[p] != 65535)
        leader = p;
      g->weight[p] = 1;
      uint32_t at = n++;
      for (; at > begin && is_after(g, g->order[at - 1], p); at--)
        g->order[at] = g->order[at - 1];
      g->order[at] = (uint16_t)p;
    }
    g->begin[count++] = (uint16_t)begin;
    for (uint32_t k = begin + 1; k < n; k++)
      if (!is_equal(g, g->order[k], g->order[k - 1]))
        g->begin[count++] = (uint16_t)k;
  }
  g->begin[count] = (uint16_t)n;
  g->cells = count;
  g->members = n;
}

/* Others are ranked. 1: they are; 2: arranged in another way, and the map is to be made. */
static int arrange(struct canon *g) {
  if (GROUPS) {
    arrange_groups(g);
    return 2;
  }
  g->members = g->cells = POINTS;
  if (AIDED) {
    g->cells = aid->arrange(g->slices, g->colours, block_first, BLOCKS, g->order, g->begin);
    return 2;
  }
  if (rank(g, 1))
    find_cells(g);
  return 1;
}

/* Multisets are looked into only if slices do not tell all points apart, and refinement that would
   change nothing is left out. 0: not decided; 1: as they were ranked; 2: in another order. */
static int colour(struct canon *g, const cell *c, const cell *h, const uint8_t *changed, cell *scratch) {
  if (g->at_home)
    look_again(g, c, h);
  else
    look(g, c);
  add_names(g, c);
  if (!GROUPS && TELLS) {
    g->members = g->cells = POINTS;
    if (!rank(g, 0))
      return 1;
  }
  if (TELLS && g->at_home && g->home.told_of)
    look_into_bags_again(g, c, h, changed);
  else if (TELLS)
    look_into_bags(g, c);
  add_colours(g);
  const int arranged = arrange(g);
  if (is_decided(g, c, scratch))
    return arranged;
  attach(g, c);
  const uint32_t patience = g->vertices > POINTS ? 2 : 1;
  for (uint32_t idle = 0; idle < patience && is_tied(g);) {
    const uint32_t before = g->cells;
    refine(g);
    split(g);
    idle = g->cells == before ? idle + 1 : 0;
    if ((g->cells == g->members || idle) && is_decided(g, c, scratch))
      return 2;
  }
  return is_decided(g, c, scratch) ? 2 : 0;
}

/* Points of one cell can be exchanged; their names follow each other. */
static void tell_names(const struct canon *g, struct noe_native_frame *host, bool same) {
  for (uint32_t i = 0; i < POINTS; i++) {
    host->names[i] = same ? (uint16_t)i : g->map[i];
    host->alike[i] = (uint16_t)i;
  }
  for (uint32_t i = 0, place = 0; i < g->cells && g->cells < POINTS; i++) {
    const uint32_t first = place;
    for (uint32_t k = g->begin[i]; k < g->begin[i + 1]; k++)
      for (uint32_t left = GROUPS ? g->weight[g->order[k]] : 1; left; left--)
        host->alike[place++] = (uint16_t)first;
  }
}

/* 0: not decided; 1: c itself is the representative; 2: `to` is. */
static int canonise(struct canon *g, const cell *c, const cell *h, const uint8_t *changed, cell *to,
                    struct noe_native_frame *host) {
  static const uint64_t factorial[] = {1,
                                       1,
                                       2,
                                       6,
                                       24,
                                       120,
                                       720,
                                       5040,
                                       40320,
                                       362880,
                                       3628800,
                                       39916800,
                                       479001600,
                                       UINT64_C(6227020800),
                                       UINT64_C(87178291200),
                                       UINT64_C(1307674368000),
                                       UINT64_C(20922789888000),
                                       UINT64_C(355687428096000),
                                       UINT64_C(6402373705728000),
                                       UINT64_C(121645100408832000),
                                       UINT64_C(2432902008176640000)};
  const int decided = colour(g, c, h, changed, to);
  if (!decided)
    return 0;
  host->stabiliser = 1;
  host->classes = 0;
  for (uint32_t i = 0; i < g->cells && g->cells < POINTS; i++) {
    uint32_t size = GROUPS ? 0 : g->begin[i + 1] - g->begin[i];
    for (uint32_t k = g->begin[i]; GROUPS && k < g->begin[i + 1]; k++)
      size += g->weight[g->order[k]];
    if (size == 1)
      continue;
    if (host->classes < sizeof host->sizes / sizeof *host->sizes)
      host->sizes[host->classes] = (uint16_t)size;
    host->classes++;
    if (size >= sizeof factorial / sizeof *factorial || host->stabiliser > UINT64_MAX / factorial[size])
      host->stabiliser = 0;
    else
      host->stabiliser *= factorial[size];
  }
  if (decided == 1) {
    if (host->names)
      tell_names(g, host, !g->moved);
    if (!g->moved)
      return 1;
    image(c, g->map, to);
    return 2;
  }
  bool same = 1;
  for (uint32_t i = 0; !GROUPS && i < POINTS; i++) {
    same &= g->order[i] == i;
    g->map[g->order[i]] = (uint16_t)i;
  }
  for (uint32_t i = 0, place = 0; GROUPS && i < g->members; i++) {
    const uint32_t leader = g->order[i];
    uint32_t left = g->weight[leader];
    for (uint32_t p = leader; left; p++) {
      if (p != leader && !follows(g, leader, p))
        continue;
      same &= p == place;
      g->map[p] = (uint16_t)place++;
      left--;
    }
  }
  if (host->names)
    tell_names(g, host, same);
  if (same)
    return 1;
  image(c, g->map, to);
  return 2;
}

static uint32_t find_twins(struct canon *g, const cell *c, cell *scratch, uint16_t *class_of, uint16_t *rank_of,
                           uint16_t *size_of) {
  uint32_t count = 0;
  bool alike = GROUPS;
  g->at_home = 0;
  look(g, c);
  memcpy(g->home.slices, g->slices, sizeof g->slices);
  memcpy(g->home.attached, g->attached, sizeof g->attached);
  add_names(g, c);
  memset(class_of, 255, sizeof g->home.class_of);
  memset(rank_of, 0, sizeof g->home.class_of);
  for (uint32_t b = 0; b < BLOCKS; b++)
    for (uint32_t p = block_first[b] + 1; p < block_first[b + 1]; p++)
      alike |= g->slices[p - 1] == g->slices[p];
  if ((g->home.told_of = TELLS && alike)) {
    look_into_bags(g, c);
    memcpy(g->home.told, g->told, sizeof g->told);
    for (uint32_t p = 0; p < POINTS; p++)
      g->home.attached[p] = g->attached[p] & TIED;
  }
  if (alike)
    add_colours(g);
  for (uint32_t b = 0; b < BLOCKS && alike; b++)
    for (uint32_t p = block_first[b] + 1; p < block_first[b + 1]; p++) {
      if (!are_twins(g, c, scratch, (int32_t)p - 1, (int32_t)p))
        continue;
      if (class_of[p - 1] == 65535)
        class_of[p - 1] = (uint16_t)count, size_of[count++] = 1;
      class_of[p] = class_of[p - 1];
      rank_of[p] = (uint16_t)(rank_of[p - 1] + 1);
      size_of[class_of[p]]++;
    }
  memcpy(g->home.class_of, class_of, sizeof g->home.class_of);
  g->at_home = 1;
  return count;
}
