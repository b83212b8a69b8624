/* What a program that was built with the header has in itself: the numbers of enumerators, the places of members. */
#include <cutelayout.h>

#include <stdio.h>

#define NUMBER(name) printf("%s = %d\n", #name, (int)name)
#define MEMBER(member) \
	printf("struct cutelayout_message.%s at %zu, %zu bytes\n", #member, offsetof(struct cutelayout_message, member), \
		sizeof((struct cutelayout_message *)0)->member)

int main(void) {
	NUMBER(CUTELAYOUT_CPP);
	NUMBER(CUTELAYOUT_DSL);
	NUMBER(CUTELAYOUT_OK);
	NUMBER(CUTELAYOUT_SYNTAX);
	NUMBER(CUTELAYOUT_NAME);
	NUMBER(CUTELAYOUT_TYPE);
	NUMBER(CUTELAYOUT_RANK);
	NUMBER(CUTELAYOUT_DOMAIN);
	NUMBER(CUTELAYOUT_DIVIDE);
	NUMBER(CUTELAYOUT_INJECTIVE);
	NUMBER(CUTELAYOUT_OVERFLOW);
	NUMBER(CUTELAYOUT_LIMIT);
	NUMBER(CUTELAYOUT_UNSUPPORTED);
	NUMBER(CUTELAYOUT_INEXACT);
	NUMBER(CUTELAYOUT_NO_MEMORY);
	NUMBER(CUTELAYOUT_REMARK);
	NUMBER(CUTELAYOUT_NOTHING);
	NUMBER(CUTELAYOUT_INTEGER);
	NUMBER(CUTELAYOUT_UNDERSCORE);
	NUMBER(CUTELAYOUT_TUPLE);
	NUMBER(CUTELAYOUT_LAYOUT);
	NUMBER(CUTELAYOUT_SWIZZLE);
	NUMBER(CUTELAYOUT_COMPOSED);
	NUMBER(CUTELAYOUT_LIST);
	NUMBER(CUTELAYOUT_BOOLEAN);
	NUMBER(CUTELAYOUT_STRING);
	MEMBER(status);
	MEMBER(operand);
	MEMBER(begin);
	MEMBER(end);
	MEMBER(line);
	MEMBER(column);
	MEMBER(text);
	MEMBER(hint);
	MEMBER(report);
	return 0;
}
