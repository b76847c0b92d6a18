/* The fixed parts of pages: styles and scripts, real files that the build puts into noether as they
 * are. They ask for nothing from elsewhere. */
#ifndef NOE_REPORT_ASSETS_H
#define NOE_REPORT_ASSETS_H

#include "base/text.h"

enum noe_asset {
#define X(part, file) NOE_ASSET_##part,
#include "report/assets.def"
#undef X
  NOE_ASSET_COUNT,
};

void noe_report_asset(enum noe_asset part, struct noe_text *out);

#endif
