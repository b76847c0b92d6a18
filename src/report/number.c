#include "report/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void in_threes(struct noe_text *out, const char *digits) {
  size_t length = strlen(digits);
  for (size_t i = 0; i < length; i++) {
    if (i && (length - i) % 3 == 0)
      noe_base_text_puts(out, ",");
    noe_base_text_add(out, &digits[i], 1);
  }
}

void noe_report_count(struct noe_text *out, uint64_t number) {
  char digits[24];
  snprintf(digits, sizeof digits, "%" PRIu64, number);
  in_threes(out, digits);
}

/* More digits than these tell a reader nothing. */
enum { MOST_DIGITS = 15 };

void noe_report_digits(struct noe_text *out, const char *digits, const char *thing) {
  size_t length = strlen(digits);
  if (length > MOST_DIGITS)
    noe_base_text_printf(out, "about %c.%.2s * 10^%zu", digits[0], digits + 1, length - 1);
  else
    in_threes(out, digits);
  noe_base_text_printf(out, " %s%s", thing, strcmp(digits, "1") ? "s" : "");
}

void noe_report_bytes(struct noe_text *out, uint64_t bytes) {
  static const char *const units[] = {"B", "KB", "MB", "GB", "TB", "PB", "EB"};
  double amount = (double)bytes;
  int unit = 0;
  /* 1023.95 would be printed as 1024.0. */
  for (; amount >= (unit ? 1023.95 : 1023.5) && unit < 6; unit++)
    amount /= 1024;
  noe_base_text_printf(out, unit ? "%.1f %s" : "%.0f %s", amount, units[unit]);
}

void noe_report_seconds(struct noe_text *out, double seconds) {
  if (seconds < 0)
    seconds = 0;
  unsigned long long whole = (unsigned long long)(seconds + 0.5);
  if (seconds < 9.995)
    noe_base_text_printf(out, "%.2f s", seconds);
  else if (seconds < 59.95)
    noe_base_text_printf(out, "%.1f s", seconds);
  else if (whole < 3600)
    noe_base_text_printf(out, "%llu min %llu s", whole / 60, whole % 60);
  else
    noe_base_text_printf(out, "%llu h %llu min", whole / 3600, whole % 3600 / 60);
}

/* Plurals of our own few words: property, properties; everything else takes an s. */
void noe_report_counted(struct noe_text *out, uint64_t number, const char *thing) {
  size_t length = strlen(thing);
  noe_report_count(out, number);
  noe_base_text_puts(out, " ");
  if (number == 1)
    noe_base_text_puts(out, thing);
  else if (length && thing[length - 1] == 'y') {
    noe_base_text_add(out, thing, length - 1);
    noe_base_text_puts(out, "ies");
  } else
    noe_base_text_printf(out, "%ss", thing);
}
