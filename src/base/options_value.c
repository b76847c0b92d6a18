/* Numbers, sizes, times and choices as people write them. Everything that is not
 * wholly understood is refused: a limit that was misread is worse than none. */
#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/options.h"

struct unit {
  const char *name;
  uint64_t factor;
};

static const struct unit count_units[] = {{"", 1}, {"k", 1000}, {"M", 1000000}, {"G", 1000000000}};
static const struct unit byte_units[] = {
    {"", 1},
    {"B", 1},
    {"K", (uint64_t)1 << 10},
    {"M", (uint64_t)1 << 20},
    {"G", (uint64_t)1 << 30},
    {"T", (uint64_t)1 << 40},
    {"KB", (uint64_t)1 << 10},
    {"MB", (uint64_t)1 << 20},
    {"GB", (uint64_t)1 << 30},
    {"TB", (uint64_t)1 << 40},
    {"KiB", (uint64_t)1 << 10},
    {"MiB", (uint64_t)1 << 20},
    {"GiB", (uint64_t)1 << 30},
    {"TiB", (uint64_t)1 << 40},
};
/* In milliseconds. */
static const struct unit time_units[] = {{"", 1000}, {"ms", 1}, {"s", 1000}, {"m", 60000}, {"h", 3600000}};

static const struct unit *find_unit(const char *text, const struct unit *units, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!strcasecmp(text, units[i].name))
      return &units[i];
  return NULL;
}

static bool is_negative(const char *text) { return text[0] == '-' && isdigit((unsigned char)text[1]); }

static enum noe_number_status parse_whole(const char *text, const struct unit *units, size_t count, uint64_t *value) {
  if (is_negative(text))
    return NOE_NUMBER_NEGATIVE;
  if (!isdigit((unsigned char)*text))
    return NOE_NUMBER_JUNK;
  uint64_t number = 0;
  bool fits = true;
  for (; isdigit((unsigned char)*text); text++)
    fits = fits && !__builtin_mul_overflow(number, (uint64_t)10, &number) &&
           !__builtin_add_overflow(number, (uint64_t)(*text - '0'), &number);
  const struct unit *unit = find_unit(text, units, count);
  if (!unit)
    return NOE_NUMBER_JUNK;
  if (!fits || __builtin_mul_overflow(number, unit->factor, value))
    return NOE_NUMBER_TOO_LARGE;
  return NOE_NUMBER_OK;
}

enum noe_number_status noe_base_parse_count(const char *text, uint64_t *value) {
  return parse_whole(text, count_units, sizeof count_units / sizeof *count_units, value);
}

enum noe_number_status noe_base_parse_bytes(const char *text, uint64_t *value) {
  enum noe_number_status status = parse_whole(text, byte_units, sizeof byte_units / sizeof *byte_units, value);
  /* Half of the address space is more than any machine has, and keeps sums safe. */
  return status == NOE_NUMBER_OK && *value > SIZE_MAX / 2 ? NOE_NUMBER_TOO_LARGE : status;
}

/* Longer than any run: a hundred years. Beyond it a clock would overflow. */
#define LONGEST 3.2e9

enum noe_number_status noe_base_parse_seconds(const char *text, double *value) {
  if (is_negative(text))
    return NOE_NUMBER_NEGATIVE;
  if (!isdigit((unsigned char)*text))
    return NOE_NUMBER_JUNK;
  double number = 0, place = 1;
  for (; isdigit((unsigned char)*text); text++)
    number = number * 10 + (*text - '0');
  if (*text == '.' && isdigit((unsigned char)text[1]))
    for (text++; isdigit((unsigned char)*text); text++)
      number += (place /= 10) * (*text - '0');
  const struct unit *unit = find_unit(text, time_units, sizeof time_units / sizeof *time_units);
  if (!unit)
    return NOE_NUMBER_JUNK;
  *value = number * (double)unit->factor / 1000;
  return *value <= LONGEST ? NOE_NUMBER_OK : NOE_NUMBER_TOO_LARGE;
}

bool noe_base_option_choice(const char *choices, size_t index, char *out, size_t room) {
  for (; index; index--) {
    choices = strchr(choices, '|');
    if (!choices)
      return false;
    choices++;
  }
  size_t length = strcspn(choices, "|");
  if (length >= room)
    length = room - 1;
  memcpy(out, choices, length);
  out[length] = 0;
  return true;
}

void noe_base_option_chosen(const struct noe_options *options, const char *name, char *out, size_t room) {
  const struct noe_option_row *row = noe_base_option_find(name, strlen(name));
  out[0] = 0;
  if (!row || row->kind != NOE_OPTION_CHOICE)
    return;
  const int *chosen = (const void *)((const char *)options + row->offset);
  noe_base_option_choice(row->argument, (size_t)*chosen, out, room);
}
