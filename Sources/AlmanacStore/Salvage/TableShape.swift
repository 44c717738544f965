import SQLite

/// The form of a table’s stored rows, used to recognize the table’s pages.
struct TableShape {
    struct Column {
        let name: String
        let type: String
        let isRequired: Bool
        /// Whether older rows lack the column.
        let isOptional: Bool

        func accepts(_ value: RowFormat.ValueType) -> Bool {
            switch value {
            case .null: !isRequired
            case .zero, .one, .integer: type != "TEXT"
            case .real: type != "TEXT" && type != "INTEGER"
            case .text: type == "TEXT" || type.isEmpty
            case .blob: type == "BLOB" || type.isEmpty
            }
        }
    }

    /// The name of the table, even if the shape describes an index.
    let name: String
    /// Whether the shape describes the rows of an index on the table. Rows of the index may have the same form as rows
    /// of the table.
    private(set) var isIndex = false
    let hasRowID: Bool
    /// Whether rows of the table are recovered. Other tables are recognized only so that their pages are not mistaken
    /// for pages of similar tables.
    let isRecovered: Bool
    /// The stored columns in file order, with the primary key first if there is no row ID. A column of another program
    /// is `nil`.
    private(set) var columns: [Column?]
    /// The column that contains the row ID, or `nil` if there is no such column.
    let rowIDColumn: String?
    /// The primary key of a table without row IDs.
    private let key: [String]

    /// The shape of the schema table, which lists the tables and indexes.
    static let schema = TableShape(
        "sqlite_schema",
        [("type", "TEXT"), ("name", "TEXT"), ("tbl_name", "TEXT"), ("rootpage", "INTEGER"), ("sql", "TEXT")])
    /// The shape of the table that contains the highest row IDs issued so far.
    static let sequences = TableShape("sqlite_sequence", [("name", "TEXT"), ("seq", "INTEGER")])

    private init(_ name: String, _ columns: [(name: String, type: String)]) {
        (self.name, hasRowID, isRecovered, rowIDColumn, key) = (name, true, true, nil, [])
        self.columns = columns.map {
            Column(name: $0.name, type: $0.type, isRequired: $0.name != "sql", isOptional: false)
        }
    }

    /// Returns the shapes of all tables in the current schema, followed by the shapes of indexes that contain all
    /// columns of a table without row IDs.
    /// - Parameter added: The columns that migrations have added to each table, which older rows lack.
    static func all(of connection: Connection, added: [String: Set<String>]) throws -> [TableShape] {
        let recovered = Set(try StoreTable.all(of: connection).filter(\.isRecovered).map(\.name))
        let names = try connection.all(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')"
        ) { $0[0] as String }
        let tables = try names.filter { !$0.hasPrefix("sqlite_") }.map {
            let recorded = $0.hasSuffix("_past") ? String($0.dropLast("_past".count)) : $0
            return try TableShape(
                of: $0, isRecovered: recovered.contains($0),
                optional: (added[recorded] ?? []).union(added[$0] ?? []), on: connection)
        }
        let indexes = try tables.filter { $0.isRecovered && !$0.hasRowID }.flatMap { table in
            try connection.all(
                """
                SELECT group_concat(column.name, ' ') FROM pragma_index_list(?1) AS "index"
                JOIN pragma_index_xinfo("index".name) AS column
                WHERE "index".origin = 'c'
                GROUP BY "index".name HAVING count(*) = ?2
                """, binding: table.name, table.columns.count
            ) { table.index(of: ($0[0] as String).split(separator: " ").map(String.init)) }
        }
        return tables + [.sequences] + indexes
    }

    /// Returns the shape of an index’s rows.
    private func index(of names: [String]) -> TableShape {
        var shape = self
        shape.isIndex = true
        shape.columns = names.map { name in columns.first { $0?.name == name } ?? nil }
        return shape
    }

