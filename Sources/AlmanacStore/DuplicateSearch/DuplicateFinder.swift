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
    /// The imported persons that are not in the tables yet, or `nil` if no import is running.
    var pending: PendingPersons?
    /// A cache of the persons that ``likely(_:sharing:)`` has compared with single persons.
    let compared = ComparedPersons()

    // MARK: - Pairs

    /// Returns a page of pairs, starting next to the pair of a cursor. The work for each key is bounded, even if many
    /// persons share it.
    ///
    /// - Parameter wanted: Word beginnings that the name of either person must contain.
    func pairs(matching wanted: WordPrefixFilter?, at start: PageCursor<DuplicateKey>, limit: Int) throws
        -> ResultPage<DuplicatePair>
    {
        let isBackwards = start.isBackwards
        let cursor = start.key.map(PairPosition.init)
        var search = PairSearch(isBackwards: isBackwards, cursor: cursor, wanted: wanted, limit: limit)
        var end = cursor?.key ?? ""
        // The pairs of one key can be on several pages.
        var rest = cursor?.pair == nil ? [] : [end]
        var persons: [Int64: DuplicateCandidate] = [:]
        while true {
            let keys = try connection.all(
                Self.shared(isBackwards: isBackwards), { ($0[1], $0[2]) = (end, Self.batch) }
            ) { $0[0] as String }
            rest += keys
            while !rest.isEmpty {
                let blocks = try nextBlocks(of: &rest, &search)
                // Successive keys often belong to the same persons, so loaded persons are kept up to a limit.
                if persons.count > Self.limit * 10 { persons = [:] }
                let new = Set(blocks.flatMap(\.1)).subtracting(persons.keys)
                persons.merge(try candidates(new)) { $1 }
                for (key, ids) in blocks {
                    try add(to: &search, pairsOf: ids.compactMap { persons[$0] }, sharing: key)
                    if search.found.count > limit { return search.page }
                }
            }
            guard keys.count == Self.batch, let last = keys.last else { return search.page }
            end = last
        }
    }

    /// Removes the first keys and returns them with their owners. Removes at least one key, and stops when the removed
    /// keys have many owners in total.
    private func nextBlocks(of keys: inout [String], _ search: inout PairSearch) throws -> [(String, [Int64])] {
        var blocks: [(String, [Int64])] = []
        var count = 0
        var rest = keys[...]
        while count < Self.limit * 4, let key = rest.popFirst() {
            let ids = try owners(of: key, &search)
            blocks.append((key, ids))
            count += ids.count
        }
        keys = Array(rest)
        return blocks
    }

    func reasons(_ first: Int64, _ second: Int64) throws -> DuplicateReasons? {
        let persons = try candidates([first, second])
        for id in [first, second] where persons[id] == nil {
            throw RecordProblem.notFound(RecordID(kind: .person, number: id))
        }
        guard let first = persons[first], let second = persons[second] else { return nil }
        return try reasons(first.traits, second.traits)
    }

    /// Returns the reasons why two persons may be duplicates, or `nil` if they are probably different persons.
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

        func soundsLike(_ other: DuplicateCandidate) -> Bool {
            traits.name.sound != nil && traits.name.sound == other.traits.name.sound
        }
    }

    private func candidates(_ ids: Set<Int64>) throws -> [Int64: DuplicateCandidate] {
        let records = try Person.table.fetch(ids.sorted(), tied: nil, from: connection)
        return Dictionary(records.map { ($0.id.rawValue, DuplicateCandidate($0)) }) { first, _ in first }
    }

    /// Adds the pairs of a key in the search direction, ordered by their IDs, until there are more than the limit.
    private func add(to search: inout PairSearch, pairsOf candidates: [DuplicateCandidate], sharing key: String) throws
    {
        let isCommon = candidates.count > Self.commonKeyLimit
        let indices = Array(candidates.indices)
        for index in search.isBackwards ? indices.reversed() : indices {
            let others = Array(indices[(index + 1)...])
            for other in search.isBackwards ? others.reversed() : others {
                let (first, second) = (candidates[index], candidates[other])
                // A common key pairs only persons with similar-sounding names.
                if isCommon, !first.soundsLike(second) { continue }
                let position = PairPosition(
                    key: key, pair: (first.reference.id.number, second.reference.id.number))
                guard search.isBeyondCursor(position), search.isWanted(first.reference, second.reference),
                    try !isCommon || !isReported(first, second, before: key, &search),
                    let reasons = try DuplicateComparison(first.traits, second.traits).reasons(owners: { other in
                        min(try owners(of: other, &search).count, Self.countLimit)
                    }),
                    try isCommon || !isReported(first, second, before: key, &search)
                else { continue }
                search.found.append(
                    DuplicatePair(
                        first: first.reference, second: second.reference, reasons: reasons,
                        key: position.duplicateKey))
                if search.found.count > search.limit { return }
            }
        }
    }

    /// Returns whether an earlier key has already produced the pair.
    private func isReported(
        _ first: DuplicateCandidate, _ second: DuplicateCandidate, before key: String, _ search: inout PairSearch
    ) throws -> Bool {
        for other in first.duplicateKeys.intersection(second.duplicateKeys)
        where other.utf8.lexicographicallyPrecedes(key.utf8) {
            let owners = try owners(of: other, &search)
            guard owners.count > Self.commonKeyLimit else { return true }
            if first.soundsLike(second),
                [first, second].allSatisfy({ owners.contains($0.reference.id.number) })
            {
                return true
            }
        }
        return false
    }

    /// Returns the owners of a key, reading them if they are not in the cache.
    private func owners(of key: String, _ search: inout PairSearch) throws -> [Int64] {
        if let known = search.owners[key] { return known }
        let owners = try owners(of: key)
        if search.owners.count > PairSearch.ownersLimit { search.owners = [:] }
        search.owners[key] = owners
        return owners
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
        var counts: [String: Int] = [:]
        let likely = try outlines(of: Array(found.unique.prefix(Self.commonKeyLimit * 2))).compactMap { id, other in
            let reasons = try DuplicateComparison(other, traits).reasons { key in
                if let count = counts[key] { return count }
                let count = try owners(of: key, limit: Self.countLimit).count
                counts[key] = count
                return count
            }
            return reasons.map { (id: id, score: $0.score) }
        }
        return likely.sorted { ($1.score, $0.id) < ($0.score, $1.id) }.map(\.id)
    }

    /// Returns the traits of persons, except for traits that only their cards contain.
    private func outlines(of ids: [Int64]) throws -> [(id: Int64, traits: PersonTraits)] {
        try compared.traits(of: ids) { ids in
            let new = ids.compactMap { id in pending?[id].map { (id: id, person: ComparisonFields.outline(of: $0)) } }
            let present = new.count == ids.count ? [] : try ComparisonFields.all(of: ids, from: connection)
            return present + new
        }
    }

    /// Returns the IDs of persons who have the given common key and the same sort key as the given traits.
    private func namesakes(of traits: PersonTraits, with key: String) throws -> [Int64] {
        let sortKey = traits.sortKey(try NameRules(of: connection))
        let present = try connection.all(
            Self.namesakes, { ($0[1], $0[2], $0[3]) = (key, sortKey, Self.commonKeyLimit) }
        ) { $0[0] as Int64 }
        let new = pending?.owners(of: key, sortedAs: sortKey, limit: Self.commonKeyLimit) ?? []
        return Array((present + new).unique.prefix(Self.commonKeyLimit))
    }

    /// Returns a query for the keys after `?1` that several persons share or, if read backward, for the keys before
    /// `?1` in descending order.
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

