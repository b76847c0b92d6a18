/* Checkpoints on disk: what is saved is what is read, damage is found wherever it is,
 * and whatever goes wrong while one is written leaves the last one. */
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/random.h"
#include "checkpoint/checkpoint_int.h"
#include "store/store.h"

static struct noe_memory *memory;
static char directory[64];

static int set_up(void **state) {
  (void)state;
  memory = noe_base_memory_new(0);
  /* In memory if possible: there is nothing to be learned from a slow disk. */
  snprintf(directory, sizeof directory, "%s/noether-checkpoint-XXXXXX", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
  return mkdtemp(directory) ? 0 : -1;
}

static int tear_down(void **state) {
  (void)state;
  noe_checkpoint_remove(directory);
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
  return rmdir(directory); /* nothing of ours is left in it */
}

/* --------------------------------------------------- a search that never was */

/* Keys and parents are made up from the number; `salt` makes another search of it. */
struct made {
  uint64_t salt, levels[40], level_count, open, expanded;
  uint32_t most_bytes;
  char rest[64];
};

static uint64_t level_begin(const struct made *made, uint64_t level) {
  uint64_t begin = 0;
  for (uint64_t i = 0; i < level; i++)
    begin += made->levels[i];
  return begin;
}

static uint32_t make_state(void *context, uint64_t number, uint8_t *key, uint64_t *parent) {
  const struct made *made = context;
  struct noe_random random = {made->salt * 1000003 + number};
  uint32_t bytes = (uint32_t)noe_random_below(&random, made->most_bytes + 1);
  for (uint32_t i = 0; i < bytes; i++)
    key[i] = (uint8_t)noe_random_below(&random, 5);
  uint64_t level = 0;
  while (level < made->level_count && number >= level_begin(made, level + 1))
    level++;
  *parent = NOE_NO_STATE;
  if (level)
    *parent = level_begin(made, level - 1) + noe_random_below(&random, made->levels[level - 1]);
  return bytes;
}

static struct made make(uint64_t salt, uint64_t level_count, uint64_t most, uint64_t open, uint32_t most_bytes) {
  struct made made = {.salt = salt, .level_count = level_count, .open = open, .most_bytes = most_bytes};
  struct noe_random random = {salt};
  for (uint64_t i = 0; i < level_count; i++)
    made.levels[i] = 1 + noe_random_below(&random, most);
  made.expanded = level_begin(&made, level_count - 1) + noe_random_below(&random, made.levels[level_count - 1] + 1);
  snprintf(made.rest, sizeof made.rest, "rest of %d", (int)salt);
  return made;
}

static struct noe_checkpoint_view view_of(struct made *made) {
  return (struct noe_checkpoint_view){.context = made,
                                      .state = make_state,
                                      .levels = made->levels,
                                      .level_count = made->level_count,
                                      .open = made->open,
                                      .expanded = made->expanded,
                                      .rest = (const uint8_t *)made->rest,
                                      .rest_bytes = strlen(made->rest)};
}

static const struct noe_circumstance usual[] = {{"-D N", "4"}, {"--bound", "0"}, {"model", "abc"}};

static struct noe_checkpoint *begin(const struct made *made) {
  struct noe_trouble trouble;
  struct noe_checkpoint *checkpoint = noe_checkpoint_begin(memory, directory, usual, 3, made->most_bytes, &trouble);
  if (!checkpoint)
    fail_msg("%s", trouble.text);
  return checkpoint;
}

static void save(struct noe_checkpoint *checkpoint, struct made *made) {
  struct noe_trouble trouble;
  struct noe_checkpoint_view view = view_of(made);
  if (!noe_checkpoint_save(checkpoint, &view, &trouble))
    fail_msg("%s", trouble.text);
}

/* ----------------------------------------------------------------- reading */

struct check {
  struct made *made;
  uint64_t next, closed;
  uint64_t stop_at; /* a state that is refused; 0: none */
};

static bool check_state(void *context, uint64_t number, const uint8_t *key, uint32_t bytes, uint64_t parent) {
  struct check *check = context;
  uint8_t expected[1000];
  uint64_t of;
  assert_int_equal(number, check->next++);
  assert_int_equal(bytes, make_state(check->made, number, expected, &of));
  assert_memory_equal(key, expected, bytes);
  assert_int_equal(parent, of);
  return !check->stop_at || number != check->stop_at;
}

static bool check_close(void *context) {
  struct check *check = context;
  assert_int_equal(check->next, level_begin(check->made, ++check->closed));
  return true;
}

/* What is on disk is this. Returns the checkpoint, loaded. */
static struct noe_checkpoint *expect(struct made *made) {
  struct noe_trouble trouble;
  struct check check = {.made = made};
  struct noe_checkpoint_loader loader = {.context = &check, .state = check_state, .close_level = check_close};
  struct noe_checkpoint *checkpoint = noe_checkpoint_resume(memory, directory, &trouble);
  if (!checkpoint)
    fail_msg("%s", trouble.text);
  assert_true(noe_checkpoint_fits(checkpoint, usual, 3, &trouble));
  const struct noe_checkpoint_view *kept = noe_checkpoint_kept(checkpoint);
  assert_int_equal(kept->level_count, made->level_count);
  assert_int_equal(kept->open, made->open);
  assert_int_equal(kept->expanded, made->expanded);
  assert_int_equal(kept->rest_bytes, strlen(made->rest));
  assert_memory_equal(kept->rest, made->rest, kept->rest_bytes);
  if (noe_checkpoint_load(checkpoint, made->most_bytes, &loader, &trouble) != NOE_LOAD_DONE)
    fail_msg("%s", trouble.text);
  assert_int_equal(check.closed, made->level_count);
  assert_int_equal(check.next, level_begin(made, made->level_count) + made->open);
  return checkpoint;
}

static void expect_trouble(const char *words) {
  struct noe_trouble trouble;
  struct noe_checkpoint *checkpoint = noe_checkpoint_resume(memory, directory, &trouble);
  assert_null(checkpoint);
  if (!strstr(trouble.text, words))
    fail_msg("expected `%s`, got `%s`", words, trouble.text);
  assert_ptr_equal(strstr(trouble.text, directory), trouble.text);
}

/* ------------------------------------------------------------------- tests */

static void round_trip(void **state) {
  (void)state;
  for (uint64_t salt = 1; salt < 40; salt++) {
    struct made made = make(salt, 1 + salt % 7, salt % 5 ? 60 : 9000, salt % 3 ? salt * 7 : 0, salt % 11 ? 20 : 700);
    struct noe_checkpoint *checkpoint = begin(&made);
    save(checkpoint, &made);
    noe_checkpoint_close(checkpoint);
    noe_checkpoint_close(expect(&made));
    noe_checkpoint_remove(directory);
  }
}

/* One checkpoint after the other, levels growing, with and without going through the disk. */
static void growing(void **state) {
  (void)state;
  struct noe_random random = {3};
  struct made made = make(8, 40, 700, 0, 12), part = made;
  part.level_count = 1;
  struct noe_checkpoint *checkpoint = begin(&made);
  for (uint32_t i = 0; part.level_count < made.level_count; i++) {
    part.level_count += noe_random_below(&random, 4);
    if (part.level_count > made.level_count)
      part.level_count = made.level_count;
    part.expanded = level_begin(&part, part.level_count - 1);
    part.open = part.level_count < made.level_count ? noe_random_below(&random, made.levels[part.level_count]) : 0;
    snprintf(part.rest, sizeof part.rest, "part %u", i);
    save(checkpoint, &part);
    if (noe_random_below(&random, 2)) {
      noe_checkpoint_close(checkpoint);
      checkpoint = expect(&part);
    }
  }
  noe_checkpoint_close(checkpoint);
  noe_checkpoint_close(expect(&part));
}

static void circumstances(void **state) {
  (void)state;
  struct noe_trouble trouble;
  struct made made = make(1, 2, 5, 0, 8);
  struct noe_checkpoint *checkpoint = begin(&made);
  save(checkpoint, &made);
  struct noe_circumstance other[] = {{"-D N", "4"}, {"--bound", "7"}, {"model", "abc"}, {"more", ""}};
  assert_false(noe_checkpoint_fits(checkpoint, other, 3, &trouble));
  assert_non_null(strstr(trouble.text, "a search with --bound=0, and this is one with --bound=7"));
  other[1] = (struct noe_circumstance){"--depth", "0"};
  assert_false(noe_checkpoint_fits(checkpoint, other, 3, &trouble));
  assert_non_null(strstr(trouble.text, "--depth"));
  assert_false(noe_checkpoint_fits(checkpoint, usual, 2, &trouble));
  other[1] = usual[1];
  assert_false(noe_checkpoint_fits(checkpoint, other, 4, &trouble));
  assert_true(noe_checkpoint_fits(checkpoint, other, 3, &trouble));
  noe_checkpoint_close(checkpoint);
}

/* Another attempt under other circumstances: the last checkpoint stays until the next. */
static void starting_over(void **state) {
  (void)state;
  struct made made = make(1, 3, 50, 9, 8), next = make(2, 2, 50, 4, 30);
  struct noe_checkpoint *checkpoint = begin(&made);
  save(checkpoint, &made);
  assert_true(noe_checkpoint_restart(checkpoint, usual, 3, 30));
  noe_checkpoint_close(checkpoint);
  checkpoint = expect(&made);
  assert_true(noe_checkpoint_restart(checkpoint, usual, 3, 30));
  save(checkpoint, &next);
  noe_checkpoint_close(checkpoint);
  noe_checkpoint_close(expect(&next));
}

static void stopped_loading(void **state) {
  (void)state;
  struct noe_trouble trouble;
  struct made made = make(4, 3, 50, 9, 8);
  struct noe_checkpoint *checkpoint = begin(&made);
  save(checkpoint, &made);
  noe_checkpoint_close(checkpoint);
  struct check check = {.made = &made, .stop_at = 20};
  struct noe_checkpoint_loader loader = {.context = &check, .state = check_state, .close_level = check_close};
  checkpoint = noe_checkpoint_resume(memory, directory, &trouble);
  assert_int_equal(noe_checkpoint_load(checkpoint, 8, &loader, &trouble), NOE_LOAD_STOPPED);
  assert_int_equal(check.next, 21);
  noe_checkpoint_close(checkpoint);
}

static void directories(void **state) {
  (void)state;
  struct noe_trouble trouble;
  struct made made = make(1, 2, 5, 0, 8);
  expect_trouble("there is no checkpoint in this directory");
  assert_null(noe_checkpoint_resume(memory, "/nonexistent/folder", &trouble));
  assert_non_null(strstr(trouble.text, "No such file"));
  assert_null(noe_checkpoint_begin(memory, "/dev/null", usual, 3, 8, &trouble));
  assert_non_null(strstr(trouble.text, "Not a directory"));
  assert_null(noe_checkpoint_begin(memory, "/nonexistent/folder", usual, 3, 8, &trouble));
  struct noe_checkpoint *checkpoint = begin(&made);
  expect_trouble("another noether is using this directory");
  save(checkpoint, &made);
  noe_checkpoint_close(checkpoint);
  assert_null(noe_checkpoint_begin(memory, directory, usual, 3, 8, &trouble));
  assert_non_null(strstr(trouble.text, "--resume goes on from it"));
}

/* ------------------------------------------------------------------ damage */

struct file {
  char path[160];
  uint8_t *bytes;
  size_t size;
};

static struct file read_file(const char *name) {
  struct file file;
  struct stat about;
  snprintf(file.path, sizeof file.path, "%s/%s", directory, name);
  assert_int_equal(stat(file.path, &about), 0);
  file.size = (size_t)about.st_size;
  file.bytes = malloc(file.size + 1);
  FILE *from = fopen(file.path, "rb");
  assert_int_equal(fread(file.bytes, 1, file.size, from), file.size);
  fclose(from);
  return file;
}

static void write_file(const struct file *file, size_t size) {
  FILE *to = fopen(file->path, "wb");
  assert_int_equal(fwrite(file->bytes, 1, size, to), size);
  fclose(to);
}

static bool count_state(void *context, uint64_t number, const uint8_t *key, uint32_t bytes, uint64_t parent) {
  volatile uint8_t seen = 0;
  for (uint32_t i = 0; i < bytes; i++)
    seen ^= key[i];
  (void)number;
  (void)parent;
  ++*(uint64_t *)context;
  return true;
}
static bool count_level(void *context) {
  (void)context;
  return true;
}

/* Does the checkpoint as it is now load? Not if it is refused with a reason. */
static bool loads(uint32_t most_bytes) {
  struct noe_trouble trouble = {.text = ""};
  uint64_t states = 0;
  struct noe_checkpoint_loader loader = {.context = &states, .state = count_state, .close_level = count_level};
  struct noe_checkpoint *checkpoint = noe_checkpoint_resume(memory, directory, &trouble);
  bool done = checkpoint && noe_checkpoint_fits(checkpoint, usual, 3, &trouble) &&
              noe_checkpoint_load(checkpoint, most_bytes, &loader, &trouble) == NOE_LOAD_DONE;
  noe_checkpoint_close(checkpoint);
  assert_true(done || strlen(trouble.text) > strlen(directory) + 10);
  return done;
}

static void damage(void **state) {
  (void)state;
  struct made made = make(5, 3, 9, 6, 8);
  struct noe_checkpoint *checkpoint = begin(&made);
  save(checkpoint, &made);
  noe_checkpoint_close(checkpoint);
  static const char *const names[] = {"head", "states.1", "open.1"};
  for (size_t n = 0; n < 3; n++) {
    struct file file = read_file(names[n]);
    assert_true(loads(8));
    for (size_t size = 0; size < file.size; size++) {
      write_file(&file, size);
      if (loads(8))
        fail_msg("%s cut off at %zu loads", names[n], size);
    }
    for (size_t bit = 0; bit < file.size * 8; bit++) {
      file.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
      write_file(&file, file.size);
      if (loads(8))
        fail_msg("%s with bit %zu flipped loads", names[n], bit);
      file.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    write_file(&file, file.size);
    unlink(file.path);
    assert_false(loads(8));
    write_file(&file, file.size);
    free(file.bytes);
  }
  assert_true(loads(8));
}

static void foreign(void **state) {
  (void)state;
  struct made made = make(5, 3, 9, 6, 8);
  struct noe_checkpoint *checkpoint = begin(&made);
  save(checkpoint, &made);
  noe_checkpoint_close(checkpoint);
  struct file head = read_file("head");
  head.bytes[8] = 77;
  write_file(&head, head.size);
  expect_trouble("format 77");
  head.bytes[0] = 'M';
  write_file(&head, head.size);
  expect_trouble("not that of a checkpoint");
  free(head.bytes);
}

/* A file of another checkpoint in the place of this one's, whole in itself. */
static void mixed(void **state) {
  (void)state;
  static const char *const names[] = {"states.1", "open.1"};
  struct made one = make(5, 3, 9, 6, 8), two = one;
  two.salt = 6;
  for (size_t n = 0; n < 2; n++) {
    struct noe_checkpoint *checkpoint = begin(&two);
    save(checkpoint, &two);
    noe_checkpoint_close(checkpoint);
    struct file other = read_file(names[n]);
    noe_checkpoint_remove(directory);
    checkpoint = begin(&one);
    save(checkpoint, &one);
    noe_checkpoint_close(checkpoint);
    write_file(&other, other.size);
    assert_false(loads(8));
    noe_checkpoint_remove(directory);
    free(other.bytes);
  }
}

/* Heads whose checksums are right and whose contents are not: one number too many, too
 * few, far out. Refused or read, but nobody falls over them. */
static void contradictions(void **state) {
  (void)state;
  struct made made = make(5, 3, 9, 6, 8);
  uint64_t closed = level_begin(&made, 3);
  for (uint32_t i = 0; i < 10; i++) {
    struct noe_trouble trouble;
    struct noe_checkpoint *checkpoint = begin(&made);
    struct noe_checkpoint_view view = view_of(&made);
    uint64_t levels[3] = {made.levels[0], made.levels[1], made.levels[2]}, written = closed, sequence = 1;
    struct noe_blocks open;
    save(checkpoint, &made);
    open = checkpoint->open;
    view.levels = levels;
    switch (i) {
    case 0: levels[1]++; break;
    case 1: levels[1]--; break;
    case 2: levels[1]--, levels[2]++; break; /* parents are in the wrong level then, or no */
    case 3: view.open++; break;
    case 4: view.open--; break;
    case 5: view.expanded = UINT64_MAX; break;
    case 6: view.expanded = closed + 1; break;
    case 7: view.level_count = 2; break;
    case 8: levels[0] = levels[1] = UINT64_MAX / 2, written = UINT64_MAX; break;
    case 9: sequence = 0; break;
    }
    assert_true(noe_checkpoint_head_write(checkpoint, &view, &checkpoint->states, &open, sequence, written, &trouble));
    noe_checkpoint_close(checkpoint);
    bool loaded = loads(8);
    assert_true(!loaded || i == 2);
    noe_checkpoint_remove(directory);
  }
}

/* -------------------------------------------------------------- interrupted */

/* Killed at any moment: what is there is one of the checkpoints that were saved. */
static void killed(void **state) {
  (void)state;
  struct made made = make(8, 30, 300, 0, 12);
  struct noe_random random = {21};
  for (uint32_t round = 0; round < 30; round++) {
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
      struct noe_memory *own = noe_base_memory_new(0);
      struct noe_trouble trouble;
      struct noe_checkpoint *checkpoint = noe_checkpoint_begin(own, directory, usual, 3, 12, &trouble);
      struct made part = made;
      for (uint64_t i = 1; checkpoint && i < made.level_count; i++) {
        part.level_count = i;
        part.open = made.levels[i] / 2;
        part.expanded = level_begin(&part, i - 1);
        snprintf(part.rest, sizeof part.rest, "%d", (int)i);
        struct noe_checkpoint_view view = view_of(&part);
        noe_checkpoint_save(checkpoint, &view, &trouble);
      }
      _exit(0);
    }
    usleep((useconds_t)noe_random_below(&random, 20000));
    kill(child, SIGKILL);
    int status;
    waitpid(child, &status, 0);
    struct noe_trouble trouble;
    struct noe_checkpoint *checkpoint = noe_checkpoint_resume(memory, directory, &trouble);
    if (checkpoint) {
      struct made part = made;
      const struct noe_checkpoint_view *kept = noe_checkpoint_kept(checkpoint);
      part.level_count = kept->level_count;
      part.open = made.levels[part.level_count] / 2;
      part.expanded = level_begin(&part, part.level_count - 1);
      snprintf(part.rest, sizeof part.rest, "%d", (int)part.level_count);
      noe_checkpoint_close(checkpoint);
      noe_checkpoint_close(expect(&part));
    } else {
      assert_non_null(strstr(trouble.text, "there is no checkpoint"));
    }
    noe_checkpoint_remove(directory);
  }
}

/* No more room, at any length: an error, and the last checkpoint is still there. */
static void disk_full(void **state) {
  (void)state;
  struct made made = make(8, 5, 3000, 100, 12), part = made;
  struct rlimit before, limit;
  part.level_count = 3;
  part.expanded = level_begin(&part, 2);
  signal(SIGXFSZ, SIG_IGN);
  getrlimit(RLIMIT_FSIZE, &before);
  uint32_t failures = 0;
  for (rlim_t size = 0; size < 40000; size += 997) {
    struct noe_checkpoint *checkpoint = begin(&made);
    save(checkpoint, &part);
    limit = before;
    limit.rlim_cur = size;
    setrlimit(RLIMIT_FSIZE, &limit);
    struct noe_trouble trouble;
    struct noe_checkpoint_view view = view_of(&made);
    bool saved = noe_checkpoint_save(checkpoint, &view, &trouble);
    setrlimit(RLIMIT_FSIZE, &before);
    failures += !saved;
    if (!saved)
      assert_non_null(strstr(trouble.text, "cannot write the checkpoint"));
    noe_checkpoint_close(checkpoint);
    checkpoint = expect(saved ? &made : &part);
    if (!saved) /* there is room again */
      save(checkpoint, &made);
    noe_checkpoint_close(checkpoint);
    noe_checkpoint_close(expect(&made));
    noe_checkpoint_remove(directory);
  }
  assert_true(failures > 3);
  signal(SIGXFSZ, SIG_DFL);
}

/* Every allocation fails in turn. */
static void out_of_memory(void **state) {
  (void)state;
  struct made made = make(5, 3, 90, 6, 8);
  struct noe_checkpoint_view view = view_of(&made);
  bool done = false;
  for (uint64_t nth = 1; !done; nth++) {
    struct noe_trouble trouble = {.text = ""};
    noe_base_memory_fail_at(memory, nth);
    struct noe_checkpoint *checkpoint = noe_checkpoint_begin(memory, directory, usual, 3, 8, &trouble);
    done = checkpoint && noe_checkpoint_save(checkpoint, &view, &trouble);
    noe_checkpoint_close(checkpoint);
    if (done)
      done = loads(8);
    else
      assert_true(trouble.is_memory);
    noe_base_memory_fail_at(memory, 0);
    noe_checkpoint_remove(directory);
    assert_true(nth < 100);
  }
}

int main(void) {
#define WITH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      WITH(round_trip),  WITH(growing),   WITH(circumstances), WITH(starting_over), WITH(stopped_loading),
      WITH(directories), WITH(damage),    WITH(foreign),       WITH(mixed),         WITH(contradictions),
      WITH(killed),      WITH(disk_full), WITH(out_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
