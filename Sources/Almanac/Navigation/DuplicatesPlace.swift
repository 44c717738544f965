import Model

/// The places of the duplicates: the likely pairs, and one pair side by side.
public enum DuplicatesPlace: Place {
    case pairs(DuplicatesState)
    case pair(Person.ID, Person.ID)

    public static let standard = DuplicatesPlace.pairs(DuplicatesState())

    public var name: String {
        switch self {
        case .pairs(let state): "duplicates" + state.suffix
        case .pair(let first, let second): "\(first.rawValue)-\(second.rawValue)"
        }
    }

    public func child(_ name: String) -> DuplicatesPlace? {
        guard case .pairs = self else { return nil }
        let ids = name.split(separator: "-", omittingEmptySubsequences: false).compactMap {
            Address("persons/\($0)").flatMap(Person.ID.init)
        }
        guard ids.count == 2, DuplicatesPlace.pair(ids[0], ids[1]).name == name else { return nil }
        return .pair(ids[0], ids[1])
    }

    init?(root name: String) {
        guard let state = DuplicatesState(suffix: name.dropFirst("duplicates".count)) else { return nil }
        self = .pairs(state)
    }
}

/// How far into the pairs somebody looks.
public struct DuplicatesState: Hashable, Codable, Sendable {
    /// Where the page before ended; nil for the first.
    public var after: String?
    /// How many rows are wanted at most; nil for as many as there are, a page at a time.
    public var limit: Int?

    public init(after: String? = nil, limit: Int? = nil) {
        self.after = after
        self.limit = limit
    }

    /// `?limit=5&after=mail%3Aleia%40alderaan.example`.
    var suffix: String {
        let words = [limit.map { "limit=\($0)" }, after.map { "after=\(Query.escape($0))" }].compactMap { $0 }
        return words.isEmpty ? "" : "?" + words.joined(separator: "&")
    }

    init?(suffix: some StringProtocol) {
        guard !suffix.isEmpty else { return }
        guard suffix.first == "?" else { return nil }
        for word in suffix.dropFirst().split(separator: "&", omittingEmptySubsequences: false) {
            if word.hasPrefix("limit="), let number = Int(word.dropFirst(6)), number > 0 {
                limit = number
            } else if word.hasPrefix("after="), word.count > 6 {
                after = Query.unescape(Substring(word.dropFirst(6)))
            } else {
                return nil
            }
        }
    }
}
