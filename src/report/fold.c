/* Lines that are too long, folded. */
#include "report/fold.h"

#include <string.h>

/* Columns of a terminal, further indentation of what is folded. */
enum { WIDTH = 80, HANGING = 4 };

/* Bytes of the escape sequence at `text`: colours (CSI), links (OSC 8); 0 if there is none. */
static size_t escape_length(const char *text, const char *end) {
  const char *byte = text;
  if (end - text < 2 || text[0] != '\033')
    return 0;
  if (text[1] == '[') {
    for (byte += 2; byte < end && (*byte < '@' || *byte > '~');)
      byte++;
    return (size_t)(byte - text) + (byte < end);
  }
  if (text[1] != ']')
    return 0;
  for (byte += 2; byte < end; byte++)
    if (byte[0] == '\\' && byte[-1] == '\033')
      return (size_t)(byte - text) + 1;
  return (size_t)(end - text);
}

size_t noe_report_columns(const char *text, const char *end) {
  size_t columns = 0;
  while (text < end) {
    size_t escape = escape_length(text, end);
    columns += !escape && ((unsigned char)*text & 0xC0) != 0x80;
    text += escape ? escape : 1;
  }
  return columns;
}

static bool is_one_of(char byte, const char *set) { return byte && strchr(set, byte); }

/* Where to break a line of at most `room` columns: behind the last comma outside of braces if
 * that is not near its beginning, or else behind the last comma in its second half, or else at
 * the last blank, outside of quotes and parentheses if there is one. NULL: it fits, or has no blank. */
static const char *find_break(const char *line, const char *end, size_t room) {
  const char *blank = NULL, *unquoted = NULL, *comma = NULL, *outer = NULL, *begin = line;
  size_t columns = 0;
  int depth = 0;
  bool quoted = false;
  while (begin < end && *begin == ' ')
    begin++, columns++;
  for (const char *byte = begin; byte < end;) {
    size_t escape = escape_length(byte, end);
    depth += is_one_of(*byte, "{[(") - is_one_of(*byte, "}])");
    quoted ^= *byte == '"';
    if (*byte == ' ' && byte > begin) {
      bool is_behind = byte[-1] == ',';
      blank = byte;
      unquoted = !quoted && depth <= 0 && columns > room / 3 ? byte : unquoted;
      outer = is_behind && depth <= 0 && columns > room / 3 ? byte : outer;
      comma = is_behind && columns > room / 2 ? byte : comma;
    }
    if (columns == room && !escape)
      return outer ? outer : comma && !quoted ? comma : unquoted ? unquoted : blank;
    columns += !escape && ((unsigned char)*byte & 0xC0) != 0x80;
    byte += escape ? escape : 1;
  }
  return NULL;
}

static void fold_line(const char *line, const char *end, struct noe_text *out) {
  size_t margin = strspn(line, " ") + HANGING, room = WIDTH;
  if (margin > WIDTH / 2)
    margin = WIDTH / 2;
  for (const char *at; (at = find_break(line, end, room)); line = at, room = WIDTH - margin) {
    size_t length = (size_t)(at - line);
    while (length && line[length - 1] == ' ')
      length--;
    noe_base_text_add(out, line, length);
    noe_base_text_printf(out, "\n%*s", (int)margin, "");
    while (at < end && *at == ' ')
      at++;
  }
  noe_base_text_add(out, line, (size_t)(end - line));
}

void noe_report_fold(struct noe_text *text, size_t from) {
  struct noe_text folded = noe_base_text(text->memory);
  const char *bytes = noe_base_text_string(text), *stop = bytes + text->length;
  for (const char *line = bytes + from, *end; line < stop; line = end) {
    end = memchr(line, '\n', (size_t)(stop - line));
    end = end ? end : stop;
    fold_line(line, end, &folded);
    if (end < stop)
      noe_base_text_add(&folded, end++, 1);
  }
  noe_base_text_cut(text, from);
  noe_base_text_add(text, noe_base_text_string(&folded), folded.length);
  noe_base_text_free(&folded);
}
