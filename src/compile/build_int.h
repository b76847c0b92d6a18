/* A compilation and the steps of its thread. */
#ifndef NOE_COMPILE_BUILD_INT_H
#define NOE_COMPILE_BUILD_INT_H

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "compile/build.h"
#include "compile/cache.h"
#include "compile/compiler.h"
#include "compile/guardian.h"
#include "compile/load.h"

/* Written by the thread until `status` is READY or FAILED, read by the caller afterwards;
 * except for what `mutex` guards. Of that the caller reads `why` only if it FAILED, and
 * then the thread does not write it any more; and `loaded` only when it ends. */
struct noe_compilation {
  struct noe_memory *memory; /* of the thread; this struct is in it */
  struct noe_compile_settings settings;
  noe_compile_write *write;
  void *context;
  uint32_t rule_count;

  pthread_t thread;
  atomic_int status;                                /* enum noe_compile_status */
  _Atomic(const struct noe_native_module *) module; /* the best so far */

  pthread_mutex_t mutex;
  pthread_cond_t changed;
  struct timespec started;
  bool stopping, hurrying, is_guarded; /* mutex */
  struct noe_guardian guardian;        /* its socket: mutex */

  struct noe_text text, object, why;
  struct noe_text places[NOE_BUILD_PLACES];
  struct noe_compiler compilers[NOE_BUILD_STAGES];
  struct noe_cache cache;
  struct noe_build_key keys[NOE_BUILD_STAGES];
  struct noe_loaded loaded[NOE_BUILD_STAGES];
  enum noe_build_stage stage; /* of `object`, or of the one to be made */
  const struct noe_native_module *first;
  bool was_cached; /* the first module */
};

/* Notes why there will be no module; false, for the caller to return. */
bool noe_compile_fail(struct noe_compilation *c, const char *why);

/* The folder for temporary files. */
const char *noe_compile_temporary_folder(const struct noe_compilation *c);

/* The key of text, compiler and flags (key.c). False: out of memory. */
bool noe_compile_find_key(struct noe_compilation *c, enum noe_build_stage stage);

/* Has a guardian ready for this stage, or false and why; then has it run the compiler: the
 * object, or false and why (make.c). */
bool noe_compile_prepare(struct noe_compilation *c, enum noe_build_stage stage);
bool noe_compile_make(struct noe_compilation *c);

/* Ends the guardian, if there is one. */
void noe_compile_end_guardian(struct noe_compilation *c);

#endif
