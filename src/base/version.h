/* The version, said once. */
#ifndef NOE_BASE_VERSION_H
#define NOE_BASE_VERSION_H

#define NOE_VERSION "0.1.0"

#endif
