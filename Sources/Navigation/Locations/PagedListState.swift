import Localization
import Model

/// The state of a list with a fixed order: the search text, the earliest time, the limit, and the current page.
public struct PagedListState<Key: PageKey>: Hashable, Codable, Sendable, PagedState {
    public var start = PageCursor<Key>.beginning
    /// The text to search for within the list; may be empty.
    public var narrowing = ""
    /// The time of the earliest history steps, or `nil` for all rows.
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

    /// Returns the state as the suffix of a path, preceded by an optional word.
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
        narrowing.isEmpty ? usual : "No results for “\(narrowing)”. Use “/” to show everything."
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
