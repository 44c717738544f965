"""Generates almanac.pot, the catalog template with every message of the program, from the sources.

    python3 Sources/Localization/messages.py > almanac.pot
    msginit -i almanac.pot -l de -o de.po        # create a catalog for a language, then translate it
    msgfmt -c de.po -o ~/.local/share/locale/de/LC_MESSAGES/almanac.mo

A literal is extracted if the sources declare it as a `Message` or a `Title`: as the value of a variable or a property,
the result of a function, an argument, or an associated value. The placeholders of values are numbered: `{1}`, `{2}`.
"""
import gc
import re
import sys
from dataclasses import dataclass
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent
WITHOUT_MESSAGES = ["Benchmarks", "SQLite", "SeededBugs", "TestSupport"]
SPEAKING = re.compile(r"\b(Message|Title)\b")
BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
ANGLES = {"<": 1, ">": -1}

# MARK: - From text to tokens


@dataclass(slots=True)
class Token:
    kind: str  # word, mark, literal
    text: str
    line: int
    parts: list = ()  # of a literal: its texts and the tokens of its interpolations
    startsLine: bool = False
    nesting: int = 0  # 1 if the token opens a bracket, -1 if it closes one


class Reader:
    """A tokenizer for Swift that recognizes literals and brackets."""

    PATTERN = re.compile(
        r"(?P<space>\s+|//[^\n]*|/\*.*?\*/)|(?P<literal>#*\"\"\"|#*\")|(?P<word>[\w`$@#]+)|(?P<mark>->|\?\?|==|!=|&&|\|\||\.\.[.<]|[^\w\s])",
        re.DOTALL)

    def __init__(self, text, line=1):
        self.text, self.place, self.line = text, 0, line

    def tokens(self, isInterpolation=False):
        found, depth, fresh = [], 0, True
        while self.place < len(self.text):
            match = self.PATTERN.match(self.text, self.place)
            kind, text = match.lastgroup, match[0]
            if isInterpolation and text == ")" and depth == 0:
                break
            self.place = match.end()
            if kind == "space":
                self.line += text.count("\n")
                fresh = fresh or "\n" in text
                continue
            if kind == "literal":
                token = self.literal(text, self.line)
            else:
                token = Token(kind, text, self.line)
                if kind == "mark":
                    token.nesting = BRACKETS.get(text, 0)
                    depth += token.nesting if text in "()" else 0
            token.startsLine, fresh = fresh, False
            found.append(token)
        return found

    PLAIN = re.compile(r'[^"\\\n]+|["\\]')
    ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}

    def literal(self, opening, line):
        pounds, quotes = opening.count("#"), opening.lstrip("#")
        closing, escape = quotes + "#" * pounds, "\\" + "#" * pounds
        isLong = quotes == '"""'
        indent = self.indent(closing) if isLong else ""
        if isLong:
            self.skip(self.text.index("\n", self.place) + 1)
            self.strip(indent)
        parts, text = [], ""
        while not self.text.startswith(closing, self.place):
            if self.text.startswith(escape, self.place):
                self.place += len(escape)
                mark = self.text[self.place]
                self.place += 1
                if mark == "(":
                    inner = Reader(self.text, self.line)
                    inner.place = self.place
                    parts += [text, inner.tokens(isInterpolation=True)]
                    text, self.place, self.line = "", inner.place + 1, inner.line
                elif mark == "u":
                    code = re.compile(r"\{([0-9A-Fa-f]+)\}").match(self.text, self.place)
                    text, self.place = text + chr(int(code[1], 16)), code.end()
                elif mark == "\n":
                    self.line += 1
                    self.strip(indent)
                else:
                    text += self.ESCAPES.get(mark, mark)
            elif self.text[self.place] == "\n":
                text += "\n"
                self.skip(self.place + 1)
                self.strip(indent)
            else:
                plain = self.PLAIN.match(self.text, self.place)[0]
                text += plain
                self.place += len(plain)
        self.place += len(closing)
        parts.append(text.removesuffix("\n") if isLong else text)
        return Token("literal", opening, line, parts)

    def skip(self, place):
        self.line += self.text.count("\n", self.place, place)
        self.place = place

    def strip(self, indent):
        if self.text.startswith(indent, self.place):
            self.place += len(indent)

    def indent(self, closing):
        """Returns the indentation of a multi-line literal, which is that of its closing delimiter."""
        return re.compile(r".*?\n([ \t]*)" + re.escape(closing), re.DOTALL).match(self.text, self.place)[1]


