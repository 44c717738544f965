#ifndef ALMANAC_MUTATION_H
#define ALMANAC_MUTATION_H

#include <stdbool.h>

/// Returns whether the environment activates a mutant, and records the call if there is a log.
bool mutant(int number);

#endif
