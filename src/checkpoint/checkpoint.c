#include "checkpoint/checkpoint.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "checkpoint/checkpoint_int.h"

void noe_checkpoint_states_name(uint64_t generation, char *name) {
  snprintf(name, NOE_NAME_ROOM, "states.%" PRIu64, generation);
}

void noe_checkpoint_open_name(uint64_t sequence, char *name) {
  snprintf(name, NOE_NAME_ROOM, "open.%" PRIu64, sequence);
}

bool noe_checkpoint_trouble(struct noe_trouble *trouble, const struct noe_checkpoint *checkpoint, const char *format,
                            ...) {
  va_list arguments;
  va_start(arguments, format);
  int used = snprintf(trouble->text, sizeof trouble->text, "%.300s: ", checkpoint->directory);
  vsnprintf(trouble->text + used, sizeof trouble->text - (size_t)used, format, arguments);
  va_end(arguments);
  trouble->is_memory = false;
  return false;
}

bool noe_checkpoint_trouble_memory(struct noe_trouble *trouble, const struct noe_checkpoint *checkpoint) {
  noe_checkpoint_trouble(trouble, checkpoint, "there is no memory for the checkpoint");
  trouble->is_memory = true;
  return false;
}

static bool cannot(struct noe_trouble *trouble, const struct noe_checkpoint *checkpoint, const char *what) {
  return noe_checkpoint_trouble(trouble, checkpoint, "cannot %s: %s", what, strerror(errno));
}

/* ---------------------------------------------------------------- lifetime */

static struct noe_checkpoint *make(struct noe_memory *memory, const char *directory, struct noe_trouble *trouble) {
  struct noe_checkpoint *checkpoint = noe_base_try_alloc(memory, sizeof *checkpoint);
  char *copy = noe_base_try_alloc(memory, strlen(directory) + 1);
  if (!checkpoint || !copy) {
    noe_base_free(memory, checkpoint);
    noe_base_free(memory, copy);
    snprintf(trouble->text, sizeof trouble->text, "%.300s: there is no memory for the checkpoint", directory);
    trouble->is_memory = true;
    return NULL;
  }
  strcpy(copy, directory);
  *checkpoint = (struct noe_checkpoint){.memory = memory, .directory = copy, .folder = -1};
  checkpoint->states.file = checkpoint->open.file = -1;
  checkpoint->circumstances = checkpoint->head = noe_bytes(memory);
  return checkpoint;
}

static void close_file(int *file) {
  if (*file >= 0)
    close(*file);
  *file = -1;
}

void noe_checkpoint_close(struct noe_checkpoint *checkpoint) {
  if (!checkpoint)
    return;
  close_file(&checkpoint->states.file);
  close_file(&checkpoint->open.file);
  close_file(&checkpoint->folder);
  noe_checkpoint_blocks_free(checkpoint);
  noe_bytes_free(&checkpoint->circumstances);
  noe_bytes_free(&checkpoint->head);
  noe_base_free(checkpoint->memory, checkpoint->levels);
  noe_base_free(checkpoint->memory, checkpoint->directory);
  noe_base_free(checkpoint->memory, checkpoint);
}

static struct noe_checkpoint *give_up(struct noe_checkpoint *checkpoint) {
  noe_checkpoint_close(checkpoint);
  return NULL;
}

