import AlmanacStore
import Model
import SQLite
import Text

/// A finder that pairs possible duplicates by shared keys, in key order.
struct DuplicateFinder {
    private static let batch = 100
    /// The maximum number of persons who share an ordinary key. A key that more persons share, such as an office phone
    /// number, is common: it pairs only persons with similar-sounding names and matches imported persons only by name.
    private static let commonKeyLimit = 24
    /// The maximum number of persons compared for one key.
    private static let limit = 500

    /// The maximum number of persons counted for one key. A value that more persons share has hardly any weight.
    private static let countLimit = 128

    let connection: Connection
    /// The imported persons that are not in the tables yet.
    var pending: PendingPersons?

    // MARK: - Pairs

    /// Returns a page of pairs, starting after the key of a cursor. All pairs of a key are on the same page.
    ///
    /// - Parameter wanted: Word beginnings that the name of either person must contain.
    func pairs(matching wanted: WordPrefixFilter?, at start: PageCursor<DuplicateKey>, limit: Int) throws
        -> ResultPage<DuplicatePair>
    {
        var found: [[DuplicatePair]] = []
        var count = 0
        var end = start.key?.rawValue ?? ""
        while true {
            let keys = try connection.all(
                Self.shared(isBackwards: start.isBackwards), { ($0[1], $0[2]) = (end, Self.batch) }
            ) { $0[0] as String }
            let blocks = try keys.map { ($0, try owners(of: $0)) }
            let persons = try candidates(Set(blocks.flatMap(\.1)))
            for (key, ids) in blocks {
                let pairs = try pairs(among: ids.compactMap { persons[$0] }, sharing: key).filter { pair in
                    wanted.map { $0.matches(pair.first.name) || $0.matches(pair.second.name) } ?? true
                }
                guard !pairs.isEmpty else { continue }
                if count >= limit { return page(found, at: start, hasMore: true) }
                found.append(pairs)
                count += pairs.count
            }
            guard keys.count == Self.batch, let last = keys.last else { return page(found, at: start, hasMore: false) }
            end = last
        }
    }

    private func page(
        _ found: [[DuplicatePair]], at start: PageCursor<DuplicateKey>, hasMore: Bool
    ) -> ResultPage<DuplicatePair> {
        ResultPage(Array((start.isBackwards ? found.reversed() : found).joined()), hasMore: hasMore)
    }

    func reasons(_ first: Int64, _ second: Int64) throws -> DuplicateReasons? {
        let persons = try candidates([first, second])
        for id in [first, second] where persons[id] == nil {
            throw RecordProblem.notFound(RecordID(kind: .person, number: id))
        }
        guard let first = persons[first], let second = persons[second] else { return nil }
        return try reasons(first.traits, second.traits)
    }

    /// Returns the reasons why two persons may be duplicates, or `nil` if there are none.
    func reasons(_ first: PersonTraits, _ second: PersonTraits) throws -> DuplicateReasons? {
        try DuplicateComparison(first, second).reasons { try owners(of: $0, limit: Self.countLimit).count }
    }

    private struct DuplicateCandidate {
        let reference: RecordReference
        let traits: PersonTraits
        let duplicateKeys: Set<String>

        init(_ record: Record<Person>) {
            reference = record.reference
            traits = PersonTraits(record.content)
            duplicateKeys = traits.keys
        }
    }

    private func candidates(_ ids: Set<Int64>) throws -> [Int64: DuplicateCandidate] {
        let records = try Tables.persons.fetch(ids.sorted(), tied: Tables.persons.withoutLinks, from: connection)
        return Dictionary(records.map { ($0.id.rawValue, DuplicateCandidate($0)) }) { first, _ in first }
    }

    private func pairs(among candidates: [DuplicateCandidate], sharing key: String) throws -> [DuplicatePair] {
        var pairs: [DuplicatePair] = []
        for set in comparableSets(of: candidates) {
            for (index, first) in set.enumerated() {
                for second in set[(index + 1)...] {
                    guard let reasons = try reasons(first.traits, second.traits),
                        try !isReported(first, second, before: key)
                    else { continue }
                    pairs.append(
                        DuplicatePair(
                            first: first.reference, second: second.reference, reasons: reasons,
                            key: DuplicateKey(rawValue: key)))
                }
            }
        }
        return pairs
    }

