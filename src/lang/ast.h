/* The tree of a program. Every node carries the span of the text that it stands for. All in one arena. */
#ifndef LANG_AST_H
#define LANG_AST_H

#include <stdbool.h>
#include <stdint.h>

#include "lang/source.h"

enum node_kind {
	NODE_INT,        /* 4        "value" */
	NODE_UNKNOWN,    /* ?{div=8} "value" the divisor, 1 where none is written; "wide" for ?{i64} */
	NODE_BASIS,      /* 4@1@0    child 0 the integer, "basis" the indices as written */
	NODE_UNDERSCORE, /* _ */
	NODE_STRING,     /* "text"   "text" */
	NODE_REAL,       /* 0.5      "text" */
	NODE_POINTER,    /* ptr<f16, gmem> "text" */
	NODE_NAME,       /* L        "text" */
	NODE_TUPLE,      /* (a,b)    children; <a,b> and [a,b] are the same */
	NODE_LAYOUT,     /* a:b      children shape, stride */
	NODE_SWIZZLE,    /* Sw<3,4,3> children, three of them */
	NODE_CALL,       /* f(a,k=b) "text" the name; children the arguments, keywords with "keyword" */
	NODE_APPLY,      /* L(c)     child 0 the layout, then the coordinate's modes; "text" is "[" for L[c] */
	NODE_RANGE,      /* t[a:b]   of Python: child 0 the tuple, then both ends, "_" for one that is not written */
	NODE_SPREAD,     /* *t       in a tuple of Python its parts, child 0 the tuple */
	NODE_COMPOSE,    /* A o B    children in order, two or more; "value" the bits of elements, where a swizzled layout
	                    waits for the pointer to them */
	NODE_EQUAL,      /* A == B   two children */
	NODE_COMPARE,    /* a < b    two children, "text" the sign: != < <= > >= */
	NODE_LOGIC,      /* a && b   children in order, "text" the sign: && || or ! in front of one child */
	NODE_ARITHMETIC, /* a + b    children from left to right, "keyword" of all but the first the sign before it;
	                    "text" the sign in front of -a and ~a, which are 0 - a and -1 ^ a */
	NODE_CAST,       /* (T)n     of C++: child 0 the number, "text" the words of a type of integers, "value" 1 for T{n},
	                    which must leave the number what it is */
	NODE_CHOICE,     /* a ? b : c, three children */
	NODE_BIND,       /* name = e "text" the name, child 0 the expression */
	NODE_UNPACK,     /* a, b = e children: the names, then the expression */
	NODE_FORMAT,     /* f"a {b}" children: strings and expressions */
	NODE_STORE,      /* T[c] = e children: the tensor, the coordinate's modes, the expression */
};

enum { NODE_BASIS_MAX = 8 };

/* What C++ makes of an integer, whatever it is computed from; it counts with RUN_TIME_LITERALS (lang/evaluation.h). */
enum node_integer {
	NODE_INTEGER_AS_IS,
	NODE_INTEGER_STATIC,   /* Int<n>, _4, 4_c: a type */
	NODE_INTEGER_RUN_TIME, /* int(n), sizeof(T), size_v<L>: a number */
	NODE_INTEGER_TYPE,     /* decltype(e): of what is known at run time only the type, and an object of it has 0 */
};

struct operation;

struct node {
	enum node_kind kind;
	struct span span;
	struct str text;
	struct str keyword; /* as an argument: its keyword, or empty */
	int64_t value;
	const struct operation *operation; /* NODE_CALL: what is called so, where the parser has looked; else NULL */
	bool is_member; /* NODE_CALL: T.layout, which no name hides */
	bool is_ours;   /* NODE_CALL: an operation of that name, whatever a program calls so: cute::size */
	bool wide;
	bool of_integers; /* a NODE_INT, or a NODE_TUPLE of nothing but such */
	bool is_group;    /* one expression in round brackets, without a comma: a NODE_TUPLE, or what they group */
	bool is_bare;     /* a NODE_TUPLE in brackets alone, as values are printed: not make_tile(a,b) */
	enum node_integer integer;
	uint8_t basis_depth;
	uint8_t basis[NODE_BASIS_MAX];
	int child_count;
	struct node *first_child;
	struct node *last_child;
	struct node *next; /* next child of the same parent, or next statement */
};

/* The child of "node" with number "index", from 0; NULL: it has fewer. */
static inline const struct node *node_child(const struct node *node, int index) {
	const struct node *child = node->first_child;
	for (int i = 0; i < index && child != NULL; i++) {
		child = child->next;
	}
	return child;
}

#endif
