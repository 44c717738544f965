import Model
import SQLite

/// Lists by keyset: a page begins behind the key of the last record seen, so no page is slower than the first.
extension RecordTable {
    func list(_ listing: Listing<Content.Order>, in connection: Connection) throws -> Slice<Content> {
        let limit = max(0, min(listing.limit, Int.max - 1))
        var page = Page(selection: scope(listing.scope), order: order(listing.order, listing.scope), limit: limit + 1)
        page.isDescending = listing.isDescending
        let start = try listing.after.map { try cursor($0, on: page, in: connection) }

        var ids: [Int64] = []
        if start?.isKnown != false {
            ids = try page.ids(where: .known, after: start?.id, in: connection)
        }
        if page.order.mayBeNull, ids.count < page.limit {
            page.limit -= ids.count
            ids += try page.ids(where: .unknown, after: start?.isKnown == false ? start?.id : nil, in: connection)
        }
        return Slice(try fetch(Array(ids.prefix(limit)), from: connection), hasMore: ids.count > limit)
    }

    func count(_ listScope: ListScope, in connection: Connection) throws -> Int {
        let selection = scope(listScope)
        return try connection.first(
            "SELECT count(*) FROM \(selection.source) WHERE \(selection.condition)",
            { if let parameter = selection.parameter { $0[1] = parameter } }) { $0[0] } ?? 0
    }

    private func cursor(_ address: Address, on page: Page, in connection: Connection) throws -> (id: Int64, isKnown: Bool) {
        let isKnown: Bool? = address.kind != Content.kind ? nil : try connection.first(
            "SELECT \(page.order.key) IS NOT NULL \(page.order.place)",
            { $0[1] = page.selection.parameter; $0[2] = address.number }) { $0[0] }
        guard let isKnown else { throw RecordProblem.notFound(address) }
        return (address.number, isKnown)
    }
}

/// What both statements of a page agree on.
private struct Page {
    /// Records without a value for the order come last, whichever way it goes.
    enum Part { case known, unknown }

    let selection: Selection
    let order: OrderColumn
    var limit: Int
    var isDescending = false

    func ids(where part: Part, after id: Int64?, in connection: Connection) throws -> [Int64] {
        let direction = isDescending ? "DESC" : "ASC"
        let beyond = isDescending ? "<" : ">"
        let condition: String, sorting: String
        switch part {
        case .known:
            condition = "\(order.key) IS NOT NULL"
                + (id == nil ? "" : " AND (\(order.key), \(order.id)) \(beyond) (SELECT \(order.key), \(order.id) \(order.place))")
            sorting = "\(order.key) \(direction), \(order.id) \(direction)"
        case .unknown:
            condition = "\(order.key) IS NULL" + (id == nil ? "" : " AND \(order.id) \(beyond) ?2")
            sorting = "\(order.id) \(direction)"
        }
        return try connection.all("""
            SELECT \(order.id) FROM \(selection.source)
            WHERE \(selection.condition) AND \(condition)
            ORDER BY \(sorting)
            LIMIT ?3
            """, {
                $0[1] = selection.parameter
                $0[2] = id
                $0[3] = limit
            }) { $0[0] }
    }
}
