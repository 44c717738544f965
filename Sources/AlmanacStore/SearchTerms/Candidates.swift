import Model

/// What a search may answer, best first: tier after tier, of no shelf more than so many documents out of one, and no
/// further tier for a shelf of which there are so many.
struct Candidates {
    /// How many documents of a tier and a shelf are looked at; there may be more.
    static let limit = 500

    typealias SearchPartition = DocumentID.SearchPartition

    private(set) var documents: [DocumentID] = []
    /// All of them, those that give way too.
    private(set) var known: Set<DocumentID> = []
    private var counts: [SearchPartition: Int] = [:]
    private var full: Set<SearchPartition> = []
    /// A catalogue has thousands of planets that begin alike, behind which nobody would look for a person: from a tier on
    /// that has more of them than are looked at, planets give way to what else is found on its level.
    private var crowd: [DocumentID] = []
    private var isCrowded = false
    private var understood: [DocumentID: SearchQuery] = [:]

    /// Whether there may be more.
    var isCapped: Bool { !full.isEmpty }

    /// Whether a further tier is asked for more of a shelf, or of any.
    func isOpen(_ shelf: SearchPartition) -> Bool { !full.contains(shelf) }
    var isOpen: Bool { SearchPartition.allCases.contains(where: isOpen) }

    /// - Parameters:
    ///   - tier: One more than ``limit`` of each shelf that has as many.
    ///   - query: What was searched for, if that is not what was typed.
    mutating func add(_ tier: [DocumentID], as query: SearchQuery? = nil) {
        let cut = SearchPartition.allCases.filter { shelf in tier.count { $0.shelf == shelf } > Self.limit }
        if cut.contains(.planets) { isCrowded = true }
        var places: [SearchPartition: Int] = [:]
        for document in tier {
            places[document.shelf, default: 0] += 1
            guard let place = places[document.shelf], place <= Self.limit else { continue }
            add(document, as: query)
        }
        full.formUnion(cut)
        full.formUnion(counts.filter { $0.value > Self.limit }.keys)
    }

    /// - Parameter tier: Of all shelves together one more than ``limit`` if there are as many. Further tiers find those for
    ///   which there was no room, unless a shelf had all of it.
    mutating func add(together tier: [DocumentID]) {
        let isCut = tier.count > Self.limit
        if isCut, tier.count(where: { $0.shelf == .planets }) * 2 > tier.count { isCrowded = true }
        for document in tier.prefix(Self.limit) { add(document) }
        if isCut { full.formUnion(counts.filter { $0.value >= Self.limit }.keys) }
    }

    private mutating func add(_ document: DocumentID, as query: SearchQuery? = nil) {
        guard known.insert(document).inserted else { return }
        if isCrowded, document.shelf == .planets { crowd.append(document) } else { documents.append(document) }
        counts[document.shelf, default: 0] += 1
        understood[document] = query
    }

    /// Ends a level of tiers, none of whose documents comes behind those of the next.
    mutating func endLevel() {
        documents += crowd
        crowd = []
        isCrowded = false
    }

    /// The documents of one page, and whether there are more in its direction.
    func page(at start: PageCursor<RecordID>, limit: Int) throws -> (documents: ArraySlice<DocumentID>, hasMore: Bool) {
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
