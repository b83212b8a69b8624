#define _GNU_SOURCE
#include "emulator.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *compiler(void) {
	const char *given = getenv("CXX");
	return given != NULL && given[0] != '\0' ? given : "c++";
}

bool emulator_is_there(void) {
	char command[512];
	snprintf(command, sizeof command, "%s --version >/dev/null 2>&1", compiler());
	return system(command) == 0;
}

/* Instructions of a warp become calls of instruction.c, with their names. */
static bool put_instruction(FILE *file, const char *text) {
	if (strncmp(text, "#define WGMMA(", 14) == 0) {
		const char *wgmma = strstr(text, "wgmma.mma_async");
		fprintf(file, "#undef WGMMA\n#define WGMMA(d, a, b, e, transposes) "
			"emulator_wgmma(\"%.*s\", transposes, d, a, b, e)\n", (int)strcspn(wgmma, " "), wgmma);
		return true;
	}
	if (strncmp(text, "#define ACCESS(", 15) == 0) {
		const char *name = strchr(text, '"') + 1;
		fprintf(file, "#undef ACCESS\n#define ACCESS(value, address) emulator_access(\"%.*s\", value, address)\n",
			(int)strcspn(name, " "), name);
		return true;
	}
	if (strncmp(text, "#define CYCLES(", 15) == 0 || strncmp(text, "#define NANOSECONDS(", 20) == 0) {
		const char *name = text + 8;
		int length = (int)strcspn(name, "(");
		fprintf(file, "#undef %.*s\n#define %.*s(value) value = emulator_clock()\n", length, name, length, name);
		return true;
	}
	if (strncmp(text, "#define COPY_ASYNC(", 19) == 0) {
		const char *name = strchr(text, '"') + 1;
		const char *bytes = strstr(name, "[%1], ");
		fprintf(file, "#undef COPY_ASYNC\n#define COPY_ASYNC(to, from) emulator_copy_async(\"%.*s\", to, from, %d)\n",
			(int)strcspn(name, " "), name, atoi(bytes + 6));
		return true;
	}
	if (strncmp(text, "#define COPY_WAIT(", 18) == 0) {
		fprintf(file, "#undef COPY_WAIT\n#define COPY_WAIT() emulator_copy_wait()\n");
		return true;
	}
	bool is_fma = strncmp(text, "#define FMA(", 12) == 0;
	bool is_mma = is_fma || strncmp(text, "#define MMA(", 12) == 0;
	if (!is_mma && strncmp(text, "#define MOVE(", 13) != 0) {
		return false;
	}
	const char *name = strchr(text, '"') + 1;
	int length = (int)strcspn(name, " ");
	if (is_fma) {
		fprintf(file, "#undef FMA\n#define FMA(d, a, b) emulator_fma(\"%.*s\", d, a, b)\n", length, name);
	} else if (is_mma) {
		fprintf(file, "#undef MMA\n#define MMA(d, a, b) emulator_mma(\"%.*s\", d, a, b)\n", length, name);
	} else {
		fprintf(file, "#undef MOVE\n#define MOVE(to, from) emulator_move(\"%.*s\", to, from)\n", length, name);
	}
	return true;
}

/* A macro with inline assembly becomes one of ours; those of accesses are in cuda.hpp. */
static void put_macro(FILE *file, const char *line, size_t length) {
	static const char *const types[] = { "e4m3", "e5m2", "bf16", "f16" };
	char text[512];
	snprintf(text, sizeof text, "%.*s", (int)length, line);
	if (put_instruction(file, text)) {
		return;
	}
	int name = (int)strcspn(text + 8, "(");
	bool loads = strncmp(text + 8, "LOAD_", 5) == 0 || strncmp(text + 8, "KEEP_", 5) == 0;
	int access = loads ? 5 : strncmp(text + 8, "STORE_", 6) == 0 ? 6 : 0;
	if (access > 0 && memchr(text + 8 + access, '_', (size_t)(name - access)) != NULL) {
		int plain = access + (int)strcspn(text + 8 + access, "_");
		fprintf(file, "#undef %.*s\n#define %.*s %.*s\n", name, text + 8, name, text + 8, plain, text + 8);
		return;
	}
	bool widens = strncmp(line, "#define WIDEN", 13) == 0;
	if (!widens && strncmp(line, "#define NARROW", 14) != 0) {
		return;
	}
	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
		if (strstr(text, types[i]) != NULL) {
			fprintf(file, "#undef %.*s\n", name, text + 8);
			fprintf(file, widens ? "#define %.*s(y, x) y = emulator_widen(\"%s\", x)\n" :
				"#define %.*s(y, x) y = (decltype(y))emulator_narrow(\"%s\", x)\n", name, text + 8, types[i]);
			return;
		}
	}
}

static void put_source(FILE *file, const char *source, const char *symbol, int number) {
	fprintf(file, "namespace emulated%d {\n", number);
	while (*source != '\0') {
		size_t length = strcspn(source, "\n");
		const char *assembly = memmem(source, length, "asm", 3);
		const char *symbol_at = memmem(source, length, "extern \"C\"", 10);
		if (source[0] == '#' && assembly != NULL) {
			put_macro(file, source, length);
		} else if (symbol_at != NULL) {
			fprintf(file, "%.*s\n", (int)(length - 10), source + 10);
		} else {
			if (strncmp(source, "#define ", 8) == 0) {
				size_t name = strcspn(source + 8, "(");
				fprintf(file, "#undef %.*s\n", (int)name, source + 8);
			}
			fprintf(file, "%.*s\n", (int)length, source);
		}
		source += length + (source[length] == '\n');
	}
	fprintf(file, "}\nextern \"C\" void emulated_entry_%d(void **arguments) {\n"
		"\temulator_call(emulated%d::%s, arguments);\n}\n", number, number, symbol);
}

