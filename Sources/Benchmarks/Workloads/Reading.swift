import BenchmarksC
import SQLite

/// A workload that reads people from a population, with separate connections for Swift and C.
final class Reading<Result: PeopleSummary>: Workload {
    let name: String
    let operations: Int
    let goal: Double?

    private let connection: Connection
    private let store: CStore
    private let read: (Connection) throws -> Result
    private let cRead: (OpaquePointer) -> Int
    private let handRead: ((CStore) -> Result)?
    private var result: Result?
    // Stored instead of the results, which would slow down later runs.
    /// The hashes of the results.
    private var hashes: Set<Int> = []
    private var cCount = 0

    /// Creates a workload.
    ///
    /// - Parameters:
    ///   - c: A closure that performs the operation in C and returns the number of people read.
    ///   - byHand: A closure that performs the operation in Swift with direct calls to SQLite.
    init(
        _ name: String, of operations: Int, goal: Double? = nil, in population: Population,
        swift: @escaping (Connection) throws -> Result, c: @escaping (OpaquePointer) -> Int,
        byHand: ((CStore) -> Result)? = nil
    ) throws {
        self.name = name
        self.operations = operations
        self.goal = goal
        connection = try Connection(at: population.path, mode: .readWrite)
        try connection.execute(Settings.pragmas)
        store = CStore(at: population.path, people: population.count)
        read = swift
        cRead = c
        handRead = byHand
    }

    func runSwift() throws {
        result = try read(connection)
    }

    func runC() {
        cCount = cRead(store.pointer)
    }

    func runByHand() -> Bool {
        result = handRead?(store)
        return result != nil
    }

    func settle() {
        if let result { hashes.insert(result.hashValue) }
        result = nil
    }

    func isEqual() -> Bool {
        let isEqual = cCount > 0 && hashes == [Result(store.people(cCount)).hashValue]
        hashes = []
        return isEqual
    }
}

/// A result of reading people. The expected result is created from the people read by the C side.
protocol PeopleSummary: Hashable {
    init(_ people: [Person])
}

extension [Person]: PeopleSummary {}

extension Digest: PeopleSummary {
    /// Returns the digest of the people that the body adds, running the body in one read transaction.
    @inline(__always)
    fileprivate static func reading(_ connection: Connection, _ body: (inout Digest) throws -> Void) throws -> Digest {
        try connection.transaction(.deferred) {
            var digest = Digest()
            try body(&digest)
            return digest
        }
    }

    /// Adds the people with the IDs, looked up one by one.
    @inline(__always)
    mutating func lookUp(_ ids: [Int64], in connection: Connection) throws {
        for id in ids {
            let person = try connection.first(Person.lookup, { $0[1] = id }, { Person($0) })
            if let person { add(person) }
        }
    }
}

extension Population {
    /// Returns a workload that reads all people into an array of structs.
    func fullScan() throws -> any Workload {
        try Reading("full scan into structs", of: count, goal: 1.55, in: self) { connection in
            try connection.all(Person.scan) { Person($0) }
        } c: { store in
            c_scan(store, Person.scan)
        } byHand: {
            $0.scan()
        }
    }

    /// Returns a workload that reads pages of 50 people in name order, each starting after the last person of the
    /// previous page.
    func keysetPages() throws -> any Workload {
        let sql = """
            SELECT \(Person.columns) FROM person
            WHERE (family, given, id) > (?1, ?2, ?3) ORDER BY family, given, id LIMIT 50
            """
        let pages = min(1000, count / 50)
        return try Reading("page of 50 by keyset", of: pages, in: self) { connection in
            try Digest.reading(connection) { digest in
                var last = (family: "", given: "", id: Int64(0))
                var page = try connection.prepare(sql)
                for _ in 0..<pages {
                    let people = try page.all({ ($0[1], $0[2], $0[3]) = last }, { Person($0) })
                    for person in people { digest.add(person) }
                    if let end = people.last { last = (end.family, end.given, end.id) }
                }
            }
        } c: { store in
            c_pages(store, sql, pages)
        }
    }

    /// Returns a workload that reads people by ID with a single prepared statement.
    func keptLookup() throws -> any Workload {
        let ids = ids(100_000)
        return try Reading("lookup by key, prepared statement", of: ids.count, goal: 1.05, in: self) { connection in
            try Digest.reading(connection) { digest in
                var lookup = try connection.prepare(Person.lookup)
                for id in ids {
                    if let person = try lookup.first({ $0[1] = id }, { Person($0) }) { digest.add(person) }
                }
            }
        } c: { store in
            c_look_up(store, Person.lookup, ids, ids.count)
        } byHand: {
            $0.lookUp(ids)
        }
    }

    func cachedLookup() throws -> any Workload {
        let ids = ids(100_000)
        return try Reading("lookup by key, statement by SQL text", of: ids.count, goal: 1.15, in: self) { connection in
            try Digest.reading(connection) { try $0.lookUp(ids, in: connection) }
        } c: { store in
            c_look_up(store, Person.lookup, ids, ids.count)
        } byHand: {
            $0.lookUp(ids)
        }
    }

    /// Returns a workload that reads the members of many teams.
    func memberListing() throws -> any Workload {
        let sql = """
            SELECT \(Person.columns)
            FROM membership JOIN person ON person.id = membership.person
            WHERE membership.team = ?1
            """
        let teams = (0..<500).map { Int64($0 % (count / 200)) }
        return try Reading("members of a team", of: teams.count, in: self) { connection in
            try Digest.reading(connection) { digest in
                var members = try connection.prepare(sql)
                for team in teams {
                    for person in try members.all({ $0[1] = team }, { Person($0) }) { digest.add(person) }
                }
            }
        } c: { store in
            c_members(store, sql, teams, teams.count)
        }
    }

    /// Returns a workload that finds the 20 best matches for prefixes in names and email addresses.
    func prefixSearch() throws -> any Workload {
        let sql = """
            SELECT \(Person.columns)
            FROM person_search JOIN person ON person.id = person_search.rowid
            WHERE person_search MATCH ?1 ORDER BY rank LIMIT 20
            """
        let words = (1...200).map { "\(Person(number: $0 * 613).family.prefix(5))*" }
        let lines = words.joined(separator: "\n")
        return try Reading("search by prefix, 20 best of \(count)", of: words.count, goal: 1.22, in: self) {
            connection in
            try Digest.reading(connection) { digest in
                var search = try connection.prepare(sql)
                for word in words {
                    for person in try search.all({ $0[1] = word }, { Person($0) }) { digest.add(person) }
                }
            }
        } c: { store in
            c_search(store, sql, lines)
        }
    }
}
