/* HTTP, on the loopback interface only, one request at a time on the thread of the caller. A request is looked at in
 * this order: address, Host, Origin, token, method, size; only then its body is read. */
#include <assert.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "explore/answer.h"
#include "explore/http.h"

enum { TOKEN_BYTES = 16, MOST_BODY = 64 << 10, WAIT = 200 /* ms */, MOST_CONNECTIONS = 16 };

struct server {
  struct noe_walk walk;
  struct noe_http http;
  char token[2 * TOKEN_BYTES + 1];
  char host[32], local[32], origin[40], local_origin[40];
};

/* A body as it comes. */
struct body {
  char *bytes;
  size_t length;
  bool is_too_long;
};

/* ------------------------------------------------------------------ refuse */

static enum MHD_Result reply(const struct noe_http *http, struct MHD_Connection *connection, unsigned status,
                             const char *type, const char *bytes, size_t length) {
  struct MHD_Response *response =
      http->create_response_from_buffer(length, (void *)(uintptr_t)bytes, MHD_RESPMEM_MUST_COPY);
  if (!response)
    return MHD_NO;
  http->add_response_header(response, "Content-Type", type);
  http->add_response_header(response, "Cache-Control", "no-store");
  http->add_response_header(response, "X-Content-Type-Options", "nosniff");
  http->add_response_header(response, "X-Frame-Options", "DENY");
  http->add_response_header(response, "Referrer-Policy", "no-referrer");
  http->add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
  enum MHD_Result result = http->queue_response(connection, status, response);
  http->destroy_response(response);
  return result;
}

static enum MHD_Result refuse(const struct noe_http *http, struct MHD_Connection *connection, unsigned status,
                              const char *why) {
  return reply(http, connection, status, "text/plain; charset=utf-8", why, strlen(why));
}

static bool is_local(const struct noe_http *http, struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = http->get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  if (!info || !info->client_addr || info->client_addr->sa_family != AF_INET)
    return false;
  const struct sockaddr_in *address = (const struct sockaddr_in *)(const void *)info->client_addr;
  return ntohl(address->sin_addr.s_addr) >> 24 == 127;
}