static uint64_t hash_text(uint64_t hash, const char *text) {
	for (; *text != '\0'; text++) {
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
	}
	return hash;
}

static uint64_t hash_of(const char *const *sources, const char *const *symbols, int count) {
	uint64_t hash = 0xcbf29ce484222325u;
	for (int i = 0; i < count; i++) {
		hash = hash_text(hash_text(hash, sources[i]), symbols[i]);
	}
	return hash;
}

/* Compile unless a library of the same sources is in the folder EMULATOR_CACHE. */
static bool make_library(const char *const *sources, const char *const *symbols, int count, const char *folder,
		const char *library) {
	char source[512];
	char partial[560];
	char command[4096];
	if (access(library, R_OK) == 0) {
		return true;
	}
	snprintf(source, sizeof source, "%s/kernel-%ld.cpp", folder, (long)getpid());
	snprintf(partial, sizeof partial, "%s.so", source);
	FILE *file = fopen(source, "w");
	if (file == NULL) {
		return false;
	}
	fprintf(file, "#include \"%s/cuda.hpp\"\n", EMULATOR_SOURCES);
	for (int i = 0; i < count; i++) {
		put_source(file, sources[i], symbols[i], i);
	}
	bool good = fclose(file) == 0;
#ifdef __SANITIZE_ADDRESS__
	const char *sanitize = "-fsanitize=address -fno-omit-frame-pointer";
#else
	const char *sanitize = "";
#endif
	/* What is called from it, the program has: looking for libraries takes as long as compiling a kernel. */
	snprintf(command, sizeof command, "%s -std=c++11 -O0 -w -Wno-psabi -ffp-contract=off -fno-exceptions -shared "
		"-nostdlib -fPIC %s -o '%s' '%s'", compiler(), sanitize, partial, source);
	good = good && system(command) == 0 && rename(partial, library) == 0;
	if (getenv("EMULATOR_KEEP") == NULL) {
		unlink(source);
	}
	return good;
}

/* Compile and open, in a folder of its own unless EMULATOR_CACHE is set. Returns NULL if that fails. */
static void *open_library(const char *const *sources, const char *const *symbols, int count, uint64_t hash) {
	char folder[256];
	char library[512];
	const char *cache = getenv("EMULATOR_CACHE");
	const char *temporary = getenv("TMPDIR");
	if (cache != NULL) {
		snprintf(folder, sizeof folder, "%s", cache);
	} else {
		snprintf(folder, sizeof folder, "%s/emulator-XXXXXX", temporary != NULL ? temporary : "/tmp");
	}
	if (cache == NULL && mkdtemp(folder) == NULL) {
		return NULL;
	}
	snprintf(library, sizeof library, "%s/%016llx.so", folder, (unsigned long long)hash);
	bool good = make_library(sources, symbols, count, folder, library);
	void *handle = good ? dlopen(library, RTLD_NOW | RTLD_LOCAL) : NULL;
	if (good && handle == NULL) {
		fprintf(stderr, "%s\n", dlerror());
	}
	if (cache == NULL) {
		unlink(library);
		rmdir(folder);
	}
	return handle;
}

/* Libraries that stay open for a while after nobody uses them: judges of many problems are of the same text. */
static struct library {
	uint64_t hash;
	void *handle;
	int users;
} libraries[32];

enum { LIBRARIES = sizeof libraries / sizeof libraries[0] };

static struct library *library_of(uint64_t hash) {
	for (int i = 0; i < LIBRARIES; i++) {
		if (libraries[i].handle != NULL && libraries[i].hash == hash) {
			return &libraries[i];
		}
	}
	return NULL;
}

/* In the place of the one that has been unused for longest, or nowhere if all are in use. */
static void keep_library(uint64_t hash, void *handle) {
	int place = 0;
	while (place < LIBRARIES && libraries[place].users > 0) {
		place++;
	}
	if (place == LIBRARIES) {
		return;
	}
	if (libraries[place].handle != NULL) {
		dlclose(libraries[place].handle);
	}
	memmove(&libraries[place], &libraries[place + 1], (size_t)(LIBRARIES - 1 - place) * sizeof libraries[0]);
	libraries[LIBRARIES - 1] = (struct library){ hash, handle, 1 };
}

bool emulator_compile(const char *const *sources, const char *const *symbols, int count, struct emulated *out) {
	uint64_t hash = hash_of(sources, symbols, count);
	struct library *library = library_of(hash);
	void *handle = library != NULL ? library->handle : open_library(sources, symbols, count, hash);
	if (library != NULL) {
		library->users++;
	} else if (handle != NULL) {
		keep_library(hash, handle);
	}
	for (int i = 0; i < count && handle != NULL; i++) {
		char entry[64];
		snprintf(entry, sizeof entry, "emulated_entry_%d", i);
		void *symbol = dlsym(handle, entry);
		out[i].library = handle;
		memcpy(&out[i].entry, &symbol, sizeof symbol);
	}
	return handle != NULL;
}

void emulator_close(struct emulated *kernel) {
	for (int i = 0; i < LIBRARIES; i++) {
		if (libraries[i].handle == kernel->library) {
			libraries[i].users--;
			return;
		}
	}
	dlclose(kernel->library);
}
