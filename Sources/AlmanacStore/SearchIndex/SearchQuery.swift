import Model
import SQLite
import Text

/// A search query of folded words. The last word may be incomplete.
struct SearchQuery {
    private static let wordLimit = 16

    let text: String
    let words: [String]
    let isFinished: Bool
    /// The query as part of a phone number, or `nil` if it cannot be one.
    let phone: PhoneNumber.Part?
}

extension SearchQuery {
    /// Creates a query from text. Returns `nil` if the text contains no words.
    init?(_ text: String) {
        let words = Folding.words(of: text)
        guard !words.isEmpty else { return nil }
        self.text = text
        self.words = Array(words.prefix(Self.wordLimit))
        isFinished = false
        phone = PhoneNumber.Part(text)
    }

    /// Returns the query with some words replaced.
    /// - Parameter corrections: The corrected words, keyed by position.
    func replacing(_ corrections: [Int: String]) -> SearchQuery {
        let corrected = words.indices.map { corrections[$0] ?? words[$0] }
        return SearchQuery(
            text: corrected.joined(separator: " "), words: corrected, isFinished: corrections[words.count - 1] != nil,
            phone: nil)
    }

    /// Returns the text that matches the most words, or the first such text if there are several; `nil` if no text
    /// matches.
    func best(among texts: [SearchText]) -> SearchText? {
        var best: (text: SearchText, hits: Int)?
        for text in texts where !text.text.isEmpty {
            let hits = hits(in: text)
            if hits == words.count { return text }
            if hits > best?.hits ?? 0 { best = (text, hits) }
        }
        return best?.text
    }

    private func hits(in text: SearchText) -> Int {
        if let phone, let number = text.phoneNumber, phone.matches(number) { return words.count }
        let candidates = text.words
        let joined = words.joined()
        if words.count > 1, candidates.contains(where: { $0.hasPrefix(joined) }) { return words.count }
        return words.indices.count { index in
            candidates.contains { index == words.count - 1 ? $0.hasPrefix(words[index]) : $0 == words[index] }
        }
    }
}

/// A full-text table of the search index and the syntax of its queries.
///
/// Queries read matching documents in the order of their IDs, up to a limit.
enum SearchTable: String {
    case names = "search_name"
    case everything = "search"

    /// The length of the longest indexed prefix, in Unicode scalars. For a longer prefix, FTS5 would collect all
    /// matching words first.
    private static let prefixLimit = 6
    /// The limits for a longer prefix: the number of matching words to use, and the number of occurrences to read.
    private static let termLimit = 40
    private static let occurrenceLimit = 500

    /// Returns a word in quotes, so that FTS5 never parses the word as an operator.
    static func word(_ word: String) -> String { "\"\(word)\"" }

    /// Returns a query for the words that start with a prefix.
    func beginning(_ word: String, in connection: Connection) throws -> String {
        guard word.unicodeScalars.count > Self.prefixLimit else { return Self.word(word) + " *" }
        let occurrences = try connection.all(
            terms, binding: word, word.endOfPrefix, Self.occurrenceLimit
        ) { $0[0] as String }
        var words: [String] = []
        for term in occurrences where term != words.last { words.append(term) }
        return Self.any(of: words.isEmpty ? [Self.word(word)] : words.prefix(Self.termLimit).map(Self.word))
    }

    static func any(of alternatives: [String]) -> String {
        alternatives.count == 1 ? alternatives[0] : "(" + alternatives.joined(separator: " OR ") + ")"
    }

    /// Returns a query for documents that contain all words or the words joined into one.
    func matching(_ query: SearchQuery, isFinished: Bool, in connection: Connection) throws -> String {
        func last(_ word: String) throws -> String {
            isFinished ? Self.word(word) : try beginning(word, in: connection)
        }
        let words = query.words
        let each = try words.dropLast().map(Self.word) + words.suffix(1).map(last)
        let all = each.joined(separator: " AND ")
        return words.count == 1 ? all : "(\(all)) OR \(try last(words.joined()))"
    }

    // MARK: - Statements

    var terms: String {
        """
        SELECT term FROM \(rawValue)_term
        WHERE term >= ?1 AND term <= ?2
        LIMIT ?3
        """
    }

