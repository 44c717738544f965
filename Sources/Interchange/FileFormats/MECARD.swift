import Model

/// A short card for QR codes in NTT DOCOMO’s MECARD format, which phone cameras read. It contains the name, the phone
/// numbers, and the email addresses.
public struct MECARD: Hashable, Sendable {
    /// The keys of the person fields that the card contains.
    public static let fields: Set = ["given", "middle", "family", "formattedName", "phone", "email"]

    /// The text of the card, on one line.
    public let text: String

    public init(_ person: Person) {
        let name = person.name
        let given = [name.given, name.middle].map(\.trimmed).filter { !$0.isEmpty }.joined(separator: " ")
        // A comma separates the family name from the given name.
        let names = [name.family.trimmed, given].filter { !$0.isEmpty }
        let title = names.isEmpty ? [person.title] : names
        let properties =
            [("N", title.map(Self.escaped).joined(separator: ","))]
            + person.phones.map { ("TEL", Self.escaped($0.value)) }
            + person.emails.map { ("EMAIL", Self.escaped($0.value)) }
        text = "MECARD:" + properties.map { "\($0.0):\($0.1);" }.joined() + ";"
    }

    /// Escapes backslashes, quotes, and the characters that separate properties and values. Control characters are
    /// replaced with spaces.
    private static func escaped(_ value: String) -> String {
        value.trimmed.unicodeScalars.reduce(into: "") { text, scalar in
            if #"\;:,""#.unicodeScalars.contains(scalar) { text += #"\"# }
            text.unicodeScalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
    }
}
