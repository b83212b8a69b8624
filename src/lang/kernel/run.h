/*
 * A run of a source, for the files that read its statements: run.c has names and values, templates.c structures with
 * parameters, plain.c statements without bodies, shared.c variables that others change, types.c other names of types of
 * integers, directives.c and macros.c the preprocessor, kernel.c bodies, bodies.c and functions.c those in braces,
 * python.c those of Python, effects.c and escapes.c what its functions change, storage.c structures in shared memory.
 */
#ifndef LANG_KERNEL_RUN_H
#define LANG_KERNEL_RUN_H

#include "base/limits.h"
#include "lang/eval.h"
#include "lang/kernel/changes.h"
#include "lang/kernel/finding.h"
#include "lang/kernel/statements.h"

/* The limits of a source. What is beyond one of them is left out, and a finding says so. */
enum kernel_limit {
	KERNEL_STATEMENTS,
	KERNEL_PARAMETERS,
	KERNEL_INSTANCES,
	KERNEL_BODIES,
	KERNEL_CHANGES,
	KERNEL_DIRECTIVES,
	KERNEL_INTERRUPTIONS,
	KERNEL_MEMBERS,
	KERNEL_BRACKETS,
	KERNEL_TOLD,
	KERNEL_TYPES,
	KERNEL_MACROS,
};

enum macro_kind { MACRO_VALUE, MACRO_FUNCTION, MACRO_UNDEFINED };

/* A line of #define or #undef. */
struct macro {
	enum macro_kind kind;
	struct str name;
	struct str parameters; /* of a function: "a, b, ..." */
	struct str value;
	bool is_open; /* it is being put in the place of its name */
	struct macro *next;
};

/* A variable of C++ that is declared with a type of integers. */
struct typed_name {
	struct str name;
	struct str type;
	const struct typed_name *next;
};

/* A structure or an alias with parameters, which wait for their arguments. */
struct definition {
	struct str name;
	struct str parameters[LIMIT_KERNEL_PARAMETERS]; /* "int kBlockM", "typename T = half_t"; empty behind the last */
	int parameter_count;
	struct span head; /* what stands in front of its body, where its bases are */
	struct span body; /* of an alias: what it stands for */
	struct str space;        /* the namespaces and structures around it: "a::b::" */
	struct binding *outside; /* what was known where it stands */
	struct str special;      /* the arguments that it is a specialisation for; empty: for all */
	bool is_lost;            /* a specialisation was read over, so that what is meant is not known */
	bool is_alias;
	bool used;
	bool open;     /* its body is being run */
	bool is_early; /* it stands further below: seen only where the kernel looks ahead */
	struct definition *next;
};

/* A class of Python whose body is being run. */
struct python_class {
	struct str name;
	struct names changed;  /* attributes and names of its body, sorted, one as often as it is given a value */
	bool has_relatives;    /* classes that it is derived from, or that are derived from it */
	bool is_borrowed;      /* its functions may be given objects of other classes: K.f(x) */
	bool changes_lists;    /* its body does, or gives some away or other names */
	const struct binding *begin; /* the names of its body are those in front of this */
	const struct binding *told;  /* and known as attributes up to here, if that is still one of them */
};

/* What functions of Python do to values that are not their own. */
struct effects {
	struct names changed;  /* names that they say to be of outside, and change */
	struct names lists;    /* lists that they change in their place */
	struct names escaping; /* names that they give away */
};

/* A function of Python. */
struct python_function {
	struct str name;
	struct str head;
	struct str body;
	struct names given;    /* parameters that are lists which it changes in their place */
	struct names escaping; /* parameters that it gives away: if they are lists, anything may change them */
	struct names parts;    /* names that it gives parts of away, which may be parameters */
	bool is_compiled;      /* by the DSL, which makes integers that it is given known at run time only */
	bool is_decorated;     /* by others, which may call it */
	bool is_lazy;          /* a generator or coroutine: its body is run later than it is called */
	bool is_unseen;        /* it may be run from now on where nothing calls it by its name */
	struct effects outside;
	struct python_function *next; /* of those of which that was found just now */
	int mentions;          /* of its name outside of its head */
};

