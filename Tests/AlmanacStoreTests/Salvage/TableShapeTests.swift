import SQLite
import Testing
@testable import AlmanacStore

/// The recognition of tables by the form of their rows and by the history.
struct TableShapeTests {
    let connection: Connection
    private let shapes: [TableShape]

    init() throws {
        connection = try .inMemory()
        try connection.execute(
            """
            CREATE TABLE item (
                id INTEGER PRIMARY KEY, name TEXT NOT NULL, size REAL, rank INTEGER, data BLOB, value,
                twice REAL AS (size * 2) VIRTUAL, note TEXT, more TEXT NOT NULL DEFAULT '');
            CREATE TABLE item_past (change_id INTEGER NOT NULL, name TEXT, note TEXT, extra TEXT);
            CREATE TABLE pair (extra TEXT, b INTEGER NOT NULL, a TEXT NOT NULL, rest TEXT, PRIMARY KEY (a, b))
            WITHOUT ROWID;
            CREATE TABLE pair_past (change_id INTEGER NOT NULL);
            CREATE INDEX pair_by_b ON pair (b, extra, rest);
            CREATE INDEX pair_by_extra ON pair (extra);
            CREATE TABLE name_key (key TEXT);
            CREATE TABLE present_step (id INTEGER);
            CREATE TABLE change (id INTEGER PRIMARY KEY, kind TEXT, record_id INTEGER, table_name TEXT);
            """)
        shapes = try TableShape.all(of: connection, added: ["item": ["note", "more"], "item_past": ["extra"]])
    }

    private func shape(_ name: String, isIndex: Bool = false) throws -> TableShape {
        try #require(shapes.first { $0.name == name && $0.isIndex == isIndex })
    }

    // MARK: - Forms

    @Test("The form of a table lists its stored columns, with the primary key first if there is no row ID")
    func columns() throws {
        let item = try shape("item")
        #expect(item.columns.map { $0?.name } == ["id", "name", "size", "rank", "data", "value", "note", "more"])
        #expect(item.columns.filter { $0?.isRequired == true }.map { $0?.name } == ["name", "more"])
        #expect(item.columns.filter { $0?.isOptional == true }.map { $0?.name } == ["note", "more"])
        #expect(item.hasRowID && item.rowIDColumn == "id" && item.isRecovered && !item.isPast)
        let past = try shape("item_past")
        #expect(past.columns.filter { $0?.isOptional == true }.map { $0?.name } == ["note", "extra"])
        #expect(past.isPast && past.hasRowID && past.rowIDColumn == nil)
        let pair = try shape("pair")
        #expect(pair.columns.map { $0?.name } == ["a", "b", "extra", "rest"])
        #expect(!pair.hasRowID && pair.rowIDColumn == nil)
        #expect(shapes.filter(\.isIndex).map { $0.columns.map { $0?.name } } == [["b", "extra", "rest", "a"]])
        #expect(try !shape("name_key").isRecovered && !shape("present_step").isRecovered)
        #expect(try shape("sqlite_sequence").columns.map { $0?.name } == ["name", "seq"])
    }

    @Test(
        "The type of a column determines which values it accepts",
        arguments: [
            (0, .integer(length: 1), false), (0, .zero, false), (1, .null, false), (1, .blob(length: 1), false),
            (1, .one, false), (1, .integer(length: 2), false), (1, .real, false), (2, .null, true),
            (2, .integer(length: 8), true), (2, .zero, true), (2, .text(length: 1), false),
            (2, .blob(length: 1), false), (3, .real, false), (3, .one, true), (3, .text(length: 1), false),
            (4, .text(length: 1), false), (4, .real, true), (4, .integer(length: 1), true), (5, .text(length: 9), true),
            (5, .blob(length: 9), true), (5, .real, true), (6, .null, true), (7, .null, false),
        ] as [(Int, RowFormat.ValueType, Bool)])
    func values(column: Int, type: RowFormat.ValueType, isAccepted: Bool) throws {
        var row: [RowFormat.ValueType] = [
            .null, .text(length: 1), .real, .integer(length: 1), .blob(length: 1), .null, .text(length: 0),
            .text(length: 0),
        ]
        let item = try shape("item")
        #expect(item.accepts(row))
        row[column] = type
        #expect(item.accepts(row) == isAccepted)
    }

    @Test("A row may lack only optional columns at its end")
    func missingColumns() throws {
        let row = [RowFormat.ValueType](repeating: .null, count: 1) + [.text(length: 1), .null, .null, .null, .null]
        let item = try shape("item")
        #expect(item.accepts(row) && item.accepts(row + [.null]) && !item.accepts(Array(row.dropLast())))
        #expect(item.accepts(row + [.null, .text(length: 1)]))
        #expect(!item.accepts(row + [.null, .text(length: 1), .null]))
    }

