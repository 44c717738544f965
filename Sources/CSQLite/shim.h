#ifndef ALMANAC_CSQLITE_H
#define ALMANAC_CSQLITE_H

#if !__has_include(<sqlite3.h>)
#error "Almanac needs the header of SQLite. Install it with: apt-get install libsqlite3-dev"
#endif

#include <sqlite3.h>
#include <sys/vfs.h>

/* Swift cannot call variadic functions and does not import macros with casts. */
static inline int csqlite_configure(sqlite3 *db, int option, int value) { return sqlite3_db_config(db, option, value, (int *)0); }
static inline int csqlite_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
static inline sqlite3_destructor_type csqlite_static(void) { return SQLITE_STATIC; }
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

/* Reads the file without its WAL. Opening and closing the file separately would release SQLite's locks. */
static inline int csqlite_read_file(sqlite3 *db, void *bytes, int count, sqlite3_int64 offset) {
    sqlite3_file *file;
    int result = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    return result ? result : file->pMethods->xRead(file, bytes, count, offset);
}

/* A file system layer without super-journals. SQLite opens a super-journal only if a rollback journal names it,
 * in order to delete it. Swift emits a static variable of a header only if the variable is inside a function. */
static inline sqlite3_vfs *csqlite_system_files(sqlite3_vfs *found) {
    static sqlite3_vfs *system;
    return found ? system = found : system;
}
static inline int csqlite_open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *granted) {
    if (!(flags & SQLITE_OPEN_SUPER_JOURNAL)) return csqlite_system_files(0)->xOpen(vfs, name, file, flags, granted);
    file->pMethods = 0;
    return SQLITE_CANTOPEN;
}
static inline int csqlite_refuse_super_journals(void) {
    static sqlite3_vfs vfs;
    vfs = *csqlite_system_files(sqlite3_vfs_find(0));
    vfs.xOpen = csqlite_open_file;
    vfs.zName = "almanac";
    return sqlite3_vfs_register(&vfs, 1);
}

/* Returns the type of the file system of a folder, or 0 if it is unknown. Swift's Glibc does not import statfs(2). */
static inline unsigned csqlite_file_system_type(const char *folder) { struct statfs s; return statfs(folder, &s) ? 0 : (unsigned)s.f_type; }

#endif
