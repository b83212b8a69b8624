/* libedit.h in a static build. */
#include "cli/repl/libedit.h"

bool libedit_find(struct libedit *libedit) {
	*libedit = (struct libedit){
		el_init, el_end, el_set, el_get, el_gets, el_line, el_insertstr, el_source, history_init, history_end, history,
	};
	return true;
}
