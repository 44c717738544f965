import Model
import Text

/// A date in a CSV file, such as `1977-05-25`, `--05-25`, `5/25/1977`, `25.5.`, or `25 May`.
public enum TableDate: Hashable, Sendable {
    public typealias Order = NumericDate.Order

    /// A missing date: blank text, or an all-zero date such as `0/0/00`, as Outlook writes it.
    case none
    case date(NumericDate)
    case noDate

    init(_ text: String) {
        let text = DateInput.day(beforeTimeIn: text.trimmed) ?? text.trimmed
        if ["", "0/0/00", "0.0.00", "0000-00-00"].contains(text) {
            self = .none
        } else if let numbers = NumericDate(text) {
            self = .date(numbers)
        } else if case .date(let date)? = DateInput(text, mayBeRelative: false) {
            self = .date(.date(date))
        } else {
            self = .noDate
        }
    }

    /// Returns whether the text contains a time of day other than midnight, which programs add to exported dates.
    static func hasTime(_ text: String) -> Bool {
        guard let time = DateInput.dayAndTime(text.trimmed).time?.lowercased() else { return false }
        let digits = time.prefix { $0.isNumber || ":.".contains($0) }.filter(\.isNumber)
        let isMidnight = digits.hasPrefix(time.hasSuffix("am") ? "12" : "0")
        return !isMidnight || !digits.dropFirst(2).allSatisfy { $0 == "0" }
    }

    /// Returns the date, or `nil` if there is none or if the order of day and month is unknown.
    func date(in order: Order?) -> PartialDate? {
        if case .date(let date) = self { date.date(in: order) } else { nil }
    }
}

/// The order of day and month in each date column. An order in the column mapping takes precedence. For other columns,
/// one unambiguous date determines the order of the whole column, including earlier rows. Without such a date, the
/// first known order applies: the order that the user specified, that the language of the heading implies, that the
/// other columns have, or that is usual in the user’s region.
struct DateOrders: Sendable {
    private enum Knowledge {
        case specified(TableDate.Order)
        case proven(TableDate.Order)
        /// No date determines the order, but the language of the heading may imply it.
        case open(expected: TableDate.Order?)
        case mixed
    }

    private var columns: [Int: Knowledge] = [:]
    /// The order that the user specified for all columns.
    private let specified: TableDate.Order?
    /// The columns with ambiguous dates and an unknown order.
    private var awaited: Set<Int> = []

    init(_ table: ContactTable, specified: TableDate.Order?) {
        self.specified = specified
        for (index, (heading, _, column)) in table.columns.enumerated() {
            guard case .date(_, let order) = column else { continue }
            columns[index] = order.map { .specified($0) } ?? .open(expected: Self.order(of: heading))
        }
    }

    /// Returns the order of day and month that the language of a heading implies: day first, or `nil` if the language
    /// is English or the heading is not for a date.
    private static func order(of heading: String) -> TableDate.Order? {
        let isDate = HeadingVocabulary.field(of: heading).flatMap(ContactColumn.DateField.init) != nil
        return isDate && !HeadingVocabulary.isEnglishDate(heading) ? .dmy : nil
    }

    mutating func observe(_ record: CSVRecord) {
        for (index, knowledge) in columns where index < record.fields.count {
            switch (TableDate(record.fields[index].text), knowledge) {
            case (.date(.date(_, proves: let order?)), .open):
                columns[index] = .proven(order)
                awaited.remove(index)
            case (.date(.date(_, proves: let order?)), .proven(let other)) where other != order:
                columns[index] = .mixed
            case (.date(.either), .open): awaited.insert(index)
            default: break
            }
        }
    }

    /// Whether rows are waiting for the order of a column.
    var isWaiting: Bool { !awaited.isEmpty }

    mutating func stopWaiting() { awaited = [] }

    /// Returns whether a column mixes both orders and the date is valid in only one of them.
    func contradicts(_ text: String, in index: Int) -> Bool {
        if case .mixed = columns[index], case .date(.date(_, proves: _?)) = TableDate(text) { true } else { false }
    }

    /// The order that unambiguous dates in other columns determine, or `nil` if there is none or they differ.
    private var orderOfOthers: TableDate.Order? {
        let orders = columns.values.compactMap { if case .proven(let order) = $0 { order } else { nil } }
        return Set(orders).count == 1 ? orders[0] : nil
    }

    func order(of index: Int) -> TableDate.Order? {
        switch columns[index] {
        case .specified(let order), .proven(let order): order
        case .open(let expected): specified ?? expected ?? orderOfOthers ?? Conventions.current.region?.dateOrder
        case .mixed: specified
        case nil: nil
        }
    }
}
