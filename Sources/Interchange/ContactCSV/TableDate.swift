import Model
import Text

/// A date in a CSV file, such as `1977-05-25`, `--05-25`, `5/25/1977`, `25.5.`, or `25 May`.
public enum TableDate: Hashable, Sendable {
    public typealias Order = NumericDate.Order

    /// A missing date, as written by Outlook.
    case none
    /// An unambiguous date.
    ///
    /// - Parameter proves: The order of the column, if the date is valid in only one order.
    case date(PartialDate, proves: Order? = nil)
    /// A date with an ambiguous order of day and month.
    case either(Int, Int, year: Int?)
    case noDate

    init(_ text: String) {
        let text = Self.withoutMidnight(text.trimmed)
        if ["0/0/00", "0.0.00", "0000-00-00"].contains(text) {
            self = .none
        } else if let numbers = NumericDate(text) {
            self = TableDate(numbers)
        } else if case .date(let date)? = DateInput(text, mayBeRelative: false) {
            self = .date(date)
        } else {
            self = .noDate
        }
    }

    /// Returns the text without the time of a date that programs export as a timestamp, unless the time is not midnight.
    private static func withoutMidnight(_ text: String) -> String {
        guard let end = text.firstIndex(where: { $0 == "T" || $0 == " " }) else { return text }
        return midnights.contains(text[text.index(after: end)...].lowercased()) ? String(text[..<end]) : text
    }

    private static let midnights: Set = [
        "0:00", "00:00", "0:00:00", "00:00:00", "00:00:00z", "00:00:00.000", "00:00:00.000z", "00:00:00+00:00",
        "12:00 am", "12:00:00 am",
    ]

    private init(_ numbers: NumericDate) {
        switch numbers {
        case .date(let date, proves: let order): self = .date(date, proves: order)
        case .either(let first, let second, let year): self = .either(first, second, year: year)
        }
    }

    /// Returns the date, or `nil` if there is none or if the order of day and month is unknown.
    func date(in order: Order?) -> PartialDate? {
        switch self {
        case .none, .noDate: return nil
        case .date(let date, proves: _): return date
        case .either(let first, let second, let year):
            return NumericDate.either(first, second, year: year).date(in: order)
        }
    }
}
