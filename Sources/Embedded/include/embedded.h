#ifndef ALMANAC_EMBEDDED_H
#define ALMANAC_EMBEDDED_H

#include <stddef.h>
#include <stdint.h>

/// A file that is embedded in the program. Its path is relative to the top of the repository.
typedef struct {
    const char *path;
    const unsigned char *bytes;
    size_t size;
} embedded_file;

/// All embedded files, in the order of files.c. They stay valid until the program ends.
const embedded_file *embedded_files(void);
size_t embedded_file_count(void);

/// The scalars that replace a scalar in text folded for search. A negative count means unchanged, and zero means removed.
typedef struct {
    const uint32_t *scalars;
    int32_t count;
} unicode_folding;

unicode_folding unicode_fold(uint32_t scalar);

/// Returns the terminal columns of a scalar: 0, 1, 2, or 3 for a narrow scalar that is wide before U+FE0F (emoji style).
int32_t unicode_width(uint32_t scalar);

#endif
