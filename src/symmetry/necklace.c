#include "symmetry/necklace.h"

#include <assert.h>
#include <string.h>

enum { MOST_LENGTH = 128, MOST_ELEMENTS = NOE_MOST_LETTERED };

/* ------------------------------------------------------------------- making */

struct making {
  struct noe_arena *arena;
  const struct noe_rotations *rotations;
  uint32_t *powers; /* of the rotation: their numbers */
  uint32_t length;
};

static uint32_t number_of(const struct noe_rotations *rotations, const uint16_t *row) {
  uint32_t i = 0;
  while (i < rotations->count &&
         memcmp(noe_rotation_row(rotations, i), row, rotations->symmetry->points * sizeof *row) != 0)
    i++;
  assert(i < rotations->count && "a product of rotations is a rotation");
  return i;
}

/* The powers of an element; false if there are more than so many. */
static bool list_powers(struct making *making, uint32_t element, uint16_t *row, uint16_t *next) {
  const struct noe_symmetry *symmetry = making->rotations->symmetry;
  making->length = 0;
  noe_symmetry_identity(symmetry, row);
  do {
    if (making->length == MOST_LENGTH)
      return false;
    making->powers[making->length++] = number_of(making->rotations, row);
    noe_symmetry_compose(symmetry, noe_rotation_row(making->rotations, element), row, next);
    memcpy(row, next, symmetry->points * sizeof *row);
  } while (number_of(making->rotations, row) != 0);
  return true;
}

/* A rotation whose powers are all elements, or half of them. */
static bool find_rotation(struct making *making) {
  const struct noe_rotations *rotations = making->rotations;
  uint16_t *row = NOE_NEW_ARRAY(making->arena, uint16_t, rotations->symmetry->points + 1);
  uint16_t *next = NOE_NEW_ARRAY(making->arena, uint16_t, rotations->symmetry->points + 1);
  making->powers = NOE_NEW_ARRAY(making->arena, uint32_t, MOST_LENGTH);
  for (uint32_t i = 1; i < rotations->count; i++)
    if (list_powers(making, i, row, next) && making->length > 2 &&
        (making->length == rotations->count || 2 * making->length == rotations->count))
      return true;
  return false;
}

/* The elements that bring places to the first one: powers of the rotation, and
 * of the rotation after a reflection. */
static void list_elements(const struct making *making, struct noe_necklace *necklace) {
  const struct noe_rotations *rotations = making->rotations;
  const struct noe_symmetry *symmetry = rotations->symmetry;
  uint32_t *element = NOE_NEW_ARRAY(making->arena, uint32_t, rotations->count + 1), mirror = 0;
  uint16_t *row = NOE_NEW_ARRAY(making->arena, uint16_t, symmetry->points + 1);
  bool *is_power = NOE_NEW_ARRAY(making->arena, bool, rotations->count + 1);
  for (uint32_t j = 0; j < making->length; j++) {
    element[j] = making->powers[j];
    is_power[element[j]] = true;
  }
  while (mirror < rotations->count && is_power[mirror])
    mirror++;
  assert((mirror == rotations->count) == (making->length == rotations->count) &&
         "what is no power of the rotation is a reflection");
  for (uint32_t j = 0; mirror < rotations->count && j < making->length; j++) {
    noe_symmetry_compose(symmetry, noe_rotation_row(rotations, making->powers[j]), noe_rotation_row(rotations, mirror),
                         row);
    element[making->length + j] = number_of(rotations, row);
  }
  necklace->element = element;
}

/* Is the cell carried round all places, with its content as it is? Marks the
 * cells on the way. */
static bool goes_round(const struct making *making, uint32_t number, bool *is_taken) {
  const struct noe_rotations *rotations = making->rotations;
  for (uint32_t j = 0; j < making->length; j++) {
    const size_t entry = (size_t)making->powers[j] * rotations->cell_count + number;
    if (rotations->images[entry] || (j && rotations->sources[entry] == rotations->cells[number]))
      return false;
  }
  for (uint32_t j = 0; j < making->length; j++)
    is_taken[rotations->sources[(size_t)making->powers[j] * rotations->cell_count + number]] = true;
  return true;
}

static bool fits_element(const struct making *making, const struct noe_necklace *necklace, uint32_t number) {
  const struct noe_rotations *rotations = making->rotations;
  for (uint32_t k = 0; k < rotations->count; k++)
    if (rotations->images[(size_t)necklace->element[k] * rotations->cell_count + number])
      return false;
  return true;
}

