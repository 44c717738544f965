/// A filter for the records of a list.
///
///     let filter = try Filter("radius:rearth < 1.25 and discovered >= 2020", of: .planet)
///     let planets = try await store.planets.list(ListRequest(where: filter)).items
public struct Filter: Hashable, Sendable {
    public let kind: Kind
    public let text: String
    public let condition: FilterCondition

    public init(_ text: String, of kind: Kind) throws(FilterProblem) {
        try self.init(text, of: kind, over: FilterField.all(of: kind))
    }

    /// Creates a filter to be saved in the database, such as the filter of a smart group. A saved filter selects the
    /// same records for all accounts, so it cannot test for favorites.
    public init(saved text: String, of kind: Kind) throws(FilterProblem) {
        try self.init(text, of: kind, over: FilterField.all(of: kind).filter { $0.name != FilterField.favorite })
    }

    private init(_ text: String, of kind: Kind, over fields: [FilterField]) throws(FilterProblem) {
        self.kind = kind
        self.text = text
        condition = try FilterParser.condition(text, over: fields)
    }

    /// Returns a filter for the records that match both filters.
    public func and(_ other: Filter?) throws(FilterProblem) -> Filter {
        guard let other else { return self }
        return try Filter("(\(text)) and (\(other.text))", of: kind)
    }

    /// Returns the other filter if ``and(_:)`` created this filter from the given filter and another one, or `nil`
    /// otherwise.
    public func rest(after first: Filter) -> Filter? {
        let start = "(\(first.text)) and ("
        guard text.hasPrefix(start) else { return nil }
        return try? Filter(String(text.dropFirst(start.count).dropLast()), of: kind)
    }

    /// Returns the input that can follow the text, or `nil` if no input after the text makes it a valid filter.
    public static func expected(after text: String, of kind: Kind) -> FilterExpectation? {
        do {
            _ = try FilterParser.condition(text, over: FilterField.all(of: kind))
            return .more
        } catch {
            return error.isAtEnd ? error.expected : nil
        }
    }
}

extension Filter: Codable {
    private enum Key: CodingKey { case kind, text }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        try self.init(try values.decode(String.self, forKey: .text), of: try values.decode(Kind.self, forKey: .kind))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(kind, forKey: .kind)
        try values.encode(text, forKey: .text)
    }
}

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
    /// A test for a value that was measured, as stated by a mark or an uncertainty.
    case measured(FilterField)
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
        case .measured(let field): "\(field.name) is measured"
        case .hasEstimates: "estimated"
        case .inHabitableZone: "in hz"
        }
    }

    private var bracketed: String {
        switch self {
        case .all, .any: "(\(self))"
        case .not, .compare, .unknown, .estimated, .measured, .hasEstimates, .inHabitableZone: description
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
    ///   - sign: The comparison with the value.
    init?(_ text: String, of field: FilterField, in unit: Unit?, for sign: FilterOperator) {
        let isPart = sign == .contains
        let text = Self.cleaned(text, of: field, isPart: isPart)
        let word = text.trimmed
        let value: FilterValue? =
            switch field.values {
            case .text where !isPart: text.isEmpty ? nil : .text(field.vocabulary?.spelling(of: text) ?? text)
            case .text: text.isEmpty ? nil : .text(field.vocabulary?.part(of: text) ?? text)
            case .phone, .name: text.isEmpty ? nil : .text(text)
            case .choice where isPart: text.isEmpty ? nil : .text(text)
            case .choice(let words): words.first { $0.lowercased() == word.lowercased() }.map { .text($0) }
            case .integer: Int(word).map { .integer($0) }
            case .figure(let kept): Unit.number(word, in: unit, stored: kept).map { .number($0) }
            case .date: Self.date(word, of: field, for: sign).map { .text($0) }
            case .period: TimeSpan(word).map { .integer($0.averageDays) }
            case .flag: Self.flags[word.lowercased()].map { .flag($0) }
            }
        guard let value else { return nil }
        self = value
    }

    /// Returns text without additions by other programs. A part of a value keeps its surrounding spaces, so it is
    /// cleaned only if it is a complete value such as `mailto:leia@alderaan.example`.
    private static func cleaned(_ text: String, of field: FilterField, isPart: Bool) -> String {
        let cleaned = field.format.compared(text)
        return isPart && cleaned == text.trimmed ? text : cleaned
    }

    private static let flags = ["yes": true, "true": true, "no": false, "false": false]

    /// Returns a year, a year and month, or a full date in ISO 8601 format, or `nil` if the text is invalid. The
    /// operators `=` and `!=` also accept a month, or a month and day, of any year, such as `--05-25`.
    private static func date(_ text: String, of field: FilterField, for sign: FilterOperator) -> String? {
        guard case .date(let date)? = DateInput(text, mayHaveTime: !field.isTime) else { return nil }
        if date.year != nil || date.month != nil && [.equal, .notEqual].contains(sign) { return date.description }
        // A placeholder year counts as a year in a comparison such as `birthday < 1604-05-06`.
        return PartialDate(text).flatMap { $0.year == nil ? nil : $0.description }
    }
}

extension FilterField {
    /// Returns the filter fields of a kind of record.
    public static func all(of kind: Kind) -> [FilterField] {
        switch kind {
        case .person: persons
        case .group: groups
        case .planet: planets
        case .note: notes
        }
    }

    private static let persons =
        [FilterField("name", .name(.person))] + Person.fields.flatMap(\.namedFilters)
        + PostalAddress.Part.allCases.map { FilterField($0) } + [
            FilterField("photo"), FilterField(due, .date), group, note,
            FilterField("label", isColumn: false), FilterField(FilterField.sample, isColumn: false),
            FilterField("remote", isColumn: false), FilterField(related, .name(.person), isColumn: false),
        ] + RelationTerm.filtered.map { FilterField($0.name, .name(.person), isColumn: false) } + stored

    private static let groups =
        Group.fields.flatMap(\.namedFilters) + [
            FilterField("planet", key: "linkedPlanets", .name(.planet)),
            FilterField("members", key: "memberCount", .integer), note,
        ] + stored

    private static let planets =
        Planet.fields.flatMap(\.namedFilters).map { field in
            field.substituted(by: PlanetQuantity.named(field.key)?.derived?.key)
        } + PlanetQuantity.all.compactMap(\.filterField) + [group, note] + stored

    private static let notes =
        Note.fields.flatMap(\.namedFilters) + [
            FilterField("name", .name(.note)), FilterField("about", .name(nil)), FilterField(due, .date),
        ] + stored

    private static let group = FilterField(membership, key: "groups", .name(.group))
    /// The name of the field that `in any group` tests.
    static let membership = "group"
    private static let note = FilterField("note", key: "notes")

    /// The name of the field with the due date of the next contact or of an entry that is not done.
    static let due = "due"

    /// The filter fields that are common to all kinds of records.
    private static let stored: [FilterField] = [
        FilterField(created, .date), FilterField(modified, .date), FilterField("version", .integer),
        FilterField(favorite, .flag),
    ]

    /// The name of the field that `from sample data` tests: the data sets of a record.
    static let sample = "sample"
    /// The name of the field that `related to` tests: the persons in a record’s relations.
    static let related = "related"
    /// The name of the field that tests whether a record is a favorite of the account.
    static let favorite = "favorite"
    private static let created = "created"
    /// The name of the field that `changed since` compares.
    static let modified = "modified"

    /// Whether the values are times, which filters compare by day. A time in a filter would be ignored.
    fileprivate var isTime: Bool { name == Self.created || name == Self.modified }
}
