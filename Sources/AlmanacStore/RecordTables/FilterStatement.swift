import Model
import SQLite
import Text

/// A filter as an SQL condition, with all user input bound to parameters.
struct FilterStatement: Sendable {
    private(set) var condition = ""
    /// The values of the parameters, starting with parameter number `Selection.firstValue`.
    private(set) var values: [FilterValue] = []
    private let columns: [String: FilterColumn]
    private let account: Account.ID?

    init(_ condition: FilterCondition, over columns: [String: FilterColumn], for account: Account.ID?) {
        self.columns = columns
        self.account = account
        self.condition = sql(condition)
    }

    private mutating func parameter(_ value: FilterValue) -> String {
        if let known = values.firstIndex(of: value) { return "?\(Selection.firstValue + known)" }
        values.append(value)
        return "?\(Selection.firstValue + values.count - 1)"
    }

    /// Returns SQL for the condition or its negation. The result is equivalent in three-valued logic.
    private mutating func sql(_ condition: FilterCondition, isNegated: Bool = false) -> String {
        // SQLite’s parser keeps everything before an open parenthesis on a stack of 100 entries. Therefore, NOT applies
        // only to tests, and the most deeply nested part comes first, so that only parentheses precede it.
        let test: String
        switch condition {
        case .all(let parts): return joined(parts, isNegated: isNegated, isAll: !isNegated)
        case .any(let parts): return joined(parts, isNegated: isNegated, isAll: isNegated)
        case .not(let part): return sql(part, isNegated: !isNegated)
        case .compare(let field, let comparison, let value):
            test = compare(field, comparison, value, isNegated: isNegated)
        case .unknown(let field): test = unknown(column(field))
        case .estimated(let field):
            test = known(field, EstimateConditions.any(of: field.marks.intersection(.calculated)))
        case .measured(let field): test = known(field, EstimateConditions.measured(field))
        case .hasEstimates: test = EstimateConditions.any(of: [.mass, .massLimit, .radius])
        case .inHabitableZone: test = HabitableZoneCondition.condition
        }
        return isNegated ? "NOT (\(test))" : "(\(test))"
    }

    private mutating func joined(_ parts: [FilterCondition], isNegated: Bool, isAll: Bool) -> String {
        var texts: [String] = []
        for part in parts.sorted(by: { $0.nesting > $1.nesting }) {
            let text = sql(part, isNegated: isNegated)
            texts.append(isAll && part.isAlternative(isNegated: isNegated) ? "(\(text))" : text)
        }
        return texts.joined(separator: isAll ? " AND " : " OR ")
    }

    private func column(_ field: FilterField) -> FilterColumn { columns[field.name] ?? .value("NULL") }

    /// Returns the given condition, changed so that it is NULL if the field is empty.
    private mutating func known(_ field: FilterField, _ condition: String) -> String {
        "CASE WHEN NOT (\(unknown(column(field)))) THEN \(condition) END"
    }

    private mutating func unknown(_ column: FilterColumn) -> String {
        switch column {
        case .value, .day, .bodies: "\(column.expression ?? "NULL") IS NULL"
        case .texts(let text, let source): "NOT EXISTS (SELECT 1 FROM \(source) AND \(text) <> '')"
        case .names(let source), .relatives(let source), .labels(let source): "NOT EXISTS (SELECT 1 FROM \(source))"
        case .favorite(let condition): "NOT \(isFavorite(condition))"
        }
    }

    private mutating func isFavorite(_ condition: String) -> String {
        let owner = account.map { "= \(parameter(.integer(Int($0.rawValue))))" } ?? "IS NULL"
        return "EXISTS (SELECT 1 FROM favorite AS ours WHERE \(condition) AND ours.account_id \(owner))"
    }

    // MARK: - Comparing

