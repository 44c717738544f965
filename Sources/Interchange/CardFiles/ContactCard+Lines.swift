import Model
import Text

extension ContactCard {
    /// Creates a card from its lines, such as those in `Person.card`.
    public init(lines: [String]) {
        var heads = LineHeadCache(isKept: false)
        self = PersonReader.card(of: CardBytes(lines: lines), at: nil, &heads)
    }

    /// Returns the UID from the lines of a card without reading the other properties.
    public static func uid(in lines: [String]) -> String? {
        if let plain = plainValues(of: "UID", in: lines) { return plain.first { !$0.isEmpty }?.withoutUUIDScheme }
        return contents([.uid: "UID"], in: lines)?.uid.first
    }

    /// Returns the name of the home planet from the lines of a card.
    public static func planet(in lines: [String]) -> String? {
        contents([.planet: "X-ALMANAC-PLANET"], in: lines)?.planet.first
    }

    static func categories(in lines: [String]) -> [String] {
        contents([.categories: "CATEGORIES"], in: lines)?.categories.values ?? []
    }

    static func revision(in lines: [String]) -> String? {
        contents([.revision: "REV"], in: lines)?.revision.first
    }

    /// Returns the formatted names of a card and the parts of its structured name.
    static func names(in lines: [String]) -> (whole: [String], parts: PersonName?) {
        let contents = contents([.formattedName: "FN", .name: "N"], in: lines)
        return (contents?.formattedName.values ?? [], contents?.name)
    }

    /// Returns the positions of the postal addresses of a card, which are parameters (RFC 6350 section 5.10), with the
    /// labels of the addresses.
    public static func positionsOfAddresses(in lines: [String]) -> [Labeled<String>] {
        guard lines.contains(where: { isNamed("ADR", $0) && $0.uppercased().contains("GEO=") }) else { return [] }
        var reader = PersonReader(ParsedCard(CardBytes(lines: lines)))
        reader.readLabels()
        return reader.parsed.lines.compactMap { line in
            guard line.name == "ADR", let text = line.parameter("GEO") else { return nil }
            return GeographicPosition(text).map { Labeled(reader.label(line), $0.description) }
        }
    }

    /// Returns whether a card has no photo lines other than those of another card.
    public static func hasPhotos(of other: [String], in lines: [String]) -> Bool {
        !lines.isEmpty && Set(lines.filter { isNamed("PHOTO", $0) }).isSubset(of: other)
    }

    /// Reads only the lines with the given property names. Returns `nil` if there are no such lines.
    private static func contents(
        _ names: KeyValuePairs<PropertyMeaning, StaticString>, in lines: [String]
    ) -> CardContents? {
        func isCovered(_ line: String) -> Bool { names.contains { isNamed($0.value, line) } }
        let named = lines.filter(isCovered)
        guard !named.isEmpty else { return nil }
        // Nested cards and continuation lines can be parsed only as part of the whole card.
        let isWhole =
            lines.count { isNamed("BEGIN", $0) } == 1 && !named.contains { $0.utf8.last == UInt8(ascii: "=") }
        let enough = isWhole ? lines.filter { isNamed("BEGIN", $0) || isNamed("VERSION", $0) || isCovered($0) } : lines
        var reader = PersonReader(ParsedCard(CardBytes(lines: enough)))
        for (meaning, _) in names { reader.readLines(meaning) }
        return reader.contents
    }

    // Almost all cards have only such lines, and comparing names is much faster than parsing.
    /// Returns the values of the lines with a name. Returns `nil` if a line has a group, parameters, or escapes, so that
    /// it must be parsed, or if the card may contain another card.
    static func plainValues(of name: StaticString, in lines: [String]) -> [String]? {
        var values: [String] = []
        var beginnings = 0
        for line in lines {
            if isNamed("BEGIN", line) { beginnings += 1 }
            guard isNamed(name, line) else { continue }
            guard let value = plainValue(of: line, after: name.utf8CodeUnitCount) else { return nil }
            values.append(value)
        }
        return beginnings == 1 ? values : nil
    }

    private static func plainValue(of line: String, after length: Int) -> String? {
        let rest = line.utf8.dropFirst(length)
        guard rest.first == .colon, rest.last != UInt8(ascii: "=") else { return nil }
        let value = rest.dropFirst()
        // The scalars of `CardText`, which begin with 0xEF, stand for other bytes.
        let isPlain = value.allSatisfy { $0 != .backslash && $0 != .carriageReturn && $0 != 0 && $0 != 0xEF }
        return isPlain ? String(Substring(value)) : nil
    }

    /// Returns whether a line has a property name, regardless of its group.
    static func isNamed(_ name: StaticString, _ line: String) -> Bool {
        let bytes = line.utf8Span.span
        var end = bytes.indices.first { bytes[$0] == .colon || bytes[$0] == .semicolon } ?? bytes.count
        while end > 0, bytes[end - 1].isBlank { end -= 1 }
        return name.withUTF8Buffer { letters in
            let start = end - letters.count
            return start >= 0 && letters.indices.allSatisfy { letters[$0] == bytes[start + $0].uppercased }
        }
    }
}