/// The position of a pair among all pairs: its key and the IDs of both persons.
private struct PairPosition {
    let key: String
    /// The IDs, or `nil` if they are unknown. A search from a position without IDs skips all pairs of the key.
    let pair: (first: Int64, second: Int64)?
}

extension PairPosition {
    /// Reads a position. Earlier versions did not store the IDs.
    init(_ stored: DuplicateKey) {
        let parts = stored.rawValue.split(separator: Self.separator, omittingEmptySubsequences: false)
        let numbers = parts.suffix(2).compactMap { Int64($0) }
        if parts.count > 2, numbers.count == 2 {
            key = parts.dropLast(2).joined(separator: String(Self.separator))
            pair = (numbers[0], numbers[1])
        } else {
            key = stored.rawValue
            pair = nil
        }
    }

    var duplicateKey: DuplicateKey {
        let numbers = pair.map { [String($0.first), String($0.second)] } ?? []
        return DuplicateKey(rawValue: ([key] + numbers).joined(separator: String(Self.separator)))
    }

    private static let separator: Character = "\t"
}

/// The state of a search for a page of pairs.
private struct PairSearch {
    let isBackwards: Bool
    let cursor: PairPosition?
    let wanted: WordPrefixFilter?
    let limit: Int
    /// The pairs in reading order, at most one more than the limit.
    var found: [DuplicatePair] = []
    /// A cache of the owners of recently read keys.
    var owners: [String: [Int64]] = [:]
    static let ownersLimit = 10_000

