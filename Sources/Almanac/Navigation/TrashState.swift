import Model

/// How far into the trash somebody looks.
public struct TrashState: Hashable, Codable, Sendable, PagedState {
    public var start = PageStart<Address>.beginning
    /// How many rows are wanted at most; nil for as many as there are, a page at a time.
    public var limit: Int?

    public init(at start: PageStart<Address> = .beginning, limit: Int? = nil) {
        self.start = start
        self.limit = limit
    }

    /// `trash?limit=5&after=person-7`.
    var name: String {
        let words = [limit.map { "limit=\($0)" }, start.word(\.word)].compactMap { $0 }
        return words.isEmpty ? "trash" : "trash?" + words.joined(separator: "&")
    }

    init?(root name: String) {
        let suffix = name.dropFirst("trash".count)
        guard !suffix.isEmpty else { return }
        guard suffix.first == "?" else { return nil }
        for word in suffix.dropFirst().split(separator: "&", omittingEmptySubsequences: false) {
            if word.hasPrefix("limit="), let number = Int(word.dropFirst(6)), number > 0 {
                limit = number
            } else if let page = PageStart(word: word, read: { Address(word: $0) }) {
                start = page
            } else {
                return nil
            }
        }
    }
}
