import Model
import SQLite

/// What the index holds of a record.
struct SearchDocument: Hashable {
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
}

extension RecordTable {
    func document(of content: Content, _ links: Content.Links) -> SearchDocument {
        SearchDocument(searchTexts(content, links))
    }

    func names(of content: Content) -> Set<String> {
        NameKey.all(of: [content.title] + aliases(content), isCatalogue: isCatalogue)
    }
}