static bool enter(struct noe_checkpoint *checkpoint, struct noe_trouble *trouble) {
  checkpoint->folder = open(checkpoint->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (checkpoint->folder < 0)
    return cannot(trouble, checkpoint, "open the directory");
  if (flock(checkpoint->folder, LOCK_EX | LOCK_NB) != 0)
    return errno == EWOULDBLOCK ? noe_checkpoint_trouble(trouble, checkpoint, "another noether is using this directory")
                                : cannot(trouble, checkpoint, "lock the directory");
  return true;
}

/* ---------------------------------------------------------------- clearing */

/* `states.7` is 7 if `word` is `states.`; 0: it is no such name. */
static uint64_t number_of(const char *name, const char *word) {
  size_t length = strlen(word);
  char *end;
  if (strncmp(name, word, length) || name[length] < '1' || name[length] > '9')
    return 0;
  uint64_t number = strtoull(name + length, &end, 10);
  return *end ? 0 : number;
}

/* Removes our files but for states.`generation` and open.`sequence`. */
static void sweep(int folder, uint64_t generation, uint64_t sequence) {
  int again = dup(folder);
  DIR *directory = again < 0 ? NULL : fdopendir(again);
  if (!directory) {
    if (again >= 0)
      close(again);
    return; /* they take up room, no more */
  }
  rewinddir(directory);
  for (struct dirent *entry; (entry = readdir(directory));) {
    uint64_t states = number_of(entry->d_name, "states."), open = number_of(entry->d_name, "open.");
    if ((states && states != generation) || (open && open != sequence) || !strcmp(entry->d_name, "head.new"))
      unlinkat(folder, entry->d_name, 0);
  }
  closedir(directory);
}

void noe_checkpoint_remove(const char *directory) {
  int folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return;
  unlinkat(folder, "head", 0);
  sweep(folder, 0, 0);
  close(folder);
}

/* --------------------------------------------------------- begin and resume */

bool noe_checkpoint_restart(struct noe_checkpoint *checkpoint, const struct noe_circumstance *circumstances,
                            uint32_t count, uint32_t most_bytes) {
  close_file(&checkpoint->states.file);
  close_file(&checkpoint->open.file);
  checkpoint->generation++;
  checkpoint->states = checkpoint->open = (struct noe_blocks){.file = -1};
  checkpoint->written = checkpoint->parent = 0;
  checkpoint->is_loaded = true;
  checkpoint->circumstances.used = 0;
  checkpoint->circumstances.failed = false;
  noe_checkpoint_put_circumstances(&checkpoint->circumstances, circumstances, count);
  return !checkpoint->circumstances.failed && noe_checkpoint_blocks_prepare(checkpoint, most_bytes);
}

struct noe_checkpoint *noe_checkpoint_begin(struct noe_memory *memory, const char *directory,
                                            const struct noe_circumstance *circumstances, uint32_t count,
                                            uint32_t most_bytes, struct noe_trouble *trouble) {
  struct noe_checkpoint *checkpoint = make(memory, directory, trouble);
  if (!checkpoint)
    return NULL;
  if (mkdir(directory, 0777) != 0 && errno != EEXIST) {
    cannot(trouble, checkpoint, "make the directory");
    return give_up(checkpoint);
  }
  if (!enter(checkpoint, trouble))
    return give_up(checkpoint);
  if (faccessat(checkpoint->folder, "head", F_OK, 0) == 0) {
    noe_checkpoint_trouble(trouble, checkpoint,
                           "there is a checkpoint in this directory already: --resume goes on from it");
    return give_up(checkpoint);
  }
  sweep(checkpoint->folder, 0, 0);
  if (!noe_checkpoint_restart(checkpoint, circumstances, count, most_bytes)) {
    noe_checkpoint_trouble_memory(trouble, checkpoint);
    return give_up(checkpoint);
  }
  return checkpoint;
}

static bool open_named(struct noe_checkpoint *checkpoint, struct noe_blocks *blocks, const char *name, int flags,
                       struct noe_trouble *trouble) {
  blocks->file = noe_checkpoint_open_regular(checkpoint->folder, name, flags);
  return blocks->file >= 0 ||
         noe_checkpoint_trouble(trouble, checkpoint, "the checkpoint is damaged: cannot open %s: %s", name,
                                strerror(errno));
}

struct noe_checkpoint *noe_checkpoint_resume(struct noe_memory *memory, const char *directory,
                                             struct noe_trouble *trouble) {
  char name[NOE_NAME_ROOM];
  struct noe_checkpoint *checkpoint = make(memory, directory, trouble);
  if (!checkpoint)
    return NULL;
  if (!enter(checkpoint, trouble))
    return give_up(checkpoint);
  if (!noe_checkpoint_blocks_prepare(checkpoint, 0)) {
    noe_checkpoint_trouble_memory(trouble, checkpoint);
    return give_up(checkpoint);
  }
  if (!noe_checkpoint_head_read(checkpoint, trouble))
    return give_up(checkpoint);
  noe_checkpoint_states_name(checkpoint->generation, name);
  if (!open_named(checkpoint, &checkpoint->states, name, O_RDWR, trouble))
    return give_up(checkpoint);
  noe_checkpoint_open_name(checkpoint->sequence, name);
  if (checkpoint->kept.open && !open_named(checkpoint, &checkpoint->open, name, O_RDONLY, trouble))
    return give_up(checkpoint);
  return checkpoint;
}

const struct noe_checkpoint_view *noe_checkpoint_kept(const struct noe_checkpoint *checkpoint) {
  return &checkpoint->kept;
}

/* ----------------------------------------------------------- circumstances */

struct words {
  const char *at;
  uint64_t length;
};

static struct words get_words(struct noe_bytes_reader *reader) {
  uint64_t length = noe_bytes_get_number(reader);
  return (struct words){.at = (const char *)noe_bytes_get(reader, length), .length = length};
}

static bool is(struct words words, const char *text) {
  return words.at && words.length == strlen(text) && !memcmp(words.at, text, words.length);
}

static int shown(struct words words) { return words.length < 80 ? (int)words.length : 80; }

bool noe_checkpoint_fits(struct noe_checkpoint *checkpoint, const struct noe_circumstance *circumstances,
                         uint32_t count, struct noe_trouble *trouble) {
  struct noe_bytes_reader reader = {.at = checkpoint->circumstances.at,
                                    .end = checkpoint->circumstances.at + checkpoint->circumstances.used};
  uint64_t kept = noe_bytes_get_number(&reader);
  for (uint32_t i = 0; i < count && i < kept; i++) {
    struct words name = get_words(&reader), value = get_words(&reader);
    if (!is(name, circumstances[i].name))
      return noe_checkpoint_trouble(trouble, checkpoint,
                                    "the checkpoint is of another model: it tells of %.*s, and this search of %.80s",
                                    shown(name), name.at ? name.at : "", circumstances[i].name);
    if (!is(value, circumstances[i].value))
      return noe_checkpoint_trouble(trouble, checkpoint,
                                    "the checkpoint is of a search with %s=%.*s, and this is one with %s=%.80s; "
                                    "--resume wants the model and the options that it began with",
                                    circumstances[i].name, shown(value), value.at ? value.at : "",
                                    circumstances[i].name, circumstances[i].value);
  }
  return count == kept || noe_checkpoint_trouble(trouble, checkpoint, "the checkpoint is of another kind of search");
}

/* ------------------------------------------------------------------ saving */

static uint64_t closed_states(const struct noe_checkpoint_view *view) {
  uint64_t count = 0;
  for (uint64_t i = 0; i < view->level_count; i++)
    count += view->levels[i];
  return count;
}

/* The file of states, cut off where it ceases to count. */
static bool ready_states(struct noe_checkpoint *checkpoint) {
  struct noe_blocks *states = &checkpoint->states;
  if (states->file < 0) {
    char name[NOE_NAME_ROOM];
    noe_checkpoint_states_name(checkpoint->generation, name);
    states->file = openat(checkpoint->folder, name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  }
  return states->file >= 0 && ftruncate(states->file, (off_t)states->bytes) == 0 &&
         lseek(states->file, (off_t)states->bytes, SEEK_SET) >= 0;
}

bool noe_checkpoint_append(struct noe_checkpoint *checkpoint, const struct noe_checkpoint_view *view,
                           struct noe_trouble *trouble) {
  assert(checkpoint->is_loaded && "a checkpoint is replaced by a search that went on from it");
  uint64_t closed = closed_states(view);
  assert(closed >= checkpoint->written && "states that were written stay in closed levels");
  struct noe_blocks states;
  uint64_t parent = checkpoint->parent;
  if (closed == checkpoint->written && checkpoint->states.file >= 0)
    return true;
  if (!ready_states(checkpoint))
    return cannot(trouble, checkpoint, "write the checkpoint");
  states = checkpoint->states;
  if (!noe_checkpoint_states_write(checkpoint, &states, view, checkpoint->written, closed, &parent))
    return cannot(trouble, checkpoint, "write the checkpoint");
  checkpoint->states = states;
  checkpoint->parent = parent;
  checkpoint->written = closed;
  return true;
}

/* The open level goes to a file of its own, under a new name. */
static bool write_open(struct noe_checkpoint *checkpoint, const struct noe_checkpoint_view *view, uint64_t sequence,
                       struct noe_blocks *open) {
  char name[NOE_NAME_ROOM];
  uint64_t parent = 0;
  *open = (struct noe_blocks){.file = -1};
  if (!view->open)
    return true;
  noe_checkpoint_open_name(sequence, name);
  open->file = openat(checkpoint->folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (open->file < 0)
    return false;
  bool wrote = noe_checkpoint_states_write(checkpoint, open, view, checkpoint->written,
                                           checkpoint->written + view->open, &parent) &&
               fsync(open->file) == 0;
  int error = errno;
  close_file(&open->file);
  if (!wrote)
    unlinkat(checkpoint->folder, name, 0);
  errno = error;
  return wrote;
}

/* All levels but the last closed one have been expanded. */
static bool is_between_levels(const struct noe_checkpoint_view *view) {
  uint64_t closed = closed_states(view), last = view->level_count ? view->levels[view->level_count - 1] : 0;
  return view->expanded <= closed && closed - last <= view->expanded;
}

bool noe_checkpoint_save(struct noe_checkpoint *checkpoint, const struct noe_checkpoint_view *view,
                         struct noe_trouble *trouble) {
  assert(is_between_levels(view) && "what is saved is a search in its last closed level");
  uint64_t sequence = checkpoint->sequence + 1;
  struct noe_blocks open;
  if (!noe_checkpoint_append(checkpoint, view, trouble))
    return false;
  if (fdatasync(checkpoint->states.file) != 0 || !write_open(checkpoint, view, sequence, &open))
    return cannot(trouble, checkpoint, "write the checkpoint");
  if (!noe_checkpoint_head_write(checkpoint, view, &checkpoint->states, &open, sequence, checkpoint->written,
                                 trouble)) {
    char name[NOE_NAME_ROOM];
    noe_checkpoint_open_name(sequence, name);
    unlinkat(checkpoint->folder, name, 0);
    return false;
  }
  checkpoint->sequence = sequence;
  close_file(&checkpoint->open.file);
  checkpoint->open = open;
  /* Until the new head is there for good, the old one may come back and ask for its files. */
  if (fsync(checkpoint->folder) == 0)
    sweep(checkpoint->folder, checkpoint->generation, view->open ? sequence : 0);
  return true;
}
