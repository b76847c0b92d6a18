#include "explore/http.h"

#include "explore/load.h"

#define NAME(name) "MHD_" #name,
static const char *const names[] = {NOE_HTTP_FUNCTIONS(NAME)};

_Static_assert(sizeof(struct noe_http) == sizeof names / sizeof *names * sizeof(void *), "pointers only");

const char *noe_explore_http(struct noe_http *http) {
  return noe_explore_load("libmicrohttpd.so.12", names, sizeof names / sizeof *names, http)
             ? NULL
             : "the page needs libmicrohttpd.so.12, which cannot be loaded: install the package libmicrohttpd12, or "
               "say --tui";
}
