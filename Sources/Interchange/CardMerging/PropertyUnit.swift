import Text

/// A property with all lines that belong to it: continuation lines, a nested card, and the lines of its group that
/// describe it, such as `X-ABLabel`.
struct PropertyUnit {
    /// The name of the standard property with the same meaning, such as `IMPP` for `X-AIM`, or otherwise the property’s
    /// own name, in uppercase and without `X-`. It is empty if the lines are not a property.
    let name: String
    /// The group as written. It may be empty.
    let group: String
    let lines: [[UInt8]]
    /// The lines of each property that describes this one.
    let companions: [[[UInt8]]]
    let content: Content
    /// The items of the property, or `nil` if it is not a list or has a group or parameters.
    let items: [String]?

    /// The content of a property, independent of its version, encoding, group, and the order of its parameters.
    struct Content: Hashable {
        let value: [UInt8]
        let label: Label
    }

    /// The parameters and the descriptions of a property.
    struct Label: Hashable {
        let parameters: Set<CardParameter>
        let companions: Set<CardStatement>
    }

    var allLines: [[UInt8]] { lines + companions.joined() }

    /// The letters and digits of the lines, in uppercase and without the group. Quoting a line in another way, even
    /// wrongly, does not change them.
    var characters: [UInt8] {
        lines.joined().dropFirst(group.utf8.count).filter(\.isLetterOrDigit).map(\.uppercased)
    }

    func renamed(to new: String) -> PropertyUnit {
        func renamed(_ lines: [[UInt8]]) -> [[UInt8]] {
            guard let first = lines.first, !group.isEmpty else { return lines }
            return [Array(new.utf8) + first.dropFirst(group.utf8.count)] + lines.dropFirst()
        }
        return PropertyUnit(
            name: name, group: new, lines: renamed(lines), companions: companions.map(renamed), content: content,
            items: items)
    }
}

/// The properties of a card as units, in the order of the card, followed by the lines that are not properties.
struct CardUnits {
    let parsed: ParsedCard
    /// The units, each with the index of its main line, or `nil` for lines that are not properties.
    private(set) var items: [(line: Int?, unit: PropertyUnit)] = []

    init(_ card: VCard) {
        parsed = card.parsed
        var reader = PersonReader(parsed)
        reader.readLabels()
        let companions = Self.companions(in: parsed)
        for (number, line) in parsed.lines.enumerated() where !Self.frame.contains(line.name) {
            let group = line.group.uppercased()
            if companions[group]?.contains(number) != true {
                items.append((number, unit(number, companions[group] ?? [], reader)))
            }
        }
        let nested = parsed.inner.filter { $0.owner == nil }.flatMap(\.entries)
        for entry in parsed.strays + nested {
            let line = Array(parsed.card.bytes[parsed.card.entries[entry].range])
            let label = PropertyUnit.Label(parameters: [], companions: [])
            items.append(
                (
                    nil,
                    PropertyUnit(
                        name: "", group: "", lines: [line], companions: [],
                        content: PropertyUnit.Content(value: line, label: label), items: nil)
                ))
        }
    }

    var byName: [String: [PropertyUnit]] { Dictionary(grouping: items.map(\.unit), by: \.name) }

    /// The property names in the order of the card.
    var names: [String] { items.map(\.unit.name).unique }

    /// The names of the properties that delimit or describe the card itself. Changes to them are not changes to the
    /// contact.
    static let frame: Set = ["BEGIN", "END", "VERSION", "PROFILE", "REV", "PRODID"]

    /// Returns the indices of the lines that describe the other properties of their group, by group in uppercase.
    private static func companions(in parsed: ParsedCard) -> [String: [Int]] {
        let grouped = Dictionary(grouping: parsed.lines.indices.filter { !parsed.lines[$0].group.isEmpty }) {
            parsed.lines[$0].group.uppercased()
        }
        return grouped.mapValues { numbers in
            let describing = numbers.filter { parsed.lines[$0].describesOthers }
            return describing.count < numbers.count ? describing : []
        }
    }

    private func unit(_ number: Int, _ companions: [Int], _ reader: PersonReader) -> PropertyUnit {
        let line = parsed.lines[number]
        let form = reader.comparedForm(of: line)
        let label = PropertyUnit.Label(
            parameters: form.parameters,
            companions: Set(
                companions.filter { !form.includesLabel || parsed.lines[$0].name != "X-ABLABEL" }.map { other in
                    let line = parsed.lines[other]
                    return CardStatement(
                        name: line.bareName, parameters: line.comparedParameters, value: reader.comparedValue(of: line))
                }))
        let nested = parsed.inner.filter { $0.owner == number }.flatMap(\.entries).map { entry in
            Array(parsed.card.bytes[parsed.card.entries[entry].range])
        }
        let value = form.value + nested.joined(separator: [.lineFeed])
        let isList = ["CATEGORIES", "NICKNAME"].contains(line.bareName) && line.group.isEmpty
        return PropertyUnit(
            name: form.name, group: line.group, lines: parsed.lines(of: line) + nested,
            companions: companions.map { parsed.lines(of: parsed.lines[$0]) },
            content: PropertyUnit.Content(value: value, label: label),
            items: isList && label.parameters.isEmpty ? try? reader.texts(line) : nil)
    }
}

extension ContentLine {
    /// Whether the property describes the other properties of its group.
    fileprivate var describesOthers: Bool { ["X-ABLABEL", "X-ABADR"].contains(name) }
}

/// The units of a changed card that correspond to those of its base. All units have the same property name.
struct UnitPairs {
    /// For each unit of the base, the index of the corresponding unit, or `nil` if the unit was removed.
    private(set) var partners: [Int?]
    private(set) var added: [Int]

    init(_ base: [PropertyUnit], _ changed: [PropertyUnit]) {
        partners = Array(repeating: nil, count: base.count)
        added = Array(changed.indices)
        pair(base, changed, by: \.content)
        pair(base, changed, by: \.content.value)
        pair(base, changed, by: \.content.label)
        pair(base, changed, by: \.characters)
        if let name = base.first?.name, PropertyCardinality.usuallySingle.contains(name) {
            pair(base, changed) { _ in true }
        }
    }

    /// Pairs the units that have the same key, in order.
    private mutating func pair<Key: Hashable>(
        _ base: [PropertyUnit], _ changed: [PropertyUnit], by key: (PropertyUnit) -> Key
    ) {
        if added.isEmpty || !partners.contains(nil) { return }
        var free = Dictionary(grouping: added.reversed()) { key(changed[$0]) }
        var taken: Set<Int> = []
        for number in base.indices where partners[number] == nil {
            guard let partner = free[key(base[number])]?.popLast() else { continue }
            partners[number] = partner
            taken.insert(partner)
        }
        added.removeAll(where: taken.contains)
    }
}

extension PropertyUnit {
    /// Returns whether a card can contain only one of two properties with the same name.
    func excludes(_ other: PropertyUnit) -> Bool {
        PropertyCardinality.unique.contains(name) && content.label.language == other.content.label.language
    }
}

extension VCard {
    init(withoutPhoto lines: [[UInt8]]) {
        let card = VCard(lines: lines)
        let photos = lines.contains { $0[...].containsASCII("PHOTO") } ? CardUnits(card).byName["PHOTO"] ?? [] : []
        self = photos.isEmpty ? card : card.replacing(photos, with: [])
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII letter or digit, or part of another character in UTF-8.
    var isLetterOrDigit: Bool { isASCIIAlphanumeric || self >= 0x80 }
}
