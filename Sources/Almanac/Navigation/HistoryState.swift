import Model

/// How far into the history somebody looks.
public struct HistoryState: Hashable, Codable, Sendable {
    /// Only what came before that step; nil for the newest.
    public var before: Step.ID?
    /// How many rows are wanted at most; nil for as many as there are, a page at a time.
    public var limit: Int?

    public init(before: Step.ID? = nil, limit: Int? = nil) {
        self.before = before
        self.limit = limit
    }

    /// As it stands behind a name in an address: `?limit=5&before=12`; empty for the newest.
    var suffix: String {
        let words = [limit.map { "limit=\($0)" }, before.map { "before=\($0.rawValue)" }].compactMap { $0 }
        return words.isEmpty ? "" : "?" + words.joined(separator: "&")
    }

    init?(suffix: some StringProtocol) {
        guard !suffix.isEmpty else { return }
        guard suffix.first == "?" else { return nil }
        for word in suffix.dropFirst().split(separator: "&", omittingEmptySubsequences: false) {
            if word.hasPrefix("limit="), let number = Int(word.dropFirst(6)), number > 0 {
                limit = number
            } else if word.hasPrefix("before="), let step = Step.ID(word.dropFirst(7)) {
                before = step
            } else {
                return nil
            }
        }
    }
}
