/* Sorting multisets of one type. Stands there once for each. Wants multisets.h, PART, the number of the type, and
 * STRIDE, the cells of a slot; NESTED: elements hold multisets. */

static APART void OF(sort_slots)(cell *c, int64_t capacity) {
  if (IS_SHORT(OF(STRIDE)) && !OF(NESTED) && !AIDED)
    sort_short(c, capacity, OF(STRIDE));
  else
    sort_bag(c, capacity, OF(STRIDE));
}
/* Present slots are the first already. */
static inline void OF(sort_present)(cell *c, int64_t capacity) {
  int64_t count = 1;
  while (count < capacity && c[count * OF(STRIDE)] == 1)
    count++;
  if (count > 1)
    OF(sort_slots)(c, count);
}
