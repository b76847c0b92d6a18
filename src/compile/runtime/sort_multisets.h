/* Sorts the multisets of a packed state that a firing has changed: the others are, as in the state that it began
 * in. Wants multisets.h, and the list SETTLED of types of multisets that are in no other one, BAGS(type, cells),
 * with tables bags<type> and functions sort<type>. */

static inline void settle(struct work *w, const struct work *from, uint8_t *changed) {
  (void)w, (void)from, (void)changed;
#define BAGS(type, cells)                                                                                              \
  for (uint32_t i = 0; i < COUNT_OF(bags##type); i++)                                                                  \
    if ((changed[bags##type[i].number] = differ_in(w->c + bags##type[i].cell, from->c + bags##type[i].cell, cells)))   \
      sort##type(w->c + bags##type[i].cell);
  SETTLED
#undef BAGS
}