    /// Returns the sets of persons to compare with each other.
    private func comparableSets(of candidates: [DuplicateCandidate]) -> [[DuplicateCandidate]] {
        guard candidates.count > Self.commonKeyLimit else { return [candidates] }
        return Dictionary(grouping: candidates.filter { $0.traits.name.sound != nil }) { $0.traits.name.sound }
            .sorted { ($0.key ?? "") < ($1.key ?? "") }.map(\.value)
    }

    /// Returns whether an earlier key has already produced the pair.
    private func isReported(_ first: DuplicateCandidate, _ second: DuplicateCandidate, before key: String) throws
        -> Bool
    {
        let soundsAlike = first.traits.name.sound != nil && first.traits.name.sound == second.traits.name.sound
        return try first.duplicateKeys.intersection(second.duplicateKeys).contains { other in
            guard Array(other.utf8).lexicographicallyPrecedes(Array(key.utf8)) else { return false }
            let owners = try owners(of: other)
            guard owners.count > Self.commonKeyLimit else { return true }
            return soundsAlike && [first, second].allSatisfy { owners.contains($0.reference.address.number) }
        }
    }

    func owners(of key: String, limit: Int = limit) throws -> [Int64] {
        let present = try connection.all(Self.owners, { ($0[1], $0[2]) = (key, limit) }) { $0[0] as Int64 }
        let new = pending?.owners(of: key).prefix(limit) ?? []
        return Array((present + new).unique.prefix(limit))
    }

    func known(_ keys: Set<String>) throws -> Set<String> {
        let known = try connection.all(Self.known, { $0[1] = keys.json }) {
            $0[0] as String
        }
        return Set(known).union(keys.filter { pending?.owners(of: $0).isEmpty == false })
    }

    // MARK: - Single persons

    /// Returns the IDs of possible duplicates, with the most likely first.
    ///
    /// - Parameter keys: The person’s keys that other persons share.
    func likely(_ traits: PersonTraits, sharing keys: Set<String>) throws -> [Int64] {
        var found: [Int64] = []
        for key in keys.sorted() where found.count < Self.commonKeyLimit * 2 {
            let owners = try owners(of: key, limit: Self.commonKeyLimit + 1)
            found += owners.count > Self.commonKeyLimit ? try namesakes(of: traits, with: key) : owners
        }
        guard !found.isEmpty else { return [] }
        let likely = try outlines(of: Array(found.unique.prefix(Self.commonKeyLimit * 2))).compactMap { id, person in
            try reasons(PersonTraits(person), traits).map { (id: id, score: $0.score) }
        }
        return likely.sorted { ($1.score, $0.id) < ($0.score, $1.id) }.map(\.id)
    }

    private func outlines(of ids: [Int64]) throws -> [(id: Int64, person: Person)] {
        let new = ids.compactMap { id in pending?[id].map { (id: id, person: ComparisonFields.of($0)) } }
        let present = new.count == ids.count ? [] : try ComparisonFields.all(of: ids, from: connection)
        return present + new
    }

    /// Returns the IDs of the persons who share a common key and have the same name.
    private func namesakes(of traits: PersonTraits, with key: String) throws -> [Int64] {
        let sortKey = traits.sortKey(try NameRules(of: connection))
        let present = try connection.all(
            Self.namesakes, { ($0[1], $0[2], $0[3]) = (key, sortKey, Self.commonKeyLimit) }
        ) { $0[0] as Int64 }
        let new = pending?.owners(of: key, sortedAs: sortKey, limit: Self.commonKeyLimit) ?? []
        return Array((present + new).unique.prefix(Self.commonKeyLimit))
    }

    /// Returns a query for the keys after `?1` that several persons share, or for those before it in descending order.
    private static func shared(isBackwards: Bool) -> String {
        """
        SELECT key FROM trace
        WHERE key \(isBackwards ? "<" : ">") ?1
        GROUP BY key HAVING count(*) > 1
        ORDER BY key \(isBackwards ? "DESC" : "ASC")
        LIMIT ?2
        """
    }

    static let owners = "SELECT person_id FROM trace WHERE key = ?1 ORDER BY person_id LIMIT ?2"

    static let known = "SELECT value FROM json_each(?1) WHERE EXISTS (SELECT 1 FROM trace WHERE key = value)"

    static let namesakes = """
        SELECT id FROM person CROSS JOIN trace ON trace.key = ?1 AND trace.person_id = person.id
        WHERE sort_key = ?2
        ORDER BY id
        LIMIT ?3
        """
}
