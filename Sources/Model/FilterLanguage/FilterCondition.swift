/// The condition of a filter.
///
/// Conditions use three-valued logic, as in SQL: a missing value matches neither a comparison nor its negation, so
/// `not mass > 2` excludes planets of unknown mass.
public indirect enum FilterCondition: Hashable, Sendable {
    case all([FilterCondition])
    case any([FilterCondition])
    case not(FilterCondition)
    case compare(FilterField, FilterOperator, FilterValue)
    /// A test for a field without a value.
    case unknown(FilterField)
    /// A test for a value that was calculated or is an upper limit.
    case estimated(FilterField)
    /// A test for a mass or radius that was calculated or is an upper limit.
    case hasEstimates
    /// A test for a body that orbits within the ``HabitableZone`` of its star.
    case inHabitableZone
}

/// A value that a filter compares with a field.
public enum FilterValue: Hashable, Sendable {
    case text(String)
    case integer(Int)
    /// A number in the stored unit of the field.
    case number(Double)
    case flag(Bool)
}

extension FilterCondition: CustomStringConvertible {
    public var description: String {
        switch self {
        case .all(let parts): parts.map(\.bracketed).joined(separator: " and ")
        case .any(let parts): parts.map(\.bracketed).joined(separator: " or ")
        case .not(let part): "not \(part.bracketed)"
        case .compare(let field, let sign, let value): "\(field.name) \(sign.rawValue) \(value)"
        case .unknown(let field): "\(field.name) is null"
        case .estimated(let field): "\(field.name) is estimated"
        case .hasEstimates: "estimated"
        case .inHabitableZone: "in hz"
        }
    }

    private var bracketed: String {
        switch self {
        case .all, .any: "(\(self))"
        case .not, .compare, .unknown, .estimated, .hasEstimates, .inHabitableZone: description
        }
    }
}

extension FilterValue: CustomStringConvertible {
    public var description: String {
        switch self {
        case .text(let text): FilterToken.quoted(text)
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .flag(let flag): flag ? "yes" : "no"
        }
    }

    /// Creates a value from text, or returns `nil` if the text is not valid for the field.
    /// - Parameters:
    ///   - unit: The unit of a number, or `nil` for the stored unit.
    ///   - isPart: Whether the text may be only part of a value.
    init?(_ text: String, of field: FilterField, in unit: Unit?, isPart: Bool) {
        let value: FilterValue? =
            switch field.values {
            case .text where !isPart: text.isEmpty ? nil : .text(field.vocabulary?.spelling(of: text) ?? text)
            case .text: text.isEmpty ? nil : .text(field.vocabulary?.part(of: text) ?? text)
            case .phone, .name: text.isEmpty ? nil : .text(text)
            case .choice where isPart: text.isEmpty ? nil : .text(text)
            case .choice(let words): words.first { $0.lowercased() == text.lowercased() }.map { .text($0) }
            case .integer: Int(text).map { .integer($0) }
            case .figure(let kept): Unit.number(text, in: unit, stored: kept).map { .number($0) }
            case .date: Self.date(text).map { .text($0) }
            case .period: TimeSpan(text).map { .integer($0.averageDays) }
            case .flag: Self.flags[text.lowercased()].map { .flag($0) }
            }
        guard let value else { return nil }
        self = value
    }

    private static let flags = ["yes": true, "true": true, "no": false, "false": false]

    /// Returns a year, a year and month, or a date in ISO 8601 format.
    private static func date(_ text: String) -> String? {
        if isDate(text) { return text }
        guard case .date(let date)? = DateInput(text), date.year != nil else { return nil }
        return date.description
    }

    private static func isDate(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return (1...3).contains(parts.count)
            && zip(parts, [4, 2, 2]).allSatisfy { $0.count == $1 && $0.allSatisfy { $0.isASCII && $0.isNumber } }
    }
}
