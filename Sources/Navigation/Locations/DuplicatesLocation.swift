import Model

/// A location of the duplicates flow: the list of possible duplicates, or the child flow that merges one pair.
public enum DuplicatesLocation: Location {
    case pairs(DuplicatesState)
    case pair(PersonPair)

    public static let standard = DuplicatesLocation.pairs(DuplicatesState())

    public var name: String {
        switch self {
        case .pairs(let state): "duplicates" + state.suffix
        case .pair(let pair): pair.name
        }
    }

    public func child(_ name: String) -> DuplicatesLocation? {
        guard case .pairs = self else { return nil }
        return PersonPair(name: name).map { .pair($0) }
    }

    public var parent: DuplicatesLocation? {
        switch self {
        case .pairs: nil
        case .pair: .standard
        }
    }
}

/// The only location of the flow that merges two persons: their comparison.
public struct PersonPair: Location {
    public let first: Person.ID
    public let second: Person.ID

    public init(_ first: Person.ID, _ second: Person.ID) {
        self.first = first
        self.second = second
    }

    /// Creates a pair from the numbers of the persons, such as `7-9`.
    init?(name: String) {
        let ids = name.split(separator: "-", omittingEmptySubsequences: false).compactMap {
            RecordID("persons/\($0)").flatMap(Person.ID.init)
        }
        guard ids.count == 2 else { return nil }
        self.init(ids[0], ids[1])
        guard self.name == name else { return nil }
    }

    public var name: String { "\(first.rawValue)-\(second.rawValue)" }
    public func child(_ name: String) -> PersonPair? { nil }
    public var parent: PersonPair? { nil }
}
