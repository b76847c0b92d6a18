/* What `serve` calls of libmicrohttpd (load.h). */
#ifndef NOE_EXPLORE_HTTP_H
#define NOE_EXPLORE_HTTP_H

#include <microhttpd.h>

#define NOE_HTTP_FUNCTIONS(F)                                                                                          \
  F(add_response_header)                                                                                               \
  F(create_response_from_buffer)                                                                                       \
  F(destroy_response)                                                                                                  \
  F(get_connection_info)                                                                                               \
  F(get_daemon_info)                                                                                                   \
  F(lookup_connection_value)                                                                                           \
  F(queue_response)                                                                                                    \
  F(run_wait)                                                                                                          \
  F(start_daemon)                                                                                                      \
  F(stop_daemon)

struct noe_http {
#define NOE_HTTP_FIELD(name) __typeof__(MHD_##name) *name;
  NOE_HTTP_FUNCTIONS(NOE_HTTP_FIELD)
#undef NOE_HTTP_FIELD
};

/* NULL, or why there is none. */
const char *noe_explore_http(struct noe_http *http);

#endif
