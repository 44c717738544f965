import Localization
import Model

/// The state of a list with a fixed order: the search text, the earliest time, the limit, and the current page.
public struct PagedListState<Key: PageKey>: Hashable, Codable, Sendable, PagedState {
    public var start = PageCursor<Key>.beginning
    /// The text to search for within the list; may be empty.
    public var narrowing = ""
    /// The earliest time of the listed history steps, or `nil` for all rows.
    public var since: Timestamp?
    /// The maximum number of rows, or `nil` for all rows on as many pages as necessary.
    public var limit: Int?

    public init(at start: PageCursor<Key> = .beginning, since: Timestamp? = nil, limit: Int? = nil) {
        self.start = start
        self.since = since
        self.limit = limit
    }

    /// The state as the suffix of a path, such as `?text=leia&limit=5&after=person-7`; empty for the default state.
    var suffix: String { suffix(after: nil) }

    /// Returns the state as the suffix of a path. The suffix begins with the given word, if any.
    func suffix(after word: String?) -> String {
        let text = narrowing.isEmpty ? nil : "text=" + Query.escape(narrowing)
        let time = since.map { "since=" + Query.escape($0.rawValue) }
        let words = [word, text, time, limit.map { "limit=\($0)" }, start.word(\.word)].compactMap { $0 }
        return words.isEmpty ? "" : "?" + words.joined(separator: "&")
    }

    /// Creates a state from the suffix of a path.
    ///
    /// - Parameter readOther: Reads a word that is not part of this state. Returns whether the word is valid.
    init?(suffix: Substring, readOther: (Substring) -> Bool = { _ in false }) {
        guard !suffix.isEmpty else { return }
        guard suffix.first == "?" else { return nil }
        for word in suffix.dropFirst().split(separator: "&", omittingEmptySubsequences: false) {
            if word.hasPrefix("limit="), let number = Int(counting: word.dropFirst(6)) {
                limit = number
            } else if word.hasPrefix("text="), word.count > 5 {
                narrowing = Query.unescape(word.dropFirst(5))
            } else if word.hasPrefix("since=") {
                let time = Timestamp(rawValue: Query.unescape(word.dropFirst(6)))
                guard time.isWellFormed else { return nil }
                since = time
            } else if let page = PageCursor(word: word, read: { Key(word: $0) }) {
                start = page
            } else if !readOther(word) {
                return nil
            }
        }
    }

    /// Returns the name of the list, followed by the search text, if any.
    package func title(_ name: String) -> String { narrowing.isEmpty ? name : "\(name) /\(narrowing)" }

    /// Returns the placeholder text for an empty list.
    package func placeholder(_ usual: Message) -> Message {
        narrowing.isEmpty ? usual : "No results for “\(narrowing)”. Use “/” to reset the search."
    }

    /// Returns the state for the first page of rows that match a search text.
    package func narrowed(to text: String) -> PagedListState {
        var narrowed = starting(.beginning)
        narrowed.narrowing = text
        return narrowed
    }
}

public typealias HistoryState = PagedListState<Step.ID>
public typealias ChangesState = PagedListState<RecordID>
public typealias TrashState = PagedListState<RecordID>
public typealias DuplicatesState = PagedListState<DuplicateKey>

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
