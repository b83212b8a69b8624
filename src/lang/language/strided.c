/*
 * Arrays of numpy, whose strides count bytes, and of torch, where they count elements: shape and strides as they are
 * printed,
 *
 *     shape=(4, 8), strides=(32, 2), offset=6, dtype=float16            {'shape': (4, 8), 'strides': (32, 2),
 * 'typestr': '<f2'}
 *     size=(4, 8), stride=(8, 1), storage_offset=3                      torch.as_strided(x, (4, 8), (8, 1), 3)
 *
 * or as expressions that make views: x = np.zeros((4, 8, 6), np.float16); x[:, ::2, 1:5].
 */
#include "lang/language/strided.h"

#include <inttypes.h>

enum field { FIELD_NONE, FIELD_SHAPE, FIELD_STRIDES, FIELD_STRIDES_BYTES, FIELD_OFFSET, FIELD_OFFSET_BYTES,
	FIELD_OFFSET_ELEMENTS,
	FIELD_TYPE, FIELD_BITS, FIELD_ITEM, FIELD_IGNORED };

/* The field that "term" is the name of: words of numpy, torch, DLPack and array interfaces. */
static enum field find_field(const struct term *term) {
	static const struct { const char *name; enum field field; } fields[] = {
		{ "shape", FIELD_SHAPE }, { "size", FIELD_SHAPE }, { "strides", FIELD_STRIDES }, { "stride", FIELD_STRIDES },
		{ "strides_bytes", FIELD_STRIDES_BYTES }, { "stride_bytes", FIELD_STRIDES_BYTES }, { "offset", FIELD_OFFSET },
		{ "storage_offset", FIELD_OFFSET }, { "offset_bytes", FIELD_OFFSET_BYTES }, { "offset_elements",
		FIELD_OFFSET_ELEMENTS },
		{ "dtype", FIELD_TYPE }, { "typestr", FIELD_TYPE }, { "dtype_bits", FIELD_BITS }, { "itemsize", FIELD_ITEM },
		{ "data", FIELD_IGNORED }, { "version", FIELD_IGNORED }, { "descr", FIELD_IGNORED },
		{ "device", FIELD_IGNORED },
		{ "lang", FIELD_IGNORED }, { "expr", FIELD_IGNORED }, { "buffer", FIELD_IGNORED },
	};
	struct str name = term->kind == TERM_NAME || term->kind == TERM_STRING ? term_last_name(term->text)
		: (struct str){ "", 0 };
	if (term->kind == TERM_CALL && term->count == 0) {
		name = term_last_name(term->text);
	}
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		if (str_is(name, fields[i].name)) {
			return fields[i].field;
		}
	}
	return FIELD_NONE;
}

/* What the fields of a description say. */
struct description {
	const struct term *shape;
	const struct term *strides;
	const struct term *offset;
	bool strides_are_bytes;
	enum field offset_kind;
};

/* Put "value" where a field of the description stands, which must not be there yet. */
static bool set_field(struct reader *reader, const struct term *item, const struct term *value,
	const struct term **field) {
	if (*field != NULL) {
		return reader_fault(reader, item->span, FAULT_SYNTAX, "this is given twice");
	}
	*field = value;
	return true;
}

/* The size of an element in units of "unit" bits, as another field may have said. */
static void take_bits(struct views *views, const struct term *value, int unit, struct view *view) {
	struct reader *reader = &views->reading->reader;
	int bits = (int)term_int(reader, value, 1, 128) * unit;
	if (!reader_failed(reader) && view->bits != 0 && view->bits != bits) {
		reader_fault(reader, value->span, FAULT_DOMAIN, "another field says that an element has %d bits", view->bits);
	}
	view->bits = bits;
	view->item = views->is_torch ? 1 : bits % 8 == 0 ? bits / 8 : 0;
}

