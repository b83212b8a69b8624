/*
 * The names that statements give another value, by their words and signs alone: name = ..., name += ..., ++name. What
 * is behind a "." or "->", or is pointed at, is no name of its own. C++ is in changes.c, Python in changes_python.c.
 */
#ifndef LANG_KERNEL_CHANGES_H
#define LANG_KERNEL_CHANGES_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/str.h"

/*
 * Of C++: the next "name" from "*at" on that is changed; "*at" moves behind it. False behind the last one. A name
 * with a type in front is a new one.
 */
bool changes_next(struct str text, size_t *at, struct str *name);

/* Of C++: the next "name" from "*at" on that has a type in front, as what is declared has, and perhaps others. */
bool changes_next_declared(struct str text, size_t *at, struct str *name);

/* A statement that changes one name by its own value: name += value, ++name, name--. */
struct step {
	struct str name;
	struct str sign;  /* of the operation: "+", "<<" */
	struct str value; /* "1" for ++ and -- */
};

/* Whether "text" is such a statement and nothing else, whose sign means the same for integers of our own language. */
bool changes_step(bool is_cpp, struct str text, struct step *step);

/* Names in an arena, which begin as { .arena = arena }. */
struct names {
	struct arena *arena;
	struct str *items;
	int count;
	int room;
};

void names_add(struct names *names, struct str name);

/* Whether "name" is one of "names". */
bool names_have(const struct names *names, struct str name);

/*
 * Of C++: the names that "text" lets others change: &name, swap(a, b), tie(a, b), get<0>(a) = ..., a.data() = ...,
 * in >> a, and the arguments of functions that are called one of "writers". One may be there twice.
 */
struct names changes_by_others(struct arena *arena, struct str text, const struct names *writers);

/* Of C++: those of them that "text" makes a pointer to: &name. */
struct names changes_pointed(struct arena *arena, struct str text);

/*
 * Of C++: the name of the variable that an expression is, or a part of: a, (a), get<0>(a), a.data(), a.b, move(a);
 * empty for what is a value of its own.
 */
struct str changes_referred(struct str text);

/* Of C++: the tensor whose pointer the statement "text" changes, name.data() = value; empty for other statements. */
struct str changes_pointer(struct str text);

/*
 * Of C++: the variables of which "text" declares references, auto& r = a, whose names are among "changed"; those of
 * which such a variable is a reference, too.
 */
struct names changes_by_references(struct str text, const struct names *changed);

/*
 * Of C++: whether "text", the body of a function, changes what is called "name": by itself, through others as in
 * changes_by_others, or through a reference.
 */
bool changes_name(struct str text, const struct names *writers, struct str name);

/*
 * Of Python: the names that a statement, or the head of a body without its ":", binds or unbinds. Of x[i] = y that is
 * x; of "def" and "class" the name, not those of parameters; and lists that calls in it change in their place. One may
 * be there twice.
 */
struct names changes_of_python(struct arena *arena, struct str text);

/*
 * Of Python: the attributes that a statement, or the head of a body, binds, unbinds or changes: "self.x" as it stands
 * there, of self.x = y, self.x[i] = y, t = self.x.pop(0), but not of self.x = None, which says that a value is to come;
 * ".x" of an object that is no single name: f().x = y, self.y.x = y.
 */
struct names changes_attributes(struct arena *arena, struct str text);

/*
 * Of Python: whether "text" changes attributes whose names are values, or makes a class of such: setattr(x, name, 4),
 * vars(self)[name] = 4, type(name, bases, {"x": 4}).
 */
bool changes_by_name(struct arena *arena, struct str text);

/* Of Python: the names of the parameters in the head of a function, def name(a, b: T = c, *d). */
struct names changes_parameters(struct arena *arena, struct str text);

/* Of Python: the names that a statement gives values, with the parameters of a function that it begins. */
struct names changes_bound(struct arena *arena, struct str text);

/* Of Python: the names behind "global" or "nonlocal", or in globals()["name"] = value; none of other statements. */
struct names changes_outside(struct arena *arena, struct str text);

/*
 * Of Python: whether a statement gives values to names that are values in it, or stand elsewhere: globals()[name] = 4,
 * exec(text), from module import *; or may let others do so, g = globals().
 */
bool changes_any(struct str text);

/* Of Python: the expressions in braces of the f-strings of "text", with their formats. */
struct names changes_fields(struct arena *arena, struct str text);

/* Of Python: the list that a statement changes in its place by name.append(value) and the like; empty for others. */
struct str changes_list(struct str text);

/*
 * Of Python: the names of what a statement changes in its place, whatever other names that has: by name.append(value)
 * and the like, wherever this stands in it, by name[i] = value, del name[i] and name += value.
 */
struct names changes_in_place(struct arena *arena, struct str text);

#endif