    func isBeyondCursor(_ position: PairPosition) -> Bool {
        guard let cursor, cursor.key == position.key, let start = cursor.pair, let pair = position.pair else {
            return true
        }
        return isBackwards ? pair < start : pair > start
    }

    func isWanted(_ first: RecordReference, _ second: RecordReference) -> Bool {
        wanted.map { $0.matches(first.name) || $0.matches(second.name) } ?? true
    }

    var page: ResultPage<DuplicatePair> {
        let items = Array(found.prefix(limit))
        return ResultPage(isBackwards ? items.reversed() : items, hasMore: found.count > limit)
    }
}

/// A cache of persons’ traits. Imported persons are often compared with the same persons.
final class ComparedPersons {
    /// The maximum number of persons, to limit memory use.
    private static let limit = 4_096

    private var known: [Int64: PersonTraits] = [:]

    /// Returns the traits of the persons who exist.
    ///
    /// - Parameter read: A closure that reads the persons who are not in the cache.
    func traits(
        of ids: [Int64], reading read: ([Int64]) throws -> [(id: Int64, person: Person)]
    ) rethrows -> [(id: Int64, traits: PersonTraits)] {
        let unknown = ids.filter { known[$0] == nil }
        let new = try read(unknown).map { ($0.id, PersonTraits($0.person)) }
        let found = Dictionary(new) { first, _ in first }
        defer {
            if known.count + found.count > Self.limit { known = [:] }
            known.merge(found) { $1 }
        }
        return ids.compactMap { id in (known[id] ?? found[id]).map { (id, $0) } }
    }

    /// Removes a person whose values have changed.
    func forget(_ id: Int64) { known[id] = nil }
}

/// A collection of imported persons waiting for a batch write, and the duplicate keys of persons whose index entries
/// are not written yet. Later cards can already match these persons.
final class PendingPersons {
    struct PendingPerson {
        let record: NewRecord<Person>
        let duplicateKeys: Set<String>
    }

    /// The number of persons with unwritten duplicate keys at which the keys should be written, to limit memory use.
    private static let keyLimit = 10_000

    private let connection: Connection
    private var waiting: [PendingPerson] = []
    private var first: Int64 = 0
    private var byUUID: [String: Int64] = [:]
    private var duplicateKeys: [Int64: Set<String>] = [:]
    private var byDuplicateKey: [String: [Int64]] = [:]
    private var bySortKey: [String: [Int64]] = [:]

    init(connection: Connection) { self.connection = connection }

    func add(_ content: Person, uuid: String?, duplicateKeys keys: Set<String>, sortKey: String) throws -> Int64 {
        if waiting.isEmpty { first = try Person.table.nextID(in: connection) }
        let record = NewRecord(id: first + Int64(waiting.count), uuid: uuid, content)
        waiting.append(PendingPerson(record: record, duplicateKeys: keys))
        duplicateKeys[record.id] = keys
        for key in keys { byDuplicateKey[key, default: []].append(record.id) }
        bySortKey[sortKey, default: []].append(record.id)
        if let uuid { byUUID[uuid] = record.id }
        return record.id
    }

    /// Removes and returns the waiting persons. The caller must write them. Their duplicate keys can still be found.
    func take() -> [PendingPerson] {
        defer { (waiting, byUUID) = ([], [:]) }
        return waiting
    }

    var hasManyKeys: Bool { duplicateKeys.count >= Self.keyLimit }

    /// Removes the duplicate keys of all persons, after they have been written to the index.
    func forgetKeys() { (duplicateKeys, byDuplicateKey, bySortKey) = ([:], [:], [:]) }

    /// The content of a person who has not been written yet, or `nil` if there is no such person.
    subscript(id: Int64) -> Person? {
        // Another program may have written an arbitrary ID to the duplicate keys.
        guard id >= first, id - first < waiting.count else { return nil }
        return waiting[Int(id - first)].record.content
    }

    func owners(of duplicateKey: String) -> [Int64] { byDuplicateKey[duplicateKey, default: []] }

    func owners(of duplicateKey: String, sortedAs sortKey: String, limit: Int) -> [Int64] {
        let namesakes = bySortKey[sortKey, default: []]
        return Array(namesakes.lazy.filter { self.duplicateKeys[$0]?.contains(duplicateKey) == true }.prefix(limit))
    }

    func owner(ofUUID uuid: String) -> Int64? { byUUID[uuid] }
}
