/// The properties of a card that nothing in Almanac stands for: they are only kept.
struct KeptProperties {
    /// What such a property says, however and in whatever group it is written.
    struct Identity: Hashable {
        /// Without `X-`, which a version puts before a name that it lacks.
        let name: String
        let parameters: Set<CardParameter>
        let value: [UInt8]
        let label: String?
    }

    let card: ParsedCard
    private let lines: [ContentLine]
    private let reader: PersonReader

    init(_ card: ParsedCard) {
        self.card = card
        lines = card.lines.filter { $0.head.meaning == nil && !Self.frame.contains($0.name) }
        var reader = PersonReader(card)
        if !lines.isEmpty { reader.readLabels() }
        self.reader = reader
    }

    private static let frame: Set = ["BEGIN", "END", "VERSION", "PROFILE", "SOURCE", "NAME"]

    var isEmpty: Bool { lines.isEmpty }

    var identities: [(line: ContentLine, identity: Identity)] { lines.map { ($0, identity(of: $0)) } }

    /// Lines with the labels of their groups, in the order of the card.
    func withLabels(_ lines: [ContentLine]) -> [ContentLine] {
        let groups = Set(lines.map { $0.group.uppercased() })
        let labels = groups.compactMap { reader.labelLines[$0] }.map { card.lines[$0] }
        return (lines + labels).sorted { $0.entries.lowerBound < $1.entries.lowerBound }
    }

    /// A card of these properties alone.
    var bare: [[UInt8]] {
        let head = ["BEGIN:VCARD", "VERSION:\(card.version.rawValue)"].map { Array($0.utf8) }
        return head + withLabels(lines).flatMap(card.lines) + [Array("END:VCARD".utf8)]
    }

    private func identity(of line: ContentLine) -> Identity {
        let encodings: Set = ["ENCODING", "CHARSET", "VALUE"]
        let parameters = line.parameters.filter { !encodings.contains($0.name) }.map {
            CardParameter($0.name, $0.value.lowercased())
        }
        let raw = card.bytes(of: line)
        let bytes = line.isBase64 ? Base64.decoded(raw) : (try? reader.text(line)).map { Array($0.utf8) }
        return Identity(
            name: line.name.hasPrefix("X-") ? String(line.name.dropFirst(2)) : line.name, parameters: Set(parameters),
            value: bytes ?? Array(raw),
            label: reader.labels[line.group.uppercased()])
    }
}

extension ParsedCard {
    /// The lines that a property takes up.
    func lines(of line: ContentLine) -> [[UInt8]] { card.entries[line.entries].map { Array(card.bytes[$0.range]) } }
}
