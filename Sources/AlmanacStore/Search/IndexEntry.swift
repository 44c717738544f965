import Model

/// All that is written down of a record so that it is found.
struct IndexEntry: Sendable {
    var document: SearchDocument
    /// The names it is looked up by.
    let keys: Set<String>
    /// What it is recognised by.
    let traces: Set<String>
}

extension RecordTable {
    /// Of a record that is tied to nothing.
    /// - Parameter isTraced: Whether what it is recognised by is written down by whoever adds it.
    func entry(of content: Content, isTraced: Bool = false) -> IndexEntry {
        IndexEntry(
            document: SearchDocument(searchTexts(content)), keys: names(of: content),
            traces: isTraced ? [] : traces(content))
    }

    func entry(of record: Record<Content>) -> IndexEntry { tie(entry(of: record.content), to: record.links) }

    func tie(_ entry: IndexEntry, to links: Content.Links) -> IndexEntry {
        var tied = entry
        tied.document = entry.document + SearchDocument(linkedTexts(links))
        return tied
    }
}
