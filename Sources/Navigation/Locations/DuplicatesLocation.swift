import Model

/// A location of the duplicates flow: the list of possible duplicates, or the comparison of one pair.
public enum DuplicatesLocation: Location {
    case pairs(DuplicatesState)
    case pair(Person.ID, Person.ID)

    public static let standard = DuplicatesLocation.pairs(DuplicatesState())

    public var name: String {
        switch self {
        case .pairs(let state): "duplicates" + state.suffix
        case .pair(let first, let second): "\(first.rawValue)-\(second.rawValue)"
        }
    }

    public func child(_ name: String) -> DuplicatesLocation? {
        guard case .pairs = self else { return nil }
        let ids = name.split(separator: "-", omittingEmptySubsequences: false).compactMap {
            RecordID("persons/\($0)").flatMap(Person.ID.init)
        }
        guard ids.count == 2, DuplicatesLocation.pair(ids[0], ids[1]).name == name else { return nil }
        return .pair(ids[0], ids[1])
    }

    public var parent: DuplicatesLocation? {
        switch self {
        case .pairs: nil
        case .pair: .standard
        }
    }
}
