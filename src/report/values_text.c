/* Many values of one type in few words. */
#include <inttypes.h>

#include "model/print.h"
#include "report/why_text.h"

/* Ranges that are written before the rest is only counted. */
enum { MOST_RANGES = 6 };

static void print(const struct noe_type *type, int64_t value, struct noe_text *out) {
  if (type)
    noe_model_print_value(type, value, out);
  else
    noe_base_text_number(out, value);
}

/* How many of the values from `i` on follow each other. */
static size_t run_length(const int64_t *values, size_t count, size_t i) {
  size_t length = 1;
  while (i + length < count && values[i + length] - 1 == values[i + length - 1])
    length++;
  return length;
}

void noe_report_values(const struct noe_type *type, const int64_t *values, size_t count, struct noe_text *out) {
  uint32_t ranges = 0;
  for (size_t i = 0, length; i < count; i += length, ranges++) {
    if (ranges == MOST_RANGES) {
      noe_base_text_printf(out, " and %zu more", count - i);
      return;
    }
    length = run_length(values, count, i);
    if (length < 3)
      length = 1; /* two are not worth a range */
    noe_base_text_puts(out, ranges ? ", " : "");
    print(type, values[i], out);
    if (length > 1) {
      noe_base_text_puts(out, "..");
      print(type, values[i + length - 1], out);
    }
  }
}
