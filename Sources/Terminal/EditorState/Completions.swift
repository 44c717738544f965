/// What could stand at the cursor.
public struct Completions: Hashable, Sendable {
    /// What a candidate replaces, in grapheme clusters of the line.
    public let range: Range<Int>
    public let candidates: [Candidate]
    /// How many there are, beyond those that are listed.
    public let total: Int
    /// Whether there may be more that were not looked at: then the total is said as `2000+`.
    public let isCapped: Bool

    public init(range: Range<Int>, candidates: [Candidate], total: Int? = nil, isCapped: Bool = false) {
        self.range = range
        self.candidates = candidates
        self.total = total ?? candidates.count
        self.isCapped = isCapped
    }

    public struct Candidate: Hashable, Sendable {
        /// Quoted as the command line needs it, with the blank behind it if the word is whole.
        public let replacement: String
        /// What the list shows.
        public let title: String

        public init(_ replacement: String, title: String? = nil) {
            self.replacement = replacement
            self.title = title ?? replacement
        }
    }

    /// What all candidates begin with.
    var commonPrefix: String {
        guard var common = candidates.first.map({ Array($0.replacement) }) else { return "" }
        for candidate in candidates.dropFirst() {
            common = zip(common, candidate.replacement).prefix { $0 == $1 }.map(\.0)
        }
        return String(common)
    }

    /// The same, for a part of the line that has changed since.
    func covering(_ range: Range<Int>) -> Completions {
        Completions(range: range, candidates: candidates, total: total, isCapped: isCapped)
    }
}

/// Finds what could stand at the cursor of a line; the cursor counts grapheme clusters.
public typealias Completer = @Sendable (_ line: String, _ cursor: Int) async -> Completions
