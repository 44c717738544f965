import Text

/// The three-way merge, property by property, of a card that was changed in two places.
///
/// Changes made on only one side take effect, including additions and removals of single values. If both sides changed
/// the same property to different values, the conflict contains both values, and the merged card has their value, or my
/// value if they removed the property. Properties that Almanac does not interpret are merged in the same way. The
/// merged card keeps the order of the properties in their card. The UIDs of their card are never changed.
public struct CardMerge: Sendable {
    public let card: VCard
    public let conflicts: [PropertyConflict]

    /// Merges a card.
    /// - Parameters:
    ///   - base: The last common version, or `nil` for cards that were created on both sides.
    ///   - mine: My version.
    ///   - theirs: The version of the other side.
    ///   - version: The vCard version of the merged card, or `nil` for the version of their card.
    public init(base: VCard?, mine: VCard, theirs: VCard, in version: CardVersion? = nil) {
        if mine == theirs || mine == base {
            (card, conflicts) = (theirs, [])
        } else {
            let version = version ?? theirs.version
            var document = MergeDocument(
                base: base?.converted(to: version), mine: mine.converted(to: version),
                theirs: theirs.converted(to: version))
            document.merge()
            (card, conflicts) = (document.card, document.conflicts)
        }
    }
}

/// A property that was changed to different values in two places. The lines are unfolded. A side that removed the
/// property has no lines. A conflict about N also includes FN if the card is a group or if FN consists of the parts of
/// N.
public struct PropertyConflict: Hashable, Sendable {
    /// The name without `X-`, such as `TEL`.
    public let property: String
    public let base: [String]
    public let mine: [String]
    public let theirs: [String]

    public init(property: String, base: [String], mine: [String], theirs: [String]) {
        (self.property, self.base, self.mine, self.theirs) = (property, base, mine, theirs)
    }

    init(base: PropertyUnit?, mine: PropertyUnit?, theirs: PropertyUnit?) {
        property = (mine ?? theirs ?? base)?.name ?? ""
        self.base = base?.text ?? []
        self.mine = mine?.text ?? []
        self.theirs = theirs?.text ?? []
    }

    /// Returns the conflict with the lines of a dependent property added.
    fileprivate func joined(with other: PropertyConflict) -> PropertyConflict {
        PropertyConflict(
            property: property, base: base + other.base, mine: mine + other.mine, theirs: theirs + other.theirs)
    }
}

extension PropertyUnit {
    fileprivate var text: [String] { allLines.map { CardText.text(of: $0) } }
}

/// A card that is being merged, and its conflicts.
private struct MergeDocument {
    private let mine, theirs: CardUnits
    private var units:
        (base: [String: [PropertyUnit]], mine: [String: [PropertyUnit]], theirs: [String: [PropertyUnit]])
    private let cards: (base: VCard?, mine: VCard, theirs: VCard)
    private(set) var conflicts: [PropertyConflict] = []
    private(set) var card: VCard

    init(base: VCard?, mine: VCard, theirs: VCard) {
        cards = (base, mine, theirs)
        (self.mine, self.theirs) = (CardUnits(mine), CardUnits(theirs))
        units = (base.map { CardUnits($0).byName } ?? [:], self.mine.byName, self.theirs.byName)
        card = theirs
    }

    mutating func merge() {
        if isSame(units.mine, units.base) || isSame(units.mine, units.theirs) { return }
        if isSame(units.theirs, units.base), hasSameUID, isMineSpelledAsTheirs, !isMineOlder {
            card = cards.mine
            return
        }
        let writer = PropertyWriter(version: theirs.parsed.version)
        let formattedName = formattedNameConflict(writer)
        if formattedName != nil { units.mine["FN"] = units.theirs["FN"] }
        var merged: [String: [(unit: PropertyUnit, isMine: Bool)]] = [:]
        for name in (theirs.names + mine.names).unique {
            merged[name] = outcomes(of: name, writer).compactMap { resolved($0) }
        }
        if let formattedName { conflicts = conflicts.map { $0.property == "N" ? $0.joined(with: formattedName) : $0 } }
        renameGroups(&merged)
        card = VCard(lines: lines(merged.mapValues { $0.map(\.unit) }))
    }

    private func outcomes(of name: String, _ writer: PropertyWriter) -> [PropertyMerge.Outcome] {
        PropertyMerge(
            base: units.base[name] ?? [], mine: units.mine[name] ?? [], theirs: units.theirs[name] ?? [],
            writer: writer
        ).outcomes
    }

