#include "tool/figure.h"

#include "lang/kernel/kernel.h"
#include "lang/language/language.h"
#include "lang/tensor.h"

/* What stands above the picture if nothing else is wanted. */
static const char *usual_title(const struct subject *subject, const struct picture_kind *kind) {
	if (kind->title != NULL) {
		return kind->title(subject);
	}
	bool pair = value_is_tv_pair(&subject->value);
	return subject_text_of_value(subject->al, "", pair ? &subject->value.list.items[1] : &subject->value);
}

/* Fault if something is asked for that a picture of "kind" has no use for. */
static void check_request(const struct subject *subject, const struct picture_kind *kind) {
	if (subject->request->tile[0] > 0 && !kind->takes_tile) {
		algebra_fault(subject->al, FAULT_DOMAIN, "a picture of kind %s has no tile of its own to choose: --tile is for "
							 "layouts of threads and values, MMAs and matrix products",
			kind->name);
	} else if (subject->request->smem != NULL && !kind->takes_memory) {
		algebra_fault(subject->al, FAULT_DOMAIN, "a picture of kind %s accesses no memory: --smem is for "
							 "--kind=banks and --kind=film",
			kind->name);
	}
}

/*
 * Draw "subject" as "kind". Kinds of pictures evaluate parts of the program; its values are still those of the whole
 * afterwards.
 */
static void draw_kind(struct subject *subject, const struct picture_kind *kind) {
	struct algebra *al = subject->al;
	struct evaluation before = *subject->ev;
	if (!algebra_failed(al)) {
		kind->draw(subject);
	}
	subject->ev->results = before.results;
	subject->ev->result_nodes = before.result_nodes;
	subject->ev->result_count = before.result_count;
	if (!algebra_failed(al)) {
		figure_finish(subject->figure, al);
	}
	if (!algebra_failed(al) && figure_highlights_nothing(subject->figure)) {
		subject_warn(subject, FAULT_DOMAIN, "nothing in the picture is what --highlight asks for");
	}
}

bool draw_figure(struct evaluation *ev, const struct source *source, const struct draw_request *request,
	struct figure *figure) {
	if (!kernel_evaluate(ev, source)) {
		return false;
	}
	if (ev->result_count == 0) {
		fault_set(&ev->error.fault, FAULT_SYNTAX, 0, "expected an expression, saw the end of the program");
		ev->error.span = (struct span){ source->text.length, source->text.length };
		language_hint(source->text, &ev->error.fault);
		return false;
	}
	struct subject subject = {
		.ev = ev,
		.al = &ev->algebra,
		.source = source,
		.node = ev->result_nodes[ev->result_count - 1],
		.value = value_as_plain(&ev->algebra, &ev->results[ev->result_count - 1]),
		.request = request,
		.figure = figure,
	};
	struct span span = subject.node->span;
	if (!value_require_known(subject.al, &subject.value)) {
		ev->error = (struct message){ subject.al->fault, span };
		return false;
	}
	subject.node = subject.node->kind == NODE_BIND ? subject.node->first_child : subject.node;
	const struct picture_kind *kind = request->kind != NULL ? request->kind : picture_kind_for(&subject);
	subject.al->operand = 0;
	subject.al->steps = INT64_MAX;
	figure_init(figure, subject.al->arena, kind->name, &request->options);
	figure->title = request->options.title != NULL
		? figure_visible(subject.al->arena, request->options.title)
		: usual_title(&subject, kind);
	check_request(&subject, kind);
	draw_kind(&subject, kind);
	if (algebra_failed(subject.al)) {
		ev->error = (struct message){ subject.al->fault, span };
		return false;
	}
	return true;
}
