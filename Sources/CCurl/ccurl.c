#include "ccurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static ccurl_functions functions;
static bool is_loaded;

static void load(void) {
    static const struct {
        const char *name;
        size_t offset;
    } symbols[] = {
#define SYMBOL(function) {"curl_" #function, offsetof(ccurl_functions, function)}
        SYMBOL(global_init),      SYMBOL(easy_init),           SYMBOL(easy_cleanup),  SYMBOL(easy_setopt),
        SYMBOL(easy_strerror),    SYMBOL(slist_append),        SYMBOL(slist_free_all), SYMBOL(multi_init),
        SYMBOL(multi_cleanup),    SYMBOL(multi_add_handle),    SYMBOL(multi_remove_handle),
        SYMBOL(multi_perform),    SYMBOL(multi_poll),          SYMBOL(multi_info_read),
#undef SYMBOL
    };
    static_assert(sizeof symbols / sizeof *symbols == sizeof functions / sizeof(void *), "every function is loaded");
    // The library stays open until the program ends, because curl_global_cleanup is not safe with several threads.
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    for (size_t index = 0; index < sizeof symbols / sizeof *symbols; index++) {
        void *symbol = dlsym(library, symbols[index].name);
        if (!symbol) return;
        *(void **)((char *)&functions + symbols[index].offset) = symbol;
    }
    is_loaded = functions.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

const ccurl_functions *ccurl_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded ? &functions : NULL;
}