    private mutating func compare(
        _ field: FilterField, _ comparison: FilterOperator, _ value: FilterValue, isNegated: Bool
    ) -> String {
        if field.values == .date, let day = value.dayOfYear, let column = column(field).expression {
            return daysOfYear(column, comparison, parameter(.text(day)))
        }
        switch (column(field), field.values) {
        case (.favorite(let condition), _):
            return "\(isFavorite(condition)) \(comparison.sql) \(parameter(value))"
        case (.bodies(let column), _): return bodies(column, comparison, value, isNegated: isNegated)
        case (.day(let column), _): return days(column, comparison, value)
        case (.value(let column), .date): return dates(column, comparison, parameter(value))
        case (.value(let column), .integer), (.value(let column), .figure), (.value(let column), .period),
            (.value(let column), .flag):
            return "\(column) \(comparison.sql) \(parameter(value))"
        case (.value(let column), _): return texts(column, comparison, value)
        case (.texts(let text, let source), .phone):
            return
                "(SELECT \(comparison.ofSeveral)(\(phones(text, comparison, value))) FROM \(source) AND \(text) <> '')"
        case (.texts(let text, let source), _):
            return
                "(SELECT \(comparison.ofSeveral)(\(texts(text, comparison, value))) FROM \(source) AND \(text) <> '')"
        case (.labels(let source), _):
            return "(SELECT \(comparison.ofSeveral)(\(labels(comparison, value))) FROM \(source))"
        case (.relatives(let source), _):
            return "(SELECT \(comparison.ofSeveral)(\(relatives(comparison, value))) FROM \(source))"
        case (.names(let source), _):
            return "(SELECT \(comparison.ofSeveral)(\(names(comparison, value, of: field))) FROM \(source))"
        }
    }

    /// Returns a condition that compares labels. The spellings and synonyms of a standard label are equal.
    private mutating func labels(_ comparison: FilterOperator, _ value: FilterValue) -> String {
        guard case .text(let text) = value else { return "FALSE" }
        let isPart = comparison == .contains
        var condition = texts("label", isPart ? .contains : .equal, value)
        if let words = PlaceWords(label: text) {
            let isPlace =
                isPart
                ? texts("label", .contains, .text(words.label))
                : "label COLLATE NOCASE IN (\(words.labels.map { parameter(.text($0)) }.joined(separator: ", ")))"
            condition += " OR is_place AND \(isPlace)"
        }
        return comparison == .notEqual ? "NOT (\(condition))" : condition
    }

    /// Returns a condition that compares text, ignoring the case of all letters or, in long text, of the letters A to
    /// Z.
    private mutating func texts(_ column: String, _ comparison: FilterOperator, _ value: FilterValue) -> String {
        guard case .text(let text) = value, [.equal, .notEqual, .contains].contains(comparison),
            !text.utf8.allSatisfy({ $0 < 0x80 }), text.utf8.count < Self.longestPattern
        else {
            let value = parameter(value)
            return comparison == .contains
                ? "instr(lower(\(column)), lower(\(value))) > 0"
                : "\(column) \(comparison.sql) \(value) COLLATE NOCASE"
        }
        // A pattern is used, because nested calls of replace() for each letter would exceed SQLite’s parser stack.
        let letters = text.unicodeScalars.map(Self.pattern(of:)).joined()
        let pattern = parameter(.text(comparison == .contains ? "*\(letters)*" : letters))
        let test = "lower(\(column)) GLOB \(pattern)"
        return comparison == .notEqual ? "NOT (\(test))" : test
    }

    /// The length in bytes from which text is not compared as a pattern, well below SQLite’s limit of 50,000.
    private static let longestPattern = 5000

    /// Returns a GLOB pattern that matches a character in both cases.
    private static func pattern(of scalar: Unicode.Scalar) -> String {
        let (small, capital) = (scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping)
        if scalar.isASCII { return ["*", "?", "["].contains(scalar) ? "[\(scalar)]" : small }
        // The last letter of a Greek word has a form of its own.
        if ["σ", "ς", "Σ"].contains(scalar) { return "[σςΣ]" }
        let cases = [small, capital, String(scalar)].filter { $0.unicodeScalars.count == 1 }.unique
        return cases.count > 1 ? "[\(cases.joined())]" : String(scalar)
    }

