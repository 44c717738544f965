#ifndef ALMANAC_BENCHMARKS_C_H
#define ALMANAC_BENCHMARKS_C_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The workloads in plain C, as a baseline for the module SQLite. Any error ends the program. */

/// A string in an arena. NULL has no start.
typedef struct {
    const char *start;
    int32_t count;
} c_text;

/// A person as a C struct.
typedef struct {
    int64_t id;
    c_text given, family, email, phone, birthday;
    double height;
    bool favorite;
} c_person;

typedef struct c_store c_store;
typedef struct sqlite3_stmt sqlite3_stmt;

/// Opens a database with the settings of the module SQLite. Results stay in the arena until the next workload.
c_store *c_open(const char *path, size_t people, size_t arena_bytes);
void c_close(c_store *store);
void c_execute(c_store *store, const char *script);
sqlite3_stmt *c_prepare(c_store *store, const char *sql);
c_text c_copy(c_store *store, const char *bytes, size_t count);
const c_person *c_people(const c_store *store);

void c_insert(c_store *store, const char *sql, const c_person *people, size_t count);
size_t c_scan(c_store *store, const char *sql);
size_t c_look_up(c_store *store, const char *sql, const int64_t *ids, size_t count);
/// Looks up each row in a separate transaction, while holding a lock.
size_t c_look_up_alone(c_store *store, const char *sql, const int64_t *ids, size_t count);
/// Runs the query once for each line.
size_t c_search(c_store *store, const char *sql, const char *lines);
/// Reads pages of people. Each page follows the last row of the previous page.
size_t c_pages(c_store *store, const char *sql, size_t count);
size_t c_members(c_store *store, const char *sql, const int64_t *teams, size_t count);
void c_update(c_store *store, const char *sql, const int64_t *ids, size_t count, const char *phone);
/// Writes the rows as CSV (RFC 4180) and returns the number of bytes written.
size_t c_write_csv(c_store *store, const char *sql, const char *path);

#endif
