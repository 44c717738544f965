import Localization

/// The kinds of record that have an address.
public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    case person, group, planet, note

    /// The word that stands for the kind in an address and as a command: `persons`.
    public var plural: String { rawValue + "s" }

    /// Other words that name the kind in an ID and as a command: `people`, `contacts`.
    public var aliases: [String] { self == .person ? ["people", "contacts"] : [] }

    /// The word as a heading: `Persons`.
    public var heading: Title {
        switch self {
        case .person: "Persons"
        case .group: "Groups"
        case .planet: "Planets"
        case .note: "Notes"
        }
    }

    /// The word in a sentence: `a person`.
    public var noun: Message {
        switch self {
        case .person: "person"
        case .group: "group"
        case .planet: "planet"
        case .note: "note"
        }
    }

    public init?(plural: some StringProtocol) {
        guard let kind = Kind.allCases.first(where: { $0.plural == plural || $0.aliases.contains { $0 == plural } })
        else { return nil }
        self = kind
    }
}