# MARK: - Declarations


def matching(tokens, opening):
    """Returns the position of the bracket that closes the bracket at a position."""
    depth = 0
    for place in range(opening, len(tokens)):
        depth += tokens[place].nesting
        if depth == 0:
            return place
    return len(tokens)


def split(tokens, mark=",", areTypes=False):
    """Returns the parts between marks that are outside all brackets."""
    parts, depth = [[]], 0
    for token in tokens:
        depth += token.nesting or (ANGLES.get(token.text, 0) if areTypes and token.kind == "mark" else 0)
        if token.text == mark and token.kind == "mark" and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def spelled(tokens):
    return " ".join(token.text for token in tokens)


@dataclass
class Parameter:
    label: str  # empty for none
    type: str
    isOptional: bool
    isVariadic: bool = False

    @property
    def mayBeMissing(self):
        return self.isOptional or self.isVariadic


def parameters(tokens):
    found = []
    for part in split(tokens, areTypes=True):
        colon = next((place for place, token in enumerate(part) if token.text == ":" and token.kind == "mark"), None)
        if colon is None:
            found.append(Parameter("", spelled(part), False))
            continue
        names = [token.text for token in part[:colon] if not token.text.startswith("@")]
        label = names[0] if names else ""
        rest = part[colon + 1:]
        equals = next((place for place, token in enumerate(rest) if token.text == "="), None)
        kind = spelled(rest[:equals])
        if kind.startswith("@autoclosure"):  # A call passes a value of the type that the closure returns.
            kind = kind.partition("->")[2].strip()
        found.append(Parameter("" if label == "_" else label, kind, equals is not None, "..." in kind or kind.startswith("repeat ")))
    return found


class Declarations:
    """The functions, cases, and structures that take messages, by name, and the properties that are messages."""

    def __init__(self):
        self.calls, self.own, self.lists, self.aliases = {}, {}, {}, {}  # The lists of messages with their files.
        # The files that declare a message property or variable, by name, and the names declared with another type.
        self.speaking, self.silent = {}, set()

    def add(self, name, parameters):
        if any(SPEAKING.search(parameter.type) for parameter in parameters):
            self.calls.setdefault(name, []).append(parameters)
            self.own.setdefault((name, self.file), True)
        else:
            self.own.setdefault((name, self.file), False)

    def taking(self, name, file, isMember):
        """Returns the functions with a name that take messages, or [] if the file declares one that does not."""
        name = self.aliases.get(name, name)
        return self.calls.get(name, []) if isMember or self.own.get((name, file), True) else []

    def speaks(self, name, file, isMember):
        """Returns whether a value assigned to a variable of the file, or to a member, is a message."""
        files = self.speaking.get(name, set())
        return file in files or bool(files) and (isMember or name not in self.silent)

    def read(self, tokens, file):
        self.file = file
        owners = []  # (name, end, whether it is a structure, its properties)
        place = 0
        while place < len(tokens):
            while owners and place >= owners[-1][1]:
                self.leave(owners.pop())
            token, following = tokens[place], tokens[place + 1] if place + 1 < len(tokens) else None
            if token.kind == "word" and following:
                if token.text in ("struct", "class", "enum", "extension", "actor", "protocol") and following.kind == "word":
                    opening = next(
                        (at for at in range(place, len(tokens)) if tokens[at].text == "{" and tokens[at].kind == "mark"), None)
                    name = spelled(tokens[place + 1:opening]).split(" ")[0]
                    if name == "var" or name == "func":
                        place += 1
                        continue
                    owners.append((name, matching(tokens, opening), token.text == "struct", []))
                    place = opening
                elif token.text == "func" or token.text == "init" and following.text in "(?<" and tokens[place - 1].text != ".":
                    name = following.text if token.text == "func" else (owners[-1][0] if owners else "")
                    opening = next(at for at in range(place, len(tokens)) if tokens[at].text == "(")
                    closing = matching(tokens, opening)
                    self.add(name, parameters(tokens[opening + 1:closing]))
                    place = closing
                elif token.text == "typealias" and place + 3 < len(tokens) and tokens[place + 2].text == "=":
                    self.aliases[following.text] = tokens[place + 3].text
                elif token.text == "case" and following.kind == "word":
                    place = self.cases(tokens, place + 1)
                    continue
                elif token.text in ("let", "var") and following.kind == "word" and place + 2 < len(tokens) \
                        and tokens[place + 2].text == ":":
                    self.property(tokens, place, owners)
            place += 1
        while owners:
            self.leave(owners.pop())

    def leave(self, owner):
        name, _, isStructure, values = owner
        if isStructure:
            self.add(name, values)

    def cases(self, tokens, place):
        while place < len(tokens) and tokens[place].kind == "word":
            if place + 1 < len(tokens) and tokens[place + 1].text == "(" and not tokens[place + 1].startsLine:
                closing = matching(tokens, place + 1)
                self.add("." + tokens[place].text, parameters(tokens[place + 2:closing]))
                place = closing
            if place + 1 < len(tokens) and tokens[place + 1].text == ",":
                place += 2
            else:
                break
        return place + 1

    def property(self, tokens, place, owners):
        kind, at = declared(tokens, place + 3)
        isComputed = at < len(tokens) and tokens[at].text == "{"
        name = tokens[place + 1].text
        if re.search(r"\(\s*(Message|Title)\s*\)\s*->", kind):
            self.add(name, [Parameter("", "Message", False)])
        if simplified(kind):
            self.speaking.setdefault(name, set()).add(self.file)
        elif SPEAKING.search(kind) and "[" in kind:
            self.lists.setdefault(name, set()).add(self.file)
        else:
            self.silent.add(name)
        if owners and not isComputed and depthBetween(tokens, owners[-1], place) == 0:
            isGiven = at < len(tokens) and tokens[at].text == "="
            owners[-1][3].append(Parameter(tokens[place + 1].text, kind, isGiven or kind.endswith("?")))


