/*
 * What the files of an evaluation share: src/lang/eval.c walks the tree and knows literals, tuples and layouts;
 * report.c has faults and their places, names.c names, calls.c operations, signs.c what stands between operands,
 * elements.c numbers of a type and elements that are written.
 *
 * A function named "evaluate_..." gives the value of a node; after a fault, which "evaluation_failed" tells of, its
 * value is of no use. Values live in the arena of the algebra.
 */
#ifndef LANG_EVALUATE_EVALUATE_H
#define LANG_EVALUATE_EVALUATE_H

#include "lang/evaluation.h"
#include "lang/vector.h"

struct operation;

/* --- the walk (src/lang/eval.c) --- */

struct value evaluate_node(struct evaluation *ev, const struct node *node);

/* The value of "node", which is a shape or first argument or is not. */
struct value evaluate_in(struct evaluation *ev, const struct node *node, bool in_shape);

/* The value of "node" as an operand of a sign: in a kernel in C++ a boolean is 0 or 1, (a > b) == 1. */
struct value evaluate_operand(struct evaluation *ev, const struct node *node);

/* The values of the children of "node"; NULL after a fault. */
struct value *evaluate_children(struct evaluation *ev, const struct node *node, int *count);

/* --- faults and remarks (report.c) --- */

static inline bool evaluation_failed(const struct evaluation *ev) {
	return fault_is_set(&ev->error.fault);
}

/* Start an operation: what goes wrong is about all of it until it says otherwise. */
void evaluation_start(struct evaluation *ev);

/* The same, but what goes wrong is about "operand" of it, from 1. */
void evaluation_start_operand(struct evaluation *ev, int operand);

/* Count the work of looking at the operands of an operation. */
void evaluation_count_steps(struct evaluation *ev, const struct value *values, int count);

/*
 * Take over what the algebra reported about "node", whose operands are written as "operands" (NULL: not in the source):
 * its fault as the error, its note as a warning, or under "strict" as the error.
 */
void evaluation_take_over(struct evaluation *ev, const struct node *node, const struct node *const *operands,
		int operand_count);

/* The same, where mostly nothing was reported. */
static inline void evaluation_collect(struct evaluation *ev, const struct node *node,
		const struct node *const *operands, int operand_count) {
	if (algebra_failed(&ev->algebra) || fault_is_set(&ev->algebra.note)) {
		evaluation_take_over(ev, node, operands, operand_count);
	}
}

/* Say which needs "node" has added. */
void evaluation_report_needs(struct evaluation *ev, const struct node *node);

/* Record a fault about "node", unless there is one. Returns no value. */
struct value evaluation_fail(struct evaluation *ev, const struct node *node, enum fault_code code, const char *format,
	...)
		__attribute__((format(printf, 4, 5)));

/* A warning of the evaluation itself. */
void evaluation_warn(struct evaluation *ev, const struct message *message);

/* How much of "text" a message quotes, in bytes. */
static inline int evaluation_quoted(struct str text) {
	return str_shown(text, 60);
}

/* --- names (names.c) --- */

/* The latest binding of "name"; NULL: none. */
const struct binding *evaluation_binding(const struct evaluation *ev, struct str name);

struct value evaluate_name(struct evaluation *ev, const struct node *node);
struct value evaluate_bind(struct evaluation *ev, const struct node *node);
struct value evaluate_unpack(struct evaluation *ev, const struct node *node);

/* --- operations (calls.c) --- */

/* Run "operation" with values and the nodes that they come from, NULL where there is none. */
struct value evaluate_operation(struct evaluation *ev, const struct node *node, const struct operation *operation,
		const struct value *args, const struct node *const *nodes, int count);

/* Run the operation "name" on "values", at most 3, which "count" children of "node" gave. */
struct value evaluate_named(struct evaluation *ev, const struct node *node, const char *name,
		const struct value *values, int count);

struct value evaluate_call(struct evaluation *ev, const struct node *node);
struct value evaluate_apply(struct evaluation *ev, const struct node *node);
struct value evaluate_swizzle(struct evaluation *ev, const struct node *node);

/*
 * Whether "node" is a pointer or array of a kernel, or that of a container: A, (A), v.data(), v.data().get(). Its value
 * is 0, from which elements are counted; whether it is null is not known.
 */
bool evaluate_is_pointer(const struct evaluation *ev, const struct node *node);

/* --- signs (signs.c) --- */

struct value evaluate_compose(struct evaluation *ev, const struct node *node);
struct value evaluate_equal(struct evaluation *ev, const struct node *node);
struct value evaluate_comparison(struct evaluation *ev, const struct node *node);
struct value evaluate_logic(struct evaluation *ev, const struct node *node);
struct value evaluate_arithmetic(struct evaluation *ev, const struct node *node);

/* The tuple that operand "number" of arithmetic, from 1, is. */
struct tuple evaluation_operand(struct evaluation *ev, const struct value *value, int number);

/* The numbers of "a" and "b" under "sign", place by place for tuples; a number meets each number of a tuple. */
struct tuple compute_tuples(struct algebra *al, struct str sign, struct tuple a, struct tuple b);

/* "value", which is "operand" of an operation, as a vector: one, or a number as Python has it. */
struct vector evaluation_vector(struct evaluation *ev, const struct value *value, int operand);

/* A fault of "node": the name "name", which is bound, has no value. */
struct value evaluation_fail_unknown(struct evaluation *ev, const struct node *node, struct str name);

/*
 * Whether the condition "node" holds: a truth value, or a number other than 0; where "is_python", anything that is true
 * in Python.
 */
bool evaluate_condition(struct evaluation *ev, const struct node *node, bool is_python);

/* a ? b : c and Python's b if a else c; the one that is not chosen is not evaluated. */
struct value evaluate_choice(struct evaluation *ev, const struct node *node);

/* --- tuples of Python (python.c) --- */

/* "value" with an integer for each float or boolean that equals one, in C++ too: 8/2 == 4, (True, 2) == (1, 2). */
struct value python_whole(struct algebra *al, struct value value);

/* Whether "value", no number, is true in Python: all but None and what is empty. */
bool python_holds(const struct value *value);

/* The arithmetic "node" of "values", its operands, of which one is a tuple, or a sign is / . */
struct value evaluate_python(struct evaluation *ev, const struct node *node, const struct value *values);

/* t[a:b] of Python, "node": the parts of a tuple from number a to before number b. */
struct value evaluate_range(struct evaluation *ev, const struct node *node);

/* The comparison "node" of two tuples, "values", by one of < <= > >=. */
struct value evaluate_order(struct evaluation *ev, const struct node *node, const struct value *values);

/* --- elements (elements.c) --- */

/* Int32(8), Float32(0.5): the number that is the only child of "node" in the type "element". */
struct value evaluate_number(struct evaluation *ev, const struct node *node, const struct element *element);

/* T[c] = e: the elements of a slice, or one; the result is the tensor. */
struct value evaluate_store(struct evaluation *ev, const struct node *node);

/* f"a {b}": the parts as print() of Python has them, one behind the other. */
struct value evaluate_format(struct evaluation *ev, const struct node *node);

#endif