    /// Returns the conflict about FN if N is in conflict and my FN consists of the parts of my N or is the name of a
    /// group. Such an FN must not remain if the decision rejects my N.
    private func formattedNameConflict(_ writer: PropertyWriter) -> PropertyConflict? {
        let theirs = units.theirs["FN"]?.first
        guard let own = units.mine["FN"]?.first, own.content != theirs?.content,
            outcomes(of: "N", writer).contains(where: \.isConflict),
            cards.mine.isGroup
                || FormattedName.isMade(
                    String(decoding: own.content.value, as: UTF8.self), of: cards.mine.contents.person)
        else { return nil }
        return PropertyConflict(base: units.base["FN"]?.first, mine: own, theirs: theirs)
    }

    private func isSame(_ one: [String: [PropertyUnit]], _ other: [String: [PropertyUnit]]) -> Bool {
        one.mapValues { $0.map(\.content) } == other.mapValues { $0.map(\.content) }
    }

    /// Whether the UIDs are written in the same way.
    private var hasSameUID: Bool {
        // Servers reject a UID with an additional `urn:uuid:`.
        units.mine["UID"]?.map(\.text) == units.theirs["UID"]?.map(\.text)
    }

    /// Whether all properties that both cards contain are written in the same way. If `false`, only changed properties
    /// are written as in my card.
    private var isMineSpelledAsTheirs: Bool {
        units.mine.allSatisfy { name, units in
            let others = Dictionary(grouping: self.units.theirs[name] ?? [], by: \.content)
            return units.allSatisfy { unit in
                others[unit.content].map { $0.contains { $0.allLines == unit.allLines } } ?? true
            }
        }
    }

    private mutating func resolved(_ outcome: PropertyMerge.Outcome) -> (unit: PropertyUnit, isMine: Bool)? {
        switch outcome {
        case .unit(let unit, let isMine): return (unit, isMine)
        case .conflict(let base, let mine, let theirs):
            conflicts.append(PropertyConflict(base: base, mine: mine, theirs: theirs))
            return theirs.map { ($0, false) } ?? mine.map { ($0, true) }
        }
    }

    // MARK: - Groups

    /// Renames the property groups of my card whose names denote other groups in their card.
    private func renameGroups(_ merged: inout [String: [(unit: PropertyUnit, isMine: Bool)]]) {
        let all = merged.values.joined()
        let theirs = Dictionary(
            all.filter { !$0.isMine && !$0.unit.group.isEmpty }.map { ($0.unit.group.uppercased(), $0.unit) },
            uniquingKeysWith: { first, _ in first })
        var next = max(self.mine.parsed.nextGroup, self.theirs.parsed.nextGroup)
        var names: [String: String] = [:]
        for name in (self.theirs.names + mine.names).unique {
            guard let units = merged[name] else { continue }
            merged[name] = units.map { unit, isMine in
                let group = unit.group.uppercased()
                guard isMine, let other = theirs[group],
                    other.content.label.companions != unit.content.label.companions
                else { return (unit, isMine) }
                if names[group] == nil { (names[group], next) = ("item\(next)", next + 1) }
                return (unit.renamed(to: names[group] ?? unit.group), isMine)
            }
        }
    }

    // MARK: - Lines

    /// Returns the lines in the order of their card. Properties that only my card has precede END.
    private func lines(_ merged: [String: [PropertyUnit]]) -> [[UInt8]] {
        var output = UnitWriter()
        var rest = merged
        var remaining = theirs.items.reduce(into: [:]) { $0[$1.unit.name, default: 0] += 1 }
        let mains = Dictionary(theirs.items.compactMap { item in item.line.map { ($0, item.unit.name) } }) { $1 }
        for (number, line) in theirs.parsed.lines.enumerated() {
            if let name = mains[number] {
                remaining[name, default: 0] -= 1
                let count = remaining[name] == 0 ? rest[name]?.count ?? 0 : min(1, rest[name]?.count ?? 0)
                for unit in rest[name]?.prefix(count) ?? [] { output.append(unit) }
                rest[name]?.removeFirst(count)
            } else if CardUnits.frame.contains(line.name) {
                if line.name == "END" { appendRest(rest, to: &output) }
                output.append(line.name == "REV" ? laterRevision(line) : theirs.parsed.lines(of: line))
            }
        }
        if theirs.parsed.lines.last?.name != "END" { appendRest(rest, to: &output) }
        return output.lines
    }

    private func appendRest(_ rest: [String: [PropertyUnit]], to output: inout UnitWriter) {
        for name in (theirs.names + mine.names).unique {
            for unit in rest[name] ?? [] { output.append(unit) }
        }
    }

