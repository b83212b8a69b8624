/*
 * A name is kept as the texts before and behind its N, with both operands K-major and of one type of those that are
 * alike: the names for other N, from whose layouts those for this one follow, are the same with another number.
 */
#include "lang/umma_name.h"

#include <stdio.h>
#include <string.h>

/* The number that "text" begins with and a comma or bracket ends; 0 for anything else, or above 256. */
static int read_field(const char *text) {
	int number = 0;
	while (*text >= '0' && *text <= '9' && number <= 256) {
		number = 10 * number + (*text - '0');
		text++;
	}
	return (*text == ',' || *text == '>') && number <= 256 ? number : 0;
}

/* Whether the instructions of "umma" have its N: multiples of 8, of 16 or of 32. */
static bool has_n(const struct umma_name *umma) {
	bool pair = strstr(umma->before, "_2x1SM_") != NULL;
	bool tensor_memory = strstr(umma->before, "_TS") != NULL;
	bool integers = strstr(umma->before, "_S8_") != NULL;
	int step = integers || (tensor_memory && umma->m == 128) ? 16 : 8;
	if (pair) {
		step = tensor_memory || integers ? 32 : 16;
	}
	return umma->n % step == 0 || (integers && !pair && umma->n == 8);
}

/* Put K in the place of each MN of "text", ",MN,K>". */
static void make_k_major(char *text) {
	for (char *at = text; (at = strstr(at, ",MN")) != NULL; at++) {
		if (at[3] == ',' || at[3] == '>') {
			at[1] = 'K';
			memmove(at + 2, at + 3, strlen(at + 3) + 1);
		}
	}
}

/* Put e4m3 in the place of the types of A and B of "text", ..._F8F6F4_SS<e2m1,e5m2,: layouts do not depend on them. */
static void make_e4m3(char *text) {
	static const char *const types[] = { "e2m1", "e2m3", "e3m2", "e5m2" };
	char *open = strstr(text, "F8F6F4_") != NULL && strstr(text, "SPARSE") == NULL ? strchr(text, '<') : NULL;
	for (size_t i = 0; open != NULL && i < 2; i++) {
		char *type = open + 1 + 5 * i; /* behind the bracket, and behind a type of four letters and a comma */
		for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
			if (strncmp(type, types[t], 4) == 0 && type[4] == ',') {
				memcpy(type, "e4m3", 4);
			}
		}
		if (strncmp(type, "e4m3,", 5) != 0) {
			return;
		}
	}
}

bool umma_name_read(struct str name, struct umma_name *umma) {
	if (!str_starts_with(name, "SM10") || name.length >= UMMA_PART_BYTES) {
		return false;
	}
	char text[UMMA_PART_BYTES];
	memcpy(text, name.data, name.length);
	text[name.length] = '\0';
	int last = 0;
	/* M and N are the first two numbers that follow one another. */
	for (char *at = text; *at != '\0'; at++) {
		if (*at != '<' && *at != ',') {
			continue;
		}
		int number = read_field(at + 1);
		if (number > 0 && last > 0) {
			umma->m = last;
			umma->n = number;
			snprintf(umma->behind, sizeof umma->behind, "%s", at + 1 + strcspn(at + 1, ",>"));
			at[1] = '\0';
			snprintf(umma->before, sizeof umma->before, "%s", text);
			make_k_major(umma->behind);
			make_e4m3(umma->before);
			return has_n(umma);
		}
		last = number;
	}
	return false;
}

void umma_name_for(const struct umma_name *umma, int n, char *out) {
	snprintf(out, UMMA_NAME_BYTES, "%s%d%s", umma->before, n, umma->behind);
}
