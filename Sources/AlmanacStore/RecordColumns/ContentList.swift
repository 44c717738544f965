import Model
import SQLite

/// A table that stores the ordered values of a list field, such as email addresses or aliases.
struct ContentList<Content: Recordable>: Sendable {
    private let statements: ListStatements
    let isEqual: @Sendable (Content, Content) -> Bool
    /// A closure that inserts the values of new records.
    let add: @Sendable ([NewRecord<Content>], Connection) throws -> Void
    /// A closure that replaces the values of a record, writing only the differences.
    let write: @Sendable (Content, Int64, Connection) throws -> Void
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

    /// Returns the statement that reads the values of some records.
    func select(_ wanted: WantedIDs) -> String { wanted.isSingle ? statements.selectOne : statements.select }
}

/// The statements that read and write a list table.
private struct ListStatements {
    let table: String
    let owner: String
    let columns: [String]
    /// The statement that reads the values of several records, and that of a single record.
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
        // The addition can overflow if another program has used the highest position.
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
