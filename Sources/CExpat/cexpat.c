#include "cexpat.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static cexpat_functions functions;
static bool is_loaded;

static void load(void) {
    static const struct {
        const char *name;
        size_t offset;
    } symbols[] = {
#define SYMBOL(function) {"XML_" #function, offsetof(cexpat_functions, function)}
        SYMBOL(ParserCreateNS),          SYMBOL(ParserFree),                 SYMBOL(SetUserData), SYMBOL(SetElementHandler),
        SYMBOL(SetCharacterDataHandler), SYMBOL(SetStartDoctypeDeclHandler), SYMBOL(Parse),       SYMBOL(StopParser),
        SYMBOL(GetErrorCode),            SYMBOL(GetCurrentLineNumber),       SYMBOL(ErrorString),
#undef SYMBOL
    };
    static_assert(sizeof symbols / sizeof *symbols == sizeof functions / sizeof(void *), "every function is loaded");
    void *library = dlopen("libexpat.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    for (size_t index = 0; index < sizeof symbols / sizeof *symbols; index++) {
        void *symbol = dlsym(library, symbols[index].name);
        if (!symbol) return;
        *(void **)((char *)&functions + symbols[index].offset) = symbol;
    }
    is_loaded = true;
}

const cexpat_functions *cexpat_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded ? &functions : NULL;
}
