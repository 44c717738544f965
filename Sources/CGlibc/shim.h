#ifndef ALMANAC_CGLIBC_H
#define ALMANAC_CGLIBC_H

// The headers of glibc that the Glibc module does not contain.
#include <libintl.h>
#include <malloc.h>

#endif