static const char *header(const struct noe_http *http, struct MHD_Connection *connection, const char *name) {
  return http->lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* A page from elsewhere must not make the browser ask for it: not by a name that leads here, nor from its own. */
static bool is_own(const struct server *server, struct MHD_Connection *connection) {
  const char *host = header(&server->http, connection, "Host"), *origin = header(&server->http, connection, "Origin");
  const char *site = header(&server->http, connection, "Sec-Fetch-Site");
  if (!host || (strcmp(host, server->host) != 0 && strcmp(host, server->local) != 0))
    return false;
  if (origin && strcmp(origin, server->origin) != 0 && strcmp(origin, server->local_origin) != 0)
    return false;
  return !site || !strcmp(site, "same-origin") || !strcmp(site, "none");
}

/* What follows /TOKEN, or NULL; takes as long for any wrong token. */
static const char *after_token(const struct server *server, const char *path) {
  unsigned differs = 0;
  if (strlen(path) < 1 + sizeof server->token - 1)
    return NULL;
  for (size_t i = 0; i + 1 < sizeof server->token; i++)
    differs |= (unsigned char)path[1 + i] ^ (unsigned char)server->token[i];
  return differs || path[0] != '/' ? NULL : path + sizeof server->token;
}

/* ------------------------------------------------------------------ answer */

struct answering {
  struct server *server;
  const struct body *body; /* NULL: the page */
  struct noe_text out;
};

static void answer(void *context, jmp_buf *escape) {
  (void)escape;
  struct answering *answering = context;
  if (answering->body)
    noe_explore_answer(&answering->server->walk, answering->body->bytes, answering->body->length, &answering->out);
  else
    noe_explore_page(&answering->server->walk, &answering->out);
}

static enum MHD_Result deliver(struct server *server, struct MHD_Connection *connection, const struct body *body) {
  struct answering answering = {.server = server, .body = body, .out = noe_base_text(server->walk.memory)};
  if (!noe_base_memory_guarded(server->walk.memory, answer, &answering))
    return refuse(&server->http, connection, MHD_HTTP_SERVICE_UNAVAILABLE, "there is no memory for that\n");
  enum MHD_Result result =
      reply(&server->http, connection, MHD_HTTP_OK, body ? "application/json" : "text/html; charset=utf-8",
            noe_base_text_string(&answering.out), answering.out.length);
  noe_base_text_free(&answering.out);
  return result;
}

static void take(struct server *server, struct body *body, const char *bytes, size_t length) {
  assert(body->length <= MOST_BODY && "a body that is too long is not kept");
  if (length > MOST_BODY - body->length) {
    body->is_too_long = true;
    return;
  }
  body->bytes = noe_base_realloc(server->walk.memory, body->bytes, body->length + length + 1);
  memcpy(body->bytes + body->length, bytes, length);
  body->length += length;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                              const char *version, const char *upload, size_t *upload_size, void **state) {
  struct server *server = context;
  struct body *body = *state;
  (void)version;
  if (!body) {
    const char *rest = after_token(server, path);
    if (!is_local(&server->http, connection) || !is_own(server, connection))
      return refuse(&server->http, connection, MHD_HTTP_FORBIDDEN, "only this machine may ask\n");
    if (!rest)
      return refuse(&server->http, connection, MHD_HTTP_FORBIDDEN, "the address lacks its token\n");
    bool is_page = !strcmp(rest, "/") && !strcmp(method, "GET"),
         is_api = !strcmp(rest, "/api") && !strcmp(method, "POST");
    if (is_page)
      return deliver(server, connection, NULL);
    if (!is_api)
      return refuse(&server->http, connection, MHD_HTTP_NOT_FOUND, "there is nothing here\n");
    *state = noe_base_alloc(server->walk.memory, sizeof *body);
    return MHD_YES;
  }
  if (*upload_size) {
    take(server, body, upload, *upload_size);
    *upload_size = 0;
    return MHD_YES;
  }
  if (body->is_too_long)
    return refuse(&server->http, connection, MHD_HTTP_CONTENT_TOO_LARGE, "the request is too long\n");
  take(server, body, "", 0);
  return deliver(server, connection, body);
}

static void completed(void *context, struct MHD_Connection *connection, void **state,
                      enum MHD_RequestTerminationCode code) {
  struct server *server = context;
  struct body *body = *state;
  (void)connection, (void)code;
  if (body)
    noe_base_free(server->walk.memory, body->bytes);
  noe_base_free(server->walk.memory, body);
  *state = NULL;
}

/* -------------------------------------------------------------------- serve */

static bool make_token(struct server *server) {
  unsigned char bytes[TOKEN_BYTES];
  static const char digits[] = "0123456789abcdef";
  if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
    return false;
  for (size_t i = 0; i < sizeof bytes; i++) {
    server->token[2 * i] = digits[bytes[i] >> 4];
    server->token[2 * i + 1] = digits[bytes[i] & 15];
  }
  return true;
}

static void name_hosts(struct server *server, unsigned port) {
  assert(port <= UINT16_MAX && server->token[2 * TOKEN_BYTES - 1] && "the address has a port and a token");
  snprintf(server->host, sizeof server->host, "127.0.0.1:%u", port);
  snprintf(server->local, sizeof server->local, "localhost:%u", port);
  snprintf(server->origin, sizeof server->origin, "http://%s", server->host);
  snprintf(server->local_origin, sizeof server->local_origin, "http://%s", server->local);
}

const char *noe_explore_serve(const struct noe_explore_setup *setup) {
  struct server server = {.token = {0}};
  const struct noe_http *http = &server.http;
  const char *missing = noe_explore_http(&server.http);
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(setup->port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (missing)
    return missing;
  if (!make_token(&server))
    return "there are no random bytes for the token";
  struct MHD_Daemon *daemon = http->start_daemon(
      MHD_NO_FLAG, setup->port, NULL, NULL, handle, &server, MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
      MHD_OPTION_NOTIFY_COMPLETED, completed, &server, MHD_OPTION_CONNECTION_LIMIT, (unsigned)MOST_CONNECTIONS,
      MHD_OPTION_CONNECTION_TIMEOUT, 10u, MHD_OPTION_END);
  if (!daemon)
    return "the server could not be started: the port may be in use";
  const union MHD_DaemonInfo *info = http->get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  noe_explore_walk_open(&server.walk, setup);
  name_hosts(&server, info ? info->port : setup->port);
  struct noe_text url = noe_base_text(server.walk.memory);
  noe_base_text_printf(&url, "http://%s/%s/", server.host, server.token);
  setup->tell(setup->context, noe_base_text_string(&url));
  noe_base_text_free(&url);
  while (!atomic_load(setup->interrupted) && http->run_wait(daemon, WAIT) == MHD_YES)
    ;
  http->stop_daemon(daemon);
  noe_explore_walk_close(&server.walk);
  return NULL;
}
