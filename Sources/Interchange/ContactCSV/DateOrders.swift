import Model
import Text

/// The order of day and month in each date column. One unambiguous date determines the order of its whole column, including
/// earlier rows. Without such a date, the order of the other columns applies, and then that of the user’s region.
struct DateOrders: Sendable {
    private enum Knowledge {
        case said(TableDate.Order)
        case proven(TableDate.Order)
        /// No date determines the order, but the language of the heading may imply it.
        case open(expected: TableDate.Order?)
        case mixed
    }

    private var columns: [Int: Knowledge] = [:]
    /// The columns with ambiguous dates and an unknown order.
    private var awaited: Set<Int> = []

    init(_ table: ContactTable) {
        for (index, (heading, _, column)) in table.columns.enumerated() {
            guard case .date(_, let order) = column else { continue }
            columns[index] = order.map { .said($0) } ?? .open(expected: HeadingVocabulary.dateOrder(of: heading))
        }
    }

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

    /// Whether rows are waiting for the order of a column.
    var isWaiting: Bool { !awaited.isEmpty }

    mutating func stopWaiting() { awaited = [] }

    /// Returns whether a column mixes both orders and the date is valid in only one of them.
    func contradicts(_ date: TableDate, in index: Int) -> Bool {
        guard case .date(_, proves: _?) = date, case .mixed = columns[index] else { return false }
        return true
    }

    /// The order that unambiguous dates in other columns determine, or `nil` if there is none or they differ.
    private var orderOfOthers: TableDate.Order? {
        let orders = columns.values.compactMap { if case .proven(let order) = $0 { order } else { nil } }
        return Set(orders).count == 1 ? orders[0] : nil
    }

    func order(of index: Int) -> TableDate.Order? {
        switch columns[index] {
        case .said(let order), .proven(let order): order
        case .open(let expected): expected ?? orderOfOthers ?? Conventions.current.region?.dateOrder
        case .mixed, nil: nil
        }
    }
}
