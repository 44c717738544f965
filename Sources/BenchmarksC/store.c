#include "store.h"

#include <stdlib.h>

c_store *c_open(const char *path, size_t people, size_t arena_bytes) {
    c_store *store = calloc(1, sizeof *store);
    if (!store) abort();
    pthread_mutex_init(&store->lock, 0);
    store->people = calloc(people, sizeof *store->people);
    store->arena = malloc(arena_bytes);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (!store->people || !store->arena || sqlite3_open_v2(path, &store->database, flags, 0)) abort();
    return store;
}

void c_close(c_store *store) {
    sqlite3_close(store->database);
    free(store->arena);
    free(store->people);
    free(store);
}

void c_execute(c_store *store, const char *script) {
    if (sqlite3_exec(store->database, script, 0, 0, 0)) abort();
}

c_text c_copy(c_store *store, const char *bytes, size_t count) {
    return copied(store, bytes, (int32_t)count);
}

const c_person *c_people(const c_store *store) {
    return store->people;
}

sqlite3_stmt *c_prepare(c_store *store, const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v3(store->database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, 0)) abort();
    return statement;
}
