import Model
import SQLite
import Text

/// Functions that read records, with a fixed number of statements for each call or batch.
extension RecordTable {
    /// Returns a record.
    /// - Throws: `RecordProblem.notFound` if the record does not exist.
    func fetch(
        _ id: Int64, tied links: LinkLoader? = Content.links, from connection: Connection
    ) throws -> Record<Content> {
        guard let record = try fetch([id], tied: links, from: connection).first else {
            throw RecordProblem.notFound(RecordID(kind: Content.kind, number: id))
        }
        return record
    }

    /// Returns the records that exist, in the order of the given IDs.
    /// - Parameter links: A closure that loads the linked records, or `nil` to read none.
    @specialized(where Content == Person)
    @specialized(where Content == Planet)
    func fetch(
        _ ids: [Int64], tied links: LinkLoader? = Content.links, from connection: Connection
    ) throws -> [Record<Content>] {
        // The function is specialized for the kinds with many records.
        guard !ids.isEmpty else { return [] }
        let wanted = WantedIDs(ids)
        let names =
            ["id", "uuid", "created", "modified", "version"] + columns.map(\.name) + ["display_name"]
            + (Content.cardVersion == nil ? [] : ["card_version"])
        var outdated: [Int64] = []
        var records = [Int64: Record<Content>](minimumCapacity: ids.count)
        try connection.forEach(
            """
            SELECT \(names.joined(separator: ", ")) FROM \(name)
            WHERE id \(wanted.condition)
            """, binding: wanted.value
        ) { row in
            var record = try record(row[0], of: row)
            // The title is empty if another program wrote the row without one. A title may depend on the lists read
            // below.
            record.title = row[5 + columns.count]
            if let version = Content.cardVersion, row[6 + columns.count] < version {
                outdated.append(record.id.rawValue)
            }
            records[record.id.rawValue] = record
        }
        for list in lists {
            try connection.forEach(list.select(wanted), binding: wanted.value) { row in
                guard let place = records.index(forKey: row[0]) else { return }
                try list.append(&records.values[place].content, row)
            }
        }
        // These values are stored with the next change of the record.
        for id in outdated {
            guard let place = records.index(forKey: id) else { continue }
            records.values[place].content = records.values[place].content.readingCardAgain()
            records.values[place].hasUnstoredValues = true
        }
        // Only the titles of persons depend on the name rules of the database. Other titles depend only on the content.
        let isStored = Content.kind == .person
        let untitled = records.filter { !isStored || $0.value.title.isEmpty }
        if !untitled.isEmpty {
            let order = isStored ? try NameRules(of: connection).order : .card
            for (id, record) in untitled { records[id]?.title = record.content.title(in: order) }
        }
        for (id, links) in try links?(ids, connection) ?? [:] { records[id]?.links = links }
        return ids.compactMap { records[$0] }
    }

    /// Calls a closure with all records, in batches sorted by ID.
    /// - Parameter links: A closure that loads the linked records, or `nil` to read none.
    func forEachBatch(
        tied links: LinkLoader? = nil, in connection: Connection, _ use: ([Record<Content>]) throws -> Void
    ) throws {
        var last: Int64 = 0
        while true {
            let ids: [Int64] = try connection.all(
                "SELECT id FROM \(name) WHERE id > ?1 ORDER BY id LIMIT 500", binding: last
            ) { $0[0] }
            guard let end = ids.last else { return }
            try use(try fetch(ids, tied: links, from: connection))
            last = end
        }
    }

    /// Returns the record in a row, without its title, lists, or links. The metadata starts at index 1, and the columns
    /// follow it.
    ///
    /// Invalid values from other programs are omitted, so that one bad date does not hide an entire list. `check`
    /// reports them.
    func record(_ id: Int64, of row: borrowing Row) throws -> Record<Content> {
        var content = Content()
        for offset in columns.indices {
            do {
                try columns[offset].read(&content, row, 5 + offset)
            } catch let error as SQLiteError where error.code == .mismatch {
                continue
            }
        }
        return Record(
            id: TypedRecordID(rawValue: id), uuid: row[1], created: try row[2], modified: try row[3], version: row[4],
            content: content, title: "")
    }
}