    /// Returns a condition that compares the name of a star or body, in any of its spellings unless the operator is
    /// `contains`.
    private mutating func bodies(
        _ column: String, _ comparison: FilterOperator, _ value: FilterValue, isNegated: Bool
    ) -> String {
        // Only a comparison of the unmodified column can use an index. Only a negated or `notEqual` condition must be
        // NULL for an unknown name.
        guard case .text(let text) = value, comparison != .contains else {
            return texts("nullif(\(column), '')", comparison, value)
        }
        let names = StarNames(text)
        var queries = ["SELECT \(parameter(value))"]
        if !names.keys.isEmpty {
            queries.append(StarNames.named(names.keys.map { parameter(.text($0)) }.joined(separator: ", ")))
        }
        for range in names.rangesOfStar + names.rangesOfComponents {
            let (first, last) = (parameter(.text(range.lowerBound)), parameter(.text(range.upperBound)))
            queries.append(StarNames.orbited(from: first, to: last))
        }
        let tested = comparison == .equal && !isNegated ? column : "nullif(\(column), '')"
        let word = comparison == .notEqual ? "NOT IN" : "IN"
        return "\(tested) COLLATE NOCASE \(word) (\(queries.joined(separator: " UNION ALL ")))"
    }

    /// Returns a condition that compares phone numbers by their digits, or as text.
    private mutating func phones(_ column: String, _ comparison: FilterOperator, _ value: FilterValue) -> String {
        guard case .text(let text) = value else { return "FALSE" }
        let separators = ["(0)", " ", "-", ".", "/", "(", ")", "+"]
        let digits = separators.reduce(column) { "replace(\($0), '\($1)', '')" }
        let asText = texts(column, comparison == .contains ? .contains : .equal, value)
        var conditions = [asText]
        if comparison == .contains {
            let part = PhoneSpellings.digits(of: text)
            if part.utf8.count > 2 { conditions.append("instr(\(digits), \(parameter(.text(part)))) > 0") }
        } else {
            let spellings = PhoneSpellings(of: text)
            let same = separators.reduce(text) { $0.replacing($1, with: "") }
            let numbers = ([same] + spellings.numbers).unique.filter { !$0.isEmpty }.map { parameter(.text($0)) }
            if !numbers.isEmpty {
                conditions.append("\(digits) COLLATE NOCASE IN (\(numbers.joined(separator: ", ")))")
            }
            if let ending = spellings.ending { conditions.append("\(digits) LIKE '%' || \(parameter(.text(ending)))") }
        }
        let isAny = conditions.joined(separator: " OR ")
        return comparison == .notEqual ? "NOT (\(isAny))" : isAny
    }

    /// Returns a condition that compares dates. The condition is NULL if the stored date has no year, or if it is less
    /// precise than the value and could match it.
    private func dates(_ column: String, _ comparison: FilterOperator, _ value: String) -> String {
        """
        CASE WHEN \(column) LIKE '-%'
                OR length(\(column)) < length(\(value)) AND substr(\(value), 1, length(\(column))) = \(column)
            THEN NULL
            ELSE substr(\(column), 1, length(\(value))) \(comparison.sql) \(value) END
        """
    }

    /// Returns a condition that compares the day, or only the month, of dates in any year. The condition is NULL if the
    /// stored date is less precise.
    private func daysOfYear(_ column: String, _ comparison: FilterOperator, _ day: String) -> String {
        let stored = "CASE WHEN \(column) LIKE '--%' THEN substr(\(column), 3) ELSE substr(\(column), 6, 5) END"
        return """
            CASE WHEN length(\(stored)) >= length(\(day))
                THEN substr(\(stored), 1, length(\(day))) \(comparison.sql) \(day) END
            """
    }

    /// Returns a condition that compares complete dates. A comparison with a complete date can use an index.
    private mutating func days(_ column: String, _ comparison: FilterOperator, _ value: FilterValue) -> String {
        let place = parameter(value)
        guard case .text(let text) = value, text.utf8.count == 10 else {
            return "substr(\(column), 1, length(\(place))) \(comparison.sql) \(place)"
        }
        return "\(column) \(comparison.sql) \(place)"
    }

    /// Returns a condition that compares the names and IDs of relatives with a name, a part of a name such as the given
    /// name, or an ID.
    private mutating func relatives(_ comparison: FilterOperator, _ value: FilterValue) -> String {
        guard case .text(let text) = value else { return "FALSE" }
        let key = RecordID(text)?.description ?? NameKey.key(for: text)
        let found = "instr(words, \(parameter(.text(comparison == .contains ? key : " \(key) ")))) > 0"
        return comparison == .notEqual ? "NOT \(found)" : found
    }

