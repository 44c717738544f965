import Model

/// What a search may answer, best first: tier after tier, of no shelf more than so many documents out of one, and nothing
/// more of a shelf that has so many.
struct Candidates {
    /// How many documents of a tier and a shelf are looked at; there may be more.
    static let limit = 500

    typealias Shelf = DocumentID.Shelf

    private(set) var documents: [DocumentID] = []
    /// All of them, those that give way too.
    private(set) var known: Set<DocumentID> = []
    private var counts: [Shelf: Int] = [:]
    private var full: Set<Shelf> = []
    /// A catalogue has thousands of planets that begin alike, behind which nobody would look for a person: those of a tier
    /// that has more than are looked at give way to what else is found with them.
    private var crowd: [DocumentID] = []
    private var understood: [DocumentID: SearchQuery] = [:]

    /// Whether there may be more.
    var isCapped: Bool { !full.isEmpty }

    /// Whether more is wanted of any shelf.
    var isOpen: Bool { full.count < Shelf.allCases.count }

    /// How many are wanted of a shelf: one more than are looked at, to know whether there are.
    func limit(of shelf: Shelf) -> Int { full.contains(shelf) ? 0 : Self.limit + 1 }

    /// - Parameters:
    ///   - tier: As many of each shelf as are wanted of it, if there are.
    ///   - query: What was searched for, if that is not what was typed.
    mutating func add(_ tier: [DocumentID], as query: SearchQuery? = nil) {
        let crowded = Shelf.allCases.filter { shelf in tier.count { $0.shelf == shelf } > Self.limit }
        var room = [Shelf: Int](uniqueKeysWithValues: Shelf.allCases.map { ($0, Self.limit) })
        let first = tier.filter { document in
            room[document.shelf, default: 0] -= 1
            return room[document.shelf, default: 0] >= 0
        }
        add(first, crowdedBy: crowded, as: query)
    }

    /// - Parameter tier: Of all shelves together one more than ``limit`` if there are as many: then that one is full which
    ///   most of them are of.
    mutating func add(together tier: [DocumentID]) {
        let most: Shelf = tier.count { $0.shelf == .planets } * 2 > tier.count ? .planets : .others
        add(Array(tier.prefix(Self.limit)), crowdedBy: tier.count > Self.limit ? [most] : [])
    }

    private mutating func add(_ tier: [DocumentID], crowdedBy crowded: [Shelf], as query: SearchQuery? = nil) {
        for document in tier where known.insert(document).inserted {
            if document.shelf == .planets && crowded.contains(.planets) {
                crowd.append(document)
            } else {
                documents.append(document)
            }
            counts[document.shelf, default: 0] += 1
            understood[document] = query
        }
        full.formUnion(crowded)
        full.formUnion(counts.filter { $0.value > Self.limit }.keys)
    }

    /// Ends a level of tiers, none of whose documents comes behind those of the next.
    mutating func endLevel() {
        documents += crowd
        crowd = []
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
