/* Names in the cache folder. */
#ifndef NOE_COMPILE_CACHE_INT_H
#define NOE_COMPILE_CACHE_INT_H

#define NOE_CACHE_SUFFIX ".so"
#define NOE_CACHE_FRESH "new-"   /* a file that is being written */
#define NOE_CACHE_PLACE "build-" /* the place of a build, if it has to be here */

enum { NOE_CACHE_DIGITS = 32, NOE_CACHE_NAME = NOE_CACHE_DIGITS + sizeof NOE_CACHE_SUFFIX };

#endif
