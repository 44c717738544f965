import Model
import SQLite

/// The indexed text of a record.
struct SearchDocument: Hashable {
    /// The words of the record’s names.
    let names: String
    /// All words and special tokens of the record.
    let words: String
}

extension SearchDocument {
    init(_ texts: [SearchText]) {
        var (names, words): ([String], [String]) = ([], [])
        for text in texts {
            let entries = text.entries
            words += entries
            // The entries of a name are its words.
            if text.isName { names += entries }
        }
        self.names = names.joined(separator: " ")
        self.words = words.joined(separator: " ")
    }

    static func + (one: SearchDocument, other: SearchDocument) -> SearchDocument {
        SearchDocument(names: joined(one.names, other.names), words: joined(one.words, other.words))
    }

    private static func joined(_ one: String, _ other: String) -> String {
        one.isEmpty || other.isEmpty ? one + other : "\(one) \(other)"
    }

    /// Returns whether the documents have the same words. The order of group tokens may differ, because groups may be
    /// renamed.
    func hasSameWords(as other: SearchDocument) -> Bool {
        func sorted(_ words: String) -> [Substring] { words.split(separator: " ").sorted() }
        return self == other || names == other.names && sorted(words) == sorted(other.words)
    }
}

/// The search data of a record.
struct IndexEntry: Sendable {
    var document: SearchDocument
    /// The folded names for lookup.
    let keys: Set<String>
    var duplicateKeys: Set<String>
}
