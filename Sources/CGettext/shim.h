#ifndef ALMANAC_CGETTEXT_H
#define ALMANAC_CGETTEXT_H

#include <libintl.h>

#endif
