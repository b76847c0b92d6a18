/* The figures of a search as bytes. A state is named by its number if its level is
 * closed, else by its key. What is read back is checked: a checkpoint that is whole may
 * still be of another build. */
#include "explicit/resume_int.h"

/* ----------------------------------------------------------------- writing */

struct pen {
  const struct noe_search *search;
  struct noe_bytes *bytes;
  uint64_t open; /* the least id of the open level */
};

static void put(struct pen *pen, uint64_t number) { noe_bytes_put_number(pen->bytes, number); }

enum { NOWHERE, NUMBERED, KEYED };

static void put_state(struct pen *pen, uint64_t id) {
  const struct noe_store *store = pen->search->store;
  if (id == NOE_NO_STATE) {
    put(pen, NOWHERE);
  } else if (id < pen->open) {
    put(pen, NUMBERED);
    put(pen, noe_store_number(store, id));
  } else if (noe_bytes_reserve(pen->bytes, 2 * NOE_NUMBER_BYTES + pen->search->system.keys.most_bytes)) {
    put(pen, KEYED);
    uint8_t *at = pen->bytes->at + pen->bytes->used, length[NOE_NUMBER_BYTES];
    uint32_t bytes = noe_store_read(store, id, at + NOE_NUMBER_BYTES);
    size_t taken = noe_bytes_of_number(bytes, length);
    memcpy(at, length, taken);
    memmove(at + taken, at + NOE_NUMBER_BYTES, bytes);
    pen->bytes->used += taken + bytes;
  }
}

static void put_instance(struct pen *pen, const struct noe_clause *clause, const int64_t *arguments) {
  put(pen, clause ? (uint64_t)clause->kind + 1 : 0);
  if (!clause)
    return;
  put(pen, clause->id);
  put(pen, arguments ? clause->parameter_count + 1u : 0);
  for (uint32_t i = 0; arguments && i < clause->parameter_count; i++)
    put(pen, (uint64_t)arguments[i]);
}

/* Where nothing has failed `at` means nothing. */
static void put_evidence(struct pen *pen, const struct noe_evidence *evidence, bool failed) {
  put_state(pen, failed ? evidence->at : NOE_NO_STATE);
  put_instance(pen, evidence->step, evidence->step_arguments);
  put(pen, evidence->after);
  put_instance(pen, evidence->failed, evidence->failed_arguments);
  put(pen, evidence->has_fault);
  if (!evidence->has_fault)
    return;
  put(pen, evidence->fault.code);
  put(pen, evidence->fault.place.line);
  put(pen, evidence->fault.place.column);
  put(pen, evidence->fault.message != NULL);
  if (evidence->fault.message)
    noe_bytes_put_text(pen->bytes, evidence->fault.message);
}

static void put_record(struct pen *pen, const struct noe_record *record) {
  put(pen, record->failed);
  put(pen, record->undecided);
  put(pen, record->order);
  put(pen, record->count);
  put_instance(pen, record->clause, record->arguments);
  put_evidence(pen, &record->first, record->failed);
}

static void put_records(struct pen *pen, const struct noe_records *records) {
  for (uint32_t i = 0; i < records->model->property_count; i++)
    put_record(pen, &records->claims[i]);
  put_record(pen, &records->deadlock);
  put(pen, records->faults.count);
  for (size_t i = 0; i < records->faults.count; i++)
    put_record(pen, &records->faults.items[i]);
  put(pen, records->failures);
}

/* What was noticed in the level that is not done yet, by each worker. */
static void put_parts(struct pen *pen) {
  const struct noe_search *search = pen->search;
  uint32_t count = search->keep->has_part;
  for (uint32_t i = 0; i < search->worker_count; i++)
    count += search->workers[i].ready;
  put(pen, count);
  if (search->keep->has_part)
    put_records(pen, &search->keep->part);
  for (uint32_t i = 0; i < search->worker_count; i++)
    if (search->workers[i].ready)
      put_records(pen, &search->workers[i].observer.records);
}

