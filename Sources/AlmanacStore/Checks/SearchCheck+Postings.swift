import Model
import SQLite

/// Whether the full-text tables find each document by its words, and no other. How words begin is not looked at.
extension SearchCheck {
    func unfound(_ connection: Connection) throws -> [Finding] {
        try [SearchTable.names, .everything].allSatisfy { table in
            var (written, found) = (Postings(), Postings())
            try connection.forEach("SELECT rowid, words FROM \(table.rawValue)") { row in
                let (document, words) = (row[0] as Int64, row[1] as String)
                for word in Set(Self.tokens(of: words)) { written.add(document, of: word) }
            }
            try connection.forEach("SELECT doc, term FROM \(table.rawValue)_term") { row in
                found.add(row[0], of: Array((row[1] as String).utf8)[...])
            }
            return found == written
        } ? [] : [Finding(.searchStale, "The search index does not find everything by its words.")]
    }

    /// As the tables part a text (https://sqlite.org/fts5.html#ascii_tokenizer).
    private static func tokens(of text: String) -> [ArraySlice<UInt8>] {
        text.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }.split { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...: false
            default: true
            }
        }
    }
}

/// Documents and their words in whatever order: how many there are, and what they come to.
private struct Postings: Equatable {
    private var count = 0
    private var sum = 0

    mutating func add(_ document: Int64, of word: ArraySlice<UInt8>) {
        var hasher = Hasher()
        hasher.combine(word)
        hasher.combine(document)
        count += 1
        sum &+= hasher.finalize()
    }
}
