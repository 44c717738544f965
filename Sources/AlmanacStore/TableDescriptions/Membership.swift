import Model

/// A table of links from groups to records of one kind, in the order of each group.
struct Membership: Sendable {
    let table: String
    /// The kind of the linked records.
    let kind: Kind

    static let persons = Membership(table: "membership", kind: .person)
    static let planets = Membership(table: "group_planet", kind: .planet)
    static let all = [persons, planets]

    /// The column with the ID of the linked record.
    var member: String { "\(kind.rawValue)_id" }

    /// Creates the links to records of a kind. Returns `nil` if groups cannot contain such records.
    init?(of kind: Kind) {
        guard let links = Self.all.first(where: { $0.kind == kind }) else { return nil }
        self = links
    }

    private init(table: String, kind: Kind) {
        self.table = table
        self.kind = kind
    }
}

extension Membership {
    /// Returns one query for the links of all kinds.
    static func union(_ query: (Membership) -> String) -> String { all.map(query).joined(separator: "\nUNION\n") }
}
