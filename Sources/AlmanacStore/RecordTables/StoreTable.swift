import Localization
import Model
import SQLite

/// A table of a database, as described by its schema.
struct StoreTable {
    struct Column {
        let name: String
        let type: String
        /// The default value as an SQL expression, if any.
        let defaultValue: String?
    }

    let name: String
    /// The columns, except generated columns.
    private(set) var columns: [Column]
    /// The columns that the history records.
    private(set) var recordedColumns: [Column]
    /// The names of the TEXT columns.
    let texts: [String]
    /// The names of the primary key columns.
    let key: [String]

    init(_ name: String, on connection: Connection) throws {
        let rows = try connection.all(
            "SELECT name, type, dflt_value, pk FROM pragma_table_xinfo(?1) WHERE hidden = 0 ORDER BY cid", binding: name
        ) { (column: Column(name: $0[0], type: $0[1], defaultValue: $0[2]), key: $0[3] as Int) }
        self.name = name
        columns = rows.map(\.column)
        // The key of an account’s name is recorded, because the index update does not derive it.
        recordedColumns = columns.filter {
            !Self.unrecordedColumns.contains($0.name) && (name == "account" || !$0.name.hasSuffix("_key"))
        }
        texts = columns.filter { $0.type == "TEXT" }.map(\.name)
        key = rows.filter { $0.key > 0 }.sorted { $0.key < $1.key }.map(\.column.name)
    }

    /// Creates a recorded table. Columns that other programs have added are omitted, because the history does not
    /// record them.
    init(recorded name: String, on connection: Connection) throws {
        let table = try StoreTable(name, on: connection)
        self = table.recorded(in: try StoreTable(table.past, on: connection))
    }

    /// Returns the tables, sorted by name, without virtual tables and their shadow tables.
    static func all(of connection: Connection) throws -> [StoreTable] {
        let names: [String] = try connection.all(
            """
            SELECT name FROM pragma_table_list
            WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'
            ORDER BY name
            """
        ) { $0[0] }
        return try names.map { try StoreTable($0, on: connection) }
    }

    /// Returns the table with only the columns that its past table has.
    func recorded(in past: StoreTable) -> StoreTable {
        var table = self
        let names = Set(past.columnNames)
        table.columns.removeAll { !names.contains($0.name) }
        table.recordedColumns.removeAll { !names.contains($0.name) }
        return table
    }

    var columnNames: [String] { columns.map(\.name) }

    /// Whether the table can be rebuilt from other tables.
    var isDerived: Bool {
        ["name_key", "search_pending", "misspelling", "trace"].contains(name) || name.hasPrefix("search_")
    }

    /// Whether the table belongs to the history.
    var isHistory: Bool {
        ["step", "present_step", "change"].contains(name) || name.hasSuffix("_past")
    }

    /// Returns the description of a row for a message. The row starts with the key columns.
    func subject(_ row: borrowing Row) -> Message {
        var words: [String] = []
        for (index, column) in key.enumerated() { words.append("\(column) \(row.words(index))") }
        return words.isEmpty
            ? "A row in table \(name)" : "The row in table \(name) with \(words.joined(separator: ", "))"
    }
}

// MARK: - History

extension StoreTable {
    /// The columns that are not recorded, in addition to derived keys: the derived display name, the failed sign-ins of
    /// an account, and whether it has seen the tutorial.
    private static let unrecordedColumns: Set = ["display_name", "failures", "retry_at", "has_seen_tutorial"]

    var recordedNames: [String] { recordedColumns.map(\.name) }

    /// The columns that are recorded with their row, but whose changes alone do not count as changes to the record: the
    /// links of relations, which Almanac looks up, and the versions of the rules that read cards.
    static let uncomparedColumns: Set = ["target_id", "card_version"]

    /// The columns that identify a row in the history.
    ///
    /// A favorite is identified by its account and record. The ID of a favorite is only its position in the list.
    var recordedKey: [String] { name == "favorite" ? recordedNames.filter { $0 != "id" } : key }

    /// The name of the table that contains former values of the rows.
    var past: String { "\(name)_past" }

    /// Whether each row is a record.
    var isRecord: Bool { Kind(table: name) != nil }

    /// Whether each row links a group to a member.
    var isMembership: Bool { Membership.all.contains { $0.table == name } }

    /// The kind of the record that a row belongs to and the column with the ID of the record; `nil` if the kind varies
    /// by row. An account without a card belongs to no record.
    var owner: (kind: String, column: String)? {
        if let kind = Kind(table: name) { return (kind.rawValue, "id") }
        switch name {
        case "favorite", "planted": return nil
        case "membership": return ("group", "group_id")
        case "account": return ("person", "person_id")
        default:
            let kind = name.prefix { $0 != "_" }
            return (String(kind), "\(kind)_id")
        }
    }

    /// Returns SQL expressions for the kind and ID of the record that a row of `favorite` refers to.
    static func favoriteRecord(_ row: String) -> (kind: String, id: String) {
        let kind = """
            CASE WHEN \(row).person_id IS NOT NULL THEN 'person'
                    WHEN \(row).group_id IS NOT NULL THEN 'group'
                    WHEN \(row).planet_id IS NOT NULL THEN 'planet' ELSE 'note' END
            """
        return (kind, "coalesce(\(row).person_id, \(row).group_id, \(row).planet_id, \(row).note_id)")
    }
}

// MARK: - Values

extension Row {
    /// Returns the value of a column as text. Invalid text and blobs are returned in hexadecimal.
    func words(_ index: Int) -> String {
        let column = column(index)
        switch column.datatype {
        case .null: return "NULL"
        case .integer: return column.int64.map(String.init) ?? ""
        case .real: return column.double.map(String.init(describing:)) ?? ""
        case .text:
            return withUTF8(index) { bytes in
                bytes.withUnsafeBufferPointer { buffer in
                    guard !buffer.contains(0), let text = String(validating: buffer, as: UTF8.self) else {
                        return Self.hexadecimal(buffer)
                    }
                    return text
                }
            }
        case .blob: return Self.hexadecimal(column.blob ?? [])
        }
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef")
        return "x'" + String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }) + "'"
    }
}

/// The tables of user data, whose changes the history records. A test finds tables that are missing from this list.
enum RecordedTables {
    static let names = [
        "planet", "planet_alias", "planet_field", "planet_citation", "person", "person_email", "person_phone",
        "person_address", "person_url", "person_messenger", "person_profile", "person_language", "person_position",
        "person_relation", "person_field", "person_card",
        "person_uid", "person_merge", "people_group", "group_card", "membership", "group_planet", "note", "note_person",
        "favorite",
        "planted",
        "account",
    ]
}

extension Kind {
    /// The name of the table that stores records of this kind.
    var table: String { self == .group ? "people_group" : rawValue }

    init?(table: String) {
        guard let kind = Kind.allCases.first(where: { $0.table == table }) else { return nil }
        self = kind
    }
}
