#include "cli/help/topics.h"

#include "cli/help/texts.h"

/* The length of the line at the front of "text", with its end. */
static size_t line_length(struct str text) {
	const char *end = text.length > 0 ? memchr(text.data, '\n', text.length) : NULL;
	return end != NULL ? (size_t)(end - text.data) + 1 : text.length;
}

static struct str skip(struct str text, size_t length) {
	return (struct str){ text.data + length, text.length - length };
}

bool topics_next(size_t *offset, struct topic *topic) {
	struct str rest = skip((struct str){ (const char *)help_topics, help_topics_size }, *offset);
	if (rest.length == 0) {
		return false;
	}
	size_t length = line_length(rest);
	topic->names = (struct str){ rest.data + 2, length - 3 };
	rest = skip(rest, length);
	topic->text = (struct str){ rest.data, 0 };
	while (rest.length > 0 && rest.data[0] != '=' && rest.data[0] != '+') {
		length = line_length(rest);
		topic->text.length += length;
		rest = skip(rest, length);
	}
	topic->operations = (struct str){ rest.data, 0 };
	while (rest.length > 0 && rest.data[0] != '=') {
		length = line_length(rest);
		topic->operations.length += length;
		rest = skip(rest, length);
	}
	*offset = help_topics_size - rest.length;
	return true;
}

struct str topics_take_word(struct str *list) {
	while (list->length > 0 && strchr(" \n+", list->data[0]) != NULL) {
		*list = skip(*list, 1);
	}
	struct str word = { list->data, 0 };
	while (word.length < list->length && strchr(" \n", list->data[word.length]) == NULL) {
		word.length++;
	}
	*list = skip(*list, word.length);
	return word;
}

bool topics_list_has(struct str list, struct str word) {
	for (struct str each = topics_take_word(&list); each.length > 0; each = topics_take_word(&list)) {
		if (each.length == word.length && str_distance(each, word) == 0) {
			return true;
		}
	}
	return false;
}

bool topics_find(struct str name, struct topic *topic) {
	size_t offset = 0;
	while (topics_next(&offset, topic)) {
		if (topics_list_has(topic->names, name)) {
			return true;
		}
	}
	return false;
}
