/// The kinds of record that have an address.
public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    case person, group, planet, note

    /// The word that stands for the kind in an address and as a command: `persons`.
    public var plural: String { rawValue + "s" }

    public init?(plural: some StringProtocol) {
        guard let kind = Kind.allCases.first(where: { $0.plural == plural }) else { return nil }
        self = kind
    }
}
