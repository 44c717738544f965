import Model
import SQLite

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
        let order = order(listing.order, scope)
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

    /// Returns whether the selection is so large that reading all records in sort order and skipping the others is cheaper
    /// than sorting the selection for each page.
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
        guard let address = page.end else { return page.order.mayBeNull ? [.known, .unknown] : [.known] }
        let isKnown: Bool? =
            address.kind != Content.kind
            ? nil
            : try connection.first(
                "SELECT \(page.order.key) IS NOT NULL \(page.order.place)",
                binding: page.selection.parameter, address.number
            ) { $0[0] }
        guard let isKnown else { throw RecordProblem.notFound(address) }
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
    /// The record after which the page starts, or before which it ends.
    let end: RecordID?
    let limit: Int

    private var isFalling: Bool { isDescending != isBackwards }

    func sql(of part: Part) -> String {
        let direction = isFalling ? "DESC" : "ASC"
        let ordering = [part.hasOneKey ? nil : order.key, order.id].compactMap { $0.map { "\($0) \(direction)" } }
        return """
            SELECT \(order.id) FROM \(selection.source)
            WHERE \(selection.condition) AND \(condition(of: part))
            ORDER BY \(ordering.joined(separator: ", "))
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