/* Sums of what the search has and what its workers have counted. */
static void put_counts(struct pen *pen) {
  const struct noe_search *search = pen->search;
  struct noe_counts sum = search->counts;
  for (uint32_t i = 0; i < search->worker_count; i++) {
    if (!search->workers[i].ready)
      continue;
    sum.expanded += search->workers[i].counts.expanded;
    sum.transitions += search->workers[i].counts.transitions;
    sum.rules_fired += search->workers[i].counts.rules_fired;
  }
  put(pen, search->depth);
  put(pen, sum.expanded);
  put(pen, sum.transitions);
  put(pen, sum.rules_fired);
  for (uint32_t k = 0; k < search->model->rule_count; k++) {
    uint64_t fired = search->counts.firings[k];
    for (uint32_t i = 0; i < search->worker_count; i++)
      fired += search->workers[i].ready ? search->workers[i].counts.firings[k] : 0;
    put(pen, fired);
  }
}

static void put_covers(struct pen *pen) {
  const struct noe_search *search = pen->search;
  for (uint32_t k = 0; k < search->model->property_count; k++) {
    uint64_t covered = search->covers[k];
    for (uint32_t i = 0; i < search->worker_count; i++)
      if (search->workers[i].ready)
        covered += noe_model_machine_covers(search->workers[i].view.machine)[k] - search->workers[i].recount[k];
    put(pen, covered);
  }
  for (uint32_t k = 0; k < search->model->witness_count; k++) {
    uint64_t seen = search->witnesses[k];
    for (uint32_t i = 0; i < search->worker_count; i++)
      if (search->workers[i].ready)
        seen += noe_model_machine_witnesses(search->workers[i].view.machine)[k];
    put(pen, seen);
  }
}

/* Each total on its own: adding them up would take memory that may not be there. There may be
 * sums besides (symmetry/orbit_sum.h). */
static void put_total(struct pen *pen, const struct noe_orbits *orbits) {
  for (uint32_t i = 0; orbits->sums && i < orbits->shape->sum->count; i++)
    put(pen, orbits->sums[i]);
  put(pen, orbits->total.count);
  for (size_t i = 0; i < orbits->total.count; i++)
    put(pen, orbits->total.digits[i]);
}

static void put_orbits(struct pen *pen) {
  const struct noe_search *search = pen->search;
  bool exact = search->referee.orbits.exact;
  uint32_t count = 1;
  for (uint32_t i = 0; i < search->worker_count; i++) {
    exact &= search->workers[i].view.orbits.exact;
    count += search->workers[i].ready;
  }
  put(pen, exact);
  put(pen, count);
  put_total(pen, &search->referee.orbits);
  for (uint32_t i = 0; i < search->worker_count; i++)
    if (search->workers[i].ready)
      put_total(pen, &search->workers[i].view.orbits);
}

/* A watched loop that depends on the order in this level; the search starts over when the
 * level is done. */
static void put_order(struct pen *pen) {
  uint64_t least = 0; /* 0: none, else 1 + the loop */
  for (uint32_t i = 0; i < pen->search->worker_count; i++) {
    const struct noe_worker *worker = &pen->search->workers[i];
    if (worker->observer.order && (!least || worker->observer.culprit + (uint64_t)1 < least))
      least = worker->observer.culprit + (uint64_t)1;
  }
  put(pen, least);
}

void noe_explicit_resume_put(const struct noe_search *search, struct noe_bytes *bytes) {
  struct pen pen = {.search = search, .bytes = bytes, .open = noe_store_next_open(search->store, 0)};
  put(&pen, search->keep->culprit_count);
  for (uint32_t i = 0; i < search->keep->culprit_count; i++)
    put(&pen, search->keep->culprits[i]);
  put_counts(&pen);
  put_covers(&pen);
  put_orbits(&pen);
  put_order(&pen);
  put_records(&pen, &search->records);
  put_parts(&pen);
}

/* ----------------------------------------------------------------- reading */

struct eye {
  struct noe_search *search;
  struct noe_bytes_reader *reader;
};

static uint64_t get(struct eye *eye) { return noe_bytes_get_number(eye->reader); }

/* A number that must be less than `limit`. */
static uint64_t get_below(struct eye *eye, uint64_t limit) {
  uint64_t number = get(eye);
  if (number < limit)
    return number;
  eye->reader->failed = true;
  return 0;
}

