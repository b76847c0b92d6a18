/* Least rotations in linear time.
 *
 * If a rotation carries every cell of a state round n places before it is back,
 * the state is a string of n letters, once for each place: the contents of the
 * cells that the rotation by so many places brings to the first place. Rotating
 * the state rotates the string. The least rotation of a string is found in
 * linear time (Booth 1980; here by two candidates that are compared letter by
 * letter, each comparison moving one of them on for good), and its period tells
 * how many rotations lead there. With reflections there is a second string,
 * that of the mirrored state: of the least rotations of both, the less.
 *
 * Cells that hold places themselves, or are carried round sooner, are no
 * letters: where several rotations tie, these cells decide (rotations.c). */
#ifndef NOE_SYMMETRY_NECKLACE_H
#define NOE_SYMMETRY_NECKLACE_H

#include "symmetry/rotations.h"

enum { NOE_MOST_LETTERED = 256 }; /* rotations */

struct noe_letter_part {
  uint32_t cell; /* its number among the cells that are moved */
  int64_t base;  /* what is stored is v - base + 1, or 0: undefined */
  uint32_t shift;
};

struct noe_necklace {
  uint32_t length;         /* n */
  uint32_t strings;        /* 1, or 2 with reflections */
  const uint32_t *element; /* by string and place: the number of the rotation
                              that brings the place to the first one */
  const struct noe_letter_part *parts;
  const uint32_t *from; /* by string, place and part: the cell */
  uint32_t part_count;
  bool is_all; /* every cell that is moved belongs to a letter: ties are images
                  that are equal */
};

/* NULL: the rotations are of another kind, or letters would not fit into a
 * word. */
const struct noe_necklace *noe_symmetry_necklace(struct noe_arena *arena, const struct noe_rotations *rotations);

/* The elements that make the string least go to `best`, in order; returns how
 * many: all that lead to the least image if is_all. `best` has room for all
 * rotations. */
uint32_t noe_symmetry_least_letters(const struct noe_necklace *necklace, const int64_t *state, uint32_t *best);

#endif
