#include "algebra/layout.h"

struct tv_layout tv_layout_make(struct algebra *al, struct layout thr, struct layout val) {
	struct layout tile = layout_raked_product(al, thr, val);
	struct tuple extents = tuple_pair(al, layout_size(al, thr), layout_size(al, val));
	struct scope scope = operation_begin(al);
	struct layout layout = layout_with_shape(al, layout_right_inverse(al, tile), extents);
	operation_end(al, scope);
	return (struct tv_layout){ tuple_product_each(al, tile.shape), layout };
}
