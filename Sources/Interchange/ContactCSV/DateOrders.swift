import Text

/// In which order the columns of dates have day and month. One date that can be read in one way only tells it of its
/// whole column, also of the rows before it: those wait for it.
struct DateOrders: Sendable {
    private enum Knowledge {
        case said(TableDate.Order)
        case proven(TableDate.Order)
        case mixed, open
    }

    private var columns: [Int: Knowledge] = [:]
    /// The columns of which rows wait.
    private var awaited: Set<Int> = []

    init(_ table: ContactTable) {
        for (index, (_, _, column)) in table.columns.enumerated() {
            if case .date(_, let order) = column { columns[index] = order.map { .said($0) } ?? .open }
        }
    }

    /// Learns from a row.
    mutating func observe(_ record: CSVRecord) {
        for (index, knowledge) in columns where index < record.fields.count {
            switch (TableDate(record.fields[index].text), knowledge) {
            case (.date(_, proves: let order?), .open):
                columns[index] = .proven(order)
                awaited.remove(index)
            case (.date(_, proves: let order?), .proven(let other)) where other != order: columns[index] = .mixed
            case (.either, .open): awaited.insert(index)
            default: break
            }
        }
    }

    /// Whether a row that came cannot be read yet.
    var isWaiting: Bool { !awaited.isEmpty }

    mutating func stopWaiting() { awaited = [] }

    /// Whether a date tells of an order in a column that has both, so that those before it may have been read in the other.
    func contradicts(_ date: TableDate, in index: Int) -> Bool {
        guard case .date(_, proves: _?) = date, case .mixed = columns[index] else { return false }
        return true
    }

    func order(of index: Int) -> TableDate.Order? {
        switch columns[index] {
        case .said(let order), .proven(let order): order
        case .mixed, .open, nil: nil
        }
    }
}
