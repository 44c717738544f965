import Localization
import Model

/// How a list that has one order is looked at: what it is narrowed to, how much of it is wanted, which page is on screen.
public struct PagedListState<Key: PageKey>: Hashable, Codable, Sendable, PagedState {
    public var start = PageCursor<Key>.beginning
    /// Only what matches these words; empty for everything.
    public var narrowing = ""
    /// How many rows are wanted at most; nil for as many as there are, a page at a time.
    public var limit: Int?

    public init(at start: PageCursor<Key> = .beginning, limit: Int? = nil) {
        self.start = start
        self.limit = limit
    }

    /// As it stands behind a name in an address: `?text=leia&limit=5&after=person-7`; empty for the usual look.
    var suffix: String { words.isEmpty ? "" : "?" + words.joined(separator: "&") }

    var words: [String] {
        [
            narrowing.isEmpty ? nil : "text=" + Query.escape(narrowing), limit.map { "limit=\($0)" },
            start.word(\.word),
        ].compactMap { $0 }
    }

    init?(suffix: some StringProtocol) {
        guard !suffix.isEmpty else { return }
        guard suffix.first == "?" else { return nil }
        for word in suffix.dropFirst().split(separator: "&", omittingEmptySubsequences: false) {
            guard take(Substring(word)) else { return nil }
        }
    }

    /// Takes one of its words; false if it is none.
    mutating func take(_ word: Substring) -> Bool {
        if word.hasPrefix("limit="), let number = Int(counting: word.dropFirst(6)) {
            limit = number
        } else if word.hasPrefix("text="), word.count > 5 {
            narrowing = Query.unescape(word.dropFirst(5))
        } else if let page = PageCursor(word: word, read: { Key(word: $0) }) {
            start = page
        } else {
            return false
        }
        return true
    }

    /// The name of the list, with what it is narrowed to.
    package func title(_ name: String) -> String { narrowing.isEmpty ? name : "\(name) /\(narrowing)" }

    /// What is said in place of an empty list.
    package func placeholder(_ usual: Message) -> Message {
        narrowing.isEmpty ? usual : "Nothing here matches “\(narrowing)”; “/” shows everything again."
    }

    /// From the first row on, narrowed to a text.
    package func narrowed(to text: String) -> PagedListState {
        var narrowed = starting(.beginning)
        narrowed.narrowing = text
        return narrowed
    }
}

/// How far into the history somebody looks, and how far into the trash, and into the likely pairs.
public typealias HistoryState = PagedListState<Step.ID>
public typealias TrashState = PagedListState<RecordID>
public typealias DuplicatesState = PagedListState<DuplicateKey>