/* What an earlier reading of a source told: attribute "name" of the class, or parameter of the function, "owner". */
struct told {
	struct str owner;      /* its name, or its head, where it stands in the source */
	struct str name;
	struct value value;
	const struct told *next;
};

/* A source that is being run. Its texts are parts of "text", or copies in the arena of "ev". */
struct kernel {
	struct evaluation *ev;
	struct str text;
	char *bytes; /* of "text" in C++, of which what directives leave out becomes blank; NULL otherwise */
	struct findings *findings;
	struct definition *definitions;
	struct str space; /* the namespaces and structures that are open: "a::b::" */
	struct str scope; /* in front of names that are found: "Traits::" */
	struct str label; /* the name that is being declared, for what is made for it */
	struct str statement; /* that is being run, where limits are said */
	int8_t taken[LIMIT_KERNEL_DIRECTIVES]; /* of open #if: 1 this branch is taken, 0 a later one may be, -1 one was */
	int directives;
	struct names writers; /* functions that change integers which they are given */
	struct names holders; /* of C++: structures that have references as members */
	struct names changed_inside; /* of C++: names that bodies of functions change, their own ones, too */
	struct macro *macros; /* the last line first */
	const struct typed_name *variables; /* of C++: of no function, or of those that are open */
	bool is_cpp;
	bool looks_ahead; /* what is given for a parameter is being read, which may name structures that stand below it */
	struct binding *outside; /* of the class of Python whose body is being run, what its functions see */
	struct names changing; /* of Python: what the source gives more than one value, outside of functions */
	struct names around;   /* of Python: the same of the function around one in it, where that has some; sorted */
	struct names attributes; /* of Python: all attributes and names in bodies of classes, as in struct python_class */
	struct names foreign;    /* attributes of other objects than self, sorted */
	struct names shown;      /* and those that are read of other objects, or named by strings */
	bool has_other_bases;   /* and some that may be other names for classes of the source */
	struct names bases;      /* what classes are derived from, sorted */
	struct names classes;    /* of Python: their names, sorted */
	struct names borrowed;   /* where they stand with a method behind them, K.f, sorted by name */
	const struct import *imports; /* of Python: whose functions its names stand for */
	struct python_function *functions; /* of Python, sorted by name */
	int function_count;
	const struct binding *forgotten; /* what kernel_forget_all has forgotten last, and those behind it */
	struct effects effects;       /* of Python: of all functions of the source */
	struct effects unseen;        /* and of those that may be run from now on where nothing calls them */
	bool names_by_value;          /* of Python: any function may be called by a value */
	bool has_objects;             /* some were made, so that functions such as __len__ may be */
	struct names given_outside;   /* of Python: names that statements outside of functions give away */
	struct value *lists;          /* of Python: sequences that may be changed in their place */
	int list_count;
	int list_room;
	const struct told *told;  /* of Python, by the readings before this one */
	const struct told *tells; /* by this one, too: what it adds is in front of those */
	int tell_count;
	bool has_managers;       /* of Python: what "with" begins may be of the source, and hide what is raised */
	bool changes_by_name;    /* some attributes change whose names are values: none is known */
	struct storage *storages; /* of Python, the last first: storage.c */
	struct python_class *class; /* whose methods are being run; NULL: none */
	bool in_class;
	bool in_function; /* not in a structure in it */
	const struct binding *around_function; /* the bindings when the function that is run began */
	int unsure;            /* bodies around the statement of which is not known whether they are run */
	struct names redeclared; /* names of outside that members of the structure have, where they declare them */
	bool in_structure;     /* of C++: members are being declared */
	bool in_cute;          /* in the namespace whose functions the operations are */
	int bodies;     /* open ones */
	int changes;    /* of names, that were looked for */
	int references; /* that were bound */
	int statements; /* that were run */
	int members;    /* that were bound with the name of their structure */
	int instances;
};

/* --- names and values (run.c) --- */

/* Where "text" stands in the source; nowhere, if it is a copy. */
struct span kernel_span(const struct kernel *k, struct str text);

