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
        let document = try connection.first(
            "SELECT name, alias, body FROM search WHERE rowid = ?1", { $0[1] = DocumentID(record.address) }
        ) {
            SearchDocument($0, from: 0)
        }
        guard let document else { return [Finding(.searchMissing, "The search index does not have \(name).")] }
        let keys = try connection.all(
            "SELECT key FROM name_key WHERE kind = ?1 AND record_id = ?2",
            {
                $0[1] = Content.kind
                $0[2] = record.id
            }
        ) { $0[0] as String }
        let isRight = document == table.document(of: record) && Set(keys) == table.names(of: record.content)
        return isRight ? [] : [Finding(.searchStale, "The search index has an older state of \(name).")]
    }

    private func extra(_ connection: Connection) throws -> [Finding] {
        let documents = try connection.all(
            """
            SELECT rowid FROM search
            WHERE rowid NOT IN (
                SELECT id * 4 FROM person UNION ALL SELECT id * 4 + 1 FROM people_group
                UNION ALL SELECT id * 4 + 2 FROM planet UNION ALL SELECT id * 4 + 3 FROM note)
            """
        ) { try $0[0] as DocumentID }
        return documents.map { Finding(.searchExtra, "The search index has \($0.address), which does not exist.") }
    }
}
