import Model
import SQLite

/// A table that stores the ordered values of a list field, such as email addresses or aliases.
struct ContentList<Content: Recordable>: Sendable {
    let table: String
    /// The column with the ID of the record.
    let owner: String
    let columns: [String]
    let isEqual: @Sendable (Content, Content) -> Bool
    /// A closure that inserts the values of new records.
    let add: @Sendable ([NewRecord<Content>], Connection) throws -> Void
    /// A closure that replaces the values of a record, writing only the differences.
    let write: @Sendable (Content, Int64, Connection) throws -> Void
    /// A closure that appends the value of a row to the content. The value starts in the second column of the row.
    let append: @Sendable (inout Content, borrowing Row) throws -> Void
    /// The statement that reads the values of several records, and that of a single record.
    let select, selectOne: String

    /// Creates a list for a field with several values.
    /// - Parameter owner: The column with the ID of the record.
    init<Element: ListElement>(
        _ table: String, owner: String, _ path: WritableKeyPath<Content, [Element]> & Sendable
    ) {
        self.table = table
        self.owner = owner
        columns = Element.columns
        let columns = Element.columns.joined(separator: ", ")
        let places = Element.columns.indices.map { "?\($0 + 3)" }.joined(separator: ", ")
        let present = "SELECT position, \(columns) FROM \(table) WHERE \(owner) = ?1 ORDER BY position"
        let delete = "DELETE FROM \(table) WHERE \(owner) = ?1 AND position > ?2"
        let update = "UPDATE \(table) SET (\(columns)) = (\(places)) WHERE \(owner) = ?1 AND position = ?2"
        let insert = "INSERT INTO \(table) (\(owner), position, \(columns)) VALUES (?1, ?2, \(places))"
        func select(_ condition: String) -> String {
            """
            SELECT \(owner), \(columns) FROM \(table)
            WHERE \(owner) \(condition)
            ORDER BY \(owner), position
            """
        }
        (self.select, selectOne) = (select(WantedIDs.several), select(WantedIDs.single))
        isEqual = { $0[keyPath: path] == $1[keyPath: path] }
        append = { content, row in content[keyPath: path].append(Element(row, from: 1)) }
        add = { records, connection in
            var rows: [(id: Int64, position: Int, element: Element)] = []
            for record in records {
                for (position, element) in record.content[keyPath: path].enumerated() {
                    rows.append((record.id, position, element))
                }
            }
            try connection.insert(rows.count, rowsInto: table, [owner, "position"] + Element.columns) {
                $1[$2] = rows[$0].id
                $1[$2 + 1] = rows[$0].position
                rows[$0].element.bind(to: &$1, from: $2 + 2)
            }
        }
        write = { content, id, connection in
            let new = content[keyPath: path]
            let old = try connection.all(present, binding: id) {
                (position: $0[0] as Int, element: Element($0, from: 1))
            }
            // The addition can overflow if another program has used the highest position.
            var last = (old.first?.position ?? 0) &- 1
            for (index, element) in new.enumerated() {
                let exists = index < old.count
                last = exists ? old[index].position : last &+ 1
                if exists, old[index].element == element { continue }
                try connection.run(exists ? update : insert) {
                    $0[1] = id
                    $0[2] = last
                    element.bind(to: &$0, from: 3)
                }
            }
            guard old.count > new.count else { return }
            try connection.run(delete, binding: id, last)
        }
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