/* The same of what is shown; the statement that is being run, if "text" is a copy. */
struct span kernel_shown_span(const struct kernel *k, struct str text);

/* The "length" bytes at "text" in the arena, with a NUL behind them. */
struct str kernel_copy(struct kernel *k, const char *text, size_t length);

/* "a", "between" and "b" as one text. */
struct str kernel_join(struct kernel *k, struct str a, const char *between, struct str b);

/* The namespaces and structures "space", with "name" in them as one more: "a::b::"; without a name "space" itself. */
struct str kernel_space_in(struct kernel *k, struct str space, struct str name);

/* "text" with blanks in the place of each backslash at the end of a line, and of that end. */
struct str kernel_join_lines(struct kernel *k, struct str text);

/* Add that "text", which would have been "name", is left out because it is about other things. */
void kernel_leave_out(struct kernel *k, struct str text, struct str name);

/* Add that the statement that is being run goes beyond "limit", unless that is what was added last. */
void kernel_exceed(struct kernel *k, enum kernel_limit limit);

/* Count one name more that is bound behind that of a structure or namespace. Returns false where these are too many. */
bool kernel_has_room(struct kernel *k);

/* Evaluate "text", whose value "value" receives. Returns false after a fault, which is in the evaluation. */
bool kernel_value(struct kernel *k, struct str text, struct value *value);

/* Whether "value" is true as a condition of C++ is; not known of what is neither a truth value nor a known number. */
enum answer kernel_truth(const struct value *value);

/* "value" as an int of C++ holds it: an integer is known at run time only. */
struct value kernel_as_int(struct value value);

/* What "name" means is not known from now on. */
void kernel_poison(struct kernel *k, struct str name);

/* What "name" means is an integer that is known at run time only. */
void kernel_bind_unknown(struct kernel *k, struct str name);

/*
 * Bind "name" to what "text" is: the members of a structure, or a value. Where nothing else is being declared, what is
 * made for it has its name. Returns false if neither is known.
 */
bool kernel_bind_type(struct kernel *k, struct str name, struct str text);

/*
 * Bind the parameter "name" to what the user gave it, which in C++ is known at run time only where "is_integer" says
 * that the parameter is an integer. Returns false if nothing was given.
 */
bool kernel_bind_given(struct kernel *k, struct str name, bool is_integer);

/* Bind each name whose expression waited for the language of the text, in the order in which they were given. */
void kernel_bind_given_texts(struct kernel *k);

/* The same as kernel_bind_given of an attribute, self.x; false for any other name. */
bool kernel_bind_given_attribute(struct kernel *k, struct str name);

/* What "name" means is a pointer: nothing is known of it but that elements are counted from it. */
void kernel_bind_place(struct kernel *k, struct str name);

/* What "name" means owns memory: nothing is known of it but that name.data() is a pointer. */
void kernel_bind_container(struct kernel *k, struct str name);

/* Whether "name" is bound to an integer that counts something, not to a pointer. */
bool kernel_is_count(const struct kernel *k, struct str name);

/* Count one change of a name more. Returns false where these are too many. */
bool kernel_count_change(struct kernel *k);

/*
 * "name" is not known from now on, but if it is an integer of C++ that it is one, which it stays; nothing is known of
 * pointers anyway. The same is true of what it refers to, and of all that refers to that.
 */
void kernel_forget_name(struct kernel *k, struct str name);

/* Of C++: "name" is not known from now on, and nothing is that it is given: others change it unseen. */
void kernel_share_name(struct kernel *k, struct str name);

/*
 * Of Python: the list "name" is changed in its place, so that no name is known from now on that it, or what has it in
 * it, is bound to. Other values are not.
 */
void kernel_forget_list(struct kernel *k, struct str name);

/* The same of each of "names". */
void kernel_forget_each_list(struct kernel *k, const struct names *names);

/* Of Python: the lists that are "value", or that it has in it, are not known from now on. */
void kernel_forget_lists_of(struct kernel *k, const struct value *value);

/* Of Python: the same of each list that the statement "text", or the head of a body, changes in its place. */
void kernel_forget_lists(struct kernel *k, struct str text);

