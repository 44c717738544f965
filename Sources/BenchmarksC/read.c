#include "store.h"

size_t c_scan(c_store *store, const char *sql) {
    store->used = 0;
    sqlite3_stmt *scan = c_prepare(store, sql);
    size_t found = read_people(store, scan, 0);
    sqlite3_finalize(scan);
    return found;
}

size_t c_look_up(c_store *store, const char *sql, const int64_t *ids, size_t count) {
    store->used = 0;
    size_t found = 0;
    c_execute(store, "BEGIN");
    sqlite3_stmt *lookup = c_prepare(store, sql);
    for (size_t number = 0; number < count; number++) {
        sqlite3_bind_int64(lookup, 1, ids[number]);
        if (sqlite3_step(lookup) == SQLITE_ROW) read_person(store, lookup, &store->people[found++]);
        sqlite3_reset(lookup);
    }
    sqlite3_finalize(lookup);
    c_execute(store, "COMMIT");
    return found;
}

size_t c_look_up_alone(c_store *store, const char *sql, const int64_t *ids, size_t count) {
    store->used = 0;
    size_t found = 0;
    sqlite3_stmt *lookup = c_prepare(store, sql);
    for (size_t number = 0; number < count; number++) {
        pthread_mutex_lock(&store->lock);
        sqlite3_bind_int64(lookup, 1, ids[number]);
        if (sqlite3_step(lookup) == SQLITE_ROW) read_person(store, lookup, &store->people[found++]);
        sqlite3_reset(lookup);
        pthread_mutex_unlock(&store->lock);
    }
    sqlite3_finalize(lookup);
    return found;
}

size_t c_members(c_store *store, const char *sql, const int64_t *teams, size_t count) {
    store->used = 0;
    size_t found = 0;
    c_execute(store, "BEGIN");
    sqlite3_stmt *members = c_prepare(store, sql);
    for (size_t number = 0; number < count; number++) {
        sqlite3_bind_int64(members, 1, teams[number]);
        found = read_people(store, members, found);
    }
    sqlite3_finalize(members);
    c_execute(store, "COMMIT");
    return found;
}

size_t c_search(c_store *store, const char *sql, const char *lines) {
    store->used = 0;
    size_t found = 0;
    c_execute(store, "BEGIN");
    sqlite3_stmt *search = c_prepare(store, sql);
    for (const char *line = lines; *line;) {
        size_t length = strcspn(line, "\n");
        sqlite3_bind_text(search, 1, line, (int)length, SQLITE_STATIC);
        found = read_people(store, search, found);
        line += length + (line[length] == '\n');
    }
    sqlite3_finalize(search);
    c_execute(store, "COMMIT");
    return found;
}

size_t c_pages(c_store *store, const char *sql, size_t count) {
    store->used = 0;
    size_t found = 0;
    c_person last = { .family.start = "", .given.start = "" };
    c_execute(store, "BEGIN");
    sqlite3_stmt *page = c_prepare(store, sql);
    for (size_t number = 0; number < count; number++) {
        sqlite3_bind_text(page, 1, last.family.start, last.family.count, SQLITE_STATIC);
        sqlite3_bind_text(page, 2, last.given.start, last.given.count, SQLITE_STATIC);
        sqlite3_bind_int64(page, 3, last.id);
        found = read_people(store, page, found);
        if (found > 0) last = store->people[found - 1];
    }
    sqlite3_finalize(page);
    c_execute(store, "COMMIT");
    return found;
}
