import Model

/// How far into the history somebody looks.
public struct HistoryState: Hashable, Codable, Sendable, PagedState {
    public var start = PageStart<Step.ID>.beginning
    /// How many rows are wanted at most; nil for as many as there are, a page at a time.
    public var limit: Int?

    public init(at start: PageStart<Step.ID> = .beginning, limit: Int? = nil) {
        self.start = start
        self.limit = limit
    }

    /// As it stands behind a name in an address: `?limit=5&after=12`; empty for the newest.
    var suffix: String {
        let words = [limit.map { "limit=\($0)" }, start.word { String($0.rawValue) }].compactMap { $0 }
        return words.isEmpty ? "" : "?" + words.joined(separator: "&")
    }

    init?(suffix: some StringProtocol) {
        guard !suffix.isEmpty else { return }
        guard suffix.first == "?" else { return nil }
        for word in suffix.dropFirst().split(separator: "&", omittingEmptySubsequences: false) {
            if word.hasPrefix("limit="), let number = Int(word.dropFirst(6)), number > 0 {
                limit = number
            } else if let page = PageStart(word: word, read: { Step.ID($0) }) {
                start = page
            } else {
                return nil
            }
        }
    }
}
