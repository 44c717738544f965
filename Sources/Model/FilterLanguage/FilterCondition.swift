/// What a filter asks of a record.
///
/// As in SQL there is a third answer beside yes and no: a field without a value fits no comparison, and no denial of
/// one either, so `not mass > 2` leaves out what has no mass.
public indirect enum FilterCondition: Hashable, Sendable {
    case all([FilterCondition])
    case any([FilterCondition])
    case not(FilterCondition)
    case compare(FilterField, FilterSign, FilterValue)
    /// Whether it has no value.
    case unknown(FilterField)
    /// Whether it is computed or a limit, rather than measured.
    case estimated(FilterField)
    /// Whether the mass or the radius is.
    case hasEstimates
    /// Whether it orbits where water could be liquid, by `HabitableZone`.
    case inHabitableZone
}

/// What a field is compared with.
public enum FilterValue: Hashable, Sendable {
    case text(String)
    case integer(Int)
    /// In the unit that the field is kept in.
    case number(Double)
    case flag(Bool)
}

/// As it can be typed.
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
}
