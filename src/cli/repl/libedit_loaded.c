#include <dlfcn.h>
#include <string.h>

#include "cli/repl/libedit.h"

/* POSIX lets an object pointer of dlsym be copied into a function pointer. */
bool libedit_find(struct libedit *libedit) {
	static const char *const names[] = { "libedit.so.2", "libedit.so.0", "libedit.so", NULL };   /* Debian's, others' */
	const struct {
		const char *name;
		void *function;
	} wanted[] = {
		{ "el_init", &libedit->init },
		{ "el_end", &libedit->end },
		{ "el_set", &libedit->set },
		{ "el_get", &libedit->get },
		{ "el_gets", &libedit->gets },
		{ "el_line", &libedit->line },
		{ "el_insertstr", &libedit->insertstr },
		{ "el_source", &libedit->source },
		{ "history_init", &libedit->history_init },
		{ "history_end", &libedit->history_end },
		{ "history", &libedit->history },
	};
	void *library = NULL;
	for (const char *const *name = names; library == NULL && *name != NULL; name++) {
		library = dlopen(*name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	}
	bool found = library != NULL;
	for (size_t i = 0; found && i < sizeof wanted / sizeof wanted[0]; i++) {
		void *symbol = dlsym(library, wanted[i].name);
		memcpy(wanted[i].function, &symbol, sizeof symbol);
		found = symbol != NULL;
	}
	return found;
}
