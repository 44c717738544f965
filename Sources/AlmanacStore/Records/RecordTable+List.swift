import Model
import SQLite

/// Lists by keyset: a page begins behind the key of the last record seen, so no page is slower than the first.
extension RecordTable {
    func list(_ listing: Listing<Content.Order>, in connection: Connection) throws -> Slice<Content> {
        let limit = max(0, min(listing.limit, Int.max - 1))
        let isBackwards = listing.before != nil
        let end = listing.before ?? listing.after
        let (selection, scope) = try selection(listing.scope, matching: listing.text, in: connection)
        let page = Page(
            selection: selection, order: order(listing.order, scope),
            isDescending: listing.isDescending != isBackwards, end: end?.number)
        var ids: [Int64] = []
        for part in try parts(of: page, beyond: end, isBackwards: isBackwards, in: connection) where ids.count <= limit
        {
            ids += try page.ids(in: part, limit: limit + 1 - ids.count, from: connection)
        }
        let shown = Array(ids.prefix(limit))
        return Slice(try fetch(isBackwards ? shown.reversed() : shown, from: connection), hasMore: ids.count > limit)
    }

    func count(_ listScope: ListScope, matching text: String = "", in connection: Connection) throws -> Int {
        let (selection, _) = try selection(listScope, matching: text, in: connection)
        return try connection.first(
            "SELECT count(*) FROM \(selection.source) WHERE \(selection.condition)",
            {
                if let parameter = selection.parameter { $0[1] = parameter }
                if let match = selection.match { $0[4] = match }
            }
        ) { $0[0] } ?? 0
    }

    /// Where the rest of the list is to be looked for.
    private func parts(
        of page: Page, beyond address: Address?, isBackwards: Bool, in connection: Connection
    ) throws -> [Page.Part] {
        guard let address else { return page.order.mayBeNull ? [.known, .unknown] : [.known] }
        let isKnown: Bool? =
            address.kind != Content.kind
            ? nil
            : try connection.first(
                "SELECT \(page.order.key) IS NOT NULL \(page.order.place)",
                {
                    $0[1] = page.selection.parameter
                    $0[2] = address.number
                }
            ) { $0[0] }
        guard let isKnown else { throw RecordProblem.notFound(address) }
        if !isKnown { return isBackwards ? [.unknownBeyond, .known] : [.unknownBeyond] }
        return page.order.mayBeNull && !isBackwards ? [.equal, .beyond, .unknown] : [.equal, .beyond]
    }
}

/// What the statements of a page agree on.
private struct Page {
    /// Records by their key, those without one last; with a record at its end, each part is one range of an index.
    enum Part { case known, equal, beyond, unknown, unknownBeyond }

    let selection: Selection
    let order: OrderColumn
    let isDescending: Bool
    /// The record that it begins behind, or ends before.
    let end: Int64?

    func ids(in part: Part, limit: Int, from connection: Connection) throws -> [Int64] {
        let direction = isDescending ? "DESC" : "ASC"
        return try connection.all(
            """
            SELECT \(order.id) FROM \(selection.source)
            WHERE \(selection.condition) AND \(condition(of: part))
            ORDER BY \(order.key) \(direction), \(order.id) \(direction)
            LIMIT ?3
            """,
            {
                $0[1] = selection.parameter
                $0[2] = end
                $0[3] = limit
                if let match = selection.match { $0[4] = match }
            }
        ) { $0[0] }
    }

    private func condition(of part: Part) -> String {
        let beyond = isDescending ? "<" : ">"
        let lastKey = "(SELECT \(order.key) \(order.place))"
        return switch part {
        case .known: "\(order.key) IS NOT NULL"
        case .equal: "\(order.key) = \(lastKey) AND \(order.id) \(beyond) ?2"
        case .beyond: "\(order.key) \(beyond) \(lastKey)"
        case .unknown: "\(order.key) IS NULL"
        case .unknownBeyond: "\(order.key) IS NULL AND \(order.id) \(beyond) ?2"
        }
    }
}
