/* What a text is about, by its words alone. */
#ifndef LANG_KERNEL_WORDS_H
#define LANG_KERNEL_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* Words that begin statements which are not about layouts, and those that state conditions; NULL ends each list. */
extern const char *const words_other[];
extern const char *const words_condition[];

/* Those in front of the name of a structure; NULL ends the list. */
extern const char *const words_structure[];

/* Whether "text" has a word that is said of layouts. */
bool words_speak_of_layouts(struct str text);

/* Whether "text" has a part of a word that names of layouts have: it may be about them. */
bool words_hint_at_layouts(struct str text);

/* Whether "text" is words, types and signs of references alone, as what stands in front of a declared name is. */
bool words_are_type(struct str text);

/* Whether "type" is one of numbers, or made of one: T<int>, but not T<int>::L. */
bool words_are_number_type(struct str type);

/* Whether "type" is float or double. */
bool words_are_float_type(struct str type);

/* Whether "type" is one of integers, constant or not: what has it is known at run time only, in layouts. */
bool words_are_integer_type(struct str type);

/* Whether "type" is one of pointers: TA const* __restrict__; not decltype(*p). */
bool words_are_pointer_type(struct str type);

/* Whether "type" owns memory of which data(), begin() or get() is a pointer: thrust::device_vector<T> const&. */
bool words_are_container_type(struct str type);

/* The word of the list that "text" begins with, or NULL. */
const char *words_find(struct str text, const char *const *words);

/* Whether "text" is a decorator of Python: '@' and a name. */
bool words_is_decorator(struct str text);

/* Whether "name" is spelled as macros are: REQUIRES, __asm__. */
bool words_is_macro_name(struct str name);

#endif
