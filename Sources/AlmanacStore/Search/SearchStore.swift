import Model
import SQLite
import Text

/// Full-text search over the records of a store.
public struct SearchStore: SearchDataSource {
    let database: Database

    public init(database: Database) { self.database = database }

    /// Best first: a name or an alias that is the text exactly, then one that begins so, then the weight of the hits.
    public func find(_ text: String, offset: Int, limit: Int) async throws -> Matches {
        guard let query = SearchQuery(text) else { return Matches([], hasMore: false) }
        let limit = max(0, min(limit, Int.max - 1))
        return try await database.reading { connection in
            let found = try connection.all(
                Self.ranking,
                {
                    $0[1] = query.expression
                    $0[2] = NameKey.of(text)
                    $0[3] = NameKey.of(text).endOfPrefix
                    $0[4] = Folding.catalogueKey(text)
                    $0[5] = limit + 1
                    $0[6] = offset
                }
            ) { try $0[0] as DocumentID }
            let addresses = found.prefix(limit).map(\.address)
            return Matches(try Self.matches(of: query, at: addresses, in: connection), hasMore: found.count > limit)
        }
    }

    public func names(beginningWith text: String, limit: Int) async throws -> [Reference] {
        try await database.reading { connection in
            var names = try connection.prepare(Self.completion)
            try names.bind {
                $0[1] = NameKey.of(text)
                $0[2] = NameKey.of(text).endOfPrefix
            }
            var found: [Address] = []
            while found.count < limit, let address = try names.next({ try ($0[0] as DocumentID).address }) {
                if !found.contains(address) { found.append(address) }
            }
            return try Tables.references(to: found, in: connection)
        }
    }

    /// Looks among names with the same beginning first, and at no more than 5,000 at a time.
    public func names(like text: String, limit: Int) async throws -> [Reference] {
        let key = NameKey.of(text)
        return try await database.reading { connection in
            for length in [2, 1, 0] {
                let start = String(key.prefix(length))
                let keys = try connection.all(
                    """
                    SELECT DISTINCT key FROM name_key WHERE key >= ?1 AND key < ?2 LIMIT 5000
                    """,
                    {
                        $0[1] = start
                        $0[2] = start.endOfPrefix
                    }
                ) { $0[0] as String }
                let likely = Self.likely(key, among: keys)
                if !likely.isEmpty { return try Self.named(likely, limit: limit, in: connection) }
            }
            return []
        }
    }

    /// Whole names like the key, else those that begin with words like it: `leja` may be Leia Organa.
    private static func likely(_ key: String, among names: [String]) -> [String] {
        let whole = Nearest.suggestions(for: key, among: names)
        guard whole.isEmpty else { return whole }
        let count = key.split(separator: " ").count
        let beginnings = Dictionary(grouping: names) { $0.split(separator: " ").prefix(count).joined(separator: " ") }
        return Nearest.suggestions(for: key, among: beginnings.keys.sorted()).flatMap { beginnings[$0] ?? [] }
    }

    // MARK: - Statements

    static let ranking = """
        SELECT rowid FROM search
        WHERE search MATCH ?1
        ORDER BY
            CASE
                WHEN rowid IN (SELECT document FROM name_key WHERE key IN (?2, ?4)) THEN 0
                WHEN rowid IN (SELECT document FROM name_key WHERE key >= ?2 AND key < ?3) THEN 1
                ELSE 2
            END,
            bm25(search, 10, 8, 1), rowid
        LIMIT ?5 OFFSET ?6
        """

    /// Read along the primary key, only as far as records are wanted: one that has two such names comes twice.
    static let completion = """
        SELECT document FROM name_key
        WHERE key >= ?1 AND key < ?2
        ORDER BY key, kind, record_id
        """

    private static func named(_ keys: [String], limit: Int, in connection: Connection) throws -> [Reference] {
        var addresses: [Address] = []
        for key in keys where addresses.count < limit {
            addresses += try connection.all(
                """
                SELECT document FROM name_key WHERE key = ?1 ORDER BY document LIMIT ?2
                """,
                {
                    $0[1] = key
                    $0[2] = limit
                }
            ) { try ($0[0] as DocumentID).address }
            .filter { !addresses.contains($0) }
        }
        return try Tables.references(to: Array(addresses.prefix(limit)), in: connection)
    }

    private static func matches(
        of query: SearchQuery, at addresses: [Address], in connection: Connection
    ) throws -> [Match] {
        var matches: [Address: Match] = [:]
        func add<Content>(_ table: RecordTable<Content>) throws {
            let ids = addresses.filter { $0.kind == Content.kind }.map(\.number)
            for record in try table.fetch(ids, from: connection) {
                let texts = table.searchTexts(record.content, record.links)
                let best = query.best(among: texts) ?? SearchText("name", .name, record.content.title)
                matches[record.address] = Match(reference: record.reference, field: best.field, text: best.text)
            }
        }
        try add(Tables.persons)
        try add(Tables.groups)
        try add(Tables.planets)
        try add(Tables.notes)
        return addresses.compactMap { matches[$0] }
    }
}

extension String {
    /// Behind every text that begins with this one, in the order of SQLite.
    var endOfPrefix: String { self + "\u{10FFFF}" }
}
