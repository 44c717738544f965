/// What could stand at the cursor.
public struct Completions: Hashable, Sendable {
    /// What a candidate replaces, in grapheme clusters of the line.
    public let range: Range<Int>
    public let candidates: [Candidate]

    public static let none = Completions(range: 0..<0, candidates: [])

    public init(range: Range<Int>, candidates: [Candidate]) {
        self.range = range
        self.candidates = candidates
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
}

/// Finds what could stand at the cursor of a line; the cursor counts grapheme clusters.
public typealias Completer = @Sendable (_ line: String, _ cursor: Int) async -> Completions
