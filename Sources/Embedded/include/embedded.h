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

/// All embedded files, in the order of files.c. They are valid as long as the program runs.
const embedded_file *embedded_files(void);
size_t embedded_file_count(void);

/// What a scalar becomes in text folded for search. A negative count: it stays itself; zero: it is left out.
typedef struct {
    const uint32_t *scalars;
    int32_t count;
} unicode_folding;

unicode_folding unicode_fold(uint32_t scalar);

/// Terminal columns of a scalar: 0, 1, 2, or 3 for one that is narrow but wide as an emoji, before U+FE0F.
int32_t unicode_width(uint32_t scalar);

/// The version of the Unicode Character Database behind both tables, as 15.0.0.
const char *unicode_version(void);

#endif
