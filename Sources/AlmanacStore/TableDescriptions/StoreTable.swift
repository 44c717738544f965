import Localization
import SQLite

/// A table as found in a database.
struct StoreTable {
    let name: String
    let columns: [String]
    /// The names of the TEXT columns.
    let texts: [String]
    /// The names of the primary key columns.
    let key: [String]
    let hasRowID: Bool

    /// Whether the table can be rebuilt from other tables.
    var isDerived: Bool {
        ["name_key", "search_pending", "misspelling", "trace"].contains(name) || name.hasPrefix("search_")
    }

    /// Whether the table belongs to the history. Rows of the history are never removed.
    var isHistory: Bool {
        ["step", "present_step", "change"].contains(name) || name.hasSuffix("_past")
    }

    /// Returns the tables, sorted by name, without virtual tables and their shadow tables.
    static func all(of connection: Connection) throws -> [StoreTable] {
        let tables = try connection.all(
            """
            SELECT name, wr FROM pragma_table_list
            WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'
            """
        ) { row in
            (row[0] as String, row[1] as Bool)
        }
        return try tables.sorted { $0.0 < $1.0 }.map { name, isWithoutRowID in
            let columns = try connection.all("SELECT name, type, pk FROM pragma_table_info(?1)", binding: name) { row in
                (name: row[0] as String, type: row[1] as String, key: row[2] as Int)
            }
            return StoreTable(
                name: name, columns: columns.map(\.name),
                texts: columns.filter { $0.type == "TEXT" }.map(\.name),
                key: columns.filter { $0.key > 0 }.sorted { $0.key < $1.key }.map(\.name),
                hasRowID: !isWithoutRowID)
        }
    }

    /// Returns the description of a row for a message. The row starts with the key columns.
    func subject(_ row: borrowing Row) -> Message {
        var words: [String] = []
        for (index, column) in key.enumerated() { words.append("\(column) \(row.words(index))") }
        return words.isEmpty ? "A row of \(name)" : "The row of \(name) with \(words.joined(separator: ", "))"
    }
}

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