/* The type of the elements, with as many bits as another field said. */
static void take_type(struct views *views, const struct term *value, struct view *view) {
	int bits = view->bits;
	if (view_take_type(views, value, view) && bits != 0 && bits != view->bits) {
		reader_fault(&views->reading->reader, value->span, FAULT_DOMAIN,
			"another field says that an element has %d bits", bits);
	}
}

/* The field that "item" is with its value, which "value" receives. */
static enum field take_pair(const struct term *item, const struct term **value) {
	bool is_pair = term_is_pair(item) || (item->kind == TERM_BINARY && item->op == OPERATOR_EQUAL);
	*value = is_pair ? &item->items[1] : item;
	return is_pair ? find_field(&item->items[0]) : FIELD_NONE;
}

/* Whether the text begins with a field, and says a shape or strides: a variable may have the name of another field. */
static bool is_description(const struct term *program) {
	const struct term *value;
	enum field first = program->count > 0 ? take_pair(&program->items[0], &value) : FIELD_NONE;
	if (first == FIELD_NONE || first == FIELD_IGNORED) {
		return false;
	}
	for (int i = 0; i < program->count; i++) {
		enum field field = take_pair(&program->items[i], &value);
		if (field == FIELD_SHAPE || field == FIELD_STRIDES || field == FIELD_STRIDES_BYTES) {
			return true;
		}
	}
	return false;
}

/* Take the fields, which all items of "list" are. */
static bool take_fields(struct views *views, const struct term *list, struct description *description,
	struct view *view) {
	struct reader *reader = &views->reading->reader;
	for (int i = 0; i < list->count && !reader_failed(reader); i++) {
		const struct term *item = &list->items[i];
		const struct term *value;
		enum field field = take_pair(item, &value);
		term_note_asked(item);
		switch (field) {
		case FIELD_SHAPE: set_field(reader, item, value, &description->shape); break;
		case FIELD_STRIDES:
		case FIELD_STRIDES_BYTES:
			set_field(reader, item, value, &description->strides);
			description->strides_are_bytes = field == FIELD_STRIDES_BYTES || !views->is_torch;
			break;
		case FIELD_OFFSET:
		case FIELD_OFFSET_BYTES:
		case FIELD_OFFSET_ELEMENTS:
			set_field(reader, item, value, &description->offset);
			description->offset_kind = field;
			break;
		case FIELD_TYPE: take_type(views, value, view); break;
		case FIELD_BITS:
		case FIELD_ITEM:
			take_bits(views, value, field == FIELD_ITEM ? 8 : 1, view);
			break;
		case FIELD_NONE:
			return reader_fault(reader, item->span, FAULT_NAME,
				"expected a field such as shape, strides, offset or dtype, with its value");
		default: break;
		}
	}
	return !reader_failed(reader);
}

/* Make a "what" that counts bytes count elements of "item" bytes. A fault where it is no number of them. */
static bool to_elements(struct reader *reader, struct span span, const char *what, int64_t item, int64_t *value) {
	if (*value % item != 0) {
		return reader_fault(reader, span, FAULT_DIVIDE, "the %s %" PRId64 " is no multiple of the %" PRId64 " bytes of "
			"an element", what, *value, item);
	}
	*value /= item;
	return true;
}

/* The same for all strides; that of an extent of 1 may be any number. */
static bool strides_to_elements(struct reader *reader, struct span span, int64_t item, struct view *view) {
	for (int d = 0; d < view->rank; d++) {
		if (view->shape[d] <= 1) {
			view->stride[d] /= item;
		} else if (!to_elements(reader, span, "stride", item, &view->stride[d])) {
			return false;
		}
	}
	return true;
}

/* Whether elements of "bits" bits are whole bytes, which "term" counts; a fault otherwise. */
static bool elements_are_bytes(struct reader *reader, const struct term *term, const char *counting, int bits) {
	if (bits == 0) {
		return reader_fault(reader, term->span, FAULT_SYNTAX, "%s bytes: give the element type as dtype=... or "
			"--dtype", counting);
	}
	return bits % 8 == 0 || reader_fault(reader, term->span, FAULT_DOMAIN,
		"%s bytes, and an element of %d bits is no number of them", counting, bits);
}

