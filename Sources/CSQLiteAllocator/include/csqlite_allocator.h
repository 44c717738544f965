#ifndef ALMANAC_CSQLITE_ALLOCATOR_H
#define ALMANAC_CSQLITE_ALLOCATOR_H

/// Makes SQLite keep freed small blocks in per-thread lists, because it soon allocates as many again. Debian builds
/// SQLite without lookaside lists, which serve the same purpose. SQLite must not have been used in this process.
/// - Returns: A result code of SQLite.
int csqlite_keep_small_blocks(void);

#endif
