import SQLite

/// A full-text table of the index, and how what is typed is said to it.
///
/// The documents of a word, or of a beginning that is indexed, come in their order and only as far as they are wanted.
enum SearchTable: String {
    case names = "search_name"
    case everything = "search"

    /// The longest beginning, in Unicode scalars, that the table has an index for; beyond it, FTS5 would gather all that
    /// begins so before it gives the first.
    private static let prefixLimit = 6
    /// How many words that begin so are looked for instead, and among how many occurrences.
    private static let termLimit = 40
    private static let occurrenceLimit = 500

    /// A word as it is, quoted, so that nothing typed is an operator.
    static func word(_ word: String) -> String { "\"\(word)\"" }

    /// The words of the table that begin so.
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

    /// What matches all words of a query, or all of them written as one.
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

    /// Of the first ?7 documents from ?4 to ?5, other ones than ?6, those first in which ?2 stands as it was typed, then by
    /// where its last word ?3 stands, since what is most a record's own comes first in its document.
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

    /// The first so many other documents than ?3.
    var listed: String {
        """
        SELECT rowid FROM \(rawValue)
        WHERE \(rawValue) MATCH ?1 AND rowid NOT IN (SELECT value FROM json_each(?3))
        ORDER BY rowid
        LIMIT ?2
        """
    }

    /// Groups and planets.
    var places: String {
        """
        SELECT rowid FROM \(rawValue)
        WHERE \(rawValue) MATCH ?1 AND rowid BETWEEN ?2 AND ?3
        LIMIT ?4
        """
    }
}

extension String {
    /// Behind every text that begins with this one, in the order of SQLite.
    var endOfPrefix: String { self + "\u{10FFFF}" }
}
