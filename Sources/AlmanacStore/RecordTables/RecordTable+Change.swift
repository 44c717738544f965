import Localization
import Model
import SQLite

/// Functions that insert, update, and delete records in the caller’s transaction.
extension RecordTable {
    /// Inserts a record.
    /// - Parameter uuid: The existing UUID of the record, if any.
    func insert(_ content: Content, uuid: String? = nil, into connection: Connection) throws -> Int64 {
        let id = try nextID(in: connection)
        try insert([NewRecord(id: id, uuid: uuid, content)], into: connection)
        return id
    }

    /// Adds records with their index entries, and updates other records that the additions affect.
    func add(_ contents: [Content], on today: CivilDate, to index: SearchIndexer) throws -> [Int64] {
        let ids = try insert(contents, into: index.connection)
        try index.add(zip(ids, contents.lazy.map { entry(of: $0) }), of: Content.self)
        try didChange?(contents.map { ContentChange(content: $0) }, today, index)
        return ids
    }

    func insert(_ contents: [Content], into connection: Connection) throws -> [Int64] {
        let first = try nextID(in: connection)
        let records = contents.enumerated().map { NewRecord(id: first + Int64($0), $1) }
        try insert(records, into: connection)
        return records.map(\.id)
    }

    /// Inserts many records. Their IDs and UUIDs must be unused.
    func insert(_ records: [NewRecord<Content>], into connection: Connection) throws {
        for record in records { try requireReferences(of: record.content, in: connection) }
        let rules = try NameRules(of: connection)
        let (known, others) = (records.filter { $0.uuid != nil }, records.filter { $0.uuid == nil })
        try connection.insert(known.count, rowsInto: name, ["id", "uuid"] + columnNames) {
            $1[$2] = known[$0].id
            $1[$2 + 1] = known[$0].uuid
            bind(known[$0].content, rules, to: &$1, from: $2 + 2)
        }
        try connection.insert(others.count, rowsInto: name, ["id"] + columnNames) {
            $1[$2] = others[$0].id
            bind(others[$0].content, rules, to: &$1, from: $2 + 1)
        }
        for list in lists { try list.add(records, connection) }
    }

    /// Returns the ID of the next record. IDs are never reused.
    /// - Throws: `RecordProblem.noFreeID` if the last issued ID exceeds the limit.
    func nextID(in connection: Connection) throws -> Int64 {
        let issued = try connection.first("SELECT seq FROM sqlite_sequence WHERE name = ?1", binding: name) {
            $0[0] as Int64
        }
        // Another program may have lowered the last issued ID below the IDs in use.
        let highest = try connection.first("SELECT max(id) FROM \(name) WHERE id <= ?1", binding: RecordID.limit) {
            $0[0] as Int64?
        }
        let last = max(issued ?? 0, (highest ?? nil) ?? 0)
        guard last <= RecordID.limit else { throw RecordProblem.noFreeID(Content.kind, last: last) }
        return last + 1
    }

    /// Inserts a record with its former ID, UUID, times, and version.
    func insert(_ record: Record<Content>, into connection: Connection) throws {
        let rules = try NameRules(of: connection)
        let names = ["id", "uuid", "created", "modified", "version"] + columnNames
        try connection.run(Connection.insertion(into: name, names)) {
            $0[1] = record.id
            $0[2] = record.uuid
            $0[3] = record.created
            $0[4] = record.modified
            $0[5] = record.version
            bind(record.content, rules, to: &$0, from: 6)
        }
        let added = [NewRecord(id: record.id.rawValue, record.content)]
        for list in lists { try list.add(added, connection) }
    }

    /// Updates a record that was read earlier and increments its version. If the content is unchanged, nothing is
    /// written.
    /// - Throws: `RecordProblem.versionConflict` if the version has changed.
    func update(_ record: Record<Content>, to content: Content, in connection: Connection) throws {
        let id = record.id.rawValue
        guard record.content != content else { return try requireVersion(of: record, in: connection) }
        try requireReferences(of: content, in: connection)
        let rules = try NameRules(of: connection)
        let assignments = columnNames.enumerated().map { "\($1) = ?\($0 + 3)" }
        let changed = try connection.run(
            """
            UPDATE \(name)
            SET \(assignments.joined(separator: ", ")),
                version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
            WHERE id = ?1 AND version = ?2
            """
        ) { parameters in
            parameters[1] = id
            parameters[2] = record.version
            bind(content, rules, to: &parameters, from: 3)
        }
        if changed == 0 { try requireVersion(of: record, in: connection) }
        for list in lists where record.hasUnstoredValues || !list.isEqual(content, record.content) {
            try list.write(content, id, connection)
        }
    }

    /// Checks that a record still has the version that was read.
    /// - Throws: `RecordProblem.versionConflict` if the version has changed.
    func requireVersion(of record: Record<Content>, in connection: Connection) throws {
        let version = try connection.first("SELECT version FROM \(name) WHERE id = ?1", binding: record.id) {
            $0[0] as Int
        }
        guard version != record.version else { return }
        let existing = try fetch(record.id.rawValue, tied: nil, from: connection)
        throw RecordProblem.versionConflict(
            existing.recordID, name: existing.title, version: record.version, existing: existing.version)
    }

    func delete(_ ids: [Int64], from connection: Connection) throws {
        for id in ids {
            guard try connection.run("DELETE FROM \(name) WHERE id = ?1", binding: id) == 1 else {
                throw RecordProblem.notFound(RecordID(kind: Content.kind, number: id))
            }
        }
    }

