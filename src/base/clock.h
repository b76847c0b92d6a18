/* Seconds on a clock that never goes back; only differences mean anything. */
#ifndef NOE_BASE_CLOCK_H
#define NOE_BASE_CLOCK_H

double noe_base_now(void);

#endif
