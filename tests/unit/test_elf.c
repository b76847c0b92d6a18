/* Objects that must not reach the loader, made by the compiler at hand, and damaged ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compile/elf.h"
#include "compile/file.h"

static const char module[] = "struct m { int abi; } ; const struct m noe_native_module = {1};\n";

/* The bytes of a text, compiled and linked with `flags`. False where there is no compiler for that. */
static bool build(const char *text, const char *flags, struct noe_text *object) {
  char folder[] = "/tmp/noether-elf-XXXXXX", command[512];
  assert_non_null(mkdtemp(folder));
  snprintf(command, sizeof command, "%s/m.c", folder);
  FILE *file = fopen(command, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  snprintf(command, sizeof command, "cc -shared -fPIC -w -o %s/m.so %s/m.c %s 2>/dev/null", folder, folder, flags);
  bool built = system(command) == 0;
  snprintf(command, sizeof command, "%s/m.so", folder);
  built = built && noe_compile_read_file(AT_FDCWD, command, object);
  snprintf(command, sizeof command, "rm -r %s", folder);
  assert_int_equal(system(command), 0);
  return built;
}

static void expect(const char *more, const char *flags, const char *defect) {
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_text object = noe_base_text(memory), text = noe_base_text(memory);
  noe_base_text_printf(&text, "%s%s", module, more);
  if (build(noe_base_text_string(&text), flags, &object)) {
    const char *found = noe_compile_elf_defect(&object);
    if (defect)
      assert_string_equal(found ? found : "nothing", defect);
    else
      assert_null(found);
  }
  noe_base_text_free(&object);
  noe_base_text_free(&text);
  noe_base_memory_delete(memory);
}

static const char runs[] = "the compiled model would run code when it is loaded";

static void test_sound(void **state) {
  (void)state;
  expect("", "-nostdlib", NULL);
  expect("void *memcpy(void *, const void *, unsigned long);\n"
         "void *f(void *a, void *b, long n) { return memcpy(a, b, n); }\n",
         "-nostdlib", NULL);
}

static void test_code(void **state) {
  (void)state;
  expect("__attribute__((constructor)) static void f(void) {}\n", "-nostdlib", runs);
  expect("__attribute__((destructor)) static void f(void) {}\n", "-nostdlib", runs);
  expect("void _init(void) {}\n", "-nostdlib", runs);
  expect("static int g(void) { return 1; }\nstatic void *r(void) { return g; }\n"
         "int f(void) __attribute__((ifunc(\"r\")));\n",
         "-nostdlib", runs);
}

static void test_others(void **state) {
  (void)state;
  expect("int puts(const char *);\nint f(void) { return puts(\"\"); }\n", "-nostdlib -Wl,--no-as-needed -lc",
         "the compiled model needs other libraries");
  expect("int system(const char *);\nint f(void) { return system(\"\"); }\n", "-nostdlib",
         "the compiled model asks for more than it may");
}

static void test_no_module(void **state) {
  (void)state;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_text object = noe_base_text(memory);
  if (build("int x;\n", "-nostdlib", &object))
    assert_string_equal(noe_compile_elf_defect(&object), "the compiled model exports no module");
  noe_base_text_free(&object);
  noe_base_memory_delete(memory);
}

/* However short, and whatever a byte of its headers is changed to: an answer, and no byte behind the end is read. */
static void test_damaged(void **state) {
  (void)state;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_text object = noe_base_text(memory);
  if (!build(module, "-nostdlib", &object)) {
    noe_base_memory_delete(memory);
    return;
  }
  for (size_t length = 0; length < object.length; length += length < 1024 ? 1 : 97) {
    struct noe_text part = noe_base_text(memory);
    char *exact = malloc(length + 1);
    memcpy(exact, object.bytes, length);
    part.bytes = exact;
    part.length = length;
    if (length < 64)
      assert_non_null(noe_compile_elf_defect(&part));
    else
      noe_compile_elf_defect(&part);
    free(exact);
  }
  for (size_t at = 0; at < object.length && at < 4096; at++) {
    const char before = object.bytes[at];
    for (int bit = 0; bit < 8; bit++) {
      object.bytes[at] = (char)(before ^ 1 << bit);
      noe_compile_elf_defect(&object);
    }
    object.bytes[at] = before;
  }
  object.bytes[18] ^= 1; /* the kind of machine */
  assert_string_equal(noe_compile_elf_defect(&object), "the compiled model is for another kind of machine");
  noe_base_text_free(&object);
  noe_base_memory_delete(memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sound),     cmocka_unit_test(test_code),    cmocka_unit_test(test_others),
      cmocka_unit_test(test_no_module), cmocka_unit_test(test_damaged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
