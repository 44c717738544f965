import Model

/// All that is written down of a record so that it is found.
struct IndexEntry {
    let document: SearchDocument
    /// The names it is looked up by.
    let keys: Set<String>
    /// What it is recognised by.
    let traces: Set<String>
}

extension RecordTable {
    func entry(of content: Content, _ links: Content.Links, isTraced: Bool = false) -> IndexEntry {
        IndexEntry(
            document: document(of: content, links), keys: names(of: content), traces: isTraced ? [] : traces(content))
    }
}
