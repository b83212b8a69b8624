/*
 * Run by the build: turn a file into C source. "embed FILE NAME HEADER" prints the array NAME and its size NAME_size,
 * which HEADER declares. Behind the file stands a 0, which its size does not count: a file may be empty.
 *
 * The array is written as a string, which compilers read forty times as fast as a list of numbers.
 */
#include <stdio.h>
#include <string.h>

/* A byte of a string: a digit behind three octal ones is none of theirs, and "?" could begin a trigraph. */
static void put_byte(int byte) {
	printf(byte < ' ' || byte > '~' || strchr("\"\\?", byte) != NULL ? "\\%03o" : "%c", byte);
}

int main(int argc, char **argv) {
	if (argc != 4) {
		fprintf(stderr, "usage: embed FILE NAME HEADER\n");
		return 2;
	}
	FILE *file = fopen(argv[1], "rb");
	if (file == NULL) {
		perror(argv[1]);
		return 1;
	}
	printf("#include \"%s\"\n\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n", argv[3]);
	printf("const unsigned char %s[] = \"", argv[2]);
	int byte;
	for (long i = 0; (byte = getc(file)) != EOF; i++) {
		fputs(i % 64 == 0 ? "\"\n\t\"" : "", stdout);
		put_byte(byte);
	}
	printf("\";\n\nconst size_t %s_size = sizeof %s - 1;\n", argv[2], argv[2]);
	int failed = ferror(file) | fclose(file) | ferror(stdout) | fclose(stdout);
	return failed ? 1 : 0;
}
