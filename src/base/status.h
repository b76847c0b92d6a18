/* Exit statuses, from the table status.def. */
#ifndef NOE_BASE_STATUS_H
#define NOE_BASE_STATUS_H

enum noe_status {
#define X(symbol, number, meaning) NOE_STATUS_##symbol = number,
#include "base/status.def"
#undef X
};

#endif
