#include "store.h"

void c_update(c_store *store, const char *sql, const int64_t *ids, size_t count, const char *phone) {
    int length = (int)strlen(phone);
    c_execute(store, "BEGIN IMMEDIATE");
    sqlite3_stmt *update = c_prepare(store, sql);
    for (size_t number = 0; number < count; number++) {
        sqlite3_bind_int64(update, 1, ids[number]);
        sqlite3_bind_text(update, 2, phone, length, SQLITE_STATIC);
        sqlite3_step(update);
        sqlite3_reset(update);
    }
    sqlite3_finalize(update);
    c_execute(store, "COMMIT");
}