static uint64_t get_state(struct eye *eye) {
  const struct noe_store *store = eye->search->store;
  uint64_t closed = 0, id = NOE_NO_STATE;
  const struct noe_keeping *keep = eye->search->keep;
  switch (get_below(eye, KEYED + 1)) {
  case NOWHERE: return NOE_NO_STATE;
  case NUMBERED:
    for (uint64_t i = 0; i < keep->level_count; i++)
      closed += keep->levels[i];
    closed = get_below(eye, closed);
    return eye->reader->failed ? NOE_NO_STATE : noe_store_id(store, closed);
  default: break;
  }
  uint64_t bytes = get_below(eye, (uint64_t)eye->search->system.keys.most_bytes + 1);
  const uint8_t *key = noe_bytes_get(eye->reader, bytes);
  if (!key || !noe_store_find(store, key, (uint32_t)bytes, noe_store_hash_key(key, (uint32_t)bytes), &id))
    eye->reader->failed = true;
  return id;
}

static const struct noe_clause *get_clause(struct eye *eye) {
  const struct noe_model *model = eye->search->model;
  switch (get_below(eye, NOE_CLAUSE_PROPERTY + 2)) {
  case NOE_CLAUSE_START + 1: {
    uint64_t id = get_below(eye, model->start_count);
    return eye->reader->failed ? NULL : &model->starts[id];
  }
  case NOE_CLAUSE_RULE + 1: {
    uint64_t id = get_below(eye, model->rule_count);
    return eye->reader->failed ? NULL : &model->rules[id];
  }
  case NOE_CLAUSE_PROPERTY + 1: {
    uint64_t id = get_below(eye, model->property_count);
    return eye->reader->failed ? NULL : &model->properties[id];
  }
  default: return NULL;
  }
}

static const struct noe_clause *get_instance(struct eye *eye, const int64_t **arguments) {
  const struct noe_clause *clause = get_clause(eye);
  *arguments = NULL;
  if (!clause)
    return NULL;
  uint64_t count = get(eye);
  if (!count)
    return clause;
  if (count != clause->parameter_count + 1u) {
    eye->reader->failed = true;
    return clause;
  }
  int64_t *row = NOE_NEW_ARRAY(eye->search->task->arena, int64_t, clause->parameter_count);
  for (uint32_t i = 0; i < clause->parameter_count; i++)
    row[i] = (int64_t)get(eye);
  *arguments = row;
  return clause;
}

static const char *get_text(struct eye *eye) {
  uint64_t length = get(eye);
  const char *text = (const char *)noe_bytes_get(eye->reader, length);
  return text ? noe_base_arena_text(eye->search->task->arena, text, (size_t)length) : NULL;
}

static struct noe_evidence get_evidence(struct eye *eye) {
  struct noe_evidence evidence = {.at = get_state(eye)};
  evidence.step = get_instance(eye, &evidence.step_arguments);
  evidence.after = get_below(eye, 2);
  evidence.failed = get_instance(eye, &evidence.failed_arguments);
  evidence.has_fault = get_below(eye, 2);
  if (!evidence.has_fault)
    return evidence;
  evidence.fault.code = (enum noe_diagnostic_code)get_below(eye, NOE_DIAGNOSTIC_COUNT);
  evidence.fault.place.line = (uint32_t)get(eye);
  evidence.fault.place.column = (uint32_t)get(eye);
  if (get_below(eye, 2))
    evidence.fault.message = get_text(eye);
  return evidence;
}

/* Into a record that knows its kind and its clause. */
static void get_record(struct eye *eye, struct noe_record *record) {
  record->failed = get_below(eye, 2);
  record->undecided = get_below(eye, 2);
  record->order = get(eye);
  record->count = get(eye);
  if (get_instance(eye, &record->arguments) != record->clause)
    eye->reader->failed = true;
  record->first = get_evidence(eye);
}

static void get_records(struct eye *eye, struct noe_records *records) {
  for (uint32_t i = 0; i < records->model->property_count; i++)
    get_record(eye, &records->claims[i]);
  get_record(eye, &records->deadlock);
  for (uint64_t left = get(eye); left && !eye->reader->failed; left--) {
    struct noe_record fault = {.kind = NOE_FINDING_ASSERTION};
    get_record(eye, &fault);
    NOE_LIST_PUSH(records->arena, &records->faults, fault);
  }
  records->failures = get(eye);
}

