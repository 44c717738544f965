import SQLite
import Text

/// A generator of corrected queries, which replaces mistyped words with words from names.
struct QueryCorrector {
    /// The maximum number of similar words to compare.
    private static let comparisonLimit = 200
    /// The maximum number of similar words to try for each word.
    private static let trialLimit = 3

    let connection: Connection

    /// Returns corrected queries with one word replaced, most likely first, then one with all unknown words replaced.
    func corrections(of query: SearchQuery) throws -> [SearchQuery] {
        var single: [(query: SearchQuery, distance: Int)] = []
        var unknown: [Int: String] = [:]
        for (index, word) in query.words.enumerated() {
            let candidates = try words(like: word)
            guard let best = candidates.first else { continue }
            if try !isKnown(word) { unknown[index] = best.word }
            single += candidates.map { (query.replacing([index: $0.word]), $0.distance) }
        }
        let ordered = single.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
        return ordered.map(\.element.query) + (unknown.count > 1 ? [query.replacing(unknown)] : [])
    }

    private func words(like word: String) throws -> [(word: String, distance: Int)] {
        let candidates = try connection.all(
            Self.likely, binding: FuzzyWordMatcher.forms(of: word).json, Self.comparisonLimit
        ) { $0[0] as String }
        let near = candidates.compactMap { candidate in
            candidate == word ? nil : FuzzyWordMatcher.distance(from: word, to: candidate).map { (candidate, $0) }
        }
        let start = word.unicodeScalars.first
        let best = near.sorted {
            ($0.1, $0.0.unicodeScalars.first == start ? 0 : 1, $0.0) < (
                $1.1, $1.0.unicodeScalars.first == start ? 0 : 1, $1.0
            )
        }
        return best.prefix(Self.trialLimit).map { (word: $0.0, distance: $0.1) }
    }

    private func isKnown(_ word: String) throws -> Bool {
        try connection.hasRow(Self.use, binding: SearchTable.word(word))
    }

    // MARK: - Statements

    static let likely = """
        SELECT DISTINCT word FROM misspelling
        WHERE form IN (SELECT value FROM json_each(?1))
        LIMIT ?2
        """

    static let use = """
        SELECT 1 FROM search_name
        WHERE search_name MATCH ?1
        LIMIT 1
        """
}

extension Collection<String> {
    var json: String {
        var writer = JSONWriter()
        writer.value(.array(map(JSONValue.string)))
        return String(decoding: writer.drain(), as: UTF8.self)
    }
}
