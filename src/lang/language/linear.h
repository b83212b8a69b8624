/* Linear layouts as text, which stands in programs of Triton too. */
#ifndef LANG_LANGUAGE_LINEAR_H
#define LANG_LANGUAGE_LINEAR_H

#include "lang/language/language.h"
#include "lang/language/linear_layout.h"

bool linear_language_read(struct reading *reading, struct denotation *denotation);
bool linear_language_recognises(struct str text);

#endif
