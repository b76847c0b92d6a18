/* Reads the headers as the loader does: program headers, the dynamic section in them, and from there symbols and
 * relocations. Every offset is checked against the length of the object before it is followed: the bytes may be
 * anything. Sections are not looked at, since the loader does not either. */
#include "compile/elf.h"

#include <assert.h>
#include <elf.h>
#include <link.h>
#include <string.h>

#if defined __x86_64__
enum { MACHINE = EM_X86_64, IRELATIVE = R_X86_64_IRELATIVE, COPIES = R_X86_64_COPY };
#elif defined __aarch64__
enum { MACHINE = EM_AARCH64, IRELATIVE = R_AARCH64_IRELATIVE, COPIES = R_AARCH64_COPY };
#elif defined __riscv
enum { MACHINE = EM_RISCV, IRELATIVE = R_RISCV_IRELATIVE, COPIES = R_RISCV_COPY };
#else
enum { MACHINE = EM_NONE, IRELATIVE = -1, COPIES = -1 };
#endif

enum { CLASS = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32, MOST_DYNAMIC = 256 };

struct image {
  const char *bytes;
  size_t length;
  ElfW(Ehdr) header;
  ElfW(Dyn) dynamic[MOST_DYNAMIC];
  uint32_t dynamic_count;
};

/* ------------------------------------------------------------------- reading */

/* Copies `size` bytes from offset `at`; false if there are not so many. */
static bool copy(const struct image *image, uint64_t at, void *to, size_t size) {
  if (at > image->length || size > image->length - at)
    return false;
  memcpy(to, image->bytes + at, size);
  return true;
}

static bool program_header(const struct image *image, uint32_t number, ElfW(Phdr) * header) {
  return copy(image, image->header.e_phoff + (uint64_t)number * sizeof *header, header, sizeof *header);
}

/* The offset in the file of what is loaded at `address`, or the length of the file if nothing of it is. */
static uint64_t offset_of(const struct image *image, uint64_t address) {
  ElfW(Phdr) header;
  for (uint32_t i = 0; i < image->header.e_phnum && program_header(image, i, &header); i++)
    if (header.p_type == PT_LOAD && address >= header.p_vaddr && address - header.p_vaddr < header.p_filesz)
      return header.p_offset + (address - header.p_vaddr);
  return image->length;
}

/* The value of a tag in the dynamic section; false if it does not occur. */
static bool dynamic_value(const struct image *image, int64_t tag, uint64_t *value) {
  for (uint32_t i = 0; i < image->dynamic_count; i++)
    if (image->dynamic[i].d_tag == tag) {
      *value = image->dynamic[i].d_un.d_val;
      return true;
    }
  return false;
}

static bool has(const struct image *image, int64_t tag) {
  uint64_t value;
  return dynamic_value(image, tag, &value);
}

/* ------------------------------------------------------------------- headers */

