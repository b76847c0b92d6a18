/* The model as a URL, for terminals that open it at a line. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/session.h"

/* Bytes that a path in a URL may hold as they are. */
static bool is_plain(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
         (byte && strchr("/-._~", byte));
}

const char *noe_cli_link(struct noe_cli *cli, const char *name) {
  char path[4096 + 1], host[256]; /* PATH_MAX */
  bool takes_links = cli->options->links == NOE_LINKS_AUTO && cli->colour_out && isatty(cli->output);
  if (!takes_links || !realpath(name, path) || gethostname(host, sizeof host))
    return NULL;
  host[sizeof host - 1] = 0;
  struct noe_text url = noe_base_text(cli->memory);
  noe_base_text_printf(&url, "file://%s", host);
  for (const char *byte = path; *byte; byte++)
    if (is_plain(*byte))
      noe_base_text_add(&url, byte, 1);
    else
      noe_base_text_printf(&url, "%%%02X", (unsigned)(unsigned char)*byte);
  const char *copy = noe_base_arena_text(cli->arena, noe_base_text_string(&url), url.length);
  noe_base_text_free(&url);
  return copy;
}