    /// Returns a condition that compares names with the folded keys in `name_key`. Planet names also have a key without
    /// spaces and punctuation. A name that consists only of punctuation equals no other name.
    private mutating func names(_ comparison: FilterOperator, _ value: FilterValue, of field: FilterField) -> String {
        guard case .text(let text) = value, case .name(let kind) = field.values else { return "FALSE" }
        let keys = [NameKey.key(for: text)] + (kind == .planet || kind == nil ? StarSpellings.keys(of: text) : [])
        let wanted = Set(keys.filter { !$0.isEmpty }).sorted().map { parameter(.text($0)) }
        guard !wanted.isEmpty else { return comparison == .notEqual ? "TRUE" : "FALSE" }
        return switch comparison {
        case .contains: wanted.map { "instr(key, \($0)) > 0" }.joined(separator: " OR ")
        case .notEqual: "key NOT IN (\(wanted.joined(separator: ", ")))"
        case .equal, .less, .lessOrEqual, .greater, .greaterOrEqual: "key IN (\(wanted.joined(separator: ", ")))"
        }
    }
}

extension FilterCondition {
    /// The nesting depth of the combinations.
    fileprivate var nesting: Int {
        switch self {
        case .all(let parts), .any(let parts): 1 + (parts.map(\.nesting).max() ?? 0)
        case .not(let part): part.nesting
        case .compare, .unknown, .estimated, .measured, .hasEstimates, .inHabitableZone: 0
        }
    }

    /// Returns whether the condition, or its negation, becomes a combination with OR.
    fileprivate func isAlternative(isNegated: Bool) -> Bool {
        switch self {
        case .all: isNegated
        case .any: !isNegated
        case .not(let part): part.isAlternative(isNegated: !isNegated)
        case .compare, .unknown, .estimated, .measured, .hasEstimates, .inHabitableZone: false
        }
    }
}

extension FilterOperator {
    fileprivate var sql: String { self == .notEqual ? "<>" : rawValue }

    /// The aggregate function that combines the results for several values. It returns NULL if there are no values.
    fileprivate var ofSeveral: String { self == .notEqual ? "min" : "max" }
}

/// The conditions on the catalog columns `estimated` and `uncertainties`.
enum EstimateConditions {
    /// Returns the condition that a value was measured, as in `Planet.provenance(of:)`: it is not marked as calculated,
    /// and either it has an uncertainty or all values that its marks apply to were measured.
    static func measured(_ field: FilterField) -> String {
        let calculated = field.marks.intersection(.calculated)
        let isCalculated = calculated.isEmpty ? "" : "NOT (\(any(of: calculated))) AND "
        let evidence = Estimates.measurements.filter { field.marks.contains($0.mark) }.map { measurement in
            "(" + ([any(of: measurement.stated)] + measurement.keys.map(isUncertain)).joined(separator: " OR ") + ")"
        }
        let measured = [isUncertain(field.key), evidence.joined(separator: " AND ")].filter { !$0.isEmpty }
        return "\(isCalculated)(\(measured.joined(separator: " OR ")))"
    }

    private static func isUncertain(_ key: String) -> String {
        "instr('|' || planet.uncertainties, '|\(key) ') > 0"
    }

    static func any(of marks: Estimates) -> String {
        marks.names.map { "instr('|' || planet.estimated || '|', '|\($0)|') > 0" }.joined(separator: " OR ")
    }
}

/// The SQL condition that a planet is in the habitable zone of its star, computed as in `HabitableZone`.
///
/// The condition is NULL if the semi-major axis, or the radius or temperature of the star, is unknown or out of range.
enum HabitableZoneCondition {
    static let condition = """
        (SELECT axis * axis * \(flux(HabitableZone.maximumGreenhouse)) <= luminosity
                AND luminosity <= axis * axis * \(flux(HabitableZone.runawayGreenhouse))
            FROM (SELECT axis, luminosity, temperature - \(HabitableZone.Limit.reference) AS hotter
                FROM (SELECT planet.semi_major_axis_au AS axis, \(DerivedFigure.starlight.sql) AS luminosity,
                    CASE WHEN planet.parent = 'Sun' THEN \(Star.solarTemperatureK)
                        WHEN planet.type = 'exoplanet' THEN planet.star_temperature_k END AS temperature)
                WHERE temperature BETWEEN \(temperatures.lowerBound) AND \(temperatures.upperBound))
            WHERE luminosity > 0)
        """

