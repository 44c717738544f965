import Model
import Text

/// Writes cards one after the other: `write`, `drain` as often as you like, `finish`, `drain`.
public struct CardWriter: ContactEncoder {
    private let format: CardFormat
    private var bytes: [UInt8] = []
    /// The first card, until it is known whether others follow: one alone needs no list around it.
    private var firstCard: JSONValue?
    private var isList = false

    public init(_ format: CardFormat) { self.format = format }

    /// Writes a card as the record is now: the lines it came with as long as they say the same, new ones for what
    /// differs.
    ///
    /// Photo, notes and categories must be given as they are now: without them they count as removed. Without a `uid`
    /// the card keeps the one it has.
    /// - Returns: What the version cannot hold.
    public mutating func write(_ card: ContactCard) -> [CardLoss] {
        switch format {
        case .asItCame(let version): return write(card, in: nil, otherwise: version)
        case .vCard(let version): return write(card, in: version, otherwise: version)
        case .jCard: return writeJSON(card)
        }
    }

    /// No more cards will come; until then a JSON text may be open. Without a card it is an empty list.
    public mutating func finish() {
        guard format == .jCard else { return }
        if let firstCard {
            append(firstCard)
        } else {
            bytes += isList ? [.lineFeed, UInt8(ascii: "]")] : Array("[]".utf8)
        }
        firstCard = nil
        bytes.append(.lineFeed)
    }

    /// Hands over what has been written so far.
    public mutating func drain() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    private mutating func write(_ card: ContactCard, in version: CardVersion?, otherwise other: CardVersion)
        -> [CardLoss]
    {
        let rendering = CardRendering(card, in: version, otherwise: other)
        var folder = LineFolder(rendering.version)
        for line in rendering.lines { folder.append(line, to: &bytes) }
        return rendering.losses
    }

    private mutating func writeJSON(_ card: ContactCard) -> [CardLoss] {
        let rendering = CardRendering(card, in: .v40, otherwise: .v40)
        let value = JCardWriter.value(of: rendering.lines)
        if isList {
            bytes += [.comma, .lineFeed]
            append(value)
        } else if let first = firstCard {
            firstCard = nil
            isList = true
            bytes += [UInt8(ascii: "["), .lineFeed]
            append(first)
            bytes += [.comma, .lineFeed]
            append(value)
        } else {
            firstCard = value
        }
        return rendering.losses
    }

    private mutating func append(_ value: JSONValue) {
        var writer = JSONWriter()
        writer.value(value)
        bytes += writer.drain()
    }
}

/// How cards are written.
public enum CardFormat: Hashable, Sendable {
    /// Every card in the version it came in, untouched lines as they came; persons without a card in the version given.
    case asItCame(otherwise: CardVersion)
    case vCard(CardVersion)
    /// RFC 7095; a card with what RFC 6350 knows, in JSON.
    case jCard
}
