import Model

/// A key that can be part of a path and identifies the item before or after a page.
public protocol PageKey: Hashable, Codable, Sendable {
    var word: String { get }
    init?(word: String)
}

extension RecordID: PageKey {
    /// The ID in the form used within paths, such as `person-7`.
    public var word: String { "\(kind.rawValue)-\(number)" }

    public init?(word: String) {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
        self.init("\(kind.plural)/\(parts[1])")
    }
}

extension Step.ID: PageKey {
    public var word: String { String(rawValue) }

    public init?(word: String) {
        guard let number = Int64(word), number > 0 else { return nil }
        self.init(rawValue: number)
    }
}

extension DuplicateKey: PageKey {
    public var word: String { Query.escape(rawValue) }

    public init?(word: String) {
        guard !word.isEmpty else { return nil }
        self.init(rawValue: Query.unescape(word[...]))
    }
}

extension Occasion.ID: PageKey {
    /// The ID in the form used within paths, such as `birthday-7`.
    public var word: String { "\(kind.rawValue)-\(person.rawValue)" }

    public init?(word: String) {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Occasion.Kind(rawValue: String(parts[0])),
            let person = RecordID("persons/\(parts[1])").flatMap(Person.ID.init)
        else { return nil }
        self.init(kind, of: person)
    }
}

extension PageCursor {
    /// Returns the cursor in the form used within paths, such as `after=person-7`, or `nil` for the first page.
    func word(_ spell: (Key) -> String) -> String? {
        switch self {
        case .beginning: nil
        case .after(let key): "after=" + spell(key)
        case .before(let key): "before=" + spell(key)
        }
    }

    init?(word: some StringProtocol, read: (String) -> Key?) {
        let name = word.prefix { $0 != "=" }
        guard let key = read(String(word.dropFirst(name.count + 1))) else { return nil }
        switch name {
        case "after": self = .after(key)
        case "before": self = .before(key)
        default: return nil
        }
    }
}

/// The state of a list that is divided into pages.
package protocol PagedState {
    associatedtype Key: Hashable & Codable & Sendable
    var start: PageCursor<Key> { get set }
}

extension PagedState {
    package func starting(_ start: PageCursor<Key>) -> Self {
        var moved = self
        moved.start = start
        return moved
    }
}