    private init(
        of table: String, isRecovered: Bool, optional: Set<String>, on connection: Connection
    ) throws {
        (name, self.isRecovered) = (table, isRecovered)
        let hasRowID = try connection.hasRow(
            "SELECT 1 FROM pragma_table_list(?1) WHERE schema = 'main' AND NOT wr", binding: table)
        // Virtual generated columns (hidden = 2) are not stored.
        let columns = try connection.all(
            """
            SELECT name, type, "notnull", pk FROM pragma_table_xinfo(?1)
            WHERE hidden <> 2
            ORDER BY cid
            """, binding: table
        ) { row in
            let (name, type, isRequired, key): (String, String, Bool, Int) = (row[0], row[1], row[2], row[3])
            let isRowID = hasRowID && key == 1 && type == "INTEGER"
            return (
                key: key, isRowID: isRowID,
                column: Column(
                    name: name, type: type, isRequired: isRequired && !isRowID, isOptional: optional.contains(name))
            )
        }
        self.hasRowID = hasRowID
        rowIDColumn = columns.first(where: \.isRowID)?.column.name
        let key = hasRowID ? [] : columns.filter { $0.key > 0 }.sorted { $0.key < $1.key }
        self.key = key.map(\.column.name)
        self.columns = (key + columns.filter { hasRowID || $0.key == 0 }).map(\.column)
    }

    /// Returns the shape with the columns of the damaged database, in their order. Returns the current shape if the
    /// list of columns cannot be correct.
    func arranged(as names: [String]) -> TableShape {
        let known = columns.compactMap(\.self)
        guard !isIndex, known.allSatisfy({ $0.isOptional || names.contains($0.name) }) else { return self }
        var shape = self
        shape.columns = (key + names.filter { !key.contains($0) }).map { name in known.first { $0.name == name } }
        return shape
    }

    /// Returns whether a row with values of the given types can belong to the table.
    func accepts(_ types: [RowFormat.ValueType]) -> Bool {
        guard types.count <= columns.count else { return false }
        return columns.dropFirst(types.count).allSatisfy { $0?.isOptional ?? true }
            && zip(types, columns).allSatisfy { type, column in
                guard let column else { return true }
                return column.name == rowIDColumn ? type == .null : column.accepts(type)
            }
    }

    /// Whether the table contains the former rows of another table.
    var isPast: Bool { name.hasSuffix("_past") }
}

/// The recovered history as evidence for a page’s table, if several tables have rows of the same form.
struct HistoryEvidence {
    /// A stored row and its row ID, if it has one.
    typealias Row = (values: [StoredValue], rowID: Int64?)

    let connection: Connection
    let tables: [String: StoreTable]

    /// Returns the table for which the history contains the largest number of the given rows, or `nil` if it contains
    /// none or fewer than half of them. If several tables have the same number, the first is returned.
    /// - Parameter rows: Some rows of the page.
    func table(of rows: [Row], among candidates: [TableShape]) throws -> TableShape? {
        let counts = try candidates.map { shape in try rows.count { try isRecorded($0, shape) } }
        guard let greatest = counts.max(), greatest > 0, greatest * 2 >= rows.count else { return nil }
        return counts.firstIndex(of: greatest).map { candidates[$0] }
    }

    private func isRecorded(_ row: Row, _ shape: TableShape) throws -> Bool {
        if shape.isPast {
            guard let change = row.values.first?.integer else { return false }
            return try connection.hasRow(
                "SELECT 1 FROM change WHERE id = ?1 AND table_name || '_past' = ?2", binding: change, shape.name)
        }
        guard let table = tables[shape.name], tables[table.past] != nil, let owner = table.owner else { return false }
        let values = zip(shape.columns, row.values).compactMap { column, value in
            column.map { ($0.name, $0.name == shape.rowIDColumn ? row.rowID.map(StoredValue.integer) ?? value : value) }
        }
        guard let number = values.first(where: { $0.0 == owner.column })?.1 else { return false }
        let recorded = values.filter { table.recordedNames.contains($0.0) }
        let isSame = recorded.enumerated().map { "past.\($1.0.quotedIdentifier) IS ?\($0 + 3)" }
        // For memberships, the past rows are read first, because a group can have many more changes than a member.
        let sources = ["change", "\(table.past) AS past"]
        return try connection.first(
            """
            SELECT 1 FROM \((table.isMembership ? sources.reversed() : sources).joined(separator: " CROSS JOIN "))
            WHERE past.change_id = change.id AND past.is_new = 1
                AND change.kind = ?1 AND change.record_id = ?2 AND change.table_name = '\(table.name)'
                AND \(isSame.joined(separator: " AND "))
            """,
            {
                $0[1] = owner.kind
                number.bind(to: &$0, at: 2)
                for (index, column) in recorded.enumerated() { column.1.bind(to: &$0, at: index + 3) }
            }, { _ in true }) ?? false
    }
}