/* Of Python: what the class "name" has, name.x, is not known from now on. */
void kernel_forget_members(struct kernel *k, struct str name);

/* No name is known from now on, but those that the user has given. */
void kernel_forget_all(struct kernel *k);

/* The tensor "name" has another pointer from now on: its layout is kept, but not where it begins. */
void kernel_move_tensor(struct kernel *k, struct str name);

/* Of the other names of what "name" is or refers to: they are not known from now on. */
void kernel_forget_references(struct kernel *k, struct str name);

/* "name" was given another value since the bindings were "before": it stays the reference that it was. */
void kernel_change(struct kernel *k, struct str name, const struct binding *before);

/* "name", bound since the bindings were "before", is a reference of "value", if that is a variable or a part of one. */
void kernel_refer(struct kernel *k, struct str name, struct str value, const struct binding *before);

/* The names that statements change are not known from now on: they are run under a condition, or again and again. */
void kernel_forget(struct kernel *k, struct str text);

/* Of C++: the same of a text without macros. */
void kernel_forget_plain(struct kernel *k, struct str text);

/* Of Python: as kernel_forget, without the names that were bound since the bindings were "before". */
void kernel_forget_others(struct kernel *k, const struct binding *before, struct str text);

/*
 * Leave a body that began with the bindings "before": those of its own names go. Names of outside that it changed have
 * their values from then on if the body was "surely" run, once; else they are not known.
 */
void kernel_leave(struct kernel *k, struct binding *before, bool surely);

/* The name behind "prefix::" in the name of "binding"; empty for other bindings. */
struct str kernel_member_of(const struct binding *binding, struct str prefix);

/* "name" is declared anew as "value": the members of what it was before are not known. */
void kernel_hide_members(struct kernel *k, struct str name, struct str value);

/* Bind the members of "from" as members of "to", without a scope where that is empty. Returns whether there are any. */
bool kernel_bind_members(struct kernel *k, struct str from, struct str to);

/* The same without a scope, but of the names that the function declares, which hide those of a namespace it uses. */
void kernel_use_members(struct kernel *k, struct str from);

/* --- integers (literals.c) --- */

/* "text" of C++ with octal and binary integers, those with separators and characters in decimal digits. */
struct str kernel_plain_literals(struct kernel *k, struct str text);

/*
 * Of how many bits the integers without a sign are that "text" of C++ computes with: 0 if all have one, 64, or 32 if
 * there are such. Names of what has no type that is known may be of any, but are not "surely".
 */
int kernel_unsigned_bits(const struct kernel *k, struct str text, bool surely);

/* Whether "text" of C++ computes with integers of 64 bits, or with some without a sign. */
bool kernel_may_be_wide(const struct kernel *k, struct str text);

/* --- types of integers (types.c) --- */

/* Whether "text" of C++ is several words that make a type of integers; "*value" receives it as one: "uint8_t". */
bool kernel_integer_type(struct str text, struct value *value);

/*
 * "text" of C++ with what names of types of integers in it stand for, which using, typedef or a template gave them:
 * behind using Byte = unsigned char, Byte n is uint8_t n. Macros are replaced, too.
 */
struct str kernel_plain_types(struct kernel *k, struct str text);

/*
 * The same of the type that a variable with a value is declared with, where decltype(n) and traits, conditional_t<...>,
 * are what they mean. One that is not known, which may be any, is decltype().
 */
struct str kernel_declared_type(struct kernel *k, struct str text);

/* Whether "type" is one of those. */
bool kernel_is_open_type(struct str type);

/* Keep that "name" of C++ is declared with "type", if that is one of integers. */
void kernel_keep_variable(struct kernel *k, struct str name, struct str type);

/* Keep that "name" of C++ is declared with the type of "value", if that is said to be of integers, or its sign is. */
void kernel_keep_deduced(struct kernel *k, struct str name, struct str value);

/* --- structures with parameters (templates.c) --- */

/* The last name in "text" in front of "=" or its end: what a parameter declares. */
struct str kernel_parameter(struct str text);

