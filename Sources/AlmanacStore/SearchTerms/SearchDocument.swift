import Model
import SQLite

/// What the index holds of a record.
package struct SearchDocument: Hashable {
    /// The words it is known by, one after the other.
    let names: String
    /// All its words, and what else it is found by.
    let words: String

    init(_ texts: [SearchText]) {
        names = texts.filter(\.isName).flatMap(\.words).joined(separator: " ")
        words = texts.flatMap(\.entries).joined(separator: " ")
    }

    init(names: String, words: String) {
        self.names = names
        self.words = words
    }

    static func + (one: SearchDocument, other: SearchDocument) -> SearchDocument {
        SearchDocument(names: joined(one.names, other.names), words: joined(one.words, other.words))
    }

    private static func joined(_ one: String, _ other: String) -> String {
        one.isEmpty || other.isEmpty ? one + other : "\(one) \(other)"
    }

    /// Whether it has the same words; groups are marked in the order of their names, and may be renamed since.
    func saysTheSame(as other: SearchDocument) -> Bool {
        func sorted(_ words: String) -> [Substring] { words.split(separator: " ").sorted() }
        return self == other || names == other.names && sorted(words) == sorted(other.words)
    }
}

/// The search data of a record.
package struct IndexEntry: Sendable {
    package var document: SearchDocument
    /// The names by which it is looked up.
    let keys: Set<String>
    let duplicateKeys: Set<String>
}
