#include "store.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

enum { capacity = 1 << 16 };

typedef struct {
    int descriptor;
    size_t used, written;
    char bytes[capacity];
} output;

static void flush(output *out) {
    if (write(out->descriptor, out->bytes, out->used) != (ssize_t)out->used) abort();
    out->written += out->used;
    out->used = 0;
}

static inline void put(output *out, char byte) {
    if (out->used == capacity) flush(out);
    out->bytes[out->used++] = byte;
}

static inline void put_all(output *out, const char *bytes, size_t count) {
    if (count > capacity - out->used) {
        flush(out);
        if (count > capacity) {
            if (write(out->descriptor, bytes, count) != (ssize_t)count) abort();
            out->written += count;
            return;
        }
    }
    memcpy(out->bytes + out->used, bytes, count);
    out->used += count;
}

static inline bool needs_quotes(const char *bytes, size_t count) {
    for (size_t index = 0; index < count; index++) {
        char byte = bytes[index];
        if (byte == ',' || byte == '"' || byte == '\r' || byte == '\n') return true;
    }
    return false;
}

static inline void put_field(output *out, const char *bytes, size_t count) {
    if (!needs_quotes(bytes, count)) {
        put_all(out, bytes, count);
        return;
    }
    put(out, '"');
    for (size_t index = 0; index < count; index++) {
        if (bytes[index] == '"') put(out, '"');
        put(out, bytes[index]);
    }
    put(out, '"');
}

size_t c_write_csv(c_store *store, const char *sql, const char *path) {
    output *out = malloc(sizeof *out);
    if (!out) abort();
    out->descriptor = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    out->used = out->written = 0;
    sqlite3_stmt *rows = c_prepare(store, sql);
    int columns = sqlite3_column_count(rows);
    while (sqlite3_step(rows) == SQLITE_ROW) {
        for (int column = 0; column < columns; column++) {
            if (column > 0) put(out, ',');
            const unsigned char *text = sqlite3_column_text(rows, column);
            if (text) put_field(out, (const char *)text, (size_t)sqlite3_column_bytes(rows, column));
        }
        put(out, '\r');
        put(out, '\n');
    }
    flush(out);
    sqlite3_finalize(rows);
    close(out->descriptor);
    size_t written = out->written;
    free(out);
    return written;
}
