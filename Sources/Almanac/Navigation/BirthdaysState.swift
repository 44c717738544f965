import Model

/// How far ahead somebody looks for birthdays and anniversaries, and how far into the list.
public struct BirthdaysState: Hashable, Codable, Sendable {
    /// Only those within so many days from today; nil for all.
    public var within: Int?
    /// Only what comes behind that one; nil for what comes next.
    public var after: Occasion.ID?
    /// How many rows are wanted at most; nil for as many as there are, a page at a time.
    public var limit: Int?

    public init(within: Int? = nil, after: Occasion.ID? = nil, limit: Int? = nil) {
        self.within = within
        self.after = after
        self.limit = limit
    }

    /// `birthdays?within=30&limit=5&after=anniversary-7`.
    var name: String {
        let words = [
            within.map { "within=\($0)" }, limit.map { "limit=\($0)" },
            after.map { "after=\($0.kind.rawValue)-\($0.person.rawValue)" },
        ].compactMap { $0 }
        return words.isEmpty ? "birthdays" : "birthdays?" + words.joined(separator: "&")
    }

    init?(root name: String) {
        let suffix = name.dropFirst("birthdays".count)
        guard !suffix.isEmpty else { return }
        guard suffix.first == "?" else { return nil }
        for word in suffix.dropFirst().split(separator: "&", omittingEmptySubsequences: false) {
            let parts = word.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            switch parts[0] {
            case "within":
                guard let days = Int(parts[1]), days >= 0 else { return nil }
                within = days
            case "limit":
                guard let number = Int(parts[1]), number > 0 else { return nil }
                limit = number
            case "after":
                guard let occasion = Occasion.ID(word: parts[1]) else { return nil }
                after = occasion
            default: return nil
            }
        }
    }
}

extension Occasion.ID {
    /// As it stands in an address: `birthday-7`.
    fileprivate init?(word: Substring) {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Occasion.Kind(rawValue: String(parts[0])),
            let person = Address("persons/\(parts[1])").flatMap(Person.ID.init)
        else { return nil }
        self.init(kind, of: person)
    }
}
