#include "base/limits.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 4352 };

static uint64_t least_known(uint64_t a, uint64_t b) { return !a ? b : !b ? a : a < b ? a : b; }

/* A file that holds one number; 0 if there is none, or the word `max`. */
static uint64_t read_number(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file)
    return 0;
  char text[64] = "";
  char *got = fgets(text, sizeof text, file);
  fclose(file);
  return got && text[0] >= '0' && text[0] <= '9' ? strtoull(text, NULL, 10) : 0;
}

static uint64_t machine_memory(const char *root) {
  char path[PATH_ROOM], line[256];
  unsigned long long kilobytes = 0;
  snprintf(path, sizeof path, "%s/proc/meminfo", root);
  FILE *file = fopen(path, "r");
  if (!file)
    return 0;
  while (fgets(line, sizeof line, file))
    if (sscanf(line, "MemTotal: %llu kB", &kilobytes) == 1)
      break;
  fclose(file);
  return (uint64_t)kilobytes * 1024;
}

/* The least limit on the way from a group up to the root of its hierarchy. Inside
 * a container the group's own path may not exist below the mount; the part of the
 * way that does exist still counts. Numbers near 2^63 are version 1's way to say
 * "no limit": being larger than any machine they never win. */
static uint64_t walk_up(const char *root, const char *mount, const char *group, const char *file) {
  char way[PATH_ROOM / 2], path[PATH_ROOM];
  uint64_t limit = 0;
  snprintf(way, sizeof way, "%s", group);
  for (;;) {
    snprintf(path, sizeof path, "%.1000s%s%s/%s", root, mount, strcmp(way, "/") ? way : "", file);
    limit = least_known(limit, read_number(path));
    char *slash = strrchr(way, '/');
    if (!slash)
      return limit;
    *slash = 0;
  }
}

static bool names_memory(const char *controllers) {
  for (const char *name = controllers; *name; name += strspn(name, ",")) {
    size_t length = strcspn(name, ",");
    if (length == 6 && !memcmp(name, "memory", 6))
      return true;
    name += length;
  }
  return false;
}

/* One line of /proc/self/cgroup: `number:controllers:path`; version 2 has number 0
 * and no controllers. */
static uint64_t group_limit(const char *root, char *line) {
  char *controllers = strchr(line, ':');
  char *group = controllers ? strchr(controllers + 1, ':') : NULL;
  if (!group)
    return 0;
  *controllers++ = 0;
  *group++ = 0;
  group[strcspn(group, "\n")] = 0;
  if (!*controllers && !strcmp(line, "0"))
    return least_known(walk_up(root, "/sys/fs/cgroup", group, "memory.max"),
                       walk_up(root, "/sys/fs/cgroup/unified", group, "memory.max"));
  if (names_memory(controllers))
    return walk_up(root, "/sys/fs/cgroup/memory", group, "memory.limit_in_bytes");
  return 0;
}

uint64_t noe_base_memory_allowed(const char *root) {
  char path[PATH_ROOM], line[PATH_ROOM / 2];
  uint64_t limit = machine_memory(root);
  snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
  FILE *file = fopen(path, "r");
  if (!file)
    return limit;
  while (fgets(line, sizeof line, file))
    limit = least_known(limit, group_limit(root, line));
  fclose(file);
  return limit;
}
