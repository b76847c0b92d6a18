/* The files of assets.def become bytes of this object, as those of compile/runtime.def do. */
#include "report/assets.h"

#define X(part, file)                                                                                                  \
  extern const char noe_asset_##part[] __attribute__((visibility("hidden")));                                          \
  __asm__(".pushsection .rodata\n"                                                                                     \
          "noe_asset_" #part ":\n"                                                                                     \
          ".incbin \"src/" file "\"\n"                                                                                 \
          ".byte 0\n"                                                                                                  \
          ".popsection\n");
#include "report/assets.def"
#undef X

static const char *const texts[] = {
#define X(part, file) [NOE_ASSET_##part] = noe_asset_##part,
#include "report/assets.def"
#undef X
};

void noe_report_asset(enum noe_asset part, struct noe_text *out) { noe_base_text_puts(out, texts[part]); }
