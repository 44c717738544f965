/// The completion candidates at the cursor.
public struct Completions: Hashable, Sendable {
    /// The range of the line that a candidate replaces, in grapheme clusters.
    public internal(set) var range: Range<Int>
    public let candidates: [Candidate]
    /// The total number of candidates, including those not in `candidates`.
    public let total: Int
    /// Whether the search stopped at a limit. The menu then shows the total with a plus sign, as in `2000+`.
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
        /// The text shown in the menu.
        public let title: String

        public init(_ replacement: String, title: String? = nil) {
            self.replacement = replacement
            self.title = title ?? replacement
        }
    }

    /// The longest common prefix of all replacements.
    var commonPrefix: String {
        guard var common = candidates.first.map({ Array($0.replacement) }) else { return "" }
        for candidate in candidates.dropFirst() {
            common = zip(common, candidate.replacement).prefix { $0 == $1 }.map(\.0)
        }
        return String(common)
    }
}

/// A function that returns the completion candidates at a cursor position, counted in grapheme clusters.
public typealias Completer = @Sendable (_ line: String, _ cursor: Int) async -> Completions
