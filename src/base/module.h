/*
 * Modules: parts of the program that are shared libraries of our own, loaded when they are wanted, so that what they
 * need, Cairo or the CUDA runtime, costs nothing where it is not. In a static build they are linked in instead.
 */
#ifndef BASE_MODULE_H
#define BASE_MODULE_H

enum { MODULE_WHY_BYTES = 256 };

struct module_name {
	const char *file;       /* "cutelayout-paint.so" */
	const char *variable;   /* of the environment, which may say where it is: an absolute path */
	const char *symbol;     /* what the module offers: a struct whose first member is the version it was built with */
};

/*
 * What the module offers; or NULL, and in "why" one sentence, lower case, no full stop. It stays loaded: what it uses
 * may have left something behind that is called at the end of the program.
 */
const void *module_find(const struct module_name *name, char why[MODULE_WHY_BYTES]);

#endif
