/* Messages: a head of lines, of which Content-Length matters, an empty line, a body. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "lsp/lsp_int.h"

/* A larger message holds no model that would be read. */
#define MOST_BYTES ((size_t)96 << 20)
enum { MOST_HEAD = 8192 };

static const char length_word[] = "Content-Length:";

/* Of the head [at, end): false if it does not say. */
static bool body_length(const char *at, const char *end, size_t *length) {
  while (at < end) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    if (!strncasecmp(at, length_word, sizeof length_word - 1)) {
      char *rest;
      errno = 0;
      const char *digits = at + sizeof length_word - 1;
      digits += strspn(digits, " \t");
      unsigned long long value = strtoull(digits, &rest, 10);
      if (rest == digits || *digits == '-' || errno || (*rest != '\r' && *rest != '\n'))
        return false;
      *length = (size_t)value;
      return true;
    }
    if (!stop)
      break;
    at = stop + 1;
  }
  return false;
}

/* The first byte behind the head, or NULL: it has not come to its end. */
static const char *head_end(const char *at, size_t size) {
  const char *crlf = memmem(at, size, "\r\n\r\n", 4), *lf = memmem(at, size, "\n\n", 2);
  if (crlf && (!lf || crlf < lf))
    return crlf + 4;
  return lf ? lf + 2 : NULL;
}

static void drop_used(struct noe_wire *wire) {
  size_t left = wire->buffer.length - wire->used;
  if (wire->used)
    memmove(wire->buffer.bytes, wire->buffer.bytes + wire->used, left);
  noe_base_text_cut(&wire->buffer, left);
  wire->used = 0;
}

static bool skip(struct noe_wire *wire) {
  size_t left = wire->buffer.length - wire->used, now = left < wire->skip ? left : wire->skip;
  wire->used += now;
  wire->skip -= now;
  return wire->skip == 0;
}

enum noe_wire_status noe_lsp_wire_next(struct noe_wire *wire, const char **body, size_t *length) {
  if (!skip(wire))
    return NOE_WIRE_MORE;
  const char *at = noe_base_text_string(&wire->buffer) + wire->used;
  size_t size = wire->buffer.length - wire->used;
  const char *end = head_end(at, size);
  if (!end) {
    bool is_bad = size > MOST_HEAD;
    wire->used += is_bad ? size : 0;
    return is_bad ? NOE_WIRE_BAD : NOE_WIRE_MORE;
  }
  size_t head = (size_t)(end - at);
  if (!body_length(at, end, length)) {
    wire->used += head;
    return NOE_WIRE_BAD;
  }
  if (*length > MOST_BYTES) {
    wire->used += head;
    wire->skip = *length;
    skip(wire);
    return NOE_WIRE_BAD;
  }
  if (size - head < *length)
    return NOE_WIRE_MORE;
  *body = end;
  wire->used += head + *length;
  return NOE_WIRE_MESSAGE;
}

void noe_lsp_wire_read(struct noe_wire *wire) {
  char bytes[1 << 16];
  drop_used(wire);
  ssize_t got;
  do
    got = read(wire->input, bytes, sizeof bytes);
  while (got < 0 && errno == EINTR);
  if (got <= 0)
    wire->is_over = true;
  else
    noe_base_text_add(&wire->buffer, bytes, (size_t)got);
}

static void write_all(struct noe_wire *wire, const char *bytes, size_t length) {
  while (length && !wire->has_no_taker) {
    ssize_t put = write(wire->output, bytes, length);
    if (put < 0 && errno != EINTR)
      wire->has_no_taker = true;
    if (put > 0) {
      bytes += put;
      length -= (size_t)put;
    }
  }
}

void noe_lsp_wire_send(struct noe_wire *wire, const struct noe_text *body) {
  struct noe_text head = noe_base_text(body->memory);
  noe_base_text_printf(&head, "Content-Length: %zu\r\n\r\n", body->length);
  write_all(wire, noe_base_text_string(&head), head.length);
  write_all(wire, noe_base_text_string(body), body->length);
  noe_base_text_free(&head);
}