/* What stands in front of "name" in "text", which declares it; empty if no name is declared. */
struct str kernel_parameter_type(struct str text, struct str name);

/*
 * Split "text" at its commas outside of brackets into at most LIMIT_KERNEL_PARAMETERS "parts"; a finding says where it
 * has more. Returns their number.
 */
int kernel_split(struct kernel *k, struct str text, struct str *parts);

/* What a parameter of a template is by default, empty if there is nothing. */
struct str kernel_default(struct str parameter);

/*
 * Run the body of "definition", a member of "owner" if that is not empty, with the "count" arguments "given". Returns
 * the name whose members are what it binds, or which an alias is bound to.
 */
struct str kernel_instantiate(struct kernel *k, struct definition *definition, struct str owner,
		const struct str *given, int count);

/*
 * "definition", or the specialisation of it that the "*count" arguments "given" mean; they become those of that. NULL
 * if it is not known which is meant (special.c).
 */
struct definition *kernel_choose(struct kernel *k, struct definition *definition, struct str *given, int *count);

/* What was bound since "start" is bound as members of "name", in place of the bindings "before". */
void kernel_leave_as_members(struct kernel *k, struct str name, struct binding *before, const struct binding *start);

/* Run the body of a structure. What it binds is bound as members of "name". */
void kernel_run_structure(struct kernel *k, struct str name, struct str head, struct span body);

/*
 * Where the user gave a parameter what only the source can tell, find the structures with parameters that it has
 * outside of bodies, as kernels often stand in front of their traits.
 */
void kernel_look_ahead(struct kernel *k);

/*
 * "text" with each structure that is given arguments, Traits<64,128>, replaced by the name of its members, and each
 * alias by the name that it is bound to. The words "typename" in front and "template" behind a "::" are left out.
 */
struct str kernel_expand(struct kernel *k, struct str text);

/* "text", a type or the name of one, without a "typename" in front. */
struct str kernel_skip_typename(struct str text);

/* What stands in front of a body, or of the value of a template. */
struct head {
	struct str text;       /* behind "template <...>" */
	struct str parameters; /* of the template, empty if there are none */
};

struct head kernel_head(struct str text);

/* Keep "template <...> using name = type", or a variable, for the arguments to come. Returns whether "text" is one. */
bool kernel_keep_alias(struct kernel *k, struct str text);

/* --- what a reading of Python tells the next (told.c) --- */

/* Find the functions of the source, before it is run. */
void kernel_find_functions(struct kernel *k);

/* The first of the functions called "name", which stand beside each other; NULL if there is none. */
struct python_function *kernel_first_function(const struct kernel *k, struct str name);

/* Whether objects call the function "name" where nothing names it: __len__, __init__. */
bool kernel_is_special(struct str name);

/* Whether "text" may have functions by what its strings say, eval("f(4)"), and by any value: getattr(x, name). */
bool kernel_names_by_string(struct str text);
bool kernel_names_by_value(struct kernel *k, struct str text);

/* What was told of "name" of "owner", or NULL. */
const struct told *kernel_told(const struct kernel *k, struct str owner, struct str name);

/* Tell the next reading that "name" of "owner" is "value", if that is known; a finding says where that is too much. */
void kernel_tell(struct kernel *k, struct str owner, struct str name, struct value value);

/*
 * Where the statement "text" is a call, or gives its value to names, of a function that nothing else in the source
 * names: tell what the parameters are.
 */
void kernel_tell_call(struct kernel *k, struct str text);

/* --- what functions of Python change (effects.c) --- */

/* Find what the functions of the source change that is not their own, before it is run. */
void kernel_find_effects(struct kernel *k);

/* No function may be run yet where nothing calls it, but those that have decorators. */
void kernel_begin_effects(struct kernel *k);

/* What functions change that "text", a statement or the head of a body, calls or names is not known any more. */
void kernel_run_effects(struct kernel *k, struct str text);

/* --- where lists of Python go (escapes.c) --- */

