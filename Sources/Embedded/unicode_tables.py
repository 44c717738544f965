"""Writes unicode_tables.h from the Unicode Character Database.

    python3 unicode_tables.py /usr/share/unicode > unicode_tables.h      # Debian: unicode-data 15.0.0-1

Folding is a table of what each scalar becomes for search: compatibility decomposed (UnicodeData.txt), case folded
(CaseFolding.txt), without the marks that have no primary weight in the Default Unicode Collation Element Table
(allkeys.txt) and without default ignorables. Hangul syllables are left to arithmetic.
Width is the number of terminal columns: EastAsianWidth.txt, widened by Emoji_Presentation.
"""
import re
import sys
from pathlib import Path

SOURCE = Path(sys.argv[1])
VERSION = re.search(r"-([0-9.]+)\.txt", (SOURCE / "CaseFolding.txt").read_text(encoding="utf-8"))[1]
LIMIT = 0x110000
BLOCK = 64
HANGUL = range(0xAC00, 0xD7A4)
SHORT_I = {"Й", "й"}  # a letter, not an accented и; allkeys.txt says so
DRAWN = {0x00AD, 0x115F}  # default ignorables that terminals draw: soft hyphen, Hangul filler

# Letters that are often typed without their stroke, hook, or ligature and that Unicode does not decompose.
LETTERS = {"æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i", "ȷ": "j", "ß": "ss"}


def rows(name):
    """The fields of each line of a data file, comments and blank lines left out."""
    for line in (SOURCE / name).read_text(encoding="utf-8").splitlines():
        fields = [field.strip() for field in line.split("#")[0].split(";")]
        if len(fields) > 1:
            yield fields


def scalars(text):
    first, _, last = text.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def having(name, *values):
    return {scalar for fields in rows(name) if fields[1] in values for scalar in scalars(fields[0])}


def sequence(text):
    return tuple(int(scalar, 16) for scalar in text.split())


def folding():
    decomposed = {int(f[0], 16): sequence(re.sub("<.*>", "", f[5])) for f in rows("UnicodeData.txt") if f[5]}
    cased = {int(f[0], 16): sequence(f[2]) for f in rows("CaseFolding.txt") if f[1] in "CF"}
    named = re.compile("LATIN SMALL LETTER ([A-Z]) WITH .*")
    based = {int(f[0], 16): (ord(m[1].lower()),) for f in rows("UnicodeData.txt") if (m := named.fullmatch(f[1]))}
    letters = based | {ord(letter): tuple(map(ord, letters)) for letter, letters in LETTERS.items()}
    marks = having("extracted/DerivedGeneralCategory.txt", "Mn", "Me")
    unweighted = {int(f[0], 16) for f in rows("allkeys.txt") if re.fullmatch("[0-9A-F]+", f[0])
                  and all(weight == "0000" for weight in re.findall(r"\[[.*](\w+)", f[1]))}
    removed = marks & unweighted | having("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")

    def fold(scalar):
        if scalar in HANGUL:
            return (scalar,)
        if scalar in removed:
            return ()
        if chr(scalar) in SHORT_I:
            return (ord("й"),)
        for table in (decomposed, cased, letters):
            if scalar in table:
                return tuple(folded for part in table[scalar] for folded in fold(part))
        return (scalar,)

    return {scalar: fold(scalar) for scalar in range(LIMIT) if fold(scalar) != (scalar,)}


def widths():
    zero = having("extracted/DerivedGeneralCategory.txt", "Mn", "Me", "Cc", "Zl", "Zp")
    zero |= having("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")
    zero |= having("HangulSyllableType.txt", "V", "T")
    wide = having("EastAsianWidth.txt", "W", "F") | having("emoji/emoji-data.txt", "Emoji_Presentation")
    # Unassigned scalars of the ideographic planes are wide (EastAsianWidth.txt, header).
    wide |= {scalar for plane in (0x20000, 0x30000) for scalar in range(plane, plane + 0xFFFE)}
    widened = {int(f[0].split()[0], 16) for f in rows("emoji/emoji-variation-sequences.txt") if "FE0F" in f[0]}
    table = dict.fromkeys(widened, 3) | dict.fromkeys(wide, 2) | dict.fromkeys(zero - DRAWN, 0)
    return [table.get(scalar, 1) for scalar in range(LIMIT)]


def trie(values):
    """Two stages: where the block of a scalar starts, and the blocks, each kept once."""
    starts, blocks, seen = [], [], {}
    for first in range(0, LIMIT, BLOCK):
        block = tuple(values[first:first + BLOCK])
        if block not in seen:
            seen[block] = len(blocks) // BLOCK
            blocks.extend(block)
        starts.append(seen[block])
    return starts, blocks


def emit(kind, name, values):
    print(f"static const {kind} {name}[{len(values)}] = {{")
    line = ""
    for value in map(str, values):
        if len(line) + len(value) >= 118:
            print(line)
            line = ""
        line += value + ","
    print(line)
    print("};\n")


pool, offsets = [0], {}
slots = [0] * LIMIT
for scalar, folded in folding().items():
    if folded not in offsets:
        offsets[folded] = len(pool)
        pool += [len(folded), *folded]
    slots[scalar] = offsets[folded]

print("// Written by unicode_tables.py. Edit that file instead of this one.\n")
print(f'#define UNICODE_VERSION "{VERSION}"\n#define UNICODE_BLOCK {BLOCK}\n')
print("// The index of each scalar's folding in the pool, or 0 if it is unchanged. In the pool, a count precedes the scalars.")
starts, blocks = trie(slots)
emit("uint16_t", "fold_starts", starts)
emit("uint16_t", "fold_blocks", blocks)
emit("uint32_t", "fold_pool", pool)
print("// The width of each scalar in columns: 0, 1, or 2. A 3 means 1 column, or 2 before U+FE0F, as an emoji.")
starts, blocks = trie(widths())
emit("uint8_t", "width_starts", starts)
emit("uint8_t", "width_blocks", blocks)
