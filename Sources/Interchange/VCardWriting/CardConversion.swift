import Localization
import Model

/// A conversion of a card to another vCard version that reports lost information.
struct CardConversion {
    let reader: PersonReader
    let target: CardVersion
    let writer: PropertyWriter
    let maker: PropertyMaker
    let addressLabels: AddressLabels
    private(set) var losses: [(property: String, sentence: Message)] = []
    private var nextGroup: Int
    private var alternatives: Set<String> = []
    private let uid: String?

    var source: CardVersion { reader.parsed.version }

    /// Creates a conversion.
    ///
    /// - Parameter uid: The UID to write if the card has none.
    init(_ lines: [[UInt8]], to target: CardVersion, uid: String? = nil) {
        var reader = PersonReader(ParsedCard(CardBytes(slices: lines.map { $0[...] })))
        reader.read()
        self.reader = reader
        self.target = target
        self.uid = uid
        writer = PropertyWriter(version: target)
        maker = PropertyMaker(version: target)
        addressLabels = AddressLabels(reader.parsed.lines)
        nextGroup = reader.parsed.nextGroup
    }

    mutating func lines() -> [[UInt8]] {
        var properties: [CardProperty] = []
        for number in reader.parsed.lines.indices {
            let line = reader.parsed.lines[number]
            if ["BEGIN", "VERSION", "END", "PROFILE"].contains(line.name) || isLostAlternative(line) { continue }
            do throws(UndecodableValue) {
                properties += try converted(line, number)
            } catch {
                reportLoss(line.name, error.sentence(losing: line.name))
            }
        }
        properties = required() + properties + missingUID()
        reportStrayLosses(of: reader.parsed)
        let head = ["BEGIN:VCARD", "VERSION:\(target.rawValue)"].map { Array($0.utf8) }
        return head + properties.flatMap(writer.lines) + [Array("END:VCARD".utf8)]
    }

    private mutating func reportStrayLosses(of parsed: ParsedCard) {
        if let first = parsed.strays.first {
            let (count, line) = (parsed.strays.count, String(parsed.card.entries[first].line))
            let sentence = Message(
                count, one: "Removed \(count) line that is not a property: line \(line).",
                other: "Removed \(count) lines that are not properties, starting with line \(line).")
            reportLoss("", sentence)
        }
        let inner = parsed.inner.filter { $0.owner == nil }
        if let first = inner.first {
            let (count, line) = (inner.count, String(parsed.card.entries[first.entries.lowerBound].line))
            let sentence = Message(
                count, one: "Removed \(count) nested card that starts on line \(line).",
                other: "Removed \(count) nested cards, starting with the card on line \(line).")
            reportLoss("VCARD", sentence)
        }
    }

    mutating func reportLoss(_ property: String, _ sentence: Message) {
        if !losses.contains(where: { $0.sentence == sentence }) { losses.append((property, sentence)) }
    }

    /// Reports that a property is written as an extension.
    ///
    /// - Parameter reason: The reason, or `nil` if the version lacks the property.
    mutating func rename(_ name: String, to other: String, because reason: Message? = nil) {
        let reason: Message = reason ?? "has no \(name)"
        reportLoss(
            name,
            "vCard \(target.rawValue) \(reason). The property was written as \(other), which other programs may ignore."
        )
    }

    /// Returns whether the line is an alternative representation that is lost, and reports the loss. Only vCard 4.0
    /// supports alternative representations (RFC 6350 section 5.4).
    private mutating func isLostAlternative(_ line: ContentLine) -> Bool {
        guard target != .v40, let id = line.parameter("ALTID"), !alternatives.insert("\(line.name) \(id)").inserted
        else {
            return false
        }
        reportLoss(
            line.name,
            """
            vCard \(target.rawValue) does not support alternative representations. Only the first \(line.name) was \
            kept.
            """)
        return true
    }

    mutating func makeGroup() -> String {
        defer { nextGroup += 1 }
        return "item\(nextGroup)"
    }

    /// Returns the required properties that are missing: FN in all versions, and N before vCard 4.0.
    func required() -> [CardProperty] {
        let card = reader.card(lines: [], at: nil)
        var properties: [CardProperty] = []
        if target != .v40, reader.contents.names.isEmpty {
            var name = card.person.name
            if let group = card.group { name.family = group.name }
            properties.append(maker.name(name))
        }
        if reader.contents.formattedName.isEmpty {
            properties.append(CardProperty("FN", .text(card.group?.name ?? card.person.title)))
        }
        return properties
    }

    /// Returns the UID property to add if the card has no UID.
    func missingUID() -> [CardProperty] {
        guard let uid, reader.contents.uid.isEmpty else { return [] }
        return [maker.uid(uid)]
    }
}

extension ParsedCard {
    /// The number for the next group name, such as 1 for `item1`.
    var nextGroup: Int {
        let numbers = lines.compactMap { $0.group.lowercased().hasPrefix("item") ? Int($0.group.dropFirst(4)) : nil }
        return min(max(numbers.max() ?? 0, 0), 1_000_000) + 1
    }
}

extension UndecodableValue {
    fileprivate func sentence(losing name: String) -> Message {
        switch self {
        case .unknown(let charset): "\(name) has the unknown encoding “\(charset)” and was removed."
        case .malformed(let charset): "\(name) is not valid text in the encoding “\(charset)” and was removed."
        }
    }
}