/* Several parts become one. */
static void get_parts(struct eye *eye) {
  struct noe_search *search = eye->search;
  struct noe_memory *memory = search->task->memory;
  struct noe_arena *arena = search->task->arena;
  uint64_t count = get_below(eye, NOE_STORE_MOST_THREADS + 2);
  struct noe_records *rows[NOE_STORE_MOST_THREADS + 1];
  noe_verdict_records_init(&search->keep->part, memory, arena, search->model, 0);
  search->keep->part.store = search->store;
  search->keep->has_part = true;
  for (uint64_t i = 0; i < count; i++) {
    rows[i] = NOE_NEW(arena, struct noe_records);
    noe_verdict_records_init(rows[i], memory, arena, search->model, 0);
    noe_verdict_records_release(rows[i]);
    get_records(eye, rows[i]);
  }
  if (!eye->reader->failed)
    noe_verdict_records_merge(&search->keep->part, rows, (uint32_t)count);
  noe_verdict_records_release(&search->keep->part);
}

static void get_counts(struct eye *eye) {
  struct noe_search *search = eye->search;
  search->depth = (uint32_t)get(eye);
  search->counts.expanded = get(eye);
  search->counts.transitions = get(eye);
  search->counts.rules_fired = get(eye);
  for (uint32_t i = 0; i < search->model->rule_count; i++)
    search->counts.firings[i] = get(eye);
  for (uint32_t i = 0; i < search->model->property_count; i++)
    search->covers[i] = get(eye);
  for (uint32_t i = 0; i < search->model->witness_count; i++)
    search->witnesses[i] = get(eye);
}

static void get_total(struct eye *eye, struct noe_number *total) {
  struct noe_memory *memory = eye->search->task->memory;
  uint64_t count = get(eye);
  if (count > (uint64_t)(eye->reader->end - eye->reader->at)) { /* each digit takes a byte at least */
    eye->reader->failed = true;
    return;
  }
  struct noe_number number = {.digits = noe_base_alloc(memory, (count + 1) * sizeof *number.digits)};
  for (number.count = 0; number.count < count; number.count++)
    number.digits[number.count] = (uint32_t)get_below(eye, (uint64_t)1 << 32);
  if (count && !number.digits[count - 1])
    eye->reader->failed = true;
  if (!eye->reader->failed)
    noe_base_number_add(total, &number);
  noe_base_free(memory, number.digits);
}

static void get_sums(struct eye *eye, struct noe_orbits *orbits) {
  struct noe_memory *memory = eye->search->task->memory;
  const struct noe_orbit_sum *sum = orbits->shape->sum;
  uint64_t *row = noe_base_alloc(memory, sum->count * sizeof *row);
  for (uint32_t i = 0; i < sum->count; i++)
    row[i] = get_below(eye, sum->primes[i]);
  noe_symmetry_orbit_sum_join(sum, orbits->sums, row);
  noe_base_free(memory, row);
}

static void get_orbits(struct eye *eye) {
  struct noe_search *search = eye->search;
  search->referee.orbits.exact = get_below(eye, 2);
  for (uint64_t left = get(eye); left && !eye->reader->failed; left--) {
    if (search->referee.orbits.sums)
      get_sums(eye, &search->referee.orbits);
    get_total(eye, &search->referee.orbits.total);
  }
}

static void get_order(struct eye *eye) {
  uint64_t least = get_below(eye, (uint64_t)eye->search->model->loop_count + 1);
  struct noe_worker *chief = noe_explicit_worker_0(eye->search);
  chief->observer.order = least > 0;
  chief->observer.culprit = least ? (uint32_t)least - 1 : 0;
}

bool noe_explicit_resume_get_culprits(struct noe_search *search, struct noe_bytes_reader *reader) {
  struct eye eye = {.search = search, .reader = reader};
  for (uint64_t left = get(&eye); left && !reader->failed; left--) {
    uint64_t loop = get_below(&eye, search->model->loop_count);
    if (!reader->failed)
      noe_explicit_resume_culprit(search, (uint32_t)loop);
  }
  return !reader->failed;
}

bool noe_explicit_resume_get(struct noe_search *search, struct noe_bytes_reader *reader) {
  struct eye eye = {.search = search, .reader = reader};
  get_counts(&eye);
  get_orbits(&eye);
  get_order(&eye);
  get_records(&eye, &search->records);
  get_parts(&eye);
  return !reader->failed && reader->at == reader->end;
}
