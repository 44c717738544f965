// A library for LD_PRELOAD that makes calls that change files in one folder fail as planned.
//
//   FAULT_FOLDER  the folder, as returned by realpath(3)
//   FAULT_PLAN    a file with one line: SERIAL CALL FIRST COUNT FAULT, such as “1 write 5 1 ENOSPC”. CALL is a kind of
//                 call, or “any”. COUNT calls of that kind fail, starting with the FIRST one. FAULT is ENOSPC, EIO,
//                 EACCES, EROFS, SHORT (half of the data is written), or KILL (the process ends during the call). A line
//                 that differs from the previous one resets the count. Without a plan, all calls succeed.
//   FAULT_LOG     a file to which each call appends a line with its kind and path
//   FAULT_RECORD  a file to which each successful call is appended with its data; recording.h describes the format
//
// The entries that readdir(3) returns end at an unreadable page, so that reading too far ends the program.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "recording.h"

// Declares `real` as the next function of this name, which the program would have called without this library.
#define REAL(function) \
    static typeof(function) *real; \
    if (!real) real = (typeof(function) *)dlsym(RTLD_NEXT, #function)

enum { PASS = 0, SHORT = -1, KILL = -2 };  // or a positive errno

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char line[128];
static long calls;

// MARK: - The plan

// Reads the plan with direct system calls, which are not intercepted.
static void read_plan(char *text, size_t size) {
    const char *path = getenv("FAULT_PLAN");
    memset(text, 0, size);
    if (!path) return;
    long file = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    long count = syscall(SYS_read, file, text, size - 1);
    if (count < 0) text[0] = 0;
    syscall(SYS_close, file);
}

static void add_to_log(const char *call, const char *path) {
    const char *log = getenv("FAULT_LOG");
    if (!log) return;
    long file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return;
    char text[4200];
    int length = snprintf(text, sizeof text, "%s %s\n", call, path);
    syscall(SYS_write, file, text, (size_t)length);
    syscall(SYS_close, file);
}

static int fault_named(const char *name) {
    if (!strcmp(name, "ENOSPC")) return ENOSPC;
    if (!strcmp(name, "EIO")) return EIO;
    if (!strcmp(name, "EACCES")) return EACCES;
    if (!strcmp(name, "EROFS")) return EROFS;
    if (!strcmp(name, "SHORT")) return SHORT;
    if (!strcmp(name, "KILL")) return KILL;
    return PASS;
}

// Counts a call and returns its planned outcome.
static int planned(const char *call, const char *path) {
    char text[sizeof line], kind[16], name[16];
    long first, count;
    pthread_mutex_lock(&mutex);
    read_plan(text, sizeof text);
    if (strcmp(text, line)) {
        memcpy(line, text, sizeof line);
        calls = 0;
    }
    int fault = PASS;
    if (sscanf(line, "%*d %15s %ld %ld %15s", kind, &first, &count, name) == 4
        && (!strcmp(kind, "any") || !strcmp(kind, call))) {
        calls += 1;
        if (calls >= first && calls - first < count) fault = fault_named(name);
    }
    add_to_log(call, path);
    pthread_mutex_unlock(&mutex);
    return fault;
}

bool is_inside(const char *path) {
    const char *folder = getenv("FAULT_FOLDER");
    size_t length = folder ? strlen(folder) : 0;
    return length && !strncmp(path, folder, length) && (path[length] == '/' || path[length] == 0);
}

static int fault_of_path(const char *call, const char *path) {
    return is_inside(path) ? planned(call, path) : PASS;
}

static int fault_of_file(const char *call, int file) {
    char link[32], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return PASS;
    path[length] = 0;
    return fault_of_path(call, path);
}

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

// Only writes can be short. With `SHORT`, other calls succeed.
static bool fails(int fault) {
    if (fault == KILL) die();
    if (fault > 0) errno = fault;
    return fault > 0;
}

// MARK: - The calls

#define HALF(fault, count) (((fault) == SHORT || (fault) == KILL) && (count) > 1 ? (count) / 2 : (count))

ssize_t write(int file, const void *bytes, size_t count) {
    REAL(write);
    int fault = file > 2 ? fault_of_file("write", file) : PASS;
    if (fault == KILL) (void)!real(file, bytes, HALF(fault, count));
    if (fails(fault)) return -1;
    if (file <= 2) return real(file, bytes, HALF(fault, count));
    return RECORDED(ssize_t, real(file, bytes, HALF(fault, count)), record_appended(file, bytes, result));
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    REAL(pwrite);
    int fault = fault_of_file("write", file);
    if (fault == KILL) (void)!real(file, bytes, HALF(fault, count), offset);
    if (fails(fault)) return -1;
    return RECORDED(
        ssize_t, real(file, bytes, HALF(fault, count), offset), record_written(file, bytes, result, offset));
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    REAL(pwrite64);
    int fault = fault_of_file("write", file);
    if (fault == KILL) (void)!real(file, bytes, HALF(fault, count), offset);
    if (fails(fault)) return -1;
    return RECORDED(
        ssize_t, real(file, bytes, HALF(fault, count), offset), record_written(file, bytes, result, offset));
}

int ftruncate(int file, off_t size) {
    REAL(ftruncate);
    if (fails(fault_of_file("truncate", file))) return -1;
    return RECORDED(int, real(file, size), record_truncated(file, size));
}

int ftruncate64(int file, off64_t size) {
    REAL(ftruncate64);
    if (fails(fault_of_file("truncate", file))) return -1;
    return RECORDED(int, real(file, size), record_truncated(file, size));
}

int fsync(int file) {
    REAL(fsync);
    if (fails(fault_of_file("sync", file))) return -1;
    return RECORDED(int, real(file), record_synced(file));
}

int fdatasync(int file) {
    REAL(fdatasync);
    if (fails(fault_of_file("sync", file))) return -1;
    return RECORDED(int, real(file), record_synced(file));
}

static bool may_write(int flags) { return flags & (O_WRONLY | O_RDWR | O_CREAT); }

int open(const char *path, int flags, ...) {
    REAL(open);
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if (!may_write(flags)) return real(path, flags, mode);
    if (fails(fault_of_path("open", path))) return -1;
    bool existed = exists(path);
    return RECORDED(int, real(path, flags, mode), record_opened(result, flags, existed));
}

int open64(const char *path, int flags, ...) {
    REAL(open64);
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if (!may_write(flags)) return real(path, flags, mode);
    if (fails(fault_of_path("open", path))) return -1;
    bool existed = exists(path);
    return RECORDED(int, real(path, flags, mode), record_opened(result, flags, existed));
}

int rename(const char *from, const char *to) {
    REAL(rename);
    if (fails(fault_of_path("rename", to))) return -1;
    return RECORDED(int, real(from, to), record_names("rename", from, to));
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags) {
    REAL(renameat2);
    if (fails(fault_of_path("rename", to))) return -1;
    return RECORDED(int, real(from_folder, from, to_folder, to, flags), record_names("rename", from, to));
}

int link(const char *from, const char *to) {
    REAL(link);
    if (fails(fault_of_path("link", to))) return -1;
    return RECORDED(int, real(from, to), record_names("link", from, to));
}

int unlink(const char *path) {
    REAL(unlink);
    if (fails(fault_of_path("unlink", path))) return -1;
    return RECORDED(int, real(path), record_names("unlink", path, ""));
}

int rmdir(const char *path) {
    REAL(rmdir);
    return RECORDED(int, real(path), record_names("unlink", path, ""));
}

int mkdir(const char *path, mode_t mode) {
    REAL(mkdir);
    if (fails(fault_of_path("mkdir", path))) return -1;
    return RECORDED(int, real(path, mode), record_names("mkdir", path, ""));
}

// MARK: - Folders

// The length of an entry is d_reclen, which can be less than the size of its type.
struct dirent *readdir(DIR *folder) {
    REAL(readdir);
    static _Thread_local char *pages;
    struct dirent *entry = real(folder);
    if (!entry) return NULL;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (!pages) {
        pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE)) abort();
    }
    return memcpy(pages + page - entry->d_reclen, entry, entry->d_reclen);
}