static bool list_parts(const struct making *making, struct noe_necklace *necklace) {
  const struct noe_rotations *rotations = making->rotations;
  const struct noe_model *model = rotations->symmetry->model;
  struct noe_letter_part *parts = NOE_NEW_ARRAY(making->arena, struct noe_letter_part, rotations->cell_count + 1);
  bool *is_taken = NOE_NEW_ARRAY(making->arena, bool, model->cell_count + 1);
  uint32_t bits = 0;
  necklace->is_all = true;
  for (uint32_t i = 0; i < rotations->cell_count; i++) {
    const struct noe_cell *cell = &model->cells[rotations->cells[i]];
    if (is_taken[rotations->cells[i]])
      continue;
    if (bits + cell->width > 64 || !fits_element(making, necklace, i) || !goes_round(making, i, is_taken)) {
      necklace->is_all = false;
      continue;
    }
    parts[necklace->part_count++] = (struct noe_letter_part){i, cell->base, bits};
    bits += cell->width;
  }
  necklace->parts = parts;
  return necklace->part_count;
}

static void list_cells(const struct making *making, struct noe_necklace *necklace) {
  const struct noe_rotations *rotations = making->rotations;
  const size_t parts = necklace->part_count;
  uint32_t *from = NOE_NEW_ARRAY(making->arena, uint32_t, rotations->count * parts);
  for (uint32_t k = 0; k < rotations->count; k++)
    for (size_t i = 0; i < parts; i++)
      from[k * parts + i] =
          rotations->sources[(size_t)necklace->element[k] * rotations->cell_count + necklace->parts[i].cell];
  necklace->from = from;
}

const struct noe_necklace *noe_symmetry_necklace(struct noe_arena *arena, const struct noe_rotations *rotations) {
  struct making making = {.arena = arena, .rotations = rotations};
  if (!rotations->is_direct || rotations->count > MOST_ELEMENTS || !find_rotation(&making))
    return NULL;
  struct noe_necklace *necklace = NOE_NEW(arena, struct noe_necklace);
  necklace->length = making.length;
  necklace->strings = rotations->count / making.length;
  list_elements(&making, necklace);
  if (!list_parts(&making, necklace))
    return NULL;
  list_cells(&making, necklace);
  return necklace;
}

/* --------------------------------------------------------------- the least */

static void spell(const struct noe_necklace *necklace, uint32_t string, const int64_t *state, uint64_t *letters) {
  const uint32_t parts = necklace->part_count, length = necklace->length;
  const uint32_t *from = necklace->from + (size_t)string * length * parts;
  for (uint32_t j = 0; j < length; j++) {
    uint64_t letter = 0;
    for (uint32_t i = 0; i < parts; i++) {
      const int64_t value = state[*from++];
      const uint64_t stored = value == NOE_UNDEFINED ? 0 : (uint64_t)(value - necklace->parts[i].base) + 1;
      letter |= stored << necklace->parts[i].shift;
    }
    letters[j] = letters[j + length] = letter;
  }
}

/* Where the least rotation begins; letters stand twice, one after the other. Of
 * two candidates i < j the one that is greater after k equal letters is out,
 * and so are the k places behind it. */
static uint32_t least_begin(const uint64_t *letters, uint32_t length) {
  uint32_t i = 0, j = 1, k = 0;
  while (i < length && j < length && k < length) {
    const uint64_t a = letters[i + k], b = letters[j + k];
    if (a == b) {
      k++;
      continue;
    }
    if (a > b)
      i += k + 1;
    else
      j += k + 1;
    j += i == j;
    k = 0;
  }
  assert((i < j ? i : j) < length && "the least rotation begins at one of the places");
  return i < j ? i : j;
}

/* The least number of places by which the string can be rotated without
 * changing. */
static uint32_t period(const uint64_t *letters, uint32_t length) {
  for (uint32_t p = 1; 2 * p <= length; p++)
    if (length % p == 0 && !memcmp(letters, letters + p, length * sizeof *letters))
      return p;
  return length;
}

static int compare(const uint64_t *a, const uint64_t *b, uint32_t length) {
  for (uint32_t i = 0; i < length; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

uint32_t noe_symmetry_least_letters(const struct noe_necklace *necklace, const int64_t *state, uint32_t *best) {
  uint64_t letters[2][2 * MOST_LENGTH];
  const uint32_t length = necklace->length;
  uint32_t begins[2] = {0}, periods[2] = {0}, count = 0;
  int order = -1;
  assert(necklace->strings <= 2 && "a rotation, and a reflection perhaps");
  for (uint32_t s = 0; s < necklace->strings; s++) {
    spell(necklace, s, state, letters[s]);
    begins[s] = least_begin(letters[s], length);
    periods[s] = period(letters[s], length);
  }
  if (necklace->strings == 2)
    order = compare(letters[0] + begins[0], letters[1] + begins[1], length);
  for (uint32_t s = 0; s < necklace->strings; s++)
    for (uint32_t k = begins[s] % periods[s]; (s ? order >= 0 : order <= 0) && k < length; k += periods[s])
      best[count++] = necklace->element[s * length + k];
  assert(count && count <= necklace->strings * length && "some of the rotations are least");
  return count;
}
