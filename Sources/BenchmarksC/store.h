#include "include/BenchmarksC.h"

#include <pthread.h>
#include <sqlite3.h>
#include <string.h>

struct c_store {
    sqlite3 *database;
    pthread_mutex_t lock;
    c_person *people;
    char *arena;
    size_t used;
};

static inline c_text copied(c_store *store, const void *bytes, int32_t count) {
    if (!bytes) return (c_text){ 0, 0 };
    char *start = store->arena + store->used;
    memcpy(start, bytes, (size_t)count);
    store->used += (size_t)count;
    return (c_text){ start, count };
}

static inline c_text text_column(c_store *store, sqlite3_stmt *row, int index) {
    const unsigned char *start = sqlite3_column_text(row, index);
    return copied(store, start, sqlite3_column_bytes(row, index));
}

static inline void read_person(c_store *store, sqlite3_stmt *row, c_person *person) {
    person->id = sqlite3_column_int64(row, 0);
    person->given = text_column(store, row, 1);
    person->family = text_column(store, row, 2);
    person->email = text_column(store, row, 3);
    person->phone = text_column(store, row, 4);
    person->birthday = text_column(store, row, 5);
    person->height = sqlite3_column_double(row, 6);
    person->favorite = sqlite3_column_int64(row, 7) != 0;
}

/* Reads the rows of a bound statement into the store, after its first `count` people. Resets the statement, and returns
 * the new count. */
static inline size_t read_people(c_store *store, sqlite3_stmt *statement, size_t count) {
    while (sqlite3_step(statement) == SQLITE_ROW) read_person(store, statement, &store->people[count++]);
    sqlite3_reset(statement);
    return count;
}
