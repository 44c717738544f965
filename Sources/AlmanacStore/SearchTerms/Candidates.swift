import Model

/// The ranked results of a search, collected tier by tier. Each tier adds a limited number of documents. A partition
/// that reaches the limit is closed.
struct Candidates {
    /// The maximum number of documents per tier and partition.
    static let limit = 500

    typealias SearchPartition = DocumentID.SearchPartition

    private(set) var documents: [DocumentID] = []
    /// All documents found so far, including deferred planets.
    private(set) var known: Set<DocumentID> = []
    private var counts: [SearchPartition: Int] = [:]
    private var full: Set<SearchPartition> = []
    // A catalog may contain thousands of planets with the same prefix.
    /// The planets that are ranked after the other results of the level. Planets are deferred once a tier contains too
    /// many of them.
    private var deferred: [DocumentID] = []
    private var defersPlanets = false
    private var understood: [DocumentID: SearchQuery] = [:]

    /// Whether there may be more results.
    var isCapped: Bool { !full.isEmpty }

    /// Returns whether a partition is included in the next tier.
    func isOpen(_ partition: SearchPartition) -> Bool { !full.contains(partition) }
    var isOpen: Bool { SearchPartition.allCases.contains(where: isOpen) }

    /// Adds a tier that limits each partition separately.
    /// - Parameters:
    ///   - tier: The documents of the tier, including one more than ``limit`` for a partition that exceeds it.
    ///   - query: The corrected query, if any.
    mutating func add(_ tier: [DocumentID], as query: SearchQuery? = nil) {
        let cut = SearchPartition.allCases.filter { partition in tier.count { $0.partition == partition } > Self.limit }
        if cut.contains(.planets) { defersPlanets = true }
        var places: [SearchPartition: Int] = [:]
        for document in tier {
            places[document.partition, default: 0] += 1
            guard let place = places[document.partition], place <= Self.limit else { continue }
            add(document, as: query)
        }
        full.formUnion(cut)
        full.formUnion(counts.filter { $0.value > Self.limit }.keys)
    }

    /// Adds a tier that limits all partitions together.
    /// - Parameter tier: The documents of the tier, including one more than ``limit`` if there are more. Later tiers
    ///   find the remaining documents, unless a partition used the whole limit.
    mutating func add(together tier: [DocumentID]) {
        let isCut = tier.count > Self.limit
        if isCut, tier.count(where: { $0.partition == .planets }) * 2 > tier.count { defersPlanets = true }
        for document in tier.prefix(Self.limit) { add(document) }
        if isCut { full.formUnion(counts.filter { $0.value >= Self.limit }.keys) }
    }

    private mutating func add(_ document: DocumentID, as query: SearchQuery? = nil) {
        guard known.insert(document).inserted else { return }
        if defersPlanets, document.partition == .planets {
            deferred.append(document)
        } else {
            documents.append(document)
        }
        counts[document.partition, default: 0] += 1
        understood[document] = query
    }

    /// Ends a level of tiers. The results of the level are ranked before those of the next level.
    mutating func endLevel() {
        documents += deferred
        deferred = []
        defersPlanets = false
    }

    /// Returns the documents of a page and whether more documents follow in the reading direction.
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

    /// Returns the corrected query that found a document, if any.
    func correction(of document: DocumentID) -> SearchQuery? { understood[document] }
}
