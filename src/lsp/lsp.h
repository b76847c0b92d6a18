/* The language server: JSON-RPC over two files until the editor ends it. */
#ifndef NOE_LSP_LSP_H
#define NOE_LSP_LSP_H

#include "base/options.h"

struct noe_lsp_setup {
  struct noe_memory *memory;
  const struct noe_options *options; /* dialect and constants of all models */
  int input, output;
  const char *program; /* noether itself, to check models */
};

/* True if the editor said goodbye as it should. */
bool noe_lsp_serve(const struct noe_lsp_setup *setup);

#endif
