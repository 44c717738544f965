#include "csqlite_allocator.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

/* Small blocks are cut from chunks, which are never freed. A list has blocks of one size: 16, 32, 48, … bytes. A thread
 * shares its lists when it ends or has freed many blocks, because other threads may have allocated these blocks. */
enum { step = 16, lists = 33, largest = (lists - 1) * step, chunk_size = 32 << 10, most = 256 << 10 };

/* After the size, a block contains the memory for SQLite or, while it is in a list, the links of the list. */
struct block {
    size_t size;
    struct block *next, *next_list;
};
enum { header = sizeof(size_t) };

static _Thread_local struct {
    struct block *freed[lists];
    char *chunk;
    size_t left;
    long kept;
    _Bool is_registered;
} own;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct block *given[lists];
static pthread_key_t thread_end;

static size_t list_of(size_t size) { return (size + step - 1) / step; }
static struct block *block_of(void *content) { return (struct block *)((char *)content - header); }
static void *content_of(struct block *block) { return block ? (char *)block + header : NULL; }

static void keep(struct block *block) {
    struct block **list = &own.freed[block->size / step];
    block->next = *list;
    *list = block;
}

static struct block *cut(size_t size) {
    struct block *block = (struct block *)own.chunk;
    block->size = size;
    own.chunk += header + size;
    own.left -= header + size;
    return block;
}

static void keep_rest_of_chunk(void) {
    while (own.left >= header + step) {
        size_t size = own.left - header;
        keep(cut(size < largest ? size / step * step : largest));
    }
}

static void give(void) {
    pthread_mutex_lock(&lock);
    for (size_t list = 0; list < lists; list++) {
        struct block *block = own.freed[list];
        if (!block) continue;
        block->next_list = given[list];
        given[list] = block;
        own.freed[list] = NULL;
    }
    pthread_mutex_unlock(&lock);
    own.kept = 0;
}

static void take(void) {
    pthread_mutex_lock(&lock);
    for (size_t list = 0; list < lists; list++) {
        if (own.freed[list] || !given[list]) continue;
        own.freed[list] = given[list];
        given[list] = given[list]->next_list;
    }
    pthread_mutex_unlock(&lock);
}

static void give_at_end(void *unused) {
    (void)unused;
    keep_rest_of_chunk();
    own.left = 0;
    give();
    own.is_registered = 0;
}

static struct block *new_block(size_t list) {
    size_t size = list * step;
    if (!own.is_registered) own.is_registered = !pthread_setspecific(thread_end, &own);
    if (own.left < header + size) {
        keep_rest_of_chunk();
        take();
        struct block *block = own.freed[list];
        if (block) {
            own.freed[list] = block->next;
            return block;
        }
        char *chunk = malloc(chunk_size);
        if (!chunk) return NULL;
        own.chunk = chunk;
        own.left = chunk_size;
    }
    return cut(size);
}

static void *allocate(int size) {
    size_t list = list_of((size_t)size);
    if (list >= lists) {
        struct block *block = malloc(header + (size_t)size);
        if (block) block->size = (size_t)size;
        return content_of(block);
    }
    struct block *block = own.freed[list];
    if (!block) return content_of(new_block(list));
    own.freed[list] = block->next;
    own.kept -= (long)block->size;
    return content_of(block);
}

static void release(void *content) {
    if (!content) return;
    struct block *block = block_of(content);
    if (block->size > largest) return free(block);
    if (!own.is_registered) own.is_registered = !pthread_setspecific(thread_end, &own);
    keep(block);
    own.kept += (long)block->size;
    if (own.kept > most) give();
}

static void *resize(void *content, int size) {
    struct block *block = block_of(content);
    if (block->size > largest && size > largest) {
        block = realloc(block, header + (size_t)size);
        if (block) block->size = (size_t)size;
        return content_of(block);
    }
    void *resized = allocate(size);
    if (!resized) return NULL;
    memcpy(resized, content, block->size < (size_t)size ? block->size : (size_t)size);
    release(content);
    return resized;
}

static int size_at(void *content) { return (int)block_of(content)->size; }

static int rounded(int size) { return size > largest ? (size + 7) & ~7 : (int)list_of((size_t)size) * step; }

static int start(void *unused) {
    (void)unused;
    return pthread_key_create(&thread_end, give_at_end) ? SQLITE_NOMEM : SQLITE_OK;
}

static void stop(void *unused) {
    (void)unused;
    pthread_key_delete(thread_end);
}

int csqlite_keep_small_blocks(void) {
    static const sqlite3_mem_methods methods = {allocate, release, resize, size_at, rounded, start, stop, NULL};
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}
