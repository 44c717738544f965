import Model

/// What a search may answer, best first: tier after tier, none of more than so many documents, and no further tier when
/// there are so many.
struct Candidates {
    /// How many documents of a tier are looked at; there may be more.
    static let limit = 500

    private(set) var documents: [DocumentID] = []
    /// Whether there may be more.
    private(set) var isCapped = false
    private var seen: Set<DocumentID> = []
    private var understood: [DocumentID: SearchQuery] = [:]

    /// - Parameters:
    ///   - tier: One more than ``limit`` if there are as many.
    ///   - query: What was searched for, if that is not what was typed.
    mutating func add(_ tier: [DocumentID], as query: SearchQuery? = nil) {
        for document in tier.prefix(Self.limit) where seen.insert(document).inserted {
            documents.append(document)
            understood[document] = query
        }
        if tier.count > Self.limit || documents.count > Self.limit { isCapped = true }
    }

    /// The documents of one page, and whether there are more in its direction.
    func page(at start: PageStart<Address>, limit: Int) throws -> (documents: ArraySlice<DocumentID>, hasMore: Bool) {
        let place = try start.key.map { address in
            guard let id = DocumentID(address), let place = documents.firstIndex(of: id) else {
                throw RecordProblem.notFound(address)
            }
            return place
        }
        guard let place else { return (documents.prefix(limit), documents.count > limit) }
        guard !start.isBackwards else { return (documents[..<place].suffix(limit), place > limit) }
        let rest = documents[(place + 1)...]
        return (rest.prefix(limit), rest.count > limit)
    }

    /// What a document was found by, instead of what was typed.
    func correction(of document: DocumentID) -> SearchQuery? { understood[document] }
}
