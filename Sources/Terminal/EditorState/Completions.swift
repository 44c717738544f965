/// The completion candidates at the cursor.
public struct Completions: Hashable, Sendable {
    /// The range of the line to replace, in grapheme clusters.
    public let range: Range<Int>
    public let candidates: [Candidate]
    /// The total number of candidates, including candidates that are not listed.
    public let total: Int
    /// Whether the search stopped early. The total is then shown in a form such as `2000+`.
    public let isCapped: Bool

    public init(range: Range<Int>, candidates: [Candidate], total: Int? = nil, isCapped: Bool = false) {
        self.range = range
        self.candidates = candidates
        self.total = total ?? candidates.count
        self.isCapped = isCapped
    }

    public struct Candidate: Hashable, Sendable {
        /// The quoted text to insert. It ends with a space if it completes the word.
        public let replacement: String
        /// The text that is shown in the menu.
        public let title: String

        public init(_ replacement: String, title: String? = nil) {
            self.replacement = replacement
            self.title = title ?? replacement
        }
    }

    /// The common prefix of all candidates.
    var commonPrefix: String {
        guard var common = candidates.first.map({ Array($0.replacement) }) else { return "" }
        for candidate in candidates.dropFirst() {
            common = zip(common, candidate.replacement).prefix { $0 == $1 }.map(\.0)
        }
        return String(common)
    }

    /// Returns the same candidates for another range, for use after the line has changed.
    func covering(_ range: Range<Int>) -> Completions {
        Completions(range: range, candidates: candidates, total: total, isCapped: isCapped)
    }
}

/// A function that returns the candidates at the cursor. The cursor position is counted in grapheme clusters.
public typealias Completer = @Sendable (_ line: String, _ cursor: Int) async -> Completions
