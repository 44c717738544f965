/// The difference of a property between two versions of a card.
public struct PropertyDifference: Hashable, Sendable {
    /// The name without `X-`, such as `TEL`.
    public let property: String
    /// The unfolded lines, or none if the property was added.
    public let old: [String]
    /// The unfolded lines, or none if the property was removed.
    public let new: [String]
}

extension VCard {
    /// Returns whether both cards state the same. Folding, encodings, the order of parameters, group names, `REV`, and
    /// `PRODID` are not compared.
    public func isEquivalent(to other: VCard) -> Bool {
        self == other || contentsByName == other.contentsByName
    }

    private var contentsByName: [String: [PropertyUnit.Content]] {
        CardUnits(self).byName.mapValues { $0.map(\.content) }
    }

    /// Returns the properties that differ from an earlier version. A new card differs in all properties.
    public func differences(from old: VCard?) -> [PropertyDifference] {
        let new = CardUnits(self)
        let before = old.map { CardUnits($0.converted(to: version)) }
        let (was, now) = (before?.byName ?? [:], new.byName)
        return ((before?.names ?? []) + new.names).unique.flatMap { name in
            Self.differences(name, was[name] ?? [], now[name] ?? [])
        }
    }

    private static func differences(
        _ name: String, _ old: [PropertyUnit], _ new: [PropertyUnit]
    ) -> [PropertyDifference] {
        let pairs = UnitPairs(old, new)
        func text(_ unit: PropertyUnit?) -> [String] { unit?.allLines.map { CardText.text(of: $0) } ?? [] }
        let changed = zip(old, pairs.partners).compactMap { unit, partner -> PropertyDifference? in
            let other = partner.map { new[$0] }
            guard other?.content != unit.content else { return nil }
            return PropertyDifference(property: name, old: text(unit), new: text(other))
        }
        return changed + pairs.added.map { PropertyDifference(property: name, old: [], new: text(new[$0])) }
    }

    /// Returns the card without the properties that a server has dropped when it stored the card.
    ///
    /// The result is the base for merging the stored card, so that the dropped properties count as added here.
    /// - Returns: The card, and the names of the dropped properties.
    public func withoutProperties(missingFrom stored: VCard) -> (card: VCard, dropped: Set<String>) {
        let (sent, kept) = (CardUnits(self), CardUnits(stored.converted(to: version)).byName)
        var dropped: Set<String> = []
        var droppedLines: [[UInt8]: Int] = [:]
        for (name, units) in sent.byName {
            let pairs = UnitPairs(units, kept[name] ?? [])
            for (unit, partner) in zip(units, pairs.partners) where partner == nil {
                dropped.insert(name)
                for line in unit.lines { droppedLines[line, default: 0] += 1 }
            }
        }
        if dropped.isEmpty { return (self, []) }
        let rest = lines.filter { line in
            guard let count = droppedLines[line], count > 0 else { return true }
            droppedLines[line] = count - 1
            return false
        }
        return (VCard(lines: rest), dropped)
    }
}