/*
 * Add the names that the statement "text" gives away, or other names for, to "names": perhaps they are lists; and those
 * of whose parts it does to "parts", and attributes of self that it gives other names to "attributes", unless these
 * are NULL.
 */
void kernel_find_escapes(struct kernel *k, struct str text, struct names *names, struct names *parts,
	struct names *attributes);

/* The lists that the value of "name" has in it are not known from now on. */
void kernel_forget_parts_of(struct kernel *k, struct str name);

/* Values in a statement, or the head of a body. */
struct escaped {
	struct value *values; /* in the order of the counts: */
	int given;       /* something has it that is not known */
	int given_parts; /* the same of what it has in it */
	int aliased;     /* it is the value that names are given, or a part of that */
	int parts;       /* the same of what it has in it */
};

struct escaped kernel_escaped(const struct kernel *k, struct str text);

/* Behind the statement "text": lists among "escaped" are not known any more, but those that only known values have. */
void kernel_forget_escaped(struct kernel *k, struct str text, const struct escaped *escaped);

/* The lists that statements of "body" give away, or give other names, are not known from now on. */
void kernel_forget_escaping(struct kernel *k, struct str body);

/* Keep the values of what the statement "text" gives values as lists, if it makes some. */
void kernel_keep_lists(struct kernel *k, struct str text);

/* The same of "value", which the expression "text" has. */
void kernel_keep_made_lists(struct kernel *k, struct str text, const struct value *value);

/* Whether "value" is a list that was kept, or has one in it. */
bool kernel_has_lists(const struct kernel *k, const struct value *value);

/* The lists that "names" are bound to, or that their values have in them, are not known from now on. Tuples are. */
void kernel_forget_lists_among(struct kernel *k, const struct names *names);

/* --- imports of Python (imported.c) --- */

/* Find what the source imports; helpers that it has from elsewhere than CUTLASS are not known. */
void kernel_find_imports(struct kernel *k);

/* --- structures in shared memory (storage.c) --- */

/*
 * Keep what the class "name" of Python says to lie in memory if its "body" has a MemRange and types of names alone,
 * which are evaluated here. Returns whether it is one.
 */
bool kernel_keep_storage(struct kernel *k, struct str name, struct str body);

/*
 * Bind name.member to the pointer of each range of the structure that "value", smem.allocate(S), allocates, where that
 * is known. Returns false if it is none.
 */
bool kernel_bind_storage(struct kernel *k, struct str name, struct str value);

/* --- bodies of Python (python.c) --- */

/* Find what a source of Python gives more than one value, before it is run. */
void kernel_find_changing(struct kernel *k);

/*
 * Whether "name", self.x in a method, has one value wherever it has one: the source gives it a value once, that of
 * None aside, and nothing else changes it.
 */
bool kernel_keeps_attribute(const struct kernel *k, struct str name);

/* Whether the source has a class called "name". */
bool kernel_has_class(const struct kernel *k, struct str name);

/* Run the body behind "head", as Python does; its names are those of a function or class, or of what it stands in. */
void kernel_run_indented(struct kernel *k, struct statements *statements, struct str head);

/* --- variables that others change unseen (shared.c) --- */

/* Find what functions of a source of C++ change, and the structures that keep references, before it is run. */
void kernel_find_shared(struct kernel *k);

/* What the statement "text" makes pointers to, and what lambdas in it change, is not known from now on, for ever. */
void kernel_share(struct kernel *k, struct str text);

/* Keep that the function "name" takes or returns structures that keep references, if its "head" has one: put({ n }). */
void kernel_find_taker(struct kernel *k, struct str name, struct str head);

/* The same of what structures that keep references are given in it, or of all names in it. */
void kernel_share_kept(struct kernel *k, struct str text);
void kernel_share_all(struct kernel *k, struct str text);

/* The same of what the function with this head and body changes of what is known in front of it. */
void kernel_share_changed(struct kernel *k, struct str head, struct str body);

/* --- macros (macros.c) --- */

bool kernel_is_defined(const struct kernel *k, struct str name);

/*
 * #define "rest": NAME value, or NAME(parameters) value. A value of its own is that of the name as well, for what is
 * read later.
 */
