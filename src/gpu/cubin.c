#include "gpu/cubin.h"

#include <stdint.h>
#include <string.h>

#include "base/str.h"

/* Where the fields of 64-bit ELF are, and the notes of section .nv.info that matter here. */
enum {
	ELF_SECTIONS = 0x28,          /* offset of the section headers */
	ELF_SECTION_BYTES = 0x3a,
	ELF_SECTION_COUNT = 0x3c,
	ELF_NAMES_INDEX = 0x3e,
	SECTION_NAME = 0x00,
	SECTION_OFFSET = 0x18,
	SECTION_SIZE = 0x20,
	NOTE_BYTES = 4,               /* format, attribute, and a 16-bit value or the length of what follows */
	FORMAT_SIZED = 4,
	ATTRIBUTE_FRAME_SIZE = 0x11,  /* of two 32-bit numbers: the function's symbol, bytes */
	ATTRIBUTE_REGISTERS = 0x2f,   /* the symbol, registers */
};

/* The little-endian number of "bytes" bytes at "offset", 0 behind the end. */
static uint64_t number_at(struct str image, uint64_t offset, int bytes) {
	uint64_t number = 0;
	if (offset > image.length || image.length - offset < (size_t)bytes) {
		return 0;
	}
	for (int i = bytes - 1; i >= 0; i--) {
		number = number << 8 | (unsigned char)image.data[offset + (size_t)i];
	}
	return number;
}

/* The bytes from "offset" on, nothing if they are not all in "image". */
static struct str part(struct str image, uint64_t offset, uint64_t length) {
	if (offset > image.length || length > image.length - offset) {
		return (struct str){ image.data, 0 };
	}
	return (struct str){ image.data + offset, (size_t)length };
}

static bool is_named(struct str image, uint64_t offset, const char *name) {
	size_t length = strlen(name) + 1;
	return str_equal(part(image, offset, length), (struct str){ name, length });
}

/* The section .nv.info, empty if there is none. */
static struct str find_notes(struct str image) {
	uint64_t sections = number_at(image, ELF_SECTIONS, 8);
	uint64_t bytes = number_at(image, ELF_SECTION_BYTES, 2);
	uint64_t count = number_at(image, ELF_SECTION_COUNT, 2);
	uint64_t names = sections + bytes * number_at(image, ELF_NAMES_INDEX, 2);
	uint64_t texts = number_at(image, names + SECTION_OFFSET, 8);
	for (uint64_t i = 0; i < count; i++) {
		uint64_t section = sections + bytes * i;
		if (is_named(image, texts + number_at(image, section + SECTION_NAME, 4), ".nv.info")) {
			return part(image, number_at(image, section + SECTION_OFFSET, 8),
				number_at(image, section + SECTION_SIZE, 8));
		}
	}
	return part(image, 0, 0);
}

bool cubin_read(const char *image, size_t size, struct cubin_facts *facts) {
	struct str notes = { image, size };
	*facts = (struct cubin_facts){ 0 };
	if (size < 4 || memcmp(image, "\177ELF", 4) != 0) {
		return false;
	}
	notes = find_notes(notes);
	for (uint64_t at = 0; at + NOTE_BYTES <= notes.length;) {
		uint64_t format = number_at(notes, at, 1);
		uint64_t attribute = number_at(notes, at + 1, 1);
		uint64_t second = number_at(notes, at + NOTE_BYTES + 4, 4);
		if (format == FORMAT_SIZED && attribute == ATTRIBUTE_REGISTERS) {
			facts->registers = (int)(second & INT16_MAX);
		} else if (format == FORMAT_SIZED && attribute == ATTRIBUTE_FRAME_SIZE) {
			facts->stack_bytes = (int)(second & INT32_MAX);
		}
		at += NOTE_BYTES + (format == FORMAT_SIZED ? number_at(notes, at + 2, 2) : 0);
	}
	return facts->registers > 0;
}
