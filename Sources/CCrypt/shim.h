#ifndef ALMANAC_CCRYPT_H
#define ALMANAC_CCRYPT_H

#if !__has_include(<crypt.h>)
#error "Almanac needs the header of libcrypt. Install it with: apt-get install libcrypt-dev"
#endif

#include <crypt.h>

#endif
