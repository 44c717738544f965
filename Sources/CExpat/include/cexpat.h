#ifndef ALMANAC_CEXPAT_H
#define ALMANAC_CEXPAT_H

#if !__has_include(<expat.h>)
#error "Almanac needs the header of libexpat. Install it with: apt-get install libexpat1-dev"
#endif

#include <expat.h>

#pragma clang assume_nonnull begin

/// The functions of libexpat, which is loaded when it is first needed.
typedef struct {
    typeof(XML_ParserCreateNS) *ParserCreateNS;
    typeof(XML_ParserFree) *ParserFree;
    typeof(XML_SetUserData) *SetUserData;
    typeof(XML_SetElementHandler) *SetElementHandler;
    typeof(XML_SetCharacterDataHandler) *SetCharacterDataHandler;
    typeof(XML_SetStartDoctypeDeclHandler) *SetStartDoctypeDeclHandler;
    typeof(XML_Parse) *Parse;
    typeof(XML_StopParser) *StopParser;
    typeof(XML_GetErrorCode) *GetErrorCode;
    typeof(XML_GetCurrentLineNumber) *GetCurrentLineNumber;
    typeof(XML_ErrorString) *ErrorString;
} cexpat_functions;

/// Returns the functions of libexpat, or NULL if the library or one of its functions is missing.
const cexpat_functions *_Nullable cexpat_load(void);

#pragma clang assume_nonnull end

#endif
