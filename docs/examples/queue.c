/* A queue in a ring of SLOTS places, and a client that uses it at random. Every operation is logged as one line of
 * JSON, for `noether validate queue.log queue.m`; what is inside the queue is not.
 *
 *   cc -o queue queue.c && ./queue > queue.log
 *   ./queue --bug > bug.log         the ring wraps around one place too late
 */
#include <stdio.h>
#include <string.h>

enum { SLOTS = 4, OPERATIONS = 40 };

struct queue {
  int slots[SLOTS + 1]; /* the spare one is for the bug */
  int head, tail, count;
  int size; /* of the ring */
};

static void put(struct queue *queue, int value) {
  queue->slots[queue->tail] = value;
  queue->tail = (queue->tail + 1) % SLOTS;
  queue->count++;
  printf("{\"rule\": \"put\", \"arguments\": {\"v\": %d}, \"state\": {\"count\": %d}}\n", value, queue->count);
}

static void get(struct queue *queue) {
  int value = queue->slots[queue->head];
  queue->head = (queue->head + 1) % queue->size;
  queue->count--;
  printf("{\"rule\": \"get\", \"arguments\": {\"v\": %d}}\n", value);
}

/* The same numbers on every run. */
static unsigned next(unsigned *seed) {
  *seed = *seed * 1103515245u + 12345u;
  return *seed >> 16 & 0x7FFF;
}

int main(int argc, char **argv) {
  struct queue queue = {.size = argc > 1 && !strcmp(argv[1], "--bug") ? SLOTS + 1 : SLOTS};
  unsigned seed = 1;
  for (int i = 0; i < OPERATIONS; i++)
    if (queue.count == SLOTS || (queue.count && next(&seed) % 2))
      get(&queue);
    else
      put(&queue, (int)(next(&seed) % 3));
  return 0;
}
