/*
 * Run by the build: turn a file into C source. "embed FILE NAME HEADER" prints the array NAME and its size NAME_size,
 * which HEADER declares. Behind the file stands a 0, which its size does not count: a file may be empty.
 */
#include <stdio.h>

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
	printf("#include \"%s\"\n\nconst unsigned char %s[] = {", argv[3], argv[2]);
	int byte;
	for (long i = 0; (byte = getc(file)) != EOF; i++) {
		printf("%s%d,", i % 32 == 0 ? "\n\t" : "", byte);
	}
	printf("\n\t0\n};\n\nconst size_t %s_size = sizeof %s - 1;\n", argv[2], argv[2]);
	int failed = ferror(file) | fclose(file) | ferror(stdout) | fclose(stdout);
	return failed ? 1 : 0;
}
