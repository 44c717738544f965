import Model
import SQLite

/// A column of a record's table and the property that it keeps, so that reading and writing cannot disagree.
struct ContentColumn<Content: Recordable>: Sendable {
    typealias Path<Value> = WritableKeyPath<Content, Value> & Sendable

    let name: String
    let bind: @Sendable (Content, inout Bindings, Int) -> Void
    let read: @Sendable (inout Content, borrowing Row, Int) throws -> Void

    init<Value: Storable & SendableMetatype>(_ name: String, _ path: Path<Value>) {
        self.name = name
        bind = { content, parameters, index in parameters[index] = content[keyPath: path] }
        read = { content, row, index in content[keyPath: path] = row[index] }
    }

    init<Value: Storable & SendableMetatype>(_ name: String, _ path: Path<Value?>) {
        self.name = name
        bind = { content, parameters, index in parameters[index] = content[keyPath: path] }
        read = { content, row, index in content[keyPath: path] = row[index] }
    }

    /// For an identifier; a text that is none is a damaged row.
    init<Value: RawRepresentable & SendableMetatype>(_ name: String, raw path: Path<Value?>)
    where Value.RawValue: Storable & SendableMetatype {
        self.name = name
        bind = { content, parameters, index in parameters[index] = content[keyPath: path] }
        read = { content, row, index in content[keyPath: path] = try row[index] }
    }

    /// For a value with a text form of its own; text that it cannot read is a damaged row.
    init<Value>(
        _ name: String, _ path: Path<Value?>, read parse: @escaping @Sendable (String) -> Value?,
        write describe: @escaping @Sendable (Value) -> String
    ) {
        self.name = name
        bind = { content, parameters, index in parameters[index] = content[keyPath: path].map(describe) }
        read = { content, row, index in
            let text: String? = row[index]
            content[keyPath: path] = try text.map { try Self.parsed($0, by: parse, in: name) }
        }
    }

    /// For an enumeration; a word that is none of its own is a damaged row.
    init(
        _ name: String, read describe: @escaping @Sendable (Content) -> String,
        write assign: @escaping @Sendable (inout Content, String) -> Bool
    ) {
        self.name = name
        bind = { content, parameters, index in parameters[index] = describe(content) }
        read = { content, row, index in
            guard assign(&content, row[index]) else { throw Self.mismatch(in: name) }
        }
    }

    /// For a record of a kind that a field refers to.
    init(
        _ name: String, to kind: Kind, read id: @escaping @Sendable (Content) -> RecordID?,
        write assign: @escaping @Sendable (inout Content, RecordID?) -> Void
    ) {
        self.name = name
        bind = { content, parameters, index in
            parameters[index] = id(content).flatMap { $0.kind == kind ? $0.number : nil }
        }
        read = { content, row, index in
            let number: Int64? = row[index]
            if let number { assign(&content, RecordID(kind: kind, number: number)) }
        }
    }

    init<Value>(
        _ name: String, _ path: Path<Value>, read parse: @escaping @Sendable (String) -> Value?,
        write describe: @escaping @Sendable (Value) -> String
    ) {
        self.name = name
        bind = { content, parameters, index in parameters[index] = describe(content[keyPath: path]) }
        read = { content, row, index in content[keyPath: path] = try Self.parsed(row[index], by: parse, in: name) }
    }

    private static func parsed<Value>(_ text: String, by parse: (String) -> Value?, in column: String) throws -> Value {
        guard let value = parse(text) else { throw mismatch(in: column) }
        return value
    }

    private static func mismatch(in column: String) -> SQLiteError {
        SQLiteError(.mismatch, "the column \(column) of a \(Content.kind) holds what is none of its values")
    }
}