static const char *wrong_header(struct image *image) {
  ElfW(Ehdr) *header = &image->header;
  if (!copy(image, 0, header, sizeof *header) || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
    return "the compiled model is not an object";
  if (header->e_ident[EI_CLASS] != CLASS || header->e_ident[EI_DATA] != ELFDATA2LSB || header->e_machine != MACHINE)
    return "the compiled model is for another kind of machine";
  if (header->e_type != ET_DYN)
    return "the compiled model is not a shared object";
  if (header->e_phentsize != sizeof(ElfW(Phdr)))
    return "the compiled model is damaged";
  return NULL;
}

static const char *read_dynamic(struct image *image, const ElfW(Phdr) * header) {
  uint64_t count = header->p_filesz / sizeof(ElfW(Dyn));
  if (count > MOST_DYNAMIC || image->dynamic_count)
    return "the compiled model is damaged";
  for (uint32_t i = 0; i < count; i++) {
    if (!copy(image, header->p_offset + i * sizeof(ElfW(Dyn)), &image->dynamic[i], sizeof(ElfW(Dyn))))
      return "the compiled model is damaged";
    if (image->dynamic[i].d_tag == DT_NULL)
      break;
    image->dynamic_count++;
    assert(image->dynamic_count <= MOST_DYNAMIC && "there is room for every entry that was looked at");
  }
  return NULL;
}

static const char *wrong_segments(struct image *image) {
  ElfW(Phdr) header;
  for (uint32_t i = 0; i < image->header.e_phnum; i++) {
    if (!program_header(image, i, &header))
      return "the compiled model is damaged";
    if (header.p_type == PT_INTERP)
      return "the compiled model is a program";
    const char *wrong = header.p_type == PT_DYNAMIC ? read_dynamic(image, &header) : NULL;
    if (wrong)
      return wrong;
  }
  return image->dynamic_count ? NULL : "the compiled model is damaged";
}

/* ------------------------------------------------------------- what would run */

/* Compilers put an empty `_init`, and a table with a function of the C library's start files, into every shared object
 * that is linked with them; ours are linked without, so that there is nothing at all. */
static const char *would_run(const struct image *image) {
  static const int64_t code[] = {DT_INIT, DT_FINI, DT_INIT_ARRAY, DT_FINI_ARRAY, DT_PREINIT_ARRAY};
  static const int64_t others[] = {DT_NEEDED, DT_AUXILIARY, DT_FILTER, DT_AUDIT, DT_DEPAUDIT, DT_RPATH, DT_RUNPATH};
  for (size_t i = 0; i < sizeof code / sizeof *code; i++)
    if (has(image, code[i]))
      return "the compiled model would run code when it is loaded";
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (has(image, others[i]))
      return "the compiled model needs other libraries";
  return NULL;
}

/* Relocations that call a function of the object. */
static const char *wrong_relocations(const struct image *image, int64_t table, int64_t size) {
  uint64_t at, bytes;
  ElfW(Rela) relocation;
  if (!dynamic_value(image, table, &at))
    return NULL;
  if (!dynamic_value(image, size, &bytes))
    return "the compiled model is damaged";
  at = offset_of(image, at);
  for (uint64_t i = 0; i + sizeof relocation <= bytes; i += sizeof relocation) {
    if (!copy(image, at + i, &relocation, sizeof relocation))
      return "the compiled model is damaged";
    int64_t type =
        CLASS == ELFCLASS64 ? (int64_t)(relocation.r_info & 0xffffffff) : (int64_t)(relocation.r_info & 0xff);
    if (type == IRELATIVE || type == COPIES)
      return "the compiled model would run code when it is loaded";
  }
  return NULL;
}

/* ------------------------------------------------------------------- symbols */

static bool is_named(const struct image *image, uint64_t names, uint64_t name, const char *wanted) {
  char text[64] = "";
  size_t size = strlen(wanted) + 1;
  return size <= sizeof text && copy(image, names + name, text, size) && memcmp(text, wanted, size) == 0;
}

/* How many symbols there are is said by the table of hashes alone, of either kind. */
static uint64_t symbol_limit(const struct image *image, uint64_t symbols) {
  return (image->length - symbols) / sizeof(ElfW(Sym));
}

/* What compilers make of copies and comparisons; nothing else is asked of this program. */
static bool is_lent(const struct image *image, uint64_t names, uint64_t name) {
  static const char *const lent[] = {"memcpy", "memmove", "memset", "memcmp", "bcmp"};
  for (size_t i = 0; i < sizeof lent / sizeof *lent; i++)
    if (is_named(image, names, name, lent[i]))
      return true;
  return false;
}

static const char *wrong_symbols(const struct image *image) {
  uint64_t symbols, names;
  ElfW(Sym) symbol;
  if (!dynamic_value(image, DT_SYMTAB, &symbols) || !dynamic_value(image, DT_STRTAB, &names))
    return "the compiled model is damaged";
  symbols = offset_of(image, symbols);
  names = offset_of(image, names);
  uint64_t end = names > symbols ? (names - symbols) / sizeof symbol : symbol_limit(image, symbols);
  bool found = false;
  for (uint64_t i = 1; i < end && copy(image, symbols + i * sizeof symbol, &symbol, sizeof symbol); i++) {
    if ((symbol.st_info & 0xf) == STT_GNU_IFUNC)
      return "the compiled model would run code when it is loaded";
    if (symbol.st_shndx == SHN_UNDEF && symbol.st_name && !is_lent(image, names, symbol.st_name))
      return "the compiled model asks for more than it may";
    found |= symbol.st_shndx != SHN_UNDEF && (symbol.st_info & 0xf) == STT_OBJECT &&
             is_named(image, names, symbol.st_name, "noe_native_module");
  }
  return found ? NULL : "the compiled model exports no module";
}

const char *noe_compile_elf_defect(const struct noe_text *object) {
  struct image image = {.bytes = object->bytes, .length = object->length};
  const char *wrong = wrong_header(&image);
  if (!wrong)
    wrong = wrong_segments(&image);
  if (!wrong)
    wrong = would_run(&image);
  if (!wrong)
    wrong = wrong_relocations(&image, DT_RELA, DT_RELASZ);
  if (!wrong)
    wrong = wrong_relocations(&image, DT_JMPREL, DT_PLTRELSZ);
  if (!wrong)
    wrong = wrong_symbols(&image);
  return wrong;
}