    /// A query that ranks the first ?7 matching documents from ?4 to ?5, except ?6. Documents with the phrase ?2 come
    /// first. Otherwise, documents are ranked by the position of the last word ?3.
    ///
    /// A document starts with its most specific text.
    var ranked: String {
        """
        SELECT rowid FROM (
            SELECT rowid, ' ' || words || ' ' AS words FROM \(rawValue)
            WHERE \(rawValue) MATCH ?1 AND rowid BETWEEN ?4 AND ?5
                AND rowid NOT IN (SELECT value FROM json_each(?6))
            ORDER BY rowid
            LIMIT ?7)
        ORDER BY instr(words, ?2) = 0, ifnull(nullif(instr(words, ?3), 0), length(words)), length(words), rowid
        """
    }

    /// A query that lists the first matching documents, except ?3.
    var listed: String {
        """
        SELECT rowid FROM \(rawValue)
        WHERE \(rawValue) MATCH ?1 AND rowid NOT IN (SELECT value FROM json_each(?3))
        ORDER BY rowid
        LIMIT ?2
        """
    }

    /// A query that finds matching documents from ?2 to ?3, the range of groups and planets.
    var places: String {
        """
        SELECT rowid FROM \(rawValue)
        WHERE \(rawValue) MATCH ?1 AND rowid BETWEEN ?2 AND ?3
        LIMIT ?4
        """
    }
}

extension String {
    /// A string that sorts after every string with this prefix.
    var endOfPrefix: String { self + "\u{10FFFF}" }
}

/// A generator of corrected queries, which replaces mistyped words with words from names or with other indexed words.
struct QueryCorrector {
    /// The maximum number of similar words to compare.
    private static let comparisonLimit = 200
    /// The maximum number of similar words to try for each word.
    private static let trialLimit = 3

    let connection: Connection

    /// Returns corrected queries with one word replaced, most likely first, then, if several words are unknown, one
    /// with all of them replaced.
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

    // MARK: - All words

    /// The maximum number of indexed words to compare with a mistyped word that is not part of a name.
    private static let vocabularyLimit = 1000

    /// Returns the query with each unknown word replaced with the most similar indexed word, or no query if no unknown
    /// word has a similar word.
    func correctionsByAllWords(of query: SearchQuery) throws -> [SearchQuery] {
        var corrections: [Int: String] = [:]
        for (index, word) in query.words.enumerated()
        where try firstTerm(from: word, to: word.endOfPrefix) == nil {
            corrections[index] = try indexedWord(like: word)
        }
        return corrections.isEmpty ? [] : [query.replacing(corrections)]
    }

    private func firstTerm(from first: String, to last: String) throws -> String? {
        try connection.first(SearchTable.everything.terms, binding: first, last, 1) { $0[0] as String }
    }

    /// Returns the most similar indexed word in the first set that contains a similar word, or `nil` if no set does.
    /// The sets are the words with the same first two letters, the words that begin like the given word with these
    /// letters swapped or one of them omitted, the words with the same first letter, and all words.
    private func indexedWord(like word: String) throws -> String? {
        // Each step skips the remaining occurrences of a word, of which there may be many.
        let letters = word.unicodeScalars.map(String.init)
        guard letters.count > 3, !FuzzyWordMatcher.forms(of: word).isEmpty else { return nil }
        let allowed = letters.count < 8 ? 1 : 2
        let beginnings = [
            letters[0] + letters[1], letters[1] + letters[0], letters[0] + letters[2], letters[1] + letters[2],
            letters[0], "",
        ]
        var rest = Self.vocabularyLimit
        for beginning in beginnings {
            var best: (word: String, distance: Int)?
            var first = beginning
            while rest > 0, let term = try firstTerm(from: first, to: beginning.endOfPrefix) {
                (first, rest) = (term + "\u{1}", rest - 1)
                guard abs(term.unicodeScalars.count - letters.count) <= allowed,
                    let distance = FuzzyWordMatcher.distance(from: word, to: term), distance <= allowed
                else { continue }
                if distance < best?.distance ?? .max { best = (term, distance) }
            }
            if let best { return best.word }
        }
        return nil
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
