#define _GNU_SOURCE
#include "recording.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

bool exists(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0;
}

bool begin_recording(void) {
    if (!getenv("FAULT_RECORD")) return false;
    pthread_mutex_lock(&mutex);
    return true;
}

void end_recording(void) { pthread_mutex_unlock(&mutex); }

// Appends a record with direct system calls, which are not intercepted.
static void append(
    const char *kind, ino_t inode, off_t offset, const char *path, const char *target, const void *bytes, size_t count) {
    long file = syscall(SYS_openat, AT_FDCWD, getenv("FAULT_RECORD"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) abort();
    char line[128];
    int length = snprintf(
        line, sizeof line, "%s %lu %ld %zu %zu %zu\n", kind, inode, offset, count, strlen(path), strlen(target));
    struct iovec parts[] = {
        {line, (size_t)length}, {(void *)path, strlen(path)}, {(void *)target, strlen(target)}, {(void *)bytes, count},
    };
    size_t total = (size_t)length + strlen(path) + strlen(target) + count;
    if (syscall(SYS_writev, file, parts, 4) != (long)total) abort();
    syscall(SYS_close, file);
}

// Appends a record about an open file, unless the file is outside the folder.
static void append_of(const char *kind, int file, off_t offset, const void *bytes, size_t count) {
    char link[32], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    struct stat status;
    if (length < 0 || fstat(file, &status)) return;
    path[length] = 0;
    if (is_inside(path)) append(kind, status.st_ino, offset, path, "", bytes, count);
}

void record_written(int file, const void *bytes, ssize_t count, off_t offset) {
    append_of("write", file, offset, bytes, (size_t)count);
}

void record_appended(int file, const void *bytes, ssize_t count) {
    record_written(file, bytes, count, lseek(file, 0, SEEK_CUR) - count);
}

void record_truncated(int file, off_t size) { append_of("truncate", file, size, "", 0); }

void record_synced(int file) { append_of("sync", file, 0, "", 0); }

void record_opened(int file, int flags, bool existed) {
    if (!existed) append_of("create", file, 0, "", 0);
    if (existed && flags & O_TRUNC) append_of("truncate", file, 0, "", 0);
}

void record_names(const char *kind, const char *path, const char *target) {
    if (!is_inside(path) && !is_inside(target)) return;
    struct stat status;
    bool is_known = lstat(*target ? target : path, &status) == 0;
    append(kind, is_known ? status.st_ino : 0, 0, path, target, "", 0);
}