    private static let temperatures = HabitableZone.temperatures

    private static func flux(_ limit: HabitableZone.Limit) -> String {
        limit.coefficients.reversed().reduce("0.0") { "(\($0) * hotter + \($1))" }
    }
}

/// The rows of a list: the source tables, the condition, and the values of its parameters.
struct Selection: Sendable {
    var source: String
    /// The tables of `source`, rearranged for large selections, or `nil` if `source` is also suitable for large
    /// selections. The record table comes first, so that an index provides the order of the list.
    var sortedSource: String?
    private(set) var condition = "TRUE"
    /// Parts of the selection that may overlap and are sorted and limited separately, such as the notes about a person
    /// and the notes that name the person in addition to their subject. Empty if the selection is read as a whole.
    private(set) var branches: [Branch] = []
    var parameter: Int64?
    /// The full-text query, bound to ?4, or `nil` for none.
    var match: String?
    /// The filter values, bound to ?5 and the following parameters.
    var values: [FilterValue] = []

    static let firstValue = 5

    struct Branch: Sendable {
        let source: String
        var condition: String
    }

    mutating func require(_ other: String) {
        condition += " AND " + other
        for index in branches.indices { branches[index].condition += " AND " + other }
    }

    /// Returns an empty selection, such as for a scope that does not apply to the kind.
    static func nothing(of table: String) -> Selection { Selection(source: table, condition: "FALSE") }
}

extension Selection {
    /// Returns the selection limited to the records that a search for the text finds. The last word can be incomplete.
    /// - Parameter id: An SQL expression for the ID of the record.
    func narrowed(to text: String, id: String, of kind: Kind, in connection: Connection) throws -> Selection {
        guard !text.isEmpty else { return self }
        guard let query = SearchQuery(text), let first = DocumentID(RecordID(kind: kind, number: 0)) else {
            return .nothing(of: source)
        }
        var narrowed = self
        let match = try SearchTable.everything.matching(query, isFinished: false, in: connection)
        if let other = self.match {
            narrowed.match = "(\(other)) AND (\(match))"
            return narrowed
        }
        narrowed.match = match
        narrowed.require(
            """
            \(id) IN (
                SELECT rowid - \(first.rawValue) FROM search
                WHERE search MATCH ?4 AND rowid BETWEEN \(first.rawValue) AND \(first.rawValue + DocumentID.last))
            """)
        return narrowed
    }

    /// Returns the selection limited to the records that match a filter.
    /// - Parameter account: The account whose favorites the filter tests, or `nil` for a guest.
    func filtered(
        by filter: Filter?, over columns: [String: FilterColumn], for account: Account.ID? = nil
    ) -> Selection {
        guard let filter else { return self }
        let statement = FilterStatement(filter.condition, over: columns, for: account)
        var filtered = self
        filtered.require("(\(statement.condition))")
        filtered.values = statement.values
        return filtered
    }

    /// All parameters of the selection: the owner, the full-text query, and the filter values.
    var parameters: [StatementPlan.Parameter] {
        [(1, parameter.map { .integer(Int($0)) }), (4, match.map { .text($0) })]
            .compactMap { number, value in value.map { StatementPlan.Parameter(number: number, value: $0) } }
            + values.enumerated().map { StatementPlan.Parameter(number: Selection.firstValue + $0, value: $1) }
    }
}

extension [StatementPlan.Parameter] {
    func bind(to bindings: inout Bindings) {
        for parameter in self {
            switch parameter.value {
            case .text(let text): bindings[parameter.number] = text
            case .integer(let number): bindings[parameter.number] = number
            case .number(let number): bindings[parameter.number] = number
            case .flag(let flag): bindings[parameter.number] = flag
            }
        }
    }
}

extension FilterValue {
    /// The day or month of a date without a year, such as `05-25`, or `nil` for other values.
    fileprivate var dayOfYear: String? {
        guard case .text(let text) = self, text.hasPrefix("--") else { return nil }
        return String(text.dropFirst(2))
    }
}
