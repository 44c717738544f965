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

    // For a longer prefix, FTS5 would collect all matching words first.
    /// The length of the longest indexed prefix, in Unicode scalars.
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
