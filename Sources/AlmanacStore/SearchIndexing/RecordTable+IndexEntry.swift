import Model

extension RecordTable {
    /// Returns the entry of a record without links.
    /// - Parameter hasKeys: Whether it includes the keys by which duplicates are found.
    package func entry(
        of content: Content, _ cards: any CardInterpreter, hasKeys: Bool = true
    ) -> IndexEntry {
        IndexEntry(
            document: SearchDocument(searchTexts(content, cards)), keys: names(of: content),
            duplicateKeys: hasKeys ? duplicateKeys(content, cards) : [])
    }

    func link(_ entry: IndexEntry, to links: Content.Links) -> IndexEntry {
        var linked = entry
        linked.document = entry.document + SearchDocument(linkedTexts(links))
        return linked
    }

    func texts(of record: Record<Content>, _ cards: any CardInterpreter) -> [SearchText] {
        searchTexts(record.content, cards) + linkedTexts(record.links)
    }

    func names(of content: Content) -> Set<String> {
        NameKey.all(of: [content.title] + aliases(content), isCatalog: isCatalog)
    }
}