    @Test("The columns of a table are used in the order of the damaged database, including columns of other programs")
    func arrangement() throws {
        let item = try shape("item")
        let names = ["name", "id", "other", "size", "rank", "data", "value"]
        let arranged = item.arranged(as: names)
        #expect(arranged.columns.map { $0?.name } == ["name", "id", nil, "size", "rank", "data", "value"])
        let row: [RowFormat.ValueType] = [.text(length: 1), .null, .blob(length: 3), .null, .null, .null, .null]
        #expect(arranged.accepts(row) && !item.accepts(row))
        let last = item.arranged(as: ["id", "name", "size", "rank", "data", "value", "other"])
        #expect(last.accepts([.null, .text(length: 1), .null, .null, .null, .null]))
        // A list that lacks a required column is ignored.
        #expect(item.arranged(as: names.filter { $0 != "size" }).columns.count == 8)
        let pair = try shape("pair").arranged(as: ["extra", "b", "x", "a", "rest"])
        #expect(pair.columns.map { $0?.name } == ["a", "b", "extra", nil, "rest"])
        let index = try shape("pair", isIndex: true)
        #expect(index.arranged(as: ["extra", "b", "x", "a", "rest"]).columns.count == 4)
    }

    // MARK: - History

    @Test(
        "The history identifies a table if it contains at least half of the rows",
        arguments: [
            ([1, 2], "item_past"), ([1, 9], "item_past"), ([1, 8, 9], nil), ([1, 2, 8, 9], "item_past"),
            ([1, 7, 8, 9], nil), ([9], nil), ([], nil), ([1, 4], "item_past"), ([4, 4, 1], "pair_past"),
            ([3, 3], nil),
        ] as [([Int64], String?)])
    func evidence(changes: [Int64], table: String?) throws {
        try connection.execute(
            """
            INSERT INTO change (id, table_name) VALUES (1, 'item'), (2, 'item'), (3, 'note'), (4, 'pair');
            """)
        let evidence = HistoryEvidence(connection: connection, tables: [:])
        let rows: [HistoryEvidence.Row] = changes.map { ([.integer($0), .null], nil) }
        let candidates = [try shape("item_past"), try shape("pair_past")]
        #expect(try evidence.table(of: rows, among: candidates)?.name == table)
        if changes == [1, 4] {
            #expect(try evidence.table(of: rows, among: candidates.reversed())?.name == "pair_past")
        }
        #expect(try evidence.table(of: [([.text("1")], nil)], among: candidates) == nil)
    }

    @Test("A row is evidence only if the history contains its values as the new values of its record")
    func recordedRows() throws {
        try connection.execute(
            """
            CREATE TABLE person_email (
                person_id INTEGER NOT NULL, position INTEGER NOT NULL, value TEXT, PRIMARY KEY (person_id, position))
            WITHOUT ROWID;
            CREATE TABLE person_email_past (
                change_id INTEGER, is_new INTEGER, person_id INTEGER, position INTEGER, value TEXT);
            CREATE TABLE note (id INTEGER PRIMARY KEY, topic TEXT);
            CREATE TABLE note_past (change_id INTEGER, is_new INTEGER, id INTEGER, topic TEXT);
            INSERT INTO change (id, kind, record_id, table_name) VALUES
                (1, 'person', 7, 'person_email'), (2, 'group', 8, 'person_email'), (3, 'person', 9, 'note'),
                (4, 'note', 5, 'note');
            INSERT INTO person_email_past VALUES
                (1, 1, 7, 0, 'new'), (1, 0, 7, 1, 'old'), (1, 1, 7, 2, NULL), (2, 1, 8, 0, 'new'),
                (3, 1, 9, 0, 'new');
            INSERT INTO note_past VALUES (4, 1, 5, 'topic');
            """)
        let tables = Dictionary(
            uniqueKeysWithValues: try StoreTable.all(of: connection).map { ($0.name, $0) })
        let shapes = try TableShape.all(of: connection, added: [:])
        let emails = try #require(shapes.first { $0.name == "person_email" })
        let notes = try #require(shapes.first { $0.name == "note" })
        func isRecorded(_ row: HistoryEvidence.Row, _ shape: TableShape, _ tables: [String: StoreTable]) throws -> Bool
        {
            try HistoryEvidence(connection: connection, tables: tables).table(of: [row], among: [shape]) != nil
        }
        for (person, position, value, isFound) in [
            (7, 0, .text("new"), true), (7, 0, .text("other"), false), (7, 1, .text("old"), false), (7, 2, .null, true),
            (8, 0, .text("new"), false), (9, 0, .text("new"), false), (6, 0, .text("new"), false),
            (7, 1, .text("new"), false),
        ] as [(Int64, Int64, StoredValue, Bool)] {
            let row: HistoryEvidence.Row = ([.integer(person), .integer(position), value], nil)
            #expect(try isRecorded(row, emails, tables) == isFound, "\(person), \(position), \(value)")
        }
        #expect(try isRecorded(([.null, .text("topic")], 5), notes, tables))
        #expect(try !isRecorded(([.null, .text("topic")], 6), notes, tables))
        #expect(try !isRecorded(([.null, .text("topic")], 5), notes, tables.filter { $0.key != "note_past" }))
    }
}