    private func laterRevision(_ line: ContentLine) -> [[UInt8]] {
        guard let own = mine.parsed.lines.first(where: { $0.name == "REV" }),
            let (mine, theirs) = revisions, theirs.isBefore(mine)
        else { return theirs.parsed.lines(of: line) }
        return self.mine.parsed.lines(of: own)
    }

    /// Whether my REV is earlier, as after undoing a received change.
    private var isMineOlder: Bool { revisions.map { $0.mine.isBefore($0.theirs) } ?? false }

    private var revisions: (mine: CardRevision, theirs: CardRevision)? {
        let texts = [cards.mine, cards.theirs].map { $0.lines.map { CardText.text(of: $0) } }
        guard let mine = CardRevision(of: texts[0]), let theirs = CardRevision(of: texts[1]) else { return nil }
        return (mine, theirs)
    }
}

/// A writer of units. It writes the descriptions of a group only once.
private struct UnitWriter {
    private var output = LineList()
    private var described: Set<[[UInt8]]> = []

    var lines: [[UInt8]] { output.lines }

    mutating func append(_ lines: [[UInt8]]) { output.insert(lines) }

    mutating func append(_ unit: PropertyUnit) {
        append(unit.lines)
        for companion in unit.companions where described.insert(companion).inserted { append(companion) }
    }
}

/// A decision about a conflict.
public enum ConflictDecision: String, Hashable, Sendable, CaseIterable {
    case mine, theirs, both
}

extension PropertyConflict {
    /// The possible decisions. A property that may occur only once, such as N or BDAY, cannot have both values.
    public var decisions: [ConflictDecision] {
        let isUnique = PropertyCardinality.unique.contains(property) && !mine.isEmpty && !theirs.isEmpty
        return isUnique ? [.mine, .theirs] : ConflictDecision.allCases
    }
}

extension VCard {
    /// Returns the card after a decision about a conflict. Values that the user has entered since the merge are kept
    /// unless the property may occur only once.
    ///
    /// - Parameter decision: One of the possible decisions.
    public func resolving(_ conflict: PropertyConflict, keeping decision: ConflictDecision) -> VCard {
        let (mine, theirs) = (Self.lines(conflict.mine), Self.lines(conflict.theirs))
        let versions = units(mine) + units(theirs)
        let current = CardUnits(self).items.map(\.unit).filter { unit in
            versions.contains { $0.name == unit.name && ($0.content == unit.content || $0.excludes(unit)) }
        }
        let chosen =
            switch decision {
            case .mine: mine
            case .theirs: theirs
            case .both: mine + theirs
            }
        return replacing(current, with: chosen)
    }

    private static func lines(_ texts: [String]) -> [[UInt8]] { texts.map { CardText.bytes(of: $0) } }

    private func units(_ property: [[UInt8]]) -> [PropertyUnit] {
        let frame = ["BEGIN:VCARD", "VERSION:\(version.rawValue)"].map { Array($0.utf8) }
        return CardUnits(VCard(lines: frame + property + [Array("END:VCARD".utf8)])).items.map(\.unit)
    }
}

/// The three-way merge of the properties with the same name.
struct PropertyMerge {
    enum Outcome {
        case unit(PropertyUnit, isMine: Bool)
        case conflict(base: PropertyUnit?, mine: PropertyUnit?, theirs: PropertyUnit?)

        var isConflict: Bool { if case .conflict = self { true } else { false } }
    }

    private(set) var outcomes: [Outcome] = []
    private let base, mine, theirs: [PropertyUnit]

    init(base: [PropertyUnit], mine: [PropertyUnit], theirs: [PropertyUnit], writer: PropertyWriter) {
        (self.base, self.mine, self.theirs) = (base, mine, theirs)
        let (was, here, there) = (base.map(\.content), mine.map(\.content), theirs.map(\.content))
        if here == was || here == there || mine.first?.name == "UID" && !theirs.isEmpty {
            outcomes = theirs.map { .unit($0, isMine: false) }
        } else if there == was || there.isEmpty && mine.first?.name == "UID" {
            outcomes = mineSpelledAsTheirs
        } else if let list = mergedList(writer) {
            outcomes = list.map { .unit($0, isMine: false) }
        } else {
            merge()
            removeRepetitions()
        }
    }

    /// My units, with the lines of the other side’s units if the content is the same.
    private var mineSpelledAsTheirs: [Outcome] {
        var others = Dictionary(grouping: theirs.reversed(), by: \.content)
        return mine.map { unit in
            others[unit.content]?.popLast().map { .unit($0, isMine: false) } ?? .unit(unit, isMine: true)
        }
    }

