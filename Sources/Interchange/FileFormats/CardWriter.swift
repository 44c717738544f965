import Text
import Model

/// A writer of vCard, jCard, and JSContact files.
public struct CardWriter: ContactEncoder {
    private let format: CardFormat
    private var bytes: [UInt8] = []
    /// The first card, held back until a second card or the end shows whether the output is a list.
    private var firstCard: JSONValue?
    private var isList = false

    public init(_ format: CardFormat) { self.format = format }

    /// Writes a card. Original lines that match the values of the card are written unchanged.
    ///
    /// The card must contain its photo, notes, and categories. Original lines whose values are missing from the card
    /// are removed. Without a `uid`, the original UID is kept.
    public mutating func write(_ card: ContactCard) -> WrittenCard {
        let rendering =
            switch format {
            case .asItCame(let version): CardRendering(card, in: nil, otherwise: version)
            case .vCard(let version): CardRendering(card, in: version, otherwise: version)
            case .jCard, .jsContact: CardRendering(card, in: .v40, otherwise: .v40)
            }
        switch format {
        case .jCard: writeJSON(JCardWriter.value(of: rendering.lines))
        case .jsContact: writeJSON(JSContactWriter.value(of: rendering.lines))
        case .asItCame, .vCard:
            var folder = LineFolder(rendering.version)
            for line in rendering.lines { folder.append(line, to: &bytes) }
        }
        return WrittenCard(
            losses: rendering.losses,
            changedLines: rendering.isChanged && format != .jsContact ? rendering.lines : nil)
    }

    public mutating func finish() {
        guard format == .jCard || format == .jsContact else { return }
        if let firstCard {
            append(firstCard)
        } else {
            bytes += isList ? [.lineFeed, UInt8(ascii: "]")] : Array("[]".utf8)
        }
        firstCard = nil
        bytes.append(.lineFeed)
    }

    public mutating func drain() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    private mutating func writeJSON(_ value: JSONValue) {
        guard isList || firstCard != nil else {
            firstCard = value
            return
        }
        if let first = firstCard {
            bytes += [UInt8(ascii: "["), .lineFeed]
            append(first)
            (firstCard, isList) = (nil, true)
        }
        bytes += [.comma, .lineFeed]
        append(value)
    }

    private mutating func append(_ value: JSONValue) {
        var writer = JSONWriter()
        writer.value(value)
        bytes += writer.drain()
    }
}

/// An output format for cards.
public enum CardFormat: Hashable, Sendable {
    /// The original version of each card, with unchanged lines written as imported. New cards have the given version.
    case asItCame(otherwise: CardVersion)
    case vCard(CardVersion)
    /// A jCard (RFC 7095) with the properties of vCard 4.0.
    case jCard
    /// A JSContact card (RFC 9553), converted from the properties of vCard 4.0.
    case jsContact
}

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
