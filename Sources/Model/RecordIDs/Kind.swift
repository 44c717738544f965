import Localization

/// A kind of record.
public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    case person, group, planet, note

    /// The plural, such as `persons`, used in record IDs and commands.
    public var plural: String { rawValue + "s" }

    /// The alternative names of the kind in IDs and commands, such as `people` and `contacts`.
    public var aliases: [String] { self == .person ? ["people", "contacts"] : [] }

    /// The plural as a heading, such as `Persons`.
    public var heading: Title {
        switch self {
        case .person: "Persons"
        case .group: "Groups"
        case .planet: "Planets"
        case .note: "Notes"
        }
    }

    /// The singular as a noun, such as `person`.
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
