#ifndef ALMANAC_CGLIBC_H
#define ALMANAC_CGLIBC_H

// The headers of glibc that the Glibc module does not contain.
#include <libintl.h>
#include <malloc.h>
#include <unistd.h>

/// Returns the environment of the process: lines such as `NAME=value`, followed by a null pointer. A Swift program cannot
/// read a mutable global variable of C.
static inline char *const *cglibc_environment(void) {
    extern char **environ;
    return environ;
}

#endif
