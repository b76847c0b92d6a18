/* What a thread needs to work on states. Wants `struct work`; WITNESSES, PROPERTIES and PARAMETERS, which say how many
 * there are; CANONICAL, WATCHES; KEY_FIELDS, what keys and trials of orders need; and canon.h, marks.h where they are
 * wanted. */

/* Bits of `pending`: which counters have something to take in. */
enum { WITNESSED = 1, COVERED = 2, CLAIMED = 4, FRESH = 8 };

struct frame {
  struct noe_native_frame host;
  uint32_t status, depth;
  uint8_t pending;
  bool outranked;
  uint64_t witness[WITNESSES + 1], cover[PROPERTIES + 1], claim[PROPERTIES + 1];
  uint64_t fresh[PROPERTIES + 1]; /* covers since the firing began, or the one before ended */
  bool fires;
  int64_t arguments[PARAMETERS + 1];
  struct work here, next;
  KEY_FIELDS
#if CANONICAL
  struct work image;
  struct canon canon;
  uint16_t judged[3][POINTS]; /* twins */
#endif
#if WATCHES
  uint32_t level, marked, round[LEVELS];
  uint64_t clock, epoch[LEVELS];
  struct mark marks[MARKS];
  bool conflict;
  uint32_t searching, doubts, taints;
  struct doubt doubt[TAINTS + 1];
  const cell *taint[TAINTS + 1];
#endif
};

/* Has the host lost patience? */
static inline bool tick(struct frame *f) {
  return UNLIKELY(!(++f->host.ticks & 0xffff)) && f->host.impatient && f->host.impatient(f->host.host);
}
