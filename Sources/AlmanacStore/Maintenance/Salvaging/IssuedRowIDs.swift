import SQLite

/// The numbers that the database attached as `damaged` has given to rows, as other tables than their own tell them.
struct IssuedRowIDs {
    let connection: Connection

    /// The last that rows of a table can be found by; nil where nothing tells it.
    func last(of table: StoreTable) -> Int64? {
        if let own = greatest("seq", in: "sqlite_sequence", where: "name = '\(table.name)'") { return own }
        if table.name == "step", let step = greatest("step_id", in: "change") { return step }
        return table.isHistory ? lastChange : greatest("seq", in: "sqlite_sequence")
    }

    private var lastChange: Int64? {
        let pasts = (try? StoreTable.all(of: connection))?.map(\.name).filter { $0.hasSuffix("_past") } ?? []
        let told = pasts.map { greatest("change_id", in: $0) } + [greatest("id", in: "change")]
        return told.compactMap(\.self).max()
    }

    private func greatest(_ column: String, in table: String, where condition: String = "TRUE") -> Int64? {
        try? connection.first("SELECT max(\(column)) FROM damaged.\(table) WHERE \(condition)") {
            $0[0] as Int64?
        } ?? nil
    }
}