    private var columnNames: [String] {
        columns.map(\.name) + derived.map(\.name) + (Content.cardVersion == nil ? [] : ["card_version"])
    }

    private func bind(_ content: Content, _ rules: NameRules, to parameters: inout Bindings, from first: Int) {
        // Uses indices, because iterating would copy each column.
        for offset in columns.indices { columns[offset].bind(content, &parameters, first + offset) }
        for offset in derived.indices {
            parameters[first + columns.count + offset] = derived[offset].value(content, rules)
        }
        if let version = Content.cardVersion { parameters[first + columns.count + derived.count] = version }
    }

    private func requireReferences(of content: Content, in connection: Connection) throws {
        // Records cannot refer to notes.
        for recordID in references.compactMap({ $0(content) })
        where try recordID.kind == .note || !connection.has(recordID) {
            throw RecordProblem.notFound(recordID)
        }
    }
}

extension Connection {
    func has(_ recordID: RecordID) throws -> Bool {
        try hasRow("SELECT 1 FROM \(recordID.kind.table) WHERE id = ?1", binding: recordID.number)
    }

    /// Inserts rows into a table, several rows per statement.
    /// - Parameter bind: A closure that binds the values of a row, starting at a given parameter.
    func insert(
        _ count: Int, rowsInto table: String, _ columns: [String],
        _ bind: (_ row: Int, inout Bindings, _ first: Int) -> Void
    ) throws {
        try run(count, rowsOf: columns.count, bind) { Self.insertion(into: table, columns, rows: $0) }
    }

    /// Runs a statement for rows of values, several rows at a time.
    /// - Parameters:
    ///   - width: The number of values in a row.
    ///   - bind: A closure that binds the values of a row, starting at a given parameter.
    ///   - sql: A closure that returns the statement for the given number of rows.
    func run(
        _ count: Int, rowsOf width: Int, _ bind: (_ row: Int, inout Bindings, _ first: Int) -> Void,
        _ sql: (_ rows: Int) -> String
    ) throws {
        // Triggers have less overhead with several rows per statement.
        let together = max(1, Self.parameters / width)
        var row = 0
        // The statements have only three different numbers of rows, so that few statements are prepared.
        for number in [together, max(1, together / 8), 1] where count - row >= number {
            var statement = try prepare(sql(number))
            while count - row >= number {
                try statement.run { parameters in
                    for offset in 0..<number { bind(row + offset, &parameters, 1 + offset * width) }
                }
                row += number
            }
        }
    }

    /// The maximum number of bound values per statement. SQLite saves each page before a statement changes it, so that
    /// a failed statement can be rolled back. Larger statements save fewer pages.
    private static let parameters = 1024

    static func insertion(into table: String, _ columns: [String], rows: Int = 1) -> String {
        "INSERT INTO \(table) (\(columns.joined(separator: ", "))) \(values(rows, of: columns.count))"
    }

    /// Returns a VALUES clause with a parameter for each value.
    static func values(_ rows: Int, of width: Int) -> String {
        // The parameters are not numbered, because SQLite searches all numbered parameters of the statement for each
        // additional one.
        let row = "(" + Array(repeating: "?", count: width).joined(separator: ", ") + ")"
        return "VALUES " + Array(repeating: row, count: rows).joined(separator: ", ")
    }
}

/// A record to be inserted.
final class NewRecord<Content: Recordable>: Sendable {
    // This is a class, because copying a structure would retain all values of the content.
    let id: Int64
    /// The existing UUID of the record, if any.
    let uuid: String?
    let content: Content

    init(id: Int64, uuid: String? = nil, _ content: Content) {
        (self.id, self.uuid, self.content) = (id, uuid, content)
    }
}

/// The limits for text in records, checked before writing.
enum RecordRules {
    /// The maximum UTF-8 length of a single-line field or a label.
    static let lineLimit = 64 << 10
    /// The maximum UTF-8 length of multiline text or of a single value in a list.
    static let textLimit = 1 << 20
    /// The maximum UTF-8 length of a card line. A line may contain an image or a sound.
    static let cardLineLimit = 32_000_000

    static func check<Content: StoredRecord>(_ content: Content) throws(RecordProblem) {
        if let problem = content.contradiction { throw problem }
        for field in Content.table.limitedFields {
            for value in field.value.read(content) {
                try check(value.label, of: field.title, limit: lineLimit)
                try check(value.value, of: field.title, limit: field.limit)
            }
        }
        for text in content.hiddenTexts {
            try check(text.value, of: text.label, limit: cardLineLimit)
        }
    }

    static func check(_ text: String, of field: String, limit: Int) throws(RecordProblem) {
        if text.utf8.count > limit {
            throw .tooLong(field: field, bytes: text.utf8.count, limit: limit)
        }
        if let nul = text.utf8.firstIndex(of: 0) {
            throw .holdsNul(field: field, position: text.utf8.distance(from: text.utf8.startIndex, to: nul))
        }
    }
}

/// The part of a field’s definition that is used to limit the field’s text.
struct LimitedField<Content: Recordable>: Sendable {
    // Copying whole definitions for each record would be slow.
    let title: Title
    let value: FieldValue<Content>
    /// The maximum UTF-8 length of a value.
    let limit: Int

    init(_ field: EditableField<Content>) {
        (title, value) = (field.title, field.value)
        limit = field.shape == .single ? RecordRules.lineLimit : RecordRules.textLimit
    }
}
