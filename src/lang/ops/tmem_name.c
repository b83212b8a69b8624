#include "lang/ops/tmem_name.h"

#include <string.h>

/* The digits of "name" at "*at", which moves behind them and the letters "unit" that follow. */
static int64_t read_number(struct str name, size_t *at, const char *unit) {
	int64_t number = 0;
	while (str_is_digit(name.data[*at])) {
		number = 10 * number + (name.data[(*at)++] - '0');
	}
	*at += strlen(unit);
	return number;
}

bool tmem_name_read(struct str name, struct tmem_name *read) {
	read->is_load = str_starts_with(name, "SM100_TMEM_LOAD_");
	if (!read->is_load && !str_starts_with(name, "SM100_TMEM_STORE_")) {
		return false;
	}
	size_t at = strlen("SM100_");
	while (!str_is_digit(name.data[at])) {
		at++;
	}
	read->lanes = read_number(name, &at, "dp");
	read->bits = read_number(name, &at, "b");
	read->repeats = read_number(name, &at, "x");
	read->packs = str_ends_with(name, "_16b");
	return true;
}
