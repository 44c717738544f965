#include "plans.h"

#include <pthread.h>
#include <sqlite3.h>

/* A VFS on top of the default VFS (https://sqlite.org/vfs.html). Calls are forwarded unless a plan makes them fail. */

typedef struct {
    sqlite3_file base;
    /* SQLite keeps the name until the file is closed. */
    const char *name;
    /* The file of the default VFS is stored after this one. */
    sqlite3_file below[];
} file;

static sqlite3_vfs *disk;
static sqlite3_vfs layer;

#define NAME(f) (((file *)(f))->name)
#define BELOW(f) (((file *)(f))->below)
#define DOWN(f, call, ...) BELOW(f)->pMethods->call(BELOW(f) __VA_OPT__(,) __VA_ARGS__)

static int close_file(sqlite3_file *f) { return DOWN(f, xClose); }

static int read_file(sqlite3_file *f, void *bytes, int count, sqlite3_int64 offset) {
    int fault = fault_now(fault_operation_read, NAME(f));
    return fault ? fault : DOWN(f, xRead, bytes, count, offset);
}

static int write_file(sqlite3_file *f, const void *bytes, int count, sqlite3_int64 offset) {
    int fault = fault_now(fault_operation_write, NAME(f));
    int result = DOWN(f, xWrite, bytes, fault ? count / 2 : count, offset);
    return fault ? fault : result;
}

static int truncate_file(sqlite3_file *f, sqlite3_int64 size) {
    int fault = fault_now(fault_operation_truncate, NAME(f));
    return fault ? fault : DOWN(f, xTruncate, size);
}

static int sync_file(sqlite3_file *f, int flags) {
    int fault = fault_now(fault_operation_sync, NAME(f));
    return fault ? fault : DOWN(f, xSync, flags);
}

static int file_size(sqlite3_file *f, sqlite3_int64 *size) { return DOWN(f, xFileSize, size); }
static int lock_file(sqlite3_file *f, int level) { return DOWN(f, xLock, level); }
static int unlock_file(sqlite3_file *f, int level) { return DOWN(f, xUnlock, level); }
static int is_reserved(sqlite3_file *f, int *answer) { return DOWN(f, xCheckReservedLock, answer); }
static int control(sqlite3_file *f, int code, void *argument) { return DOWN(f, xFileControl, code, argument); }
static int sector_size(sqlite3_file *f) { return DOWN(f, xSectorSize); }
static int characteristics(sqlite3_file *f) { return DOWN(f, xDeviceCharacteristics); }
static int map_memory(sqlite3_file *f, int page, int size, int extend, void volatile **memory) {
    return DOWN(f, xShmMap, page, size, extend, memory);
}
static int lock_memory(sqlite3_file *f, int offset, int count, int flags) {
    return DOWN(f, xShmLock, offset, count, flags);
}
static void memory_barrier(sqlite3_file *f) { DOWN(f, xShmBarrier); }
static int unmap_memory(sqlite3_file *f, int removes) { return DOWN(f, xShmUnmap, removes); }

/* Version 2 excludes memory-mapped reads, which a plan could not intercept. */
static const sqlite3_io_methods methods = {
    2, close_file, read_file, write_file, truncate_file, sync_file, file_size, lock_file, unlock_file, is_reserved,
    control, sector_size, characteristics, map_memory, lock_memory, memory_barrier, unmap_memory,
};

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *granted) {
    (void)vfs;
    f->pMethods = 0;
    NAME(f) = name;
    int fault = fault_now(fault_operation_open, name);
    if (fault) return fault;
    int result = disk->xOpen(disk, name, BELOW(f), flags, granted);
    if (BELOW(f)->pMethods) f->pMethods = &methods;
    return result;
}

static int remove_file(sqlite3_vfs *vfs, const char *name, int syncs) {
    (void)vfs;
    int fault = fault_now(fault_operation_remove, name);
    if (fault) return fault;
    int result = disk->xDelete(disk, name, syncs);
    return result || !syncs ? result : fault_now(fault_operation_sync, name);
}

static void install(void) {
    /* The module SQLite also sets this. It must be set before the first call of SQLite. */
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    disk = sqlite3_vfs_find(0);
    layer = *disk;
    layer.zName = "fault";
    layer.szOsFile = (int)sizeof(file) + disk->szOsFile;
    layer.xOpen = open_file;
    layer.xDelete = remove_file;
    layer.pNext = 0;
    sqlite3_vfs_register(&layer, 1);
}

void fault_vfs_install(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
}
