// Activates one of the mutants that Tests/mutants makes in a copy of the repository, or records the calls of mutants.
#define _GNU_SOURCE
#include "mutation.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    uint64_t mutant;
    double time;
} record;

// A descriptor or a system call per record would disturb tests that count them, so the log is a mapped file.
typedef struct {
    _Atomic uint64_t count;
    uint64_t unused;
    record records[];
} record_log;

static int active;
static record_log *recorded;
static uint64_t capacity;
static double latest_call[4096], latest_record[4096];

__attribute__((constructor)) static void read_environment(void) {
    const char *number = getenv("ALMANAC_MUTANT"), *path = getenv("ALMANAC_MUTANT_LOG");
    active = number ? atoi(number) : 0;
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    struct stat status;
    if (fstat(file, &status) == 0) {
        void *memory = mmap(NULL, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        capacity = status.st_size / sizeof(record) - 1;
        recorded = memory == MAP_FAILED ? NULL : memory;
    }
    close(file);
}

bool mutant(int number) {
    struct timespec now;
    if (recorded && clock_gettime(CLOCK_REALTIME, &now) == 0) {
        record call = {number, now.tv_sec + now.tv_nsec / 1e9};
        // Calls that are closer together than those of two tests are recorded only once per millisecond.
        if (call.time - latest_call[number] > 0.00002 || call.time - latest_record[number] > 0.001) {
            latest_record[number] = call.time;
            uint64_t index = atomic_fetch_add(&recorded->count, 1);
            if (index < capacity) recorded->records[index] = call;
        }
        latest_call[number] = call.time;
    }
    return number == active;
}
