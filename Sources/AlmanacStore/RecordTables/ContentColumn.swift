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
                throw SQLiteError(.mismatch, "invalid value in the \(name) column of a \(Content.kind)")
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
    ///   - mayBeNull: Whether NULL is valid. NULL leaves the default value unchanged.
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
            throw SQLiteError(.mismatch, "invalid value in the \(name) column of a \(Content.kind)")
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
    /// The columns of the single-valued fields.
    static var fieldColumns: [ContentColumn<Self>] { fields.flatMap(ContentColumn.columns) }

    /// The tables of the list fields.
    static var fieldLists: [ContentList<Self>] { fields.compactMap { ContentList($0) } }

    /// Closures that return the IDs of the records to which fields with a single reference refer.
    static var fieldReferences: [@Sendable (Self) -> RecordID?] {
        fields.compactMap { field in
            if case .reference(let read, _) = field.value { read } else { nil }
        }
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
        case .day(let path, _): return [ContentColumn(column, path) { CivilDate($0) }]
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
        case .texts, .labeled, .phones, .addresses, .persons: return []
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
        case .persons(let path): self.init(table, owner: owner, path)
        case .text, .optionalText, .accessor, .date, .day, .period, .gender, .figure, .integer, .flag, .estimates,
            .uncertainties,
            .reference:
            return nil
        }
    }
}

/// A table that stores the ordered values of a list field, such as email addresses or aliases.
struct ContentList<Content: Recordable>: Sendable {
    private let statements: ListStatements
    let isEqual: @Sendable (Content, Content) -> Bool
    /// A closure that inserts the values of new records.
    let add: @Sendable ([NewRecord<Content>], Connection) throws -> Void
    /// A closure that replaces the values of a record, writing only the differences.
    var write: @Sendable (Content, Int64, Connection) throws -> Void
    /// A closure that appends the value of a row to the content. The value starts in the second column of the row.
    let append: @Sendable (inout Content, borrowing Row) throws -> Void

    /// Creates a list for a field with several values.
    /// - Parameter owner: The column with the ID of the record.
    init<Element: ListElement>(
        _ table: String, owner: String, _ path: WritableKeyPath<Content, [Element]> & Sendable
    ) {
        let statements = ListStatements(table: table, owner: owner, columns: Element.columns)
        self.statements = statements
        isEqual = { $0[keyPath: path] == $1[keyPath: path] }
        append = { content, row in content[keyPath: path].append(Element(row, from: 1)) }
        add = { records, connection in
            try statements.add(records.map { ($0.id, $0.content[keyPath: path]) }, to: connection)
        }
        write = { content, id, connection in
            try statements.write(content[keyPath: path], of: id, to: connection)
        }
    }

    var table: String { statements.table }
    /// The column with the ID of the record.
    var owner: String { statements.owner }
    var columns: [String] { statements.columns }

    /// Returns the statement that reads the values of the given records.
    func select(_ wanted: WantedIDs) -> String { wanted.isSingle ? statements.selectOne : statements.select }
}

/// The statements that read and write a list table.
private struct ListStatements {
    let table: String
    let owner: String
    let columns: [String]
    /// The statements that read the values of several records and of a single record.
    let select, selectOne: String
    private let present, insert, update, delete: String

    init(table: String, owner: String, columns: [String]) {
        self.table = table
        self.owner = owner
        self.columns = columns
        let names = columns.joined(separator: ", ")
        let places = columns.indices.map { "?\($0 + 3)" }.joined(separator: ", ")
        func select(_ condition: String) -> String {
            """
            SELECT \(owner), \(names) FROM \(table)
            WHERE \(owner) \(condition)
            ORDER BY \(owner), position
            """
        }
        (self.select, selectOne) = (select(WantedIDs.several), select(WantedIDs.single))
        present = "SELECT position, \(names) FROM \(table) WHERE \(owner) = ?1 ORDER BY position"
        insert = "INSERT INTO \(table) (\(owner), position, \(names)) VALUES (?1, ?2, \(places))"
        update = "UPDATE \(table) SET (\(names)) = (\(places)) WHERE \(owner) = ?1 AND position = ?2"
        delete = "DELETE FROM \(table) WHERE \(owner) = ?1 AND position >= ?2"
    }

    func add<Element: ListElement>(_ lists: [(id: Int64, elements: [Element])], to connection: Connection) throws {
        let rows = lists.flatMap { id, elements in
            elements.enumerated().map { (id: id, position: $0, element: $1) }
        }
        try connection.insert(rows.count, rowsInto: table, [owner, "position"] + columns) {
            $1[$2] = rows[$0].id
            $1[$2 + 1] = rows[$0].position
            rows[$0].element.bind(to: &$1, from: $2 + 2)
        }
    }

    func write<Element: ListElement>(_ elements: [Element], of id: Int64, to connection: Connection) throws {
        let old = try connection.all(present, binding: id) {
            (position: $0[0] as Int, element: Element($0, from: 1))
        }
        // The arithmetic can overflow if another program has used the lowest or highest position.
        var last = (old.first?.position ?? 0) &- 1
        for (index, element) in elements.enumerated() {
            let exists = index < old.count
            last = exists ? old[index].position : last &+ 1
            if exists, old[index].element == element { continue }
            try connection.run(exists ? update : insert) {
                $0[1] = id
                $0[2] = last
                element.bind(to: &$0, from: 3)
            }
        }
        guard old.count > elements.count else { return }
        try connection.run(delete, binding: id, old[elements.count].position)
    }
}

/// A value that is stored in one row of a list table, together with its owner and position.
protocol ListElement: Hashable, Sendable {
    static var columns: [String] { get }
    init(_ row: borrowing Row, from index: Int)
    func bind(to parameters: inout Bindings, from index: Int)
}

extension String: ListElement {
    static var columns: [String] { ["value"] }

    init(_ row: borrowing Row, from index: Int) { self = row[index] }

    func bind(to parameters: inout Bindings, from index: Int) { parameters[index] = self }
}

extension TypedRecordID<Person>: ListElement {
    static var columns: [String] { ["person_id"] }

    init(_ row: borrowing Row, from index: Int) { self.init(rawValue: row[index]) }

    func bind(to parameters: inout Bindings, from index: Int) { parameters[index] = rawValue }
}

extension PostalAddress: ListElement {
    static var columns: [String] { ["street", "locality", "region", "postal_code", "country"] }

    init(_ row: borrowing Row, from index: Int) {
        self.init(
            street: row[index], locality: row[index + 1], region: row[index + 2], postalCode: row[index + 3],
            country: row[index + 4])
    }

    func bind(to parameters: inout Bindings, from index: Int) {
        for (offset, part) in [street, locality, region, postalCode, country].enumerated() {
            parameters[index + offset] = part
        }
    }
}

extension Labeled: ListElement where Value: ListElement {
    static var columns: [String] { ["label"] + Value.columns }

    init(_ row: borrowing Row, from index: Int) {
        self.init(row[index], Value(row, from: index + 1))
    }

    func bind(to parameters: inout Bindings, from index: Int) {
        parameters[index] = label
        value.bind(to: &parameters, from: index + 1)
    }
}