def depthBetween(tokens, owner, place):
    """Returns the number of brackets that are open between the braces of an owner and a position."""
    depth = 0
    for at in range(owner[1] - 1, place, -1):
        depth -= tokens[at].nesting
    return depth


def declared(tokens, place):
    """Returns the type that starts at a position, and the position after the type."""
    start = place
    while place < len(tokens):
        token = tokens[place]
        if token.kind == "mark" and token.text in ("(", "["):
            place = matching(tokens, place)
        elif token.text == "<":
            depth = 0
            while place < len(tokens):
                depth += {"<": 1, ">": -1}.get(tokens[place].text, 0)
                if depth == 0:
                    break
                place += 1
        elif token.text in ("=", "{", "}", ",", ")", "]", ";", "in") or place > start and token.startsLine:
            break
        place += 1
    return spelled(tokens[start:place]), place


# MARK: - Messages


@dataclass(frozen=True)
class Entry:
    words: str
    plural: str
    hasValues: bool


def template(parts):
    """Returns the words with numbered placeholders, as the program looks them up."""
    if len(parts) == 1:
        return parts[0]
    escaped = [part.replace("{", "{{").replace("}", "}}") if isinstance(part, str) else part for part in parts]
    return "".join(part if isinstance(part, str) else "{%d}" % (place // 2 + 1) for place, part in enumerate(escaped))


class Table:
    TRANSPARENT = {"map", "compactMap", "flatMap", "joined", "filter"}
    BEFORE_RESULT = {"return", "in", "else", "try", "await"}

    def __init__(self, declarations):
        self.declarations, self.entries = declarations, {}

    def add(self, token, where, plural=None):
        words = template(token.parts)
        # Text without letters is the same in every language.
        if not re.search(r"[^\W\d_]", re.sub(r"\{\d+\}", "", words)):
            return
        hasValues = len(token.parts) > 1 or plural is not None and len(plural.parts) > 1
        entry = Entry(words, template(plural.parts) if plural else "", hasValues)
        self.entries.setdefault((entry.words, entry.plural), (entry, []))[1].append(f"{where}:{token.line}")

    def noun(self, token, where):
        noun = token.parts[0]
        entry = Entry("1 " + noun, "{1} " + noun + "s", True)
        self.entries.setdefault((entry.words, entry.plural), (entry, []))[1].append(f"{where}:{token.line}")

    def read(self, tokens, where):
        self.where = where
        self.walk(tokens, None)

    # The expected type of an expression, such as `Message` or `[(name: String, meaning: Title)]`, follows from the
    # context of the expression. If it is unknown, it is None.

    def walk(self, tokens, expected):
        """Reads statements or an expression. The results of the statements have the expected type."""
        place = 0
        while place < len(tokens):
            end = self.statementEnd(tokens, place)
            self.statement(tokens[place:end], expected)
            place = end

    CONTINUING = {"?", ":", "??", ".", "+", "&&", "||", "==", "{", ")", "]", ",", "=", "->"}

    def statementEnd(self, tokens, place):
        at = place
        while at < len(tokens):
            token = tokens[at]
            if at > place and token.startsLine and not (token.kind == "mark" and token.text in self.CONTINUING) \
                    and not (tokens[at - 1].kind == "mark" and tokens[at - 1].text in
                             {"?", ":", "??", ".", "+", "&&", "||", "==", "(", "[", ",", "=", "->", "!="}
                             and not self.isLabelEnd(tokens, place, at - 1)):
                return at
            if token.text == ";":
                return at + 1
            if token.kind == "mark" and token.text in "([{":
                at = matching(tokens, at)
            at += 1
        return len(tokens)

    def isLabelEnd(self, tokens, start, at):
        """Returns whether a colon ends a label of a switch."""
        return tokens[at].text == ":" and tokens[start].text in ("case", "default")

    def statement(self, tokens, expected):
        if not tokens:
            return
        first = tokens[0].text
        while first in ("public", "private", "fileprivate", "internal", "static", "mutating", "override", "nonisolated", "final",
                        "indirect", "lazy") or first.startswith("@"):
            if len(tokens) > 1 and tokens[1].text == "(" and first in ("private", "public", "nonisolated"):
                tokens = tokens[matching(tokens, 1) + 1:]
            else:
                tokens = tokens[1:]
            if not tokens:
                return
            first = tokens[0].text
        if first in ("case", "default") and tokens[0].kind == "word":
            colon = self.labelEnd(tokens)
            if colon is None:
                return self.expression(tokens, None)
            self.expression(tokens[1:colon], None)
            return self.walk(tokens[colon + 1:], expected)
        if first in ("let", "var") and len(tokens) > 2 and tokens[2].text == ":":
            kind, at = declared(tokens, 3)
            rest = tokens[at:]
            if rest and rest[0].text == "=":
                return self.expression(rest[1:], kind)
            if rest and rest[0].text == "{":
                return self.walk(rest[1:matching(rest, 0)], kind)
            return
        if first in ("func", "init", "subscript"):
            return self.function(tokens)
        if first in ("struct", "class", "enum", "extension", "actor", "protocol", "import", "typealias"):
            return self.blocks(tokens, None)
        if first in ("if", "guard", "switch", "for", "while", "do", "defer", "else", "repeat"):
            return self.blocks(tokens, expected)
        if first in ("return", "throw"):
            return self.expression(tokens[1:], expected if first == "return" else None)
        equals = next((at for at, token in enumerate(tokens) if token.text in ("=",) and token.kind == "mark"
                       and self.depth(tokens, at) == 0), None)
        if equals:
            name = tokens[equals - 1].text
            isMember = equals > 1 and tokens[equals - 2].text == "."
            isSpeaking = self.declarations.speaks(name, self.where, isMember) and first not in ("let", "var")
            self.expression(tokens[:equals], None)
            return self.expression(tokens[equals + 1:], "Message" if isSpeaking else None)
        self.expression(tokens, expected)

    def depth(self, tokens, place):
        depth = 0
        for token in tokens[:place]:
            if token.kind == "mark":
                depth += BRACKETS.get(token.text, 0)
        return depth

    def labelEnd(self, tokens):
        for at, token in enumerate(tokens):
            if token.text == ":" and token.kind == "mark" and self.depth(tokens, at) == 0:
                return at
        return None

    def function(self, tokens):
        opening = next(at for at, token in enumerate(tokens) if token.text == "(" and token.kind == "mark")
        closing = matching(tokens, opening)
        for part in split(tokens[opening + 1:closing]):
            equals = next((at for at, token in enumerate(part) if token.text == "="), None)
            if equals:
                self.expression(part[equals + 1:], spelled(part[:equals]))
        rest = tokens[closing + 1:]
        body = next((at for at, token in enumerate(rest) if token.text == "{"), None)
        if body is None:
            return
        arrow = next((at for at, token in enumerate(rest[:body]) if token.text == "->"), None)
        kind = spelled(rest[arrow + 1:body]).split(" where ")[0] if arrow is not None else None
        self.walk(rest[body + 1:matching(rest, body)], kind)

    def blocks(self, tokens, expected):
        """Reads the tokens in braces as statements and all other tokens as an expression."""
        place, head = 0, []
        while place < len(tokens):
            if tokens[place].text == "{" and tokens[place].kind == "mark":
                self.expression(head, None)
                closing = matching(tokens, place)
                self.walk(tokens[place + 1:closing], expected)
                place, head = closing + 1, []
            elif tokens[place].text in ("(", "[", "{") and tokens[place].kind == "mark":
                closing = matching(tokens, place)
                head += tokens[place:closing + 1]
                place = closing + 1
            else:
                head.append(tokens[place])
                place += 1
        self.expression(head, None)

    def expression(self, tokens, expected):
        place = 0
        kind = simplified(expected)
        while place < len(tokens):
            token = tokens[place]
            following = tokens[place + 1].text if place + 1 < len(tokens) else ""
            if token.kind == "literal":
                isCast = following == "as" and place + 2 < len(tokens) and SPEAKING.match(tokens[place + 2].text)
                before = tokens[place - 1].text if place else ""
                isCompared = before in ("==", "!=", "~=") or following in ("==", "!=")
                if (kind == "text" or isCast) and not isCompared:
                    if len(token.parts) > 1 and "Title" in (expected or ""):
                        sys.exit(f"{self.where}:{token.line}: a title cannot contain values; declare a message instead: “{template(token.parts)}”")
                    self.add(token, self.where)
                self.inside(token, kind == "text" or isCast)
            elif token.kind == "mark" and token.text == "(":
                closing = matching(tokens, place)
                inner = tokens[place + 1:closing]
                name, receiver = callee(tokens, place)
                if name:
                    self.call(name, receiver, inner, expected)
                else:
                    self.group(inner, expected)
                place = closing
            elif token.kind == "mark" and token.text == "[":
                closing = matching(tokens, place)
                self.list(tokens[place + 1:closing], expected, isIndex=place > 0 and not token.startsLine
                          and (tokens[place - 1].kind == "word" and tokens[place - 1].text not in ("return", "in", "try", "await")
                               or tokens[place - 1].text in ")]"))
                place = closing
            elif token.kind == "mark" and token.text == "{":
                closing = matching(tokens, place)
                inner = tokens[place + 1:closing]
                kind_, inner = signature(inner)
                name = closureOwner(tokens, place)
                isFlowing = name in self.TRANSPARENT or name in ("if", "else", "switch", "do", "")
                self.walk(inner, kind_ or (elementType(expected) or expected if isFlowing else None))
                place = closing
            place += 1

    def inside(self, literal, isSpeaking):
        """Reads the interpolations of a literal. In a message, the default after `??` is also a message."""
        for part in literal.parts:
            if isinstance(part, str):
                continue
            at = next((at for at, token in enumerate(part) if token.text == "??"), None)
            if isSpeaking and at is not None:
                self.expression(part[:at], None)
                self.expression(part[at + 1:], "Message")
            else:
                self.expression(part, None)

    def group(self, tokens, expected):
        kinds = tupleTypes(expected)
        parts = split(tokens)
        for index, part in enumerate(parts):
            if len(part) > 1 and part[0].kind == "word" and part[1].text == ":":
                part = part[2:]
            isTuple = len(parts) > 1
            self.expression(part, (kinds[index] if kinds and index < len(kinds) else None) if isTuple else expected)

    def list(self, tokens, expected, isIndex):
        if isIndex:
            return self.expression(tokens, None)
        kind = elementType(expected)
        for part in split(tokens):
            colon = next((at for at, token in enumerate(part) if token.text == ":" and token.kind == "mark"
                          and self.depth(part, at) == 0 and "?" not in [one.text for one in part[:at]]), None)
            if colon is not None and kind and ":" in kind and not kind.startswith("("):
                key, value = kind.split(":", 1)
                self.expression(part[:colon], key)
                self.expression(part[colon + 1:], value)
            else:
                self.expression(part, kind)

    def call(self, name, receiver, tokens, expected):
        given = []
        for part in split(tokens):
            if len(part) > 1 and part[0].kind == "word" and part[1].text == ":" and part[1].kind == "mark":
                given.append((part[0].text, part[2:]))
            else:
                given.append(("", part))
        if name in ("count", "Message") and len(given) == 2 and [label for label, _ in given] == ["", ""]:
            if len(given[1][1]) == 1 and given[1][1][0].kind == "literal" and given[0][1][0].kind != "literal":
                self.expression(given[0][1], None)
                return self.noun(given[1][1][0], self.where)
        if name == "Message" and [label for label, _ in given] == ["", "one", "other"]:
            return self.several(given)
        if name == "append" and self.where in self.declarations.lists.get(receiver, ()):
            for _, part in given:
                self.expression(part, "(Message, Message)" if part[0].text == "(" else "Message")
            return
        names = [name, "." + name] if receiver is not None else [name]
        isMember = receiver is not None
        if name == "init":
            kind = (expected or "").split(" ")[-1]
            isKnown = (kind, self.where) in self.declarations.own
            names = [kind] if isKnown else [one for one in self.declarations.calls if one[0].isupper()]
            isMember = not isKnown
        found = [one for each in names for one in self.declarations.taking(each, self.where, isMember)
                 if fits(one, given)]
        for index, (label, part) in enumerate(given):
            kinds = [kind for one in found if (kind := typeOf(one, given, index)) and SPEAKING.search(kind)]
            if name == "init":  # The type is unknown here. Prefer a message, which can contain values, to a title.
                kinds.sort(key=lambda kind: "Title" in kind)
            self.expression(part, kinds[0] if kinds else None)

    def several(self, given):
        literals = [part[0] for _, part in given[1:] if len(part) == 1 and part[0].kind == "literal"]
        if len(literals) != 2:
            return
        one, other = literals
        if len(one.parts) not in (1, len(other.parts)):
            sys.exit(f"{self.where}:{one.line}: the singular and the plural contain different values: “{template(one.parts)}”, “{template(other.parts)}”")
        self.add(one, self.where, other)
        self.inside(other, True)


def simplified(kind):
    """Returns "text" if the type is `Message` or `Title`, and None otherwise."""
    if not kind:
        return None
    kind = kind.replace(" ", "").replace("?", "").removeprefix("async").removeprefix("throws").removesuffix("...")
    kind = kind.split(":")[-1] if re.fullmatch(r"\w*:\w+", kind) else kind
    return "text" if kind in ("Message", "Title") else None


def elementType(kind):
    if not kind:
        return None
    kind = kind.strip().rstrip("?").strip()
    if kind.startswith("[") and kind.endswith("]"):
        return kind[1:-1].strip()
    if kind.startswith("KeyValuePairs <") and kind.endswith(">"):
        return kind.removeprefix("KeyValuePairs <")[:-1].replace(",", ":", 1)
    # The elements of a list that is reduced to a message are messages.
    return kind if simplified(kind) else None


def tupleTypes(kind):
    kind = (kind or "").strip().rstrip("?").strip()
    if not (kind.startswith("(") and kind.endswith(")")):
        return None
    return [part.split(":")[-1].strip() for part in kind[1:-1].split(",")]


def signature(tokens):
    """Returns the declared result type of a closure and the tokens after the head of the closure."""
    for at, token in enumerate(tokens):
        if token.kind == "mark" and token.text in "{" or token.startsLine and at > 0 and token.text != "in":
            break
        if token.text == "in" and token.kind == "word":
            head = tokens[:at]
            arrow = next((place for place, one in enumerate(head) if one.text == "->"), None)
            return spelled(head[arrow + 1:]) if arrow is not None else None, tokens[at + 1:]
    return None, tokens


def callee(tokens, place):
    """Returns the name before an opening bracket and the receiver of the name."""
    if place == 0 or tokens[place].startsLine:
        return None, None
    before = tokens[place - 1]
    if before.text == "?" and place > 1 and tokens[place - 2].kind == "word":
        return None, None
    if before.text == ">":
        at = place - 1
        while at > 0 and tokens[at].text != "<":
            at -= 1
        before, place = tokens[at - 1], at
    if before.kind != "word" or before.text in ("return", "in", "try", "await", "else", "case", "if", "guard", "throw", "throws", "is"):
        return None, None
    isMember = place > 1 and tokens[place - 2].text == "."
    receiver = (tokens[place - 3].text if place > 2 else "") if isMember else None
    return before.text.strip("`"), receiver


def closureOwner(tokens, place):
    """Returns the name of the function that a closure is passed to."""
    if place == 0:
        return ""
    at = place - 1
    if tokens[at].text == ")":
        depth = 0
        while at >= 0:
            depth += {")": 1, "(": -1}.get(tokens[at].text, 0) if tokens[at].kind == "mark" else 0
            if depth == 0:
                break
            at -= 1
        at -= 1
    if at < 0:
        return ""
    if tokens[at].kind == "word":
        names = [token.text for token in tokens[:at + 1]]
        for name in ("if", "switch"):
            if name in names and tokens[at].text not in Table.TRANSPARENT:
                return name
        return tokens[at].text
    return "?"


def fits(parameters, given):
    """Returns whether a call with these labels can be a call to the function."""
    at = 0
    for label, _ in given:
        if at > 0 and label == "" and at <= len(parameters) and parameters[at - 1].isVariadic:
            continue
        while at < len(parameters) and parameters[at].label != label and parameters[at].mayBeMissing:
            at += 1
        if at == len(parameters) or parameters[at].label != label:
            return False
        at += 1
    return all(rest.mayBeMissing or "->" in rest.type for rest in parameters[at:])


def typeOf(parameters, given, index):
    at = 0
    for place, (label, _) in enumerate(given):
        if at > 0 and label == "" and parameters[at - 1].isVariadic:
            if place == index:
                return parameters[at - 1].type
            continue
        while parameters[at].label != label and parameters[at].mayBeMissing:
            at += 1
        if place == index:
            return parameters[at].type
        at += 1
    return None


# MARK: - Output


def quoted(name, text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    lines = [line + "\\n" for line in escaped.split("\n")]
    lines[-1] = lines[-1].removesuffix("\\n")
    lines = [line for line in lines if line] or [""]
    if len(lines) == 1:
        return f'{name} "{lines[0]}"'
    return "\n".join([f'{name} ""'] + [f'"{line}"' for line in lines])


HEAD = '''# Messages of Almanac.
# Generated by Sources/Localization/messages.py, which describes how to translate them.
#
#, fuzzy
msgid ""
msgstr ""
"Project-Id-Version: almanac\\n"
"Language: \\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"
'''


def main():
    gc.disable()  # Nothing is released before the end.
    modules = [folder for folder in sorted(SOURCES.iterdir()) if folder.name not in WITHOUT_MESSAGES]
    files = [path for module in modules for path in sorted(module.rglob("*.swift"))]
    texts = {path: Reader(path.read_text(encoding="utf-8")).tokens() for path in files}
    declarations = Declarations()
    for path, tokens in texts.items():
        declarations.read(tokens, str(path.relative_to(SOURCES)))
    table = Table(declarations)
    for path, tokens in texts.items():
        table.read(tokens, str(path.relative_to(SOURCES)))
    # gettext identifies a message by its singular words only.
    merged = {}
    for (words, plural), (entry, places) in table.entries.items():
        known = merged.get(words)
        if known and known[0].plural and plural and known[0].plural != plural:
            sys.exit(f"{places[0]}: “{words}” has two plurals.")
        if known:
            merged[words] = (known[0] if known[0].plural else entry, known[1] + places)
        else:
            merged[words] = (entry, places)
    print(HEAD, end="")
    for words in merged:
        entry, places = merged[words]
        print()
        for place in sorted({place.rsplit(":", 1)[0] for place in places}):
            print("#:", place)
        if entry.hasValues:
            print("#, python-brace-format")
        print(quoted("msgid", entry.words))
        if entry.plural:
            print(quoted("msgid_plural", entry.plural))
            print('msgstr[0] ""\nmsgstr[1] ""')
        else:
            print('msgstr ""')


main()
