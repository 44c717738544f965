#include "embedded.h"

#define TEXT(path) LITERAL(path)
#define LITERAL(path) #path

// Two lines for each file of Migrations/ and Seeds/; a test proves that none is forgotten.
static const embedded_file files[] = {
#define FILE Sources/Embedded/files.c
#include "embedded_file.h"
};

const embedded_file *embedded_files(void) {
    return files;
}

size_t embedded_file_count(void) {
    return sizeof files / sizeof *files;
}
