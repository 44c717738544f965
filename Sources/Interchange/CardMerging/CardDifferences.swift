import Text

/// A property that differs between two versions of a card.
public struct PropertyDifference: Hashable, Sendable {
    /// The name without `X-`, such as `TEL`.
    public let property: String
    /// The unfolded lines, or none if the property was added.
    public let old: [String]
    /// The unfolded lines, or none if the property was removed.
    public let new: [String]
}

extension VCard {
    /// Returns whether both cards have the same content. Folding, encodings, the order of parameters, group names,
    /// `REV`, and `PRODID` are not compared.
    ///
    /// - Parameter names: The properties that may differ.
    public func isEquivalent(to other: VCard, except names: Set<String> = []) -> Bool {
        self == other || namesOfDifferences(from: other).isSubset(of: names)
    }

    /// Returns the names, without `X-`, of the properties that differ.
    private func namesOfDifferences(from other: VCard) -> Set<String> {
        let (own, others) = (contentsByName, other.contentsByName)
        return Set(own.keys).union(others.keys).filter { own[$0] != others[$0] }
    }

    private var contentsByName: [String: [PropertyUnit.Content]] {
        CardUnits(self).byName.mapValues { $0.map(\.content) }
    }

    /// Returns the properties that differ from an earlier version. If there is no earlier version, all properties
    /// differ.
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
        let differences =
            changed + pairs.added.map { PropertyDifference(property: name, old: [], new: text(new[$0])) }
        guard differences.isEmpty, old.map(\.content) != new.map(\.content) else { return differences }
        // Only the order differs.
        return [PropertyDifference(property: name, old: old.flatMap(text), new: new.flatMap(text))]
    }

    /// Returns the names, without `X-`, of the properties of this card that are missing or different in the card stored
    /// by a server.
    public func propertiesChanged(in stored: VCard) -> Set<String> {
        namesOfDifferences(from: stored.converted(to: version)).intersection(CardUnits(self).names)
    }

    /// Returns a hash of the content of all properties with the given name (without `X-`). The hash is the same in
    /// every run of the program.
    public func hash(ofProperty name: String) -> UInt64 {
        var hash = FNV1a()
        for unit in CardUnits(self).byName[name] ?? [] {
            let parameters = unit.content.label.parameters.map { "\($0.name)=\($0.value)" }.sorted()
            hash.combine(unit.content.value)
            hash.combine(parameters.joined(separator: ";").utf8)
            hash.combine(.lineFeed)
        }
        return hash.value
    }

    /// Returns the card with the properties of another card added, except those whose names this card already contains.
    public func addingProperties(of other: VCard) -> VCard {
        let names = Set(CardUnits(self).names)
        let others = CardUnits(other.converted(to: version)).items.map(\.unit).filter { !names.contains($0.name) }
        return replacing([], with: others.flatMap(\.allLines))
    }

    /// Returns the card without the properties that are missing from the card stored by a server.
    ///
    /// Use the result as the base for merging the stored card. The missing properties then count as added locally.
    public func withoutProperties(missingFrom stored: VCard) -> VCard {
        let (sent, kept) = (CardUnits(self), CardUnits(stored.converted(to: version)).byName)
        let missing = sent.byName.flatMap { name, units in
            zip(units, UnitPairs(units, kept[name] ?? []).partners).compactMap { $1 == nil ? $0 : nil }
        }
        return replacing(missing, with: [])
    }

    /// Returns whether each property of this card is also in the sent card, possibly with a longer value.
    public func isReduced(from sent: VCard) -> Bool {
        // Servers omit properties, and shorten or escape values; other programs replace values.
        let (own, others) = (CardUnits(self).byName, CardUnits(sent.converted(to: version)).byName)
        return own.allSatisfy { name, units in
            let former = others[name] ?? []
            let pairs = UnitPairs(former, units)
            return pairs.added.isEmpty
                && zip(former, pairs.partners).allSatisfy { unit, partner in
                    partner.map { units[$0].isReduced(from: unit) } ?? true
                }
        }
    }

    /// Returns the card with its photos replaced with those of another card.
    public func replacingPhotos(with other: VCard) -> VCard {
        let photos = CardUnits(other.converted(to: version)).byName["PHOTO"] ?? []
        return replacing(CardUnits(self).byName["PHOTO"] ?? [], with: photos.flatMap(\.allLines))
    }

    /// Returns the card with new lines in place of some properties. If no properties are given, the lines precede END.
    func replacing(_ units: [PropertyUnit], with new: [[UInt8]]) -> VCard {
        if units.isEmpty, new.isEmpty { return self }
        var removed = Dictionary(units.flatMap(\.allLines).map { ($0, 1) }, uniquingKeysWith: +)
        let first = units.first?.lines.first ?? lines.last
        var output = LineList()
        var isInserted = false
        for line in lines {
            if line == first, !isInserted {
                output.insert(new)
                isInserted = true
            }
            if let count = removed[line], count > 0 {
                removed[line] = count - 1
            } else {
                output.append(line)
            }
        }
        return VCard(lines: output.lines)
    }
}

extension PropertyUnit {
    /// Returns whether the value of another property contains the letters and digits of this value in the same order.
    /// If the lines differ only in their quoting, this value may also contain parameters of the other line.
    fileprivate func isReduced(from other: PropertyUnit) -> Bool {
        if content == other.content { return true }
        let text = characters == other.characters ? Array(other.lines.joined()) : other.content.value
        var rest = text.filter(\.isLetterOrDigit)[...]
        return content.value.filter(\.isLetterOrDigit).allSatisfy { byte in
            guard let place = rest.firstIndex(of: byte) else { return false }
            rest = rest[(place + 1)...]
            return true
        }
    }
}
