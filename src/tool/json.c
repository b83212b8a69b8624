#include "tool/json.h"

#include "lang/notation/json.h"

/* A fault, its hint and its place. */
static void put_message(struct buf *out, const struct source *source, const struct message *message) {
	buf_printf(out, "{\"code\":\"%s\",\"text\":", fault_code_name(message->fault.code));
	buf_put_json(out, str_from(message->fault.text));
	if (message->fault.hint[0] != '\0') {
		buf_put(out, ",\"hint\":");
		buf_put_json(out, str_from(message->fault.hint));
	}
	if (source == NULL) {
		buf_put_char(out, '}');
		return;
	}
	struct position position = source_position(source, message->span.begin);
	buf_put(out, ",\"source\":");
	buf_put_json(out, str_from(source->name));
	buf_printf(out, ",\"line\":%d,\"column\":%d,\"begin\":%zu,\"end\":%zu}", position.line, position.column,
		message->span.begin, message->span.end);
}

/* The warnings that begin from "begin" to "end" of the program, as a key of an object, if there are any. */
static void put_warnings(struct buf *out, const struct evaluation *ev, size_t begin, size_t end) {
	bool any = false;
	for (int i = 0; i < ev->warning_count && i < WARNINGS_MAX; i++) {
		const struct message *warning = &ev->warnings[i];
		if (warning->span.begin >= begin && warning->span.begin <= end) {
			buf_put(out, any ? "," : ",\"warnings\":[");
			put_message(out, ev->source, warning);
			any = true;
		}
	}
	if (any) {
		buf_put_char(out, ']');
	}
}

void json_put_value(struct buf *out, struct evaluation *ev, int index, bool alone) {
	/* A comment right behind a statement, which reads as a division, is a part of it. */
	size_t begin = index > 0 && !alone ? ev->result_nodes[index - 1]->span.end + 1 : 0;
	size_t end = index + 1 < ev->result_count ? ev->result_nodes[index]->span.end : SIZE_MAX;
	print_json_begin(out);
	buf_put(out, "\"value\":");
	print_value_json(out, &ev->algebra, &ev->results[index]);
	put_warnings(out, ev, begin, end);
	buf_put_char(out, '}');
}

void json_put_failure(struct buf *out, const struct source *source, const struct message *message) {
	print_json_begin(out);
	buf_put(out, "\"error\":");
	put_message(out, source, message);
	buf_put_char(out, '}');
}

void json_put_error(struct buf *out, const struct evaluation *ev) {
	json_put_failure(out, ev->source, &ev->error);
}
