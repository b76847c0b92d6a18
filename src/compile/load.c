#include "compile/load.h"

#include <assert.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "compile/helpers.h"
#include "compile/elf.h"
#include "compile/file.h"

static int nameless_file(const char *folder) {
  int file = memfd_create("noether-module", MFD_CLOEXEC);
  return file >= 0 ? file : open(folder, O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0700);
}

/* What is wrong with the module, or NULL. */
static const char *defect(const struct noe_native_module *module, uint64_t identity, uint32_t rule_count) {
  if (!module)
    return "the compiled model exports no module";
  if (module->abi != NOE_NATIVE_ABI)
    return "the compiled model is for another version of noether";
  if (module->identity != identity)
    return "the compiled model is of another text";
  if (module->rule_count != rule_count || (rule_count && !module->rules))
    return "the compiled model has other rules";
  if (module->keys != NOE_NATIVE_RUNS && module->keys != NOE_NATIVE_PACKED)
    return "the compiled model has unknown keys";
  if (module->frame_bytes < sizeof(struct noe_native_frame))
    return "the compiled model has too small a frame";
  if (!module->expand || (module->has_claims && !module->claims) || (module->has_assumptions && !module->assumptions) ||
      (module->has_goals && !module->goals) || (module->has_trials && !module->trials))
    return "the compiled model lacks a function";
  return NULL;
}

static bool load(int file, uint64_t identity, uint32_t rule_count, struct noe_loaded *loaded, struct noe_text *why) {
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  loaded->library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!loaded->library) {
    const char *error = dlerror();
    noe_base_text_printf(why, "the compiled model cannot be loaded: %s", error ? error : "no reason given");
    return false;
  }
  loaded->module = dlsym(loaded->library, "noe_native_module");
  const char *wrong = defect(loaded->module, identity, rule_count);
  assert((wrong || loaded->module) && "what has no defect is there");
  if (wrong)
    noe_base_text_puts(why, wrong);
  else
    noe_compile_give_helpers(loaded->module);
  return !wrong;
}

bool noe_compile_load(const struct noe_text *object, const char *folder, uint64_t identity, uint32_t rule_count,
                      struct noe_loaded *loaded, struct noe_text *why) {
  const char *wrong = noe_compile_elf_defect(object);
  *loaded = (struct noe_loaded){.file = wrong ? -1 : nameless_file(folder)};
  if (wrong) {
    noe_base_text_puts(why, wrong);
    return false;
  }
  if (loaded->file < 0 || !noe_compile_write_all(loaded->file, object->bytes, object->length)) {
    noe_base_text_puts(why, "there is no room for the compiled model");
    noe_compile_unload(loaded);
    return false;
  }
  if (load(loaded->file, identity, rule_count, loaded, why))
    return true;
  noe_compile_unload(loaded);
  return false;
}

void noe_compile_unload(struct noe_loaded *loaded) {
  assert((loaded->file >= 0 || !loaded->library) && "a library was loaded from a file that is open");
  if (loaded->library)
    dlclose(loaded->library);
  if (loaded->file >= 0)
    close(loaded->file);
  *loaded = (struct noe_loaded){.file = -1};
}
