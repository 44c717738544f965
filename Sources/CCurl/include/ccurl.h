#ifndef ALMANAC_CCURL_H
#define ALMANAC_CCURL_H

#if !__has_include(<curl/curl.h>)
#error "Almanac needs the headers of libcurl. Install them with: apt-get install libcurl4-openssl-dev"
#endif

#include <curl/curl.h>

#pragma clang assume_nonnull begin

/// The functions of libcurl, which is loaded when it is first needed.
typedef struct {
    typeof(curl_global_init) *global_init;
    typeof(curl_easy_init) *easy_init;
    typeof(curl_easy_cleanup) *easy_cleanup;
    typeof(curl_easy_setopt) *easy_setopt;
    typeof(curl_easy_strerror) *easy_strerror;
    typeof(curl_slist_append) *slist_append;
    typeof(curl_slist_free_all) *slist_free_all;
    typeof(curl_multi_init) *multi_init;
    typeof(curl_multi_cleanup) *multi_cleanup;
    typeof(curl_multi_add_handle) *multi_add_handle;
    typeof(curl_multi_remove_handle) *multi_remove_handle;
    typeof(curl_multi_perform) *multi_perform;
    typeof(curl_multi_poll) *multi_poll;
    typeof(curl_multi_info_read) *multi_info_read;
} ccurl_functions;

/// Returns the functions of libcurl, or NULL if the library or one of its functions is missing.
const ccurl_functions *_Nullable ccurl_load(void);

/// The authentication schemes, which are macros that Swift cannot read.
static const long ccurl_auth_none = (long)CURLAUTH_NONE;
static const long ccurl_auth_basic = (long)CURLAUTH_BASIC;
static const long ccurl_auth_digest = (long)CURLAUTH_DIGEST;

// curl_easy_setopt is variadic, so Swift cannot call it. There is one function for each type of value.

static inline CURLcode ccurl_set_long(const ccurl_functions *curl, CURL *handle, CURLoption option, long value) {
    return curl->easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_offset(const ccurl_functions *curl, CURL *handle, CURLoption option, curl_off_t value) {
    return curl->easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(
    const ccurl_functions *curl, CURL *handle, CURLoption option, const void *_Nullable value
) {
    return curl->easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_write(
    const ccurl_functions *curl, CURL *handle, CURLoption option, curl_write_callback function
) {
    return curl->easy_setopt(handle, option, function);
}

static inline CURLcode ccurl_set_prerequest(const ccurl_functions *curl, CURL *handle, curl_prereq_callback function) {
    return curl->easy_setopt(handle, CURLOPT_PREREQFUNCTION, function);
}

#pragma clang assume_nonnull end

#endif
