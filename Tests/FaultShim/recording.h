// A recording of the calls that change files. A test computes from it what a power failure can leave of the files.
//
// A record is a line “KIND INODE OFFSET LENGTH PATH TARGET” with the lengths of the data and of both paths, followed by
// the paths and the data. Kinds: create, mkdir, write, truncate (to OFFSET), sync, rename, link, and unlink.

#ifndef RECORDING_H
#define RECORDING_H

#include <errno.h>
#include <stdbool.h>
#include <sys/types.h>

bool is_inside(const char *path);
bool exists(const char *path);

// Without these calls, another thread could change the file between a call and its record.
bool begin_recording(void);
void end_recording(void);

void record_appended(int file, const void *bytes, ssize_t count);
void record_written(int file, const void *bytes, ssize_t count, off_t offset);
void record_truncated(int file, off_t size);
void record_synced(int file);
void record_opened(int file, int flags, bool existed);
void record_names(const char *kind, const char *path, const char *target);

// Makes a call and, if it succeeds, records it. The value is that of the call.
#define RECORDED(type, call, record) \
    ({ \
        bool is_recording = begin_recording(); \
        type result = call; \
        int error = errno; \
        if (is_recording) { \
            if (result >= 0) record; \
            end_recording(); \
        } \
        errno = error; \
        result; \
    })

#endif
