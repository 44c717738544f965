// Not an ordinary header: files.c includes it once for each file, with FILE set to a path.
// A macro cannot emit #embed, but #embed expands macros.
{
    TEXT(FILE),
    (const unsigned char []) {
#embed TEXT(../../FILE) suffix(, 0) if_empty(0)
    },
    sizeof (const unsigned char []) {
#embed TEXT(../../FILE) suffix(, 0) if_empty(0)
    } - 1
},
#undef FILE
