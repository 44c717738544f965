#include "embedded.h"
#include "unicode_tables.h"

static const uint32_t last_scalar = 0x10FFFF;

unicode_folding unicode_fold(uint32_t scalar) {
    uint32_t offset = scalar > last_scalar ? 0 :
        fold_blocks[fold_starts[scalar / UNICODE_BLOCK] * UNICODE_BLOCK + scalar % UNICODE_BLOCK];
    if (offset == 0) {
        return (unicode_folding) { .scalars = NULL, .count = -1 };
    }
    return (unicode_folding) { .scalars = &fold_pool[offset + 1], .count = (int32_t) fold_pool[offset] };
}

int32_t unicode_width(uint32_t scalar) {
    return scalar > last_scalar ? 1 :
        width_blocks[width_starts[scalar / UNICODE_BLOCK] * UNICODE_BLOCK + scalar % UNICODE_BLOCK];
}
