#include <dlfcn.h>
#include <string.h>

#include "cli/repl/libedit.h"

/* POSIX lets an object pointer of dlsym be copied into a function pointer. */
static bool find(void *library, const char *name, void *function, size_t size) {
	void *symbol = dlsym(library, name);
	memcpy(function, &symbol, size);
	return symbol != NULL;
}

bool libedit_find(struct libedit *libedit) {
	static const char *const names[] = { "libedit.so.2", "libedit.so.0", "libedit.so" };   /* Debian's, all others' */
	void *library = NULL;
	for (size_t i = 0; library == NULL && i < sizeof names / sizeof names[0]; i++) {
		library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	}
	return library != NULL
		&& find(library, "el_init", &libedit->init, sizeof libedit->init)
		&& find(library, "el_end", &libedit->end, sizeof libedit->end)
		&& find(library, "el_set", &libedit->set, sizeof libedit->set)
		&& find(library, "el_get", &libedit->get, sizeof libedit->get)
		&& find(library, "el_gets", &libedit->gets, sizeof libedit->gets)
		&& find(library, "el_line", &libedit->line, sizeof libedit->line)
		&& find(library, "el_insertstr", &libedit->insertstr, sizeof libedit->insertstr)
		&& find(library, "el_source", &libedit->source, sizeof libedit->source)
		&& find(library, "history_init", &libedit->history_init, sizeof libedit->history_init)
		&& find(library, "history_end", &libedit->history_end, sizeof libedit->history_end)
		&& find(library, "history", &libedit->history, sizeof libedit->history);
}
