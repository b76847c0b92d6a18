/* Between the files of the server.
 *
 * One thread. A message is handled in an arena of its own; what a document keeps lives in the arena of its
 * version. Every request gets one answer: a result, or an error. */
#ifndef NOE_LSP_LSP_INT_H
#define NOE_LSP_LSP_INT_H

#include <sys/types.h>

#include "base/diagnostic.h"
#include "lang/lang.h"
#include "lsp/lsp.h"
#include "report/json.h"
#include "report/json_tree.h"
#include "symmetry/prove.h"

/* ------------------------------------------------------------------ wire */

/* Codes of JSON-RPC and of the protocol. */
enum {
  NOE_LSP_PARSE_ERROR = -32700,
  NOE_LSP_INVALID_REQUEST = -32600,
  NOE_LSP_NO_METHOD = -32601,
  NOE_LSP_INVALID_PARAMS = -32602,
  NOE_LSP_INTERNAL = -32603,
  NOE_LSP_NOT_INITIALIZED = -32002,
  NOE_LSP_REFUSED = -32803, /* RequestFailed */
};

enum noe_wire_status {
  NOE_WIRE_MESSAGE, /* *body, *length: until the next call */
  NOE_WIRE_MORE,    /* nothing complete has come yet */
  NOE_WIRE_BAD,     /* a head without a length, or a message too large: passed over */
};

struct noe_wire {
  int input, output;
  struct noe_text buffer; /* what has come and is not handled, from `used` on */
  size_t used;
  size_t skip;       /* bytes of a message that is too large, still to come */
  bool is_over;      /* nothing more will come */
  bool has_no_taker; /* what is written reaches nobody */
};

enum noe_wire_status noe_lsp_wire_next(struct noe_wire *wire, const char **body, size_t *length);
/* Waits for bytes and takes what has come. */
void noe_lsp_wire_read(struct noe_wire *wire);
void noe_lsp_wire_send(struct noe_wire *wire, const struct noe_text *body);

/* ------------------------------------------------------------- documents */

/* What a check said of a property. */
struct noe_said {
  const char *name, *kind, *verdict, *message;
  uint32_t line; /* 0: nowhere in particular */
};

struct noe_document {
  struct noe_document *next;
  char *uri;
  int64_t version;
  const struct noe_front_end *front_end;
  struct noe_arena *arena;
  struct noe_source source;
  bool is_stale; /* the rest is not of this text yet */
  const struct noe_reported *reports;
  size_t report_count;
  const struct noe_model *model; /* NULL: it has errors */
  struct noe_index index;
  struct noe_proof *proof; /* made when it is asked for */
  /* The last check, if there was one. */
  struct noe_arena *said_arena;
  const struct noe_said *said;
  size_t said_count;
  const char *said_verdict; /* of the model as a whole; NULL: none yet */
  bool said_is_old;         /* the text has changed since */
  pid_t child;              /* the check under way, or 0 */
  int child_output;
  uint32_t child_line; /* of the property that it is about; 0: all of them */
  bool child_is_old;   /* the text has changed since it began */
  struct noe_text child_text;
};

struct noe_lsp {
  const struct noe_lsp_setup *setup;
  struct noe_memory *memory;
  struct noe_wire wire;
  struct noe_document *documents;
  bool is_ready, said_goodbye, is_over;
  bool can_refresh; /* the editor takes word that lenses have changed */
  int64_t last_request;
};

struct noe_document *noe_lsp_find(struct noe_lsp *lsp, const char *uri);
void noe_lsp_open(struct noe_lsp *lsp, const char *uri, int64_t version, const char *text);
void noe_lsp_change(struct noe_lsp *lsp, struct noe_document *document, int64_t version, const char *text);
void noe_lsp_close(struct noe_lsp *lsp, struct noe_document *document);
/* Reads the text if it is stale. */
void noe_lsp_refresh(struct noe_lsp *lsp, struct noe_document *document);
/* How many errors a text has; the index is filled if it is not NULL. */
size_t noe_lsp_try(struct noe_lsp *lsp, const struct noe_document *document, struct noe_arena *arena, const char *text,
                   struct noe_index *index);

/* -------------------------------------------------------------- requests */

struct noe_request {
  struct noe_lsp *lsp;
  struct noe_arena *arena;
  const struct noe_json_value *params; /* or NULL */
  struct noe_document *document;       /* that the params name, or NULL */
  uint32_t offset;                     /* of params.position */
  struct noe_json *json;               /* the result is written here */
  int error;                           /* or this: a code, and */
  const char *message;
};

typedef void (*noe_lsp_answer)(struct noe_request *request);
void noe_lsp_refuse(struct noe_request *request, int code, const char *message);

void noe_lsp_hover(struct noe_request *request);
void noe_lsp_definition(struct noe_request *request);
void noe_lsp_references(struct noe_request *request);
void noe_lsp_highlights(struct noe_request *request);
void noe_lsp_prepare_rename(struct noe_request *request);
void noe_lsp_rename(struct noe_request *request);
void noe_lsp_symbols(struct noe_request *request);
void noe_lsp_format(struct noe_request *request);
void noe_lsp_actions(struct noe_request *request);
void noe_lsp_lenses(struct noe_request *request);
void noe_lsp_execute(struct noe_request *request);

/* Notices: textDocument/publishDiagnostics, workspace/codeLens/refresh, window/showMessage. */
void noe_lsp_publish(struct noe_lsp *lsp, struct noe_document *document);
void noe_lsp_refresh_lenses(struct noe_lsp *lsp);
void noe_lsp_show(struct noe_lsp *lsp, const char *message);

/* ---------------------------------------------------------------- checks */

/* What has come from a check is taken; true: it is over. */
bool noe_lsp_check_read(struct noe_lsp *lsp, struct noe_document *document);
void noe_lsp_check_stop(struct noe_document *document);

/* ------------------------------------------------------------- positions */

/* A position is a line and a column in units of UTF-16, from 0. */
void noe_lsp_put_position(struct noe_json *json, const char *key, const struct noe_source *source, uint32_t offset);
void noe_lsp_put_range(struct noe_json *json, const char *key, const struct noe_source *source, struct noe_span span);
/* Beyond the end of a line, or of the text: that end. */
uint32_t noe_lsp_offset(const struct noe_source *source, int64_t line, int64_t character);

/* {"uri": …, "range": …} */
void noe_lsp_put_location(struct noe_json *json, const struct noe_document *document, struct noe_span span);

#endif
