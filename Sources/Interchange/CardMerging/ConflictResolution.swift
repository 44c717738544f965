import Text

/// A decision about a conflict.
public enum ConflictDecision: String, Hashable, Sendable, CaseIterable {
    case mine, theirs, both
}

extension PropertyConflict {
    /// The possible decisions. A property that may occur only once, such as N or BDAY, cannot have both values.
    public var decisions: [ConflictDecision] {
        let isUnique = PropertyUnit.isUnique(property) && !mine.isEmpty && !theirs.isEmpty
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
