import Model
import Text

extension ContactCard {
    /// What the lines of a card say: those that `Person.card` keeps, or any.
    public init(lines: [String]) {
        var heads = LineHeads(isKept: false)
        self = PersonReader.card(of: CardBytes(lines: lines), at: nil, &heads)
    }

    /// The UID that the card of these lines has, as `uid` gives it, and nothing else of the card.
    public static func uid(in lines: [String]) -> String? {
        contents([.uid: "UID"], in: lines)?.uid.first
    }

    /// The name of the home planet that the card of these lines has, as `planet` gives it.
    public static func planet(in lines: [String]) -> String? {
        contents([.planet: "X-ALMANAC-PLANET"], in: lines)?.planet.first
    }

    /// When the card of these lines says that it was last revised.
    static func revision(in lines: [String]) -> String? {
        contents([.revision: "REV"], in: lines)?.revision.first
    }

    /// The custom fields that come of what a card says once: a gender, a birthday in words.
    static func singleFields(in lines: [String]) -> [Labeled<String>] {
        contents(
            [
                .birthday: "BDAY", .anniversary: "ANNIVERSARY", .gender: "GENDER",
                .text("birthplace"): "BIRTHPLACE", .text("deathplace"): "DEATHPLACE", .text("died"): "DEATHDATE",
            ], in: lines)?.customFields.values ?? []
    }

    /// The names that the card of these lines says as a whole, and in parts.
    static func names(in lines: [String]) -> (whole: [String], parts: PersonName?) {
        let contents = contents([.formattedName: "FN", .name: "N"], in: lines)
        return (contents?.formattedName.values ?? [], contents?.name)
    }

    /// Nil without any such line: most cards need no reading for it.
    private static func contents(
        _ names: KeyValuePairs<PropertyMeaning, StaticString>, in lines: [String]
    ) -> CardContents? {
        func isCovered(_ line: String) -> Bool { names.contains { isNamed($0.value, line) } }
        let named = lines.filter(isCovered)
        guard !named.isEmpty else { return nil }
        // A card within the card may have such a line as well, and one that goes on in the next is not whole by itself.
        let isWhole =
            lines.count { isNamed("BEGIN", $0) } == 1 && !named.contains { $0.utf8.last == UInt8(ascii: "=") }
        let enough = isWhole ? lines.filter { isNamed("BEGIN", $0) || isNamed("VERSION", $0) || isCovered($0) } : lines
        var reader = PersonReader(ParsedCard(CardBytes(lines: enough)))
        for (meaning, _) in names { reader.readLines(meaning) }
        return reader.contents
    }

    /// Whether a line has a name, in any group; it may be one of a card within the card.
    private static func isNamed(_ name: StaticString, _ line: String) -> Bool {
        let bytes = line.utf8Span.span
        var end = bytes.indices.first { bytes[$0] == .colon || bytes[$0] == .semicolon } ?? bytes.count
        while end > 0, bytes[end - 1].isBlank { end -= 1 }
        return name.withUTF8Buffer { letters in
            let start = end - letters.count
            return start >= 0 && letters.indices.allSatisfy { letters[$0] == bytes[start + $0].uppercased }
        }
    }
}
