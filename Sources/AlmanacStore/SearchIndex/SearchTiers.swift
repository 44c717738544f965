import Model
import SQLite
import Text

/// The tiers of a search. Each tier uses an index and ranks a limited number of documents.
struct SearchTiers {
    /// The number of results below which the search also tries spelling corrections and digits in the middle of phone
    /// numbers.
    private static let enoughResults = 5
    private static let placeLimit = 20
    /// The maximum number of phone numbers to search for digits from the middle of a number.
    private static let numberLimit = 100_000

    let connection: Connection

    /// Returns the results of a query, tier by tier, until each partition reaches its limit. Inexact matches are
    /// searched only if there are few results.
    func candidates(for query: SearchQuery) throws -> Candidates {
        var candidates = Candidates()
        try addNames(query, to: &candidates)
        if let phone = query.phone, candidates.isOpen(.others) {
            candidates.add(try listed(.everything, try expression(of: phone), besides: candidates))
        }
        if candidates.isOpen {
            candidates.add(try ranked(.everything, try expression(of: query), for: query, besides: candidates))
        }
        candidates.endLevel()
        guard candidates.documents.count < Self.enoughResults else { return candidates }
        if let phone = query.phone, candidates.isOpen(.others) {
            candidates.add(try numbers(with: phone))
            candidates.endLevel()
        }
        let corrector = QueryCorrector(connection: connection)
        let corrections = try corrector.corrections(of: query)
        for query in corrections { try addCorrected(query, to: &candidates) }
        try addWords(corrections, to: &candidates)
        guard candidates.documents.count < Self.enoughResults else { return candidates }
        try addWords(try corrector.correctionsByAllWords(of: query), to: &candidates)
        return candidates
    }

    /// Adds the records that contain the words of corrected queries.
    private func addWords(_ corrections: [SearchQuery], to candidates: inout Candidates) throws {
        for query in corrections where candidates.isOpen {
            candidates.add(
                try ranked(.everything, try expression(of: query), for: query, besides: candidates), as: query)
        }
        candidates.endLevel()
    }

    /// Returns the records that a name may refer to.
    func names(like query: SearchQuery) throws -> Candidates {
        var candidates = Candidates()
        try addNames(query, to: &candidates)
        candidates.endLevel()
        guard candidates.documents.isEmpty else { return candidates }
        for query in try QueryCorrector(connection: connection).corrections(of: query) {
            try addCorrected(query, to: &candidates)
        }
        candidates.endLevel()
        return candidates
    }

    // MARK: - Names

    private func addNames(_ query: SearchQuery, to candidates: inout Candidates) throws {
        let key = NameKey.key(for: query.text)
        candidates.add(together: try keyed(Self.exactNames, key, Folding.catalogKey(query.text)))
        candidates.endLevel()
        if !key.isEmpty, candidates.isOpen {
            candidates.add(together: try keyed(Self.beginningNames, key, key.endOfPrefix))
        }
        for isFinished in [true, false] where candidates.isOpen {
            let expression = try SearchTable.names.matching(query, isFinished: isFinished, in: connection)
            candidates.add(try ranked(.names, expression, for: query, besides: candidates))
        }
    }

    private func addCorrected(_ query: SearchQuery, to candidates: inout Candidates) throws {
        guard candidates.isOpen else { return }
        let expression = try SearchTable.names.matching(query, isFinished: query.isFinished, in: connection)
        candidates.add(try ranked(.names, expression, for: query, besides: candidates), as: query)
    }

    private func keyed(_ sql: String, _ first: String, _ second: String) throws -> [DocumentID] {
        try connection.all(sql, binding: first, second, Candidates.limit + 1) { row in
            DocumentID(RecordID(kind: try row[0], number: row[1]))
        }
        .compactMap { $0 }
    }

    // MARK: - Words

    /// Returns the ranked documents of each open partition, up to its limit.
    private func ranked(
        _ table: SearchTable, _ expression: String, for query: SearchQuery, besides candidates: Candidates
    ) throws -> [DocumentID] {
        func first(_ count: Int, of documents: ClosedRange<Int64>) throws -> [DocumentID] {
            let end = query.isFinished ? " " : ""
            return try connection.all(
                table.ranked,
                binding: expression, " " + query.words.joined(separator: " ") + end,
                " " + (query.words.last ?? "") + end, documents.lowerBound, documents.upperBound,
                candidates.known.map(\.rawValue).json, count
            ) { try $0[0] as DocumentID }
        }
        let wanted = Candidates.limit + 1
        let open = DocumentID.SearchPartition.allCases.filter(candidates.isOpen)
        guard open.count > 1 else { return try open.flatMap { try first(wanted, of: $0.documents) } }
        // Searches both partitions together, which is fastest if few documents match.
        let all = try first(wanted, of: DocumentID.all)
        let planets = all.count { $0.partition == .planets }
        // Planets come first and may displace other results.
        guard all.count == wanted, planets > 0 else { return all }
        return planets < wanted
            ? try first(planets + wanted, of: DocumentID.all)
            : try first(wanted, of: DocumentID.SearchPartition.others.documents) + all
    }

    private func listed(
        _ table: SearchTable, _ expression: String, besides candidates: Candidates
    ) throws -> [DocumentID] {
        try connection.all(
            table.listed, binding: expression, Candidates.limit + 1, candidates.known.map(\.rawValue).json
        ) { try $0[0] as DocumentID }
    }

