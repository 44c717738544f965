import Text

/// A decision about a conflict.
public enum ConflictDecision: String, Hashable, Sendable, CaseIterable {
    case mine, theirs, both
}

extension VCard {
    /// Returns the card after a decision about a conflict. Values that the user has entered since the merge are kept.
    public func resolving(_ conflict: PropertyConflict, keeping decision: ConflictDecision) -> VCard {
        let (mine, theirs) = (Self.lines(conflict.mine), Self.lines(conflict.theirs))
        let known = Set((units(mine) + units(theirs)).map(\.content))
        let current = CardUnits(self).items.map(\.unit).filter {
            $0.name == conflict.property && known.contains($0.content)
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
