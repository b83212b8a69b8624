/* The tables of src/lang/atoms, as the build embeds them (tools/embed.c). */
#ifndef LANG_ATOMS_DATA_H
#define LANG_ATOMS_DATA_H

#include <stddef.h>

extern const unsigned char atoms_mma[];
extern const size_t atoms_mma_size;
extern const unsigned char atoms_copy[];
extern const size_t atoms_copy_size;
extern const unsigned char atoms_smem[];
extern const size_t atoms_smem_size;
extern const unsigned char atoms_ptx[];
extern const size_t atoms_ptx_size;
extern const unsigned char atoms_proved[];
extern const size_t atoms_proved_size;

#endif
