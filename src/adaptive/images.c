#include "adaptive/images.h"

#include <assert.h>
#include <string.h>

#include "model/access.h"
#include "model/pack.h"
#include "model/value.h"

/* Products that are made; and cells of states that are written down for all of them. */
enum { MOST_PRODUCTS = 5040, MOST_CELLS = 1 << 22 };

struct noe_images {
  struct noe_arena *arena;
  const struct noe_model *model;
  const struct noe_generators *generators;
  NOE_LIST(const uint32_t *) products; /* the identity first; images of points */
  const uint32_t **cells;              /* by product, by cell: where it goes */
};

/* ---------------------------------------------------------------- products */

static bool is_new(const struct noe_images *images, const uint32_t *product) {
  size_t bytes = images->generators->point_count * sizeof *product;
  for (size_t i = 0; i < images->products.count; i++)
    if (!memcmp(images->products.items[i], product, bytes))
      return false;
  return true;
}

static void add_products(struct noe_images *images, size_t most) {
  const struct noe_generators *generators = images->generators;
  for (size_t i = 0; i < images->products.count; i++)
    for (size_t g = 0; g < generators->images.count && images->products.count < most; g++) {
      uint32_t *product = NOE_NEW_ARRAY(images->arena, uint32_t, generators->point_count + 1);
      for (uint32_t k = 0; k < generators->point_count; k++)
        product[k] = generators->images.items[g][images->products.items[i][k]];
      assert(images->products.items[i][0] < generators->point_count && "products are permutations of the points");
      if (is_new(images, product))
        NOE_LIST_PUSH(images->arena, &images->products, product);
    }
}

/* ------------------------------------------------------------------ values */

static int64_t image_of(const struct noe_images *images, const uint32_t *product, const struct noe_type *type,
                        int64_t value) {
  uint32_t first = type ? noe_detect_first_point(images->generators, type) : images->generators->point_count;
  if (first == images->generators->point_count || value == NOE_UNDEFINED)
    return value;
  return type->low + (int64_t)product[first + (uint32_t)(value - type->low)] - (int64_t)first;
}

/* Where the cell goes: indices are values, too. */
static uint32_t image_of_cell(const struct noe_images *images, const uint32_t *product, uint32_t cell) {
  const struct noe_model *model = images->model;
  const struct noe_variable *variable = &model->variables[model->cells[cell].variable];
  const struct noe_type *type = variable->type;
  uint32_t offset = cell - variable->cell;
  int64_t at = cell;
  while (type && !noe_type_is_simple(type)) {
    const struct noe_type *outer = type;
    const struct noe_step step = noe_model_descend(&type, &offset);
    if (step.kind == NOE_STEP_INDEX)
      at += (image_of(images, product, outer->index, step.value) - step.value) * (int64_t)outer->stride;
  }
  assert(at >= variable->cell && at < (int64_t)variable->cell + variable->type->cells &&
         "a permutation of values moves a cell within its variable");
  return (uint32_t)at;
}

/* --------------------------------------------------------------------- all */

struct noe_images *noe_adaptive_images(struct noe_arena *arena, const struct noe_model *model,
                                       const struct noe_generators *generators) {
  struct noe_images *images = NOE_NEW(arena, struct noe_images);
  uint32_t *identity = NOE_NEW_ARRAY(arena, uint32_t, generators->point_count + 1);
  size_t most = MOST_CELLS / (model->cell_count + 1);
  *images = (struct noe_images){.arena = arena, .model = model, .generators = generators};
  for (uint32_t i = 0; i < generators->point_count; i++)
    identity[i] = i;
  NOE_LIST_PUSH(arena, &images->products, identity);
  add_products(images, most < MOST_PRODUCTS ? most : MOST_PRODUCTS);
  images->cells = NOE_NEW_ARRAY(arena, const uint32_t *, images->products.count);
  for (size_t i = 0; i < images->products.count; i++) {
    uint32_t *cells = NOE_NEW_ARRAY(arena, uint32_t, model->cell_count + 1);
    for (uint32_t k = 0; k < model->cell_count; k++)
      cells[k] = image_of_cell(images, images->products.items[i], k);
    images->cells[i] = cells;
  }
  return images;
}

uint32_t noe_adaptive_image_count(const struct noe_images *images) { return (uint32_t)images->products.count - 1; }

void noe_adaptive_image(const struct noe_images *images, uint32_t number, const int64_t *from, int64_t *to) {
  const struct noe_model *model = images->model;
  assert(number < noe_adaptive_image_count(images) && "one of the products");
  for (uint32_t i = 0; i < model->cell_count; i++)
    to[images->cells[number + 1][i]] =
        image_of(images, images->products.items[number + 1], model->cells[i].type, from[i]);
  noe_model_normalise(model, to);
}
