import Model

/// What stands beside a page of a list, as a word of an address.
public protocol PageKey: Hashable, Codable, Sendable {
    var word: String { get }
    init?(word: String)
}

extension RecordID: PageKey {
    /// `person-7`.
    public var word: String { "\(kind.rawValue)-\(number)" }

    public init?(word: String) {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
        self.init("\(kind.plural)/\(parts[1])")
    }
}

extension Step.ID: PageKey {
    public var word: String { String(rawValue) }
    public init?(word: String) { self.init(word) }
}

extension DuplicateKey: PageKey {
    public var word: String { Query.escape(rawValue) }

    public init?(word: String) {
        guard !word.isEmpty else { return nil }
        self.init(rawValue: Query.unescape(word[...]))
    }
}

extension Occasion.ID: PageKey {
    /// `birthday-7`.
    public var word: String { "\(kind.rawValue)-\(person.rawValue)" }

    public init?(word: String) {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Occasion.Kind(rawValue: String(parts[0])),
            let person = RecordID("persons/\(parts[1])").flatMap(Person.ID.init)
        else { return nil }
        self.init(kind, of: person)
    }
}
