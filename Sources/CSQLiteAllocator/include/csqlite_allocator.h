#ifndef ALMANAC_CSQLITE_ALLOCATOR_H
#define ALMANAC_CSQLITE_ALLOCATOR_H

/// Makes SQLite keep small blocks that it frees, in lists of each thread, because it soon allocates as many again. Debian
/// builds SQLite without its own lists. SQLite must not have been used in this process.
/// - Returns: A result code of SQLite.
int csqlite_keep_small_blocks(void);

#endif
