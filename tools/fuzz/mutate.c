#include "mutate.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct piece {
  char *bytes;
  size_t length;
};

struct pieces {
  struct piece *items;
  size_t count;
};

struct noe_mutator {
  uint64_t seed;
  struct pieces texts, words;
  char *bytes; /* the text in hand */
  size_t length, room;
  int file; /* holds it too */
};

/* ----------------------------------------------------------------- pieces */

static void push(struct pieces *pieces, const char *bytes, size_t length) {
  struct piece piece = {malloc(length + 1), length};
  struct piece *items = realloc(pieces->items, (pieces->count + 1) * sizeof *items);
  if (!items || !piece.bytes)
    abort();
  memcpy(piece.bytes, bytes, length);
  pieces->items = items;
  pieces->items[pieces->count++] = piece;
}

static void drop(struct pieces *pieces) {
  for (size_t i = 0; i < pieces->count; i++)
    free(pieces->items[i].bytes);
  free(pieces->items);
}

struct noe_mutator *noe_fuzz_mutator_new(uint64_t seed, size_t longest, const char *keep) {
  int file = open(keep, O_RDWR | O_CREAT | O_TRUNC, 0666);
  if (file < 0)
    return NULL;
  struct noe_mutator *mutator = calloc(1, sizeof *mutator);
  char *bytes = malloc(longest);
  if (!bytes || !mutator)
    abort();
  *mutator = (struct noe_mutator){.seed = seed * 2 + 1, .bytes = bytes, .room = longest, .file = file};
  push(&mutator->words, "end", 3); /* there is always some word */
  return mutator;
}

void noe_fuzz_mutator_delete(struct noe_mutator *mutator) {
  drop(&mutator->texts);
  drop(&mutator->words);
  free(mutator->bytes);
  close(mutator->file);
  free(mutator);
}

void noe_fuzz_mutator_add(struct noe_mutator *mutator, const char *bytes, size_t length) {
  if (length && length <= mutator->room / 2)
    push(&mutator->texts, bytes, length);
}

/* The lines are `"word"` or `name="word"`; inside, \ hides one character and
 * \xNN is a byte. */
static void add_word(struct noe_mutator *mutator, const char *line, size_t length) {
  const char *begin = memchr(line, '"', length), *end = line + length;
  char word[64];
  size_t size = 0;
  if (!begin || *line == '#')
    return;
  for (const char *at = begin + 1; at < end && *at != '"' && size < sizeof word; at++) {
    if (*at == '\\' && at + 3 < end && at[1] == 'x') {
      char digits[3] = {at[2], at[3], 0};
      word[size++] = (char)strtoul(digits, NULL, 16);
      at += 3;
    } else {
      word[size++] = *at == '\\' && at + 1 < end ? *++at : *at;
    }
  }
  push(&mutator->words, word, size);
}

void noe_fuzz_mutator_words(struct noe_mutator *mutator, const char *bytes, size_t length) {
  for (const char *at = bytes, *end = bytes + length, *next; at < end; at = next + 1) {
    next = memchr(at, '\n', (size_t)(end - at));
    next = next ? next : end;
    add_word(mutator, at, (size_t)(next - at));
  }
}

/* --------------------------------------------------------------- mutations */

/* splitmix64 (Steele, Lea and Flood 2014) */
static uint64_t draw(struct noe_mutator *mutator, uint64_t below) {
  uint64_t z = mutator->seed += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return below ? (z ^ (z >> 31)) % below : 0;
}

/* Puts `size` bytes in the place of `cut` bytes at `at`; nothing if there is no room. */
static void replace(struct noe_mutator *mutator, size_t at, size_t cut, const char *bytes, size_t size) {
  if (at + cut > mutator->length || mutator->length - cut + size > mutator->room)
    return;
  memmove(mutator->bytes + at + size, mutator->bytes + at + cut, mutator->length - at - cut);
  memcpy(mutator->bytes + at, bytes, size);
  mutator->length += size - cut;
}

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The word, or single character, at or after some place. */
static void find_word(struct noe_mutator *mutator, size_t *begin, size_t *end) {
  size_t at = draw(mutator, mutator->length);
  while (at < mutator->length && (mutator->bytes[at] == ' ' || mutator->bytes[at] == '\n'))
    at++;
  size_t low = at, high = at;
  while (low > 0 && at < mutator->length && is_word(mutator->bytes[at]) && is_word(mutator->bytes[low - 1]))
    low--;
  while (high < mutator->length && is_word(mutator->bytes[high]))
    high++;
  *begin = low;
  *end = high > low ? high : low + (low < mutator->length);
}

/* A stretch of a text, as AFL++ splices: 1 to 200 bytes. */
static void graft(struct noe_mutator *mutator, size_t at, size_t cut) {
  const struct piece *other = &mutator->texts.items[draw(mutator, mutator->texts.count)];
  size_t from = draw(mutator, other->length), size = 1 + draw(mutator, 200);
  size = size < other->length - from ? size : other->length - from;
  replace(mutator, at, cut, other->bytes + from, size);
}

static void copy_word(struct noe_mutator *mutator, size_t at, size_t cut) {
  char word[64];
  size_t begin, end;
  find_word(mutator, &begin, &end);
  size_t size = end - begin < sizeof word ? end - begin : sizeof word;
  memcpy(word, mutator->bytes + begin, size);
  replace(mutator, at, cut, word, size);
}

static void mutate_once(struct noe_mutator *mutator) {
  size_t begin, end;
  find_word(mutator, &begin, &end);
  size_t size = end - begin, rest = mutator->length - begin;
  char byte = (char)draw(mutator, 256);
  const struct piece *word = &mutator->words.items[draw(mutator, mutator->words.count)];
  switch (draw(mutator, 10)) {
  case 0: replace(mutator, begin, size, "", 0); break;
  case 1:
  case 2: replace(mutator, begin, size, word->bytes, word->length); break;
  case 3:
    replace(mutator, begin, 0, " ", 1);
    replace(mutator, begin, 0, word->bytes, word->length);
    break;
  case 4:
  case 5: copy_word(mutator, begin, size); break;
  case 6: copy_word(mutator, begin, 0); break;
  case 7: graft(mutator, begin, draw(mutator, 2) ? 0 : size); break;
  case 8: replace(mutator, begin, draw(mutator, rest < 200 ? rest : 200), "", 0); break;
  default: replace(mutator, begin, size ? draw(mutator, 2) : 0, &byte, 1); break;
  }
}

/* What a crash leaves in the file is the text that caused it. */
static void keep(const struct noe_mutator *mutator) {
  if (pwrite(mutator->file, mutator->bytes, mutator->length, 0) != (ssize_t)mutator->length ||
      ftruncate(mutator->file, (off_t)mutator->length) != 0)
    abort();
}

const char *noe_fuzz_mutate(struct noe_mutator *mutator, size_t *length) {
  const struct piece *text = &mutator->texts.items[draw(mutator, mutator->texts.count)];
  size_t rounds = (size_t)1 << draw(mutator, 5);
  memcpy(mutator->bytes, text->bytes, text->length);
  mutator->length = text->length;
  while (rounds--)
    mutate_once(mutator);
  keep(mutator);
  *length = mutator->length;
  return mutator->bytes;
}
