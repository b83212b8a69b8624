#include "tool/catalog.h"

#include "lang/atoms.h"
#include "lang/notation/notation.h"
#include "lang/ops/operation.h"
#include "tool/figure.h"
#include "tool/json_members.h"

static void put_operation(struct buf *out, const struct operation *operation) {
	buf_put_char(out, '{');
	json_text(out, "name", operation->name);
	json_text(out, "parameters", operation->parameters);
	json_int(out, "least", operation->takes.least);
	json_int(out, "most", operation->takes.most);
	json_text(out, "meaning", operation->meaning);
	json_text(out, "example", operation->example);
	json_text(out, "result", operation->result);
	json_text(out, "source", operation->source);
	json_close(out, '}');
	buf_put_char(out, ',');
}

static void put_groups(struct buf *out) {
	int count;
	const struct operation_group *const *groups = operation_groups(&count);
	json_name(out, "groups");
	buf_put_char(out, '[');
	for (int i = 0; i < count; i++) {
		buf_put_char(out, '{');
		json_text(out, "title", groups[i]->title);
		json_name(out, "operations");
		buf_put_char(out, '[');
		for (int k = 0; k < groups[i]->count; k++) {
			put_operation(out, &groups[i]->operations[k]);
		}
		json_close(out, ']');
		buf_put(out, "},");
	}
	json_close(out, ']');
	buf_put_char(out, ',');
}

/* The names of a table of atoms. */
static void put_atoms(struct buf *out, const char *name, enum atom_table table) {
	struct atom_row row;
	size_t offset = 0;
	json_name(out, name);
	buf_put_char(out, '[');
	while (atoms_next(table, &offset, &row)) {
		buf_put_json(out, row.columns[0]);
		buf_put_char(out, ',');
	}
	json_close(out, ']');
	buf_put_char(out, ',');
}

void catalog_put(struct buf *out) {
	buf_put_char(out, '{');
	put_groups(out);
	json_name(out, "atoms");
	buf_put_char(out, '{');
	put_atoms(out, "mma", ATOMS_MMA);
	put_atoms(out, "copy", ATOMS_COPY);
	put_atoms(out, "smem", ATOMS_SMEM);
	json_close(out, '}');
	buf_put_char(out, ',');
	json_text(out, "kinds", picture_kind_words);
	json_text(out, "styles", LANG_NOTATION_WORDS);
	json_close(out, '}');
}