    /// Returns the documents whose phone numbers contain the digits anywhere.
    private func numbers(with phone: PhoneNumber.Part) throws -> [DocumentID] {
        let first = SearchToken.phone("")
        return try connection.all(
            Self.partsOfNumbers,
            binding: first, first.endOfPrefix, Self.numberLimit, phone.reversed, Candidates.limit + 1
        ) { try $0[0] as DocumentID }
    }

    private func expression(of phone: PhoneNumber.Part) throws -> String {
        let ending = try SearchTable.everything.beginning(SearchToken.phone(phone.reversed), in: connection)
        let completeNumbers = phone.completeNumbers.map { SearchTable.word(SearchToken.phone($0)) }
        return SearchTable.any(of: [ending] + completeNumbers)
    }

    /// Returns a full-text query in which each word may match the record itself or the name of its group or planet.
    private func expression(of query: SearchQuery) throws -> String {
        let alone = try SearchTable.everything.matching(query, isFinished: query.isFinished, in: connection)
        let whole = try places(try SearchTable.names.matching(query, isFinished: query.isFinished, in: connection))
        guard query.words.count > 1 else { return SearchTable.any(of: [alone] + whole) }
        let each = try query.words.enumerated().map { offset, word in
            let isLast = offset == query.words.count - 1 && !query.isFinished
            let own = isLast ? try SearchTable.everything.beginning(word, in: connection) : SearchTable.word(word)
            let name = isLast ? try SearchTable.names.beginning(word, in: connection) : SearchTable.word(word)
            return (own: own, places: try places(name))
        }
        // If no word matches a place, the second condition would repeat the first.
        guard each.contains(where: { !$0.places.isEmpty }) else { return ([alone] + whole).joined(separator: " OR ") }
        let parts = each.map { SearchTable.any(of: [$0.own] + $0.places) }
        return ([alone, "(" + parts.joined(separator: " AND ") + ")"] + whole).joined(separator: " OR ")
    }

    /// Returns the tokens of the groups and planets with a matching name.
    private func places(_ expression: String) throws -> [String] {
        try connection.all(
            SearchTable.names.places,
            binding: expression, DocumentID.places.lowerBound, DocumentID.places.upperBound, Self.placeLimit
        ) { SearchTable.word(SearchToken.belonging(to: try $0[0])) }
    }

    // MARK: - Statements

    /// A query that lists the documents whose phone numbers contain the digits ?4. It reads the first ?3 phone numbers.
    static let partsOfNumbers = """
        SELECT doc FROM (
            SELECT term, doc FROM search_term
            WHERE term >= ?1 AND term <= ?2
            LIMIT ?3)
        WHERE instr(term, ?4) > 0
        LIMIT ?5
        """

    static let exactNames = """
        SELECT kind, record_id FROM name_key
        WHERE key IN (?1, ?2)
        LIMIT ?3
        """

    /// A query that ranks the first names that start with the query text and are longer. Names in which the text ends
    /// at a word boundary come first, and shorter names before longer names.
    static let beginningNames = """
        SELECT kind, record_id FROM (
            SELECT key, kind, record_id FROM name_key
            WHERE key > ?1 AND key < ?2
            ORDER BY key, kind, record_id
            LIMIT ?3)
        ORDER BY substr(key, length(?1) + 1, 1) <> ' ', length(key), key, kind, record_id
        """
}

/// The ranked results of a search, collected tier by tier. Each tier adds a limited number of documents. A partition
/// that exceeds the limit is closed.
struct Candidates {
    /// The maximum number of documents per tier and partition.
    static let limit = 500

    typealias SearchPartition = DocumentID.SearchPartition

    private(set) var documents: [DocumentID] = []
    /// All documents found so far, including deferred planets.
    private(set) var known: Set<DocumentID> = []
    private var counts: [SearchPartition: Int] = [:]
    private var full: Set<SearchPartition> = []
    /// The planets that are ranked after the other results of the level. Planets are deferred once a tier contains too
    /// many of them. A catalog may contain thousands of planets with the same prefix.
    private var deferred: [DocumentID] = []
    private var defersPlanets = false
    /// The corrected query that found each document; none for documents that the original query found.
    private(set) var corrections: [DocumentID: SearchQuery] = [:]

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
        corrections[document] = query
    }

    /// Ends a level of tiers. The results of the level are ranked before those of the next level.
    mutating func endLevel() {
        documents += deferred
        deferred = []
        defersPlanets = false
    }

    /// Returns the documents of a page and whether more documents follow in the reading direction.
    func page(at start: PageCursor<RecordID>, limit: Int) throws -> (documents: ArraySlice<DocumentID>, hasMore: Bool) {
        let place = try start.key.map { recordID in
            guard let id = DocumentID(recordID), let place = documents.firstIndex(of: id) else {
                throw RecordProblem.notFound(recordID)
            }
            return place
        }
        guard let place else { return (documents.prefix(limit), documents.count > limit) }
        guard !start.isBackwards else { return (documents[..<place].suffix(limit), place > limit) }
        let rest = documents[(place + 1)...]
        return (rest.prefix(limit), rest.count > limit)
    }
}