extension RecordTable {
    /// Returns references to the records with a given name or alias.
    func named(_ text: String, in connection: Connection) throws -> [RecordReference] {
        let exact = try keyed(NameKey.key(for: text), in: connection)
        guard exact.isEmpty, isCatalog else { return exact }
        for key in StarSpellings.keys(of: text) {
            let found = try keyed(key, in: connection)
            if !found.isEmpty { return found }
        }
        return []
    }

    private func keyed(_ key: String, in connection: Connection) throws -> [RecordReference] {
        try connection.all(
            """
            SELECT id, display_name FROM name_key JOIN \(name) ON id = record_id
            WHERE key = ?1 AND name_key.kind = ?2
            ORDER BY sort_key, id
            """, binding: key, Content.kind
        ) { row in
            RecordReference(id: RecordID(kind: Content.kind, number: row[0]), name: row[1])
        }
    }
}

/// Lists with keyset pagination. A page starts after or ends before the key of a given record, so all pages are equally
/// fast.
extension RecordTable {
    func list(_ listing: ListRequest<Content>, in connection: Connection) throws -> ResultPage<Record<Content>> {
        let page = try page(listing, in: connection)
        var ids: [Int64] = []
        for part in try parts(of: page, in: connection) where ids.count <= page.limit {
            let wanted = page.limit + 1 - ids.count
            ids += try connection.all(page.sql(of: part), { page.parameters(limit: wanted).bind(to: &$0) }) { $0[0] }
        }
        let shown = Array(ids.prefix(page.limit))
        let records = try fetch(page.isBackwards ? shown.reversed() : shown, from: connection)
        return ResultPage(records, hasMore: ids.count > page.limit)
    }

    /// Returns the statements that list the records of a page, with their query plans.
    func explain(_ listing: ListRequest<Content>, in connection: Connection) throws -> [StatementPlan] {
        let page = try page(listing, in: connection)
        return try parts(of: page, in: connection).map { part in
            let sql = page.sql(of: part)
            return StatementPlan(
                sql: sql, parameters: page.parameters(limit: page.limit + 1), plan: try connection.queryPlan(sql))
        }
    }

    func count(
        _ listScope: ListScope, matching text: String = "", where filter: Filter? = nil, in connection: Connection
    ) throws -> Int {
        let (selection, _) = try selection(listScope, matching: text, where: filter, in: connection)
        return try connection.first(
            "SELECT count(*) FROM \(selection.source) WHERE \(selection.condition)",
            { selection.parameters.bind(to: &$0) }
        ) { $0[0] } ?? 0
    }

    /// Returns the number of records before a record in a list.
    func count(before id: RecordID, in listing: ListRequest<Content>, _ connection: Connection) throws -> Int {
        var preceding = listing
        (preceding.after, preceding.before) = (nil, id)
        let page = try page(preceding, in: connection)
        return try parts(of: page, in: connection).reduce(0) { sum, part in
            let sql = "SELECT count(*) FROM (\(page.sql(of: part)))"
            // A negative limit means no limit.
            return try sum + (connection.first(sql, { page.parameters(limit: -1).bind(to: &$0) }) { $0[0] } ?? 0)
        }
    }

    private func page(_ listing: ListRequest<Content>, in connection: Connection) throws -> ListQuery {
        var (selection, scope) = try selection(
            listing.scope, matching: listing.text, where: listing.filter, in: connection)
        var order = order(listing.order, scope)
        // Otherwise, reading a page that is not full would also read all records without a value.
        if listing.filter?.condition.requires(listing.order.rawValue) == true { order.mayBeNull = false }
        let limit = max(0, min(listing.limit, Int.max - 1))
        // A filter or a search may match few of many members.
        if let sorted = selection.sortedSource, order != .member, listing.filter == nil, listing.text.isEmpty,
            try hasMany(self.scope(scope), forPagesOf: limit, in: connection)
        {
            selection.source = sorted
        }
        return ListQuery(
            selection: selection, order: order, isDescending: listing.isDescending,
            isBackwards: listing.before != nil, end: listing.before ?? listing.after, limit: limit)
    }