void kernel_define(struct kernel *k, struct str rest);

/* #undef "rest": the name that it begins with is no macro from now on, and no value. */
void kernel_undefine(struct kernel *k, struct str rest);

/* "text" with what macros stand for in their places; "text" itself where there are none. */
struct str kernel_replace_macros(struct kernel *k, struct str text);

/* The same of a statement, or of what stands in front of a body, that begins with a macro that has arguments. */
struct str kernel_replace_head(struct kernel *k, struct str text);

/* Run what the statement "text" stands for, if it is a call of a macro, or one alone. Returns whether it is. */
bool kernel_run_macro(struct kernel *k, struct str text);

/* What the macros in "text" change is not known from now on. */
void kernel_forget_in_macros(struct kernel *k, struct str text);

/* --- statements (plain.c, directives.c, kernel.c) --- */

/* "text" behind what may stand in front of a statement: macros, "public:". */
struct str kernel_skip_prefixes(struct str text);

/* One statement without a body. */
void kernel_run_plain(struct kernel *k, struct str text);

/* Whether statements here are in a branch of "#if" that is not taken. */
bool kernel_leaves_out(const struct kernel *k);

/* #define NAME value: what it stands for is known if it is a value of its own. */
void kernel_run_directive(struct kernel *k, struct str text);

/* Whether the text is C++ and a line between "begin" and "end" begins with a directive, but that of "begin". */
bool kernel_has_directives_within(const struct kernel *k, size_t begin, size_t end);

/*
 * Run the directives in lines between "begin" and "end" of a source of C++, and those behind "end" up to one behind
 * which nothing is left out any more. They become blank, and what they leave out.
 */
void kernel_run_directives_within(struct kernel *k, size_t begin, size_t end);

/* The branches of an "if" so far. */
struct branches {
	enum answer taken; /* whether one of them was */
	struct names declared; /* what their heads so far declare: if (auto n = 3; auto m = x) */
};

/*
 * What stands in front of "{" and the body behind it (bodies.c): structures, branches and functions are run in scopes
 * of their own, and what defines no values is skipped.
 */
void kernel_open(struct kernel *k, struct statements *statements, struct str text, struct branches *branches);

/* The body of a loop, of a function, or one without a head (functions.c). */
void kernel_open_body(struct kernel *k, struct statements *statements, const struct head *head);

/* The name in the head of a structure, behind attributes and in front of its bases; empty if it has none. */
struct str kernel_structure_name(struct str head);

/* Enter the body that begins here, with names of its own; "surely" says whether it is run, once: kernel_leave. */
void kernel_run_scope(struct kernel *k, struct statements *statements, bool surely);

/* Skip the body that begins here; all that is left where its brackets are too deep. Returns where it ends. */
size_t kernel_skip_body(struct kernel *k, struct statements *statements);

/* The names of outside that members in the body of a structure declare anew, where they do. */
struct names kernel_find_redeclared(struct kernel *k, struct span body);

/*
 * Where the round bracket of the parameters stands in "text", the head of a function; its end if there is none. Those
 * of decltype(n) and macros, and the name of operator(), stand in front of it; some of macros behind it. That of
 * int (*f(int n))(int), which returns a pointer, stands in another one.
 */
size_t kernel_parameters_open(struct str text);

/* Whether "body", of a function with these parameters, changes what it is given through one of them: int& n. */
bool kernel_writes(struct kernel *k, struct str parameters, struct str body);

/* Whether "body" makes a pointer to what one of the "parameters" refers to: void f(int &n) { p = &n; } */
bool kernel_keeps_parameter(struct kernel *k, struct str parameters, struct str body);

/* What "text", a statement or condition, declares hides an outer name, and is not known. */
void kernel_hide_declared(struct kernel *k, struct str text);

/* Run statements up to the end of the body that they stand in. */
void kernel_run_block(struct kernel *k, struct statements *statements);

/* Run the body that begins here; what it binds stays. */
void kernel_run_body(struct kernel *k, struct statements *statements);

/* The text of the body that begins here. */
struct str kernel_body(const struct statements *statements);

#endif
