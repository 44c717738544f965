import Localization
import SQLite

/// A table as it is found in a store, whatever migration made it.
struct StoreTable {
    let name: String
    let columns: [String]
    /// Those of the columns that are declared to hold text.
    let texts: [String]
    /// The columns that name a row to a reader: the primary key.
    let key: [String]
    let hasRowID: Bool

    /// Whether it follows from others and can be made anew.
    var isDerived: Bool {
        ["name_key", "search_pending", "misspelling", "trace"].contains(name) || name.hasPrefix("search_")
    }

    /// Whether it tells what others held; nothing of it is ever removed.
    var isHistory: Bool {
        ["step", "present_step", "change"].contains(name) || name.hasSuffix("_past")
    }

    /// Those that hold rows of their own, in the order of their names; virtual ones and what SQLite keeps in them are not.
    static func all(of connection: Connection) throws -> [StoreTable] {
        let tables = try connection.all(
            "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'"
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

    /// How a row, whose first columns are the key, is called in a sentence.
    func subject(_ row: borrowing Row) -> Message {
        var words: [String] = []
        for (index, column) in key.enumerated() { words.append("\(column) \(row.words(index))") }
        return words.isEmpty ? "A row of \(name)" : "The row of \(name) with \(words.joined(separator: ", "))"
    }
}

extension Row {
    /// What a column holds, as words; bytes that are no text in hexadecimal.
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
