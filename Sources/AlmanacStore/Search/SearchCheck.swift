import Model
import SQLite

/// Whether the search index says of each record what the record says of itself.
struct SearchCheck: StoreCheck {
    func findings(in connection: Connection) throws -> [Finding] {
        try findings(Tables.persons, connection) + findings(Tables.groups, connection)
            + findings(Tables.planets, connection) + findings(Tables.notes, connection) + extra(connection)
    }

    private func findings<Content>(_ table: RecordTable<Content>, _ connection: Connection) throws -> [Finding] {
        var findings: [Finding] = []
        var last: Int64 = 0
        while true {
            let ids = try connection.all(
                "SELECT id FROM \(table.name) WHERE id > ?1 ORDER BY id LIMIT 500", { $0[1] = last }
            ) { $0[0] as Int64 }
            guard let end = ids.last else { return findings }
            for record in try table.fetch(ids, from: connection) {
                findings += try finding(of: record, in: table, connection)
            }
            last = end
        }
    }

    private func finding<Content>(
        of record: Record<Content>, in table: RecordTable<Content>, _ connection: Connection
    ) throws -> [Finding] {
        let name = "\(record.content.title) (\(record.address))"
        guard let id = DocumentID(record.address) else { return [] }
        let document = try connection.first(Self.document, { $0[1] = id }) {
            SearchDocument(names: $0[0], words: $0[1])
        }
        guard let document else { return [Finding(.searchMissing, "The search index does not have \(name).")] }
        let keys = try connection.all(
            "SELECT key FROM name_key WHERE kind = ?1 AND record_id = ?2",
            {
                $0[1] = Content.kind
                $0[2] = record.id
            }
        ) { $0[0] as String }
        let isRight =
            document == table.document(of: record.content, record.links) && Set(keys) == table.names(of: record.content)
        return isRight ? [] : [Finding(.searchStale, "The search index has an older state of \(name).")]
    }

    private func extra(_ connection: Connection) throws -> [Finding] {
        let documents = try connection.all(Self.extra) { try $0[0] as DocumentID }
        return documents.map { Finding(.searchExtra, "The search index has \($0.address), which does not exist.") }
    }

    // MARK: - Statements

    static let document = """
        SELECT search_name.words, search.words FROM search CROSS JOIN search_name ON search_name.rowid = search.rowid
        WHERE search.rowid = ?1
        """

    /// Documents of what is no record; the kinds in the order of their numbers.
    static let extra = """
        SELECT rowid FROM (SELECT rowid FROM search UNION SELECT rowid FROM search_name)
        WHERE CASE rowid >> 40
            WHEN 0 THEN NOT EXISTS (SELECT 1 FROM planet WHERE id = rowid)
            WHEN 1 THEN NOT EXISTS (SELECT 1 FROM people_group WHERE id = rowid - (1 << 40))
            WHEN 2 THEN NOT EXISTS (SELECT 1 FROM person WHERE id = rowid - (2 << 40))
            ELSE NOT EXISTS (SELECT 1 FROM note WHERE id = rowid - (3 << 40))
        END
        """
}
