/* What permutations of values do to states. */
#ifndef NOE_ADAPTIVE_IMAGES_H
#define NOE_ADAPTIVE_IMAGES_H

#include "detect/generators.h"

struct noe_images;

/* All products of the generators, or as many of them as fit; the identity is none. */
struct noe_images *noe_adaptive_images(struct noe_arena *arena, const struct noe_model *model,
                                       const struct noe_generators *generators);
uint32_t noe_adaptive_image_count(const struct noe_images *images);
/* The image of a state under one of them. */
void noe_adaptive_image(const struct noe_images *images, uint32_t number, const int64_t *from, int64_t *to);

#endif
