import Localization
import Model
import SQLite

/// A check that all text is valid UTF-8 without NUL characters, at which most programs end text.
struct TextCheck: StoreCheck {
    var part: Title { "text" }
    func findings(in connection: Connection) throws -> [Finding] {
        let tables = try StoreTable.all(of: connection).filter { !$0.isDerived && !$0.isHistory && !$0.texts.isEmpty }
        var counted = try RowProgress(of: tables.map(\.name), in: connection, part: part)
        return try tables.flatMap { try findings(in: $0, connection, &counted) }
    }

    private func findings(
        in table: StoreTable, _ connection: Connection, _ counted: inout RowProgress
    ) throws -> [Finding] {
        let columns = (table.key + table.texts).map(\.quotedIdentifier).joined(separator: ", ")
        var findings: [Finding] = []
        try connection.forEach("SELECT \(columns) FROM \(table.name.quotedIdentifier)") { row in
            counted.add(1)
            for (offset, column) in table.texts.enumerated() {
                let index = table.key.count + offset
                guard row.column(index).datatype == .text else { continue }
                let fault = row.withUTF8(index) { Self.fault(of: $0) }
                guard let fault else { continue }
                findings.append(Finding(.badText, "\(table.subject(row)) \(fault) in \(column)."))
            }
        }
        return findings
    }

    private static func fault(of bytes: Span<UInt8>) -> Message? {
        var isPlain = true
        for index in bytes.indices {
            if bytes[index] == 0 { return "contains a NUL character at byte \(index)" }
            if bytes[index] >= 0x80 { isPlain = false }
        }
        if isPlain { return nil }
        let isValid = bytes.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) != nil }
        return isValid ? nil : "contains invalid UTF-8"
    }
}
