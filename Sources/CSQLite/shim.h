#ifndef ALMANAC_CSQLITE_H
#define ALMANAC_CSQLITE_H

#if !__has_include(<sqlite3.h>)
#error "Almanac needs the header of SQLite. Install it with: apt-get install libsqlite3-dev"
#endif

#include <sqlite3.h>

#endif