    /// Returns whether the selection is so large that reading all records in sort order and skipping those that are not
    /// selected is cheaper than sorting the selection for each page.
    private func hasMany(_ selection: Selection, forPagesOf limit: Int, in connection: Connection) throws -> Bool {
        let last = try connection.first("SELECT max(id) FROM \(name)") { $0[0] as Int? } ?? nil
        let enough = Int((Double(limit) * Double(max(0, last ?? 0))).squareRoot())
        return try connection.first(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM \(selection.source) WHERE \(selection.condition) LIMIT ?2)
            """, binding: selection.parameter, enough
        ) { $0[0] == enough } ?? false
    }

    /// Returns the ranges of the sort index from which a page is read, in reading order.
    private func parts(of page: ListQuery, in connection: Connection) throws -> [ListQuery.Part] {
        guard let recordID = page.end else { return page.order.mayBeNull ? [.known, .unknown] : [.known] }
        let isKnown: Bool? =
            recordID.kind != Content.kind
            ? nil
            : try connection.first(
                "SELECT \(page.order.key) IS NOT NULL \(page.order.place)",
                binding: page.selection.parameter, recordID.number
            ) { $0[0] }
        guard let isKnown else { throw RecordProblem.notFound(recordID) }
        if !isKnown { return page.isBackwards ? [.unknownBeyond, .known] : [.unknownBeyond] }
        return page.order.mayBeNull && !page.isBackwards ? [.equal, .beyond, .unknown] : [.equal, .beyond]
    }

    /// Returns the sort key of a list. Only the members of a group can be sorted by position; other lists use the name
    /// instead.
    func order(_ order: RecordOrder<Content>, _ scope: ListScope) -> OrderColumn {
        if order.rawValue == RecordOrder<Person>.member.rawValue, case .of(let owner) = scope, owner.kind == .group {
            return .member
        }
        return OrderColumn(order)
    }
}

extension FilterCondition {
    /// Returns whether only records that have a value in the field match.
    fileprivate func requires(_ field: String) -> Bool {
        switch self {
        case .all(let conditions): conditions.contains { $0.requires(field) }
        case .compare(let compared, _, _), .not(.unknown(let compared)): compared.name == field
        case .any, .not, .unknown, .estimated, .measured, .hasEstimates, .inHabitableZone: false
        }
    }
}

/// The statements that read a page of a list.
private struct ListQuery {
    /// A range of the sort index. Records without a key come last.
    enum Part {
        case known, equal, beyond, unknown, unknownBeyond

        /// Whether all records in the part have the same key.
        var hasOneKey: Bool { self == .equal || self == .unknown || self == .unknownBeyond }
    }

    let selection: Selection
    let order: OrderColumn
    /// Whether the whole list is descending.
    let isDescending: Bool
    /// Whether the page is read toward the beginning of the list.
    let isBackwards: Bool
    /// The record after which the page starts, or before which it ends; `nil` for the first page.
    let end: RecordID?
    let limit: Int

    private var isFalling: Bool { isDescending != isBackwards }

    func sql(of part: Part) -> String {
        let direction = isFalling ? "DESC" : "ASC"
        let ordering = [part.hasOneKey ? nil : order.key, order.id].compactMap { $0.map { "\($0) \(direction)" } }
            .joined(separator: ", ")
        func select(_ source: String, _ condition: String) -> String {
            """
            SELECT \(order.id) FROM \(source)
            WHERE \(condition) AND \(self.condition(of: part))
            ORDER BY \(ordering)
            LIMIT ?3
            """
        }
        if selection.branches.isEmpty { return select(selection.source, selection.condition) }
        let found = selection.branches.map { "SELECT id FROM (\(select($0.source, $0.condition)))" }
        return """
            WITH found AS MATERIALIZED (\(found.joined(separator: "\nUNION\n")))
            SELECT \(order.id) FROM found CROSS JOIN \(selection.source) ON \(order.id) = found.id
            ORDER BY \(ordering)
            LIMIT ?3
            """
    }

    func parameters(limit: Int) -> [StatementPlan.Parameter] {
        let place = [(2, end.map { Int($0.number) }), (3, limit)]
        return
            (selection.parameters
            + place.compactMap { number, value in
                value.map { StatementPlan.Parameter(number: number, value: .integer($0)) }
            }).sorted { $0.number < $1.number }
    }

    private func condition(of part: Part) -> String {
        let beyond = isFalling ? "<" : ">"
        let lastKey = "(SELECT \(order.key) \(order.place))"
        return switch part {
        case .known: order.isKnown
        case .equal: "\(order.key) = \(lastKey) AND \(order.id) \(beyond) ?2"
        case .beyond: "\(order.key) \(beyond) \(lastKey)"
        case .unknown: "\(order.key) IS NULL"
        case .unknownBeyond: "\(order.key) IS NULL AND \(order.id) \(beyond) ?2"
        }
    }
}

/// The sort key of a list: a column or an expression, followed by the ID.
struct OrderColumn: Hashable, Sendable {
    let key: String
    let id: String
    /// The FROM and WHERE clauses that select the sort key of the record ?2.
    let place: String
    /// Whether values may be missing. Records without a value come last.
    var mayBeNull = false
    /// The SQL condition that the value is known, if SQLite does not use the index of the key for IS NOT NULL;
    /// otherwise `nil`.
    private var known: String?

    /// The SQL condition that the value is known.
    var isKnown: String { known ?? "\(key) IS NOT NULL" }
}

extension OrderColumn {
    init<Content>(_ order: RecordOrder<Content>) {
        let field = Content.fields.first { $0.order != nil && $0.filters.first?.name == order.rawValue }
        if case .key(let key, let mayBeMissing)? = field?.order {
            self.init(key: "\(Content.kind.table).\(key)", of: Content.kind.table, mayBeNull: mayBeMissing)
        } else {
            self = Self.value(of: order.rawValue, in: Content.kind)
        }
    }

    /// Returns the sort key of a filter field, or of the name if the field cannot be used for sorting. Text is sorted
    /// regardless of the case of ASCII letters.
    private static func value(of name: String, in kind: Kind) -> OrderColumn {
        let table = kind.table
        guard let column = FilterColumns.all(of: kind)[name]?.expression,
            let field = FilterField.all(of: kind).first(where: { $0.name == name })
        else { return OrderColumn(key: "\(table).sort_key", of: table) }
        switch field.values {
        case .text, .phone:
            let key = "\(column) COLLATE NOCASE"
            // SQLite uses an index on an expression for `>`, but not for IS NOT NULL.
            return OrderColumn(key: key, of: table, mayBeNull: true, known: "\(key) > ''")
        case .choice: return OrderColumn(key: column, of: table)
        case .name, .integer, .figure, .date, .period, .flag:
            let isStored = ["created", "modified", "version"].contains(name)
            return OrderColumn(key: column, of: table, mayBeNull: !isStored)
        }
    }

    /// The sort key for the members of the group ?1.
    static let member = OrderColumn(
        key: "membership.position", id: "membership.person_id",
        place: "FROM membership WHERE group_id = ?1 AND person_id = ?2")

    private init(key: String, of table: String, mayBeNull: Bool = false, known: String? = nil) {
        self.init(
            key: key, id: "\(table).id", place: "FROM \(table) WHERE id = ?2", mayBeNull: mayBeNull, known: known)
    }
}

/// The IDs of the records to read, and the condition that compares a column with them.
struct WantedIDs {
    // For `IN`, SQLite collects the IDs in a temporary tree, which takes longer than reading a single record.
    static let single = "= ?1"
    static let several = "IN (SELECT value FROM json_each(?1))"

    let isSingle: Bool
    /// The value of ?1.
    let value: any Bindable

    init(_ ids: [Int64]) {
        isSingle = ids.count == 1
        value = ids.count == 1 ? ids[0] : ids.json
    }

    var condition: String { isSingle ? Self.single : Self.several }
}

extension Collection<Int64> {
    var json: String { "[" + map(String.init).joined(separator: ",") + "]" }
}
