#include "store.h"

static inline void bind(sqlite3_stmt *statement, int index, c_text text) {
    sqlite3_bind_text(statement, index, text.start, text.count, SQLITE_STATIC);
}

void c_insert(c_store *store, const char *sql, const c_person *people, size_t count) {
    c_execute(store, "BEGIN IMMEDIATE");
    sqlite3_stmt *insert = c_prepare(store, sql);
    for (const c_person *person = people; person < people + count; person++) {
        sqlite3_bind_int64(insert, 1, person->id);
        bind(insert, 2, person->given);
        bind(insert, 3, person->family);
        bind(insert, 4, person->email);
        bind(insert, 5, person->phone);
        bind(insert, 6, person->birthday);
        sqlite3_bind_double(insert, 7, person->height);
        sqlite3_bind_int64(insert, 8, person->favorite);
        sqlite3_step(insert);
        sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    c_execute(store, "COMMIT");
}