/* The view that a description is, in elements in torch and in bytes in numpy. */
static bool describe(struct views *views, struct span span, const struct description *description, struct view *view) {
	struct reader *reader = &views->reading->reader;
	int bits = view->bits != 0 ? view->bits : views->reading->options->bits;
	bool has_strides = description->strides != NULL && !term_is_name(description->strides, "None");
	if (view->item == 0 && views->is_torch) {
		view->item = 1;
	} else if (view->item == 0 && bits % 8 == 0) {
		view->item = bits / 8;
		view->bits = bits;
	}
	if (description->shape == NULL && !reading_need_shape(views->reading, span)) {
		return false;
	}
	view->rank = views->reading->options->rank;
	memcpy(view->shape, views->reading->options->shape, sizeof view->shape);
	if (description->shape != NULL) {
		view->rank = view_ints(reader, description->shape, view->shape);
	}
	if (reader_failed(reader) || !view_compact(reader, span, view, false)) {
		return false;
	}
	if (has_strides && view_ints(reader, description->strides, view->stride) != view->rank) {
		return reader_fault(reader, description->strides->span, FAULT_RANK,
			"expected %d strides, one for each dimension", view->rank);
	}
	if (has_strides && description->strides_are_bytes
		&& (!elements_are_bytes(reader, description->strides, "strides count", bits)
		|| (views->is_torch && !strides_to_elements(reader, description->strides->span, bits / 8, view)))) {
		return false;
	}
	if (description->offset != NULL) {
		bool in_elements = description->offset_kind == FIELD_OFFSET_ELEMENTS && !views->is_torch && view->item > 0;
		int64_t unit = in_elements ? view->item : 1;
		view->offset = unit * term_int(reader, description->offset, INT64_MIN / 4 / unit, INT64_MAX / 4 / unit);
	}
	if (!views->is_torch && description->offset_kind != FIELD_OFFSET_ELEMENTS && view->offset != 0 && bits % 8 != 0) {
		return elements_are_bytes(reader, description->offset, "the offset counts", bits);
	}
	if (views->is_torch && description->offset_kind == FIELD_OFFSET_BYTES && !reader_failed(reader)) {
		return elements_are_bytes(reader, description->offset, "the offset counts", bits)
			&& to_elements(reader, description->offset->span, "offset", bits / 8, &view->offset);
	}
	return !reader_failed(reader);
}

/* The view as offset + layout, in elements. */
static bool denote(struct views *views, struct span span, struct view *view, struct denotation *denotation) {
	struct reader *reader = &views->reading->reader;
	int64_t item = view->item > 0 ? view->item : 1;
	if (view->rank == 0) {
		view->rank = 1;
		view->shape[0] = 1;
		view->stride[0] = 0;
	}
	extents_product(reader, span, view->shape, view->rank, (int64_t)1 << 48);
	if (reader_failed(reader) || !strides_to_elements(reader, span, item, view)
		|| !to_elements(reader, span, "offset", item, &view->offset)) {
		return false;
	}
	struct layout layout = { tuple_from_ints(reader->al, view->shape, view->rank), tuple_from_ints(reader->al,
		view->stride, view->rank) };
	denotation_from_map(denotation, map_from_layout(layout), view->offset, view->shape, view->rank);
	denotation->bits = view->bits;
	denotation->units = views->is_torch ? "elements" : "elements; strides and offset were bytes";
	denotation->order = "coordinates in the order of the shape";
	return !reader_failed(reader);
}

/*
 * One description of an array by shape, strides and offset, or a program on arrays: "denotation" receives the view
 * that its last statement gives. "is_torch" tells whose rules hold where torch and numpy differ.
 */