    private mutating func merge() {
        let (here, there) = (UnitPairs(base, mine), UnitPairs(base, theirs))
        var owners: [Int: Int] = [:]
        for (number, partner) in there.partners.enumerated() { if let partner { owners[partner] = number } }
        var ownAdditions = here.added
        for number in theirs.indices {
            if let owner = owners[number] {
                outcomes += outcome(base[owner], here.partners[owner].map { mine[$0] }, theirs[number])
            } else if let place = ownAdditions.firstIndex(where: { mine[$0].competes(with: theirs[number]) }) {
                let own = mine[ownAdditions.remove(at: place)]
                let isSame = own.content == theirs[number].content
                outcomes.append(
                    isSame
                        ? .unit(theirs[number], isMine: false)
                        : .conflict(base: nil, mine: own, theirs: theirs[number]))
            } else {
                outcomes.append(.unit(theirs[number], isMine: false))
            }
        }
        for (number, partner) in there.partners.enumerated() where partner == nil {
            outcomes += outcome(base[number], here.partners[number].map { mine[$0] }, nil)
        }
        outcomes += ownAdditions.map { .unit(mine[$0], isMine: true) }
    }

    private func outcome(_ base: PropertyUnit, _ mine: PropertyUnit?, _ theirs: PropertyUnit?) -> [Outcome] {
        if mine?.content == base.content || mine?.content == theirs?.content {
            return theirs.map { [.unit($0, isMine: false)] } ?? []
        }
        if theirs?.content == base.content { return mine.map { [.unit($0, isMine: true)] } ?? [] }
        return [.conflict(base: base, mine: mine, theirs: theirs)]
    }

    /// Removes repeated units, for example if one side changed a value to one that the other side added.
    private mutating func removeRepetitions() {
        var allowed = Dictionary(mine.map { ($0.content, 1) }, uniquingKeysWith: +)
        allowed.merge(Dictionary(theirs.map { ($0.content, 1) }, uniquingKeysWith: +), uniquingKeysWith: max)
        outcomes.removeAll { outcome in
            guard case .unit(let unit, _) = outcome else { return false }
            allowed[unit.content, default: 0] -= 1
            return allowed[unit.content, default: 0] < 0
        }
    }

    /// Merges lists such as CATEGORIES item by item, or returns `nil` if the properties are not lists or if both sides
    /// have replaced the same item with different ones.
    private func mergedList(_ writer: PropertyWriter) -> [PropertyUnit]? {
        guard let was = base.items, let here = mine.items, let there = theirs.items,
            let example = theirs.first ?? mine.first,
            !isReplacedTwice(was, here, there)
        else { return nil }
        let kept = there.filter { here.contains($0) || !was.contains($0) }
        let merged = (kept + here.filter { !was.contains($0) }).unique
        if merged.isEmpty { return [] }
        if merged == there { return theirs }
        if merged == here { return mine }
        let name = example.lines.first.map {
            String(decoding: $0.prefix { $0 != .colon && $0 != .semicolon }, as: UTF8.self)
        }
        let lines = writer.lines(of: CardProperty(name ?? example.name, .list(merged)))
        let value = Array(merged.joined(separator: "\u{0}").utf8)
        return [
            PropertyUnit(
                name: example.name, group: "", lines: lines, companions: [],
                content: PropertyUnit.Content(value: value, label: example.content.label), items: merged)
        ]
    }

    /// Returns whether both sides have replaced the same item with different ones. This is never the case for
    /// categories, which do not depend on each other.
    private func isReplacedTwice(_ was: [String], _ here: [String], _ there: [String]) -> Bool {
        let (own, others) = (Set(here).subtracting(was), Set(there).subtracting(was))
        return theirs.first?.name != "CATEGORIES" && own.isDisjoint(with: others) && !own.isEmpty && !others.isEmpty
            && !Set(was).subtracting(here).subtracting(there).isEmpty
    }
}

extension PropertyUnit {
    /// Returns whether two properties, one added on each side, cannot both be kept without a decision.
    fileprivate func competes(with other: PropertyUnit) -> Bool {
        content.value == other.content.value
            || PropertyCardinality.usuallySingle.contains(name)
                && content.label.language == other.content.label.language
    }
}

extension PropertyUnit.Label {
    /// The language of the property and the set of alternatives that it belongs to.
    var language: Set<CardParameter> { parameters.filter { ["LANGUAGE", "ALTID"].contains($0.name) } }
}

extension [PropertyUnit] {
    /// The items of all units, or `nil` if one of them is not a list.
    fileprivate var items: [String]? {
        let lists = compactMap(\.items)
        return lists.count == count ? Array<String>(lists.joined()) : nil
    }
}
