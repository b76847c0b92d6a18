/* Watched loops: who did what to a cell. Wants `cell`, and TAINTS, 0 if cells are never asked whether they are tainted. */

enum { MARKS = 2048, LEVELS = 4 };
enum { GATHER_SUM = 1, GATHER_OR = 2, GATHER_AND = 4, GATHER_BAG = 8, GATHER_GREATEST = 16, GATHER_LEAST = 32 };
struct mark {
  const cell *at;
  uint64_t epoch;
  uint32_t read, read_other, written, rewritten, tainted, gathered, gathered_other;
  uint32_t operators; /* a set */
  int64_t start, plus, minus;
};
/* Rounds of the loop at that level have left different values in the cell. */
struct doubt {
  const cell *at;
  uint32_t level;
};