static bool read(struct reading *reading, struct denotation *denotation, bool is_torch) {
	struct reader *reader = &reading->reader;
	const struct term *program = reading->program;
	struct views *views = arena_alloc(reader->al->arena, sizeof *views);
	struct description description = { 0 };
	struct view view = { 0 };
	views->reading = reading;
	views->is_torch = is_torch;
	const struct term *list = program->count == 1 && program->items[0].kind == TERM_LIST && program->items[0].bracket
		== '{'
		? &program->items[0] : program;
	bool good = list != program || is_description(list)
		? take_fields(views, list, &description, &view) && describe(views, program->span, &description, &view)
		: views_run(views, &view);
	return good && denote(views, program->span, &view, denotation);
}

static bool read_numpy(struct reading *reading, struct denotation *denotation) {
	return read(reading, denotation, false);
}

static bool read_torch(struct reading *reading, struct denotation *denotation) {
	return read(reading, denotation, true);
}

/* --- printing --- */

/* as_strided of numpy, with strides in bytes. Returns why there is none, or NULL. */
static const char *write_numpy(struct buf *out, struct reading *reading, const struct denotation *denotation) {
	int64_t strides[LANGUAGE_RANK];
	int bits = denotation->bits != 0 ? denotation->bits : reading->options->bits;
	if (denotation->kind != DENOTES_MEMORY || !denotation_strides(denotation, strides)) {
		return "numpy has one stride for each dimension";
	}
	if (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
		return bits == 0 ? "numpy counts bytes: give the element type as --dtype"
			: "numpy has elements of 8, 16, 32 and 64 bits";
	}
	for (int d = 0; d < denotation->rank; d++) {
		if (!checked_mul(strides[d], bits / 8, &strides[d])) {
			return "a stride in bytes does not fit 64 bits";
		}
	}
	int64_t offset;
	if (!checked_mul(denotation->offset, bits / 8, &offset)) {
		return "an offset in bytes does not fit 64 bits";
	}
	buf_put(out, "np.ndarray(shape=");
	put_ints(out, denotation->shape, denotation->rank, "()");
	buf_printf(out, ", dtype=np.%s%d, offset=%" PRId64 ", strides=", bits == 8 ? "int" : "float", bits, offset);
	put_ints(out, strides, denotation->rank, "()");
	buf_put_char(out, ')');
	return denotation->offset < 0 ? "an array begins at an offset of 0 or more" : NULL;
}

/* as_strided of torch, with strides in elements. Returns why there is none, or NULL. */
static const char *write_torch(struct buf *out, struct reading *reading, const struct denotation *denotation) {
	int64_t strides[LANGUAGE_RANK];
	(void)reading;
	if (denotation->kind != DENOTES_MEMORY || !denotation_strides(denotation, strides)) {
		return "torch has one stride for each dimension";
	}
	for (int d = 0; d < denotation->rank; d++) {
		if (strides[d] < 0) {
			return "torch has no negative strides";
		}
	}
	buf_put(out, "torch.as_strided(x, size=");
	put_ints(out, denotation->shape, denotation->rank, "()");
	buf_put(out, ", stride=");
	put_ints(out, strides, denotation->rank, "()");
	buf_printf(out, ", storage_offset=%" PRId64 ")", denotation->offset);
	return denotation->offset < 0 ? "an array begins at an offset of 0 or more" : NULL;
}

static bool recognises_numpy(struct str text) {
	return str_has(text, "strides") || str_has(text, "np.") || str_has(text, "numpy") || str_has(text, "typestr");
}

static bool recognises_torch(struct str text) {
	return str_has(text, "torch") || str_has(text, "storage_offset") || str_has(text, "stride=(") || str_has(text,
		".stride()")
		? !str_has(text, "make_layout") && !str_has(text, "strides") : false;
}

const struct language language_numpy = {
	.name = "numpy",
	.about = "shape, strides in bytes and views of numpy",
	.is_python = true,
	.recognises = recognises_numpy,
	.read = read_numpy,
	.write = write_numpy,
};

const struct language language_torch = {
	.name = "torch",
	.about = "size, stride, storage_offset and views of torch",
	.is_python = true,
	.recognises = recognises_torch,
	.read = read_torch,
	.write = write_torch,
};
