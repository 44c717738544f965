#ifndef ALMANAC_CGLIBC_H
#define ALMANAC_CGLIBC_H

// The Glibc module contains only one of these headers of glibc: <unistd.h>.
#include <arpa/nameser.h>
#include <libintl.h>
#include <malloc.h>
#include <resolv.h>
#include <sys/eventfd.h>
#include <unistd.h>

/// Returns the environment of the process: strings such as `NAME=value`, followed by a null pointer. A Swift program
/// cannot read a mutable global variable of C.
static inline char *const *cglibc_environment(void) {
    extern char **environ;
    return environ;
}

// Declared by <unistd.h> and <stdio.h> only with _GNU_SOURCE.
int pipe2(int ends[2], int flags);
int close_range(unsigned int first, unsigned int last, int flags);
enum { CGLIBC_CLOSE_ON_EXEC = 4 };
int renameat2(int old_folder, const char *old_name, int new_folder, const char *new_name, unsigned int flags);
enum { CGLIBC_RENAME_NOREPLACE = 1, CGLIBC_RENAME_EXCHANGE = 2 };

/// Queries the name servers of the system. Returns the length of the response, or -1 if the query fails.
static inline int cglibc_query_dns(const char *name, int type, unsigned char *response, int size) {
    return res_query(name, ns_c_in, type, response, size);
}

#endif
