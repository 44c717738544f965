import Model
import SQLite

/// A column of a record table and the property that it stores.
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

    /// Creates a column for a flag. Reading an integer other than 0 and 1 throws an error.
    init(_ name: String, flag path: Path<Bool?>) {
        self.name = name
        bind = { content, parameters, index in parameters[index] = content[keyPath: path] }
        read = { content, row, index in
            let number: Int64? = row[index]
            guard number.map({ 0...1 ~= $0 }) ?? true else {
                throw SQLiteError(.mismatch, "invalid value in the column \(name) of a \(Content.kind)")
            }
            content[keyPath: path] = number.map { $0 == 1 }
        }
    }

    /// Creates a column for the raw value of an ID. Reading an invalid value throws an error.
    init<Value: RawRepresentable & SendableMetatype>(_ name: String, raw path: Path<Value?>)
    where Value.RawValue: Storable & SendableMetatype {
        self.name = name
        bind = { content, parameters, index in parameters[index] = content[keyPath: path] }
        read = { content, row, index in content[keyPath: path] = try row[index] }
    }

    /// Creates a column for a value that is stored as text. Reading invalid text throws an error.
    /// - Parameters:
    ///   - mayBeNull: Whether NULL is valid, which leaves the default value.
    ///   - assign: A closure that sets the value and returns whether the text is valid.
    init(
        _ name: String, mayBeNull: Bool = false, read describe: @escaping @Sendable (Content) -> String?,
        write assign: @escaping @Sendable (inout Content, String) -> Bool
    ) {
        self.name = name
        bind = { content, parameters, index in parameters[index] = describe(content) }
        read = { content, row, index in
            let text: String? = row[index]
            if text.map({ assign(&content, $0) }) ?? mayBeNull { return }
            throw SQLiteError(.mismatch, "invalid value in the column \(name) of a \(Content.kind)")
        }
    }

    private init<Value: CustomStringConvertible & SendableMetatype>(
        _ name: String, _ path: Path<Value?>, parse: @escaping @Sendable (String) -> Value?
    ) {
        self.init(name, mayBeNull: true, read: { $0[keyPath: path]?.description }) { content, text in
            content[keyPath: path] = parse(text)
            return content[keyPath: path] != nil
        }
    }

    /// Creates a column for a reference to a record of one kind.
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
}

extension Recordable {
    /// The columns of the fields with a single value.
    static var fieldColumns: [ContentColumn<Self>] { fields.flatMap(ContentColumn.columns) }

    /// The tables of the fields with several values.
    static var fieldLists: [ContentList<Self>] { fields.compactMap { ContentList($0) } }

    /// A closure that returns the IDs of the records that the fields refer to.
    static var fieldReferences: @Sendable (Self) -> [RecordID] {
        let reads = fields.compactMap { field in
            if case .reference(let read, _) = field.value { read } else { nil }
        }
        return { content in reads.compactMap { $0(content) } }
    }
}

extension ContentColumn {
    fileprivate static func columns(of field: EditableField<Content>) -> [ContentColumn] {
        let column = field.columns[0]
        switch field.value {
        case .text(let path): return [ContentColumn(column, path)]
        case .optionalText(let path): return [ContentColumn(column, path)]
        case .accessor(let read, let write): return [ContentColumn(column, read: read, write: write)]
        case .date(let path): return [ContentColumn(column, path) { PartialDate($0) }]
        case .day(let path): return [ContentColumn(column, path) { CivilDate($0) }]
        case .period(let path): return [ContentColumn(column, path) { TimeSpan($0) }]
        case .gender(let path): return [ContentColumn(column, path) { Gender($0) }]
        case .figure(let figure): return [ContentColumn(column, figure.path)]
        case .integer(let path, _): return [ContentColumn(column, path)]
        case .flag(let path): return [ContentColumn(column, flag: path)]
        case .estimates(let path):
            return [
                ContentColumn(column, read: { $0[keyPath: path].catalog }) { content, text in
                    guard let marks = Estimates(catalog: text) else { return false }
                    content[keyPath: path] = marks
                    return true
                }
            ]
        case .uncertainties(let path):
            return [
                ContentColumn(column, read: { $0[keyPath: path].column }) { content, text in
                    guard let uncertainties = Uncertainties(column: text) else { return false }
                    content[keyPath: path] = uncertainties
                    return true
                }
            ]
        case .reference(let read, let write):
            guard case .reference(let kinds) = field.shape else { return [] }
            return zip(kinds, field.columns).map { ContentColumn($1, to: $0, read: read, write: write) }
        case .texts, .labeled, .phones, .addresses: return []
        }
    }
}

extension ContentList {
    fileprivate init?(_ field: EditableField<Content>) {
        let kind = Content.kind.rawValue
        let (table, owner) = ("\(kind)_\(field.columns[0])", "\(kind)_id")
        switch field.value {
        case .texts(let path): self.init(table, owner: owner, path)
        case .labeled(let path), .phones(let path): self.init(table, owner: owner, path)
        case .addresses(let path): self.init(table, owner: owner, path)
        case .text, .optionalText, .accessor, .date, .day, .period, .gender, .figure, .integer, .flag, .estimates,
            .uncertainties,
            .reference:
            return nil
        }
    }
}
