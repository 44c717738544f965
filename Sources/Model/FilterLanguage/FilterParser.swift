/// A recursive-descent parser for filters, with case-insensitive keywords.
///
/// ```text
/// filter    = both *( "or" both )
/// both      = one *( "and" one )
/// one       = "not" one / "(" filter ")" / "has" name / "in" "any" "group" / "changed" "since" value
///           / "related" "to" value / "from" "sample" "data" / "favorite" / "in" "hz" / "estimated" / "measured" / field test
/// field     = name [ ":" unit ]
/// test      = operator value / [ "not" ] "between" value "and" value
///           / "is" [ "not" ] ( "null" / "estimated" / "measured" / "unknown" )
/// ```
struct FilterParser {
    private let text: String
    private let fields: [FilterField]
    /// Whether the conditions `in hz`, `estimated`, and `measured` are available.
    private let isCatalog: Bool
    private let tokens: [FilterToken]
    private var place = 0
    private var depth = 0
    private var testCount = 0

    /// The maximum number of nested parentheses, well below SQLite’s expression depth limit of 1,000.
    private static let depthLimit = 100
    private static let testLimit = 200

    static func condition(_ text: String, over fields: [FilterField]) throws(FilterProblem) -> FilterCondition {
        var scanner = FilterScanner(text)
        var parser = FilterParser(text, fields, try scanner.tokens())
        let condition = try parser.alternatives()
        guard parser.token.kind == .end else { throw parser.problem(.more) }
        return condition
    }

    /// Parses fields with optional units, such as `distance:ly mass:mjup`.
    /// - Parameter asBars: Whether bars such as `mass:bar` are valid.
    static func figures(
        _ text: String, over fields: [FilterField], asBars: Bool = false
    ) throws(FilterProblem) -> [FigureInUnit] {
        var scanner = FilterScanner(String(text.map { $0 == "," ? " " : $0 }))
        var parser = FilterParser(text, fields, try scanner.tokens())
        var figures: [FigureInUnit] = []
        repeat { figures.append(try parser.figure(asBars: asBars)) } while parser.token.kind != .end
        return figures
    }

    private mutating func figure(asBars: Bool) throws(FilterProblem) -> FigureInUnit {
        let column = column
        guard let field = namedField() else { throw problem(asBars ? .column(of: fields) : .figure(of: fields)) }
        let mayBeBar = asBars && field.hasBars
        guard token.kind == .colon else { return FigureInUnit(field: field, unit: nil, isBar: false, column: column) }
        guard mayBeBar || !field.units.isEmpty else { throw problem(.unitless(field)) }
        advance()
        if mayBeBar, skip(FilterField.bar) {
            return FigureInUnit(field: field, unit: nil, isBar: true, column: column)
        }
        let unit = try unit(of: field, else: mayBeBar ? .unitOrBar(of: field) : .unit(of: field))
        return FigureInUnit(field: field, unit: unit, isBar: false, column: column)
    }

    private init(_ text: String, _ fields: [FilterField], _ tokens: [FilterToken]) {
        self.text = text
        self.fields = fields
        self.tokens = tokens
        isCatalog = fields.contains { !$0.marks.isEmpty }
    }

    // MARK: - Combinations

    private mutating func alternatives() throws(FilterProblem) -> FilterCondition {
        var parts = [try conditions()]
        while skip("or") { parts.append(try conditions()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conditions() throws(FilterProblem) -> FilterCondition {
        var parts = [try condition()]
        while skip("and") { parts.append(try condition()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func condition() throws(FilterProblem) -> FilterCondition {
        var negations = 0
        while skip("not") { negations += 1 }
        // Any two additional negations cancel each other out.
        let kept = negations > 2 ? 2 - negations % 2 : negations
        let part = token.kind == .open ? try combination() : try test()
        return (0..<kept).reduce(part) { part, _ in .not(part) }
    }

    private mutating func combination() throws(FilterProblem) -> FilterCondition {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else {
            throw problem(FilterExpectation("fewer nested parentheses", hint: "Remove some parentheses."))
        }
        advance()
        let inner = try alternatives()
        guard token.kind == .close else { throw problem(.closing) }
        advance()
        return inner
    }

    private mutating func test() throws(FilterProblem) -> FilterCondition {
        testCount += 1
        guard testCount <= Self.testLimit else {
            throw problem(
                FilterExpectation(
                    "the end of the filter", hint: "A filter can have at most \(Self.testLimit) conditions."))
        }
        if skip("has") { return .not(.unknown(try field())) }
        if let group = field(named: FilterField.membership), skip("in") {
            if isCatalog, skip("hz") { return .inHabitableZone }
            guard skip("any"), skip(FilterField.membership) else { throw problem(isCatalog ? .zone : .anyGroup) }
            return .not(.unknown(group))
        }
        if let modified = field(named: FilterField.modified), skip("changed") {
            guard skip("since") else { throw problem(.since) }
            return .compare(modified, .greaterOrEqual, try value(of: modified, nil, for: .greaterOrEqual))
        }
        if let related = field(named: FilterField.related), token.isKeyword(FilterField.related),
            tokens[min(place + 1, tokens.count - 1)].isKeyword("to")
        {
            advance()
            advance()
            return .compare(related, .equal, try value(of: related, nil, for: .equal))
        }
        if let sample = field(named: FilterField.sample), skip("from") {
            guard skip("sample"), skip("data") else { throw problem(.sampleData) }
            return .not(.unknown(sample))
        }
        if let favorite = field(named: FilterField.favorite), !isTest(after: 1), skip(FilterField.favorite) {
            return .compare(favorite, .equal, .flag(true))
        }
        if isCatalog, !isTest(after: 1) {
            if skip("estimated") { return .hasEstimates }
            if skip("measured") { return measured }
        }
        return try testOfField()
    }

    // MARK: - Conditions

    private mutating func testOfField() throws(FilterProblem) -> FilterCondition {
        let field = try field()
        let unit = try unit(of: field)
        if skip("is") { return try state(of: field) }
        let spans = field.operators.contains(.less)
        if spans, skip("not") {
            guard skip("between") else { throw problem(.between) }
            return .not(try span(field, unit))
        }
        if spans, skip("between") { return try span(field, unit) }
        guard case .comparison(let sign) = token.kind, field.operators.contains(sign) else {
            throw problem(.test(of: field, hasUnit: unit != nil))
        }
        advance()
        return .compare(field, sign, try value(of: field, unit, for: sign))
    }

    private mutating func field() throws(FilterProblem) -> FilterField {
        guard let field = namedField() else { throw problem(.field(of: fields, inCatalog: isCatalog)) }
        return field
    }

    /// Parses the name of a field, or a title in quotation marks or of several words. Returns `nil` if the next words
    /// do not name a field.
    private mutating func namedField() -> FilterField? {
        for count in stride(from: wordsInARow, to: 1, by: -1) {
            let title = tokens[place..<place + count].map(\.text).joined(separator: " ")
            guard let field = fields.first(where: { $0.labels.haveLetters(of: title) }) else { continue }
            place += count
            return field
        }
        guard token.kind == .word || token.kind == .quoted, let field = fields.named(token.text) else { return nil }
        advance()
        return field
    }

    /// The number of consecutive words separated only by whitespace, up to the length of the longest title.
    private var wordsInARow: Int {
        let scalars = Array(text.unicodeScalars)
        var count = 0
        while count < Self.wordsInTitle, tokens[place + count].kind == .word {
            let token = tokens[place + count]
            count += 1
            let end = token.position + token.text.unicodeScalars.count
            guard scalars[end..<tokens[place + count].position].allSatisfy(\.properties.isWhitespace) else { break }
        }
        return count
    }

    private static let wordsInTitle = 4

    /// The condition that the mass, the radius, or both are known, and that the known values were measured.
    private var measured: FilterCondition {
        let figures = [PlanetFigure.mass, .radius].compactMap { $0.filter }.compactMap(field(named:))
        return .all(
            figures.map { .any([.unknown($0), .measured($0)]) } + [.any(figures.map { .not(.unknown($0)) })])
    }

    private func field(named name: String) -> FilterField? { fields.first { $0.name == name } }

    private mutating func span(_ field: FilterField, _ unit: Unit?) throws(FilterProblem) -> FilterCondition {
        let low = try value(of: field, unit, for: .greaterOrEqual)
        guard skip("and") else { throw problem(.second) }
        let high = try value(of: field, unit, for: .lessOrEqual)
        return .all([.compare(field, .greaterOrEqual, low), .compare(field, .lessOrEqual, high)])
    }

    private mutating func state(of field: FilterField) throws(FilterProblem) -> FilterCondition {
        let isNegated = skip("not")
        let condition: FilterCondition
        if skip("null") {
            condition = .unknown(field)
        } else if !field.marks.isEmpty, skip("estimated") {
            condition = .estimated(field)
        } else if field.hasProvenance, skip("measured") {
            condition = .measured(field)
        } else if field.hasProvenance, skip("unknown") {
            condition =
                field.marks.isEmpty
                ? .not(.measured(field)) : .all([.not(.estimated(field)), .not(.measured(field))])
        } else {
            throw problem(.state(of: field))
        }
        return isNegated ? .not(condition) : condition
    }

    private mutating func unit(of field: FilterField) throws(FilterProblem) -> Unit? {
        guard token.kind == .colon else { return nil }
        guard !field.units.isEmpty else { throw problem(.test(of: field, hasUnit: true)) }
        advance()
        return try unit(of: field, else: .unit(of: field))
    }

    private mutating func unit(of field: FilterField, else expected: FilterExpectation) throws(FilterProblem) -> Unit {
        guard let unit = Unit(token.text), field.units.contains(unit) else { throw problem(expected) }
        advance()
        return unit
    }

    /// Parses a value of a field.
    /// - Parameter sign: The comparison with the value.
    private mutating func value(
        of field: FilterField, _ unit: Unit?, for sign: FilterOperator
    ) throws(FilterProblem) -> FilterValue {
        guard token.kind == .word || token.kind == .quoted else { throw problem(.value(of: field)) }
        // A unit can follow the number after a space, as in `radius < 2 rearth`.
        let next = tokens[min(place + 1, tokens.count - 1)]
        let hasUnit = unit == nil && next.kind == .word && Unit(next.text).map(field.units.contains) == true
        let typed = hasUnit ? "\(token.text) \(next.text)" : token.text
        guard let value = FilterValue(typed, of: field, in: unit, for: sign) else {
            throw problem(.value(of: field, insteadOf: typed))
        }
        advance()
        if hasUnit { advance() }
        return value
    }

    // MARK: - Tokens

    private var token: FilterToken { tokens[place] }

    private var column: Int { text.column(ofScalar: token.position) }

    private mutating func advance() {
        if place + 1 < tokens.count { place += 1 }
    }

    /// Returns whether a comparison or `is` follows after the given number of tokens.
    private func isTest(after count: Int) -> Bool {
        guard place + count < tokens.count else { return false }
        if case .comparison = tokens[place + count].kind { return true }
        return tokens[place + count].isKeyword("is")
    }

    private mutating func skip(_ keyword: String) -> Bool {
        guard token.isKeyword(keyword) else { return false }
        advance()
        return true
    }

    private func problem(_ expected: FilterExpectation) -> FilterProblem {
        FilterProblem(text: text, column: column, found: token.text, expected: expected)
    }
}

/// A field with an optional unit or bar suffix, such as `mass:mjup` or `mass:bar`.
public struct FigureInUnit: Hashable, Sendable {
    public let field: FilterField
    /// The requested unit, or `nil` for the stored unit and for pure numbers.
    public let unit: Unit?
    /// Whether the values are requested as bars.
    public let isBar: Bool
    /// The position in the text, counted in characters from 0.
    let column: Int

    /// Parses exactly two fields.
    /// - Parameters:
    ///   - fields: The available fields.
    ///   - others: Other words that are valid in place of the first field, used for suggestions.
    public static func pair(
        _ text: String, of fields: [FilterField], besides others: [String]
    ) throws(FilterProblem) -> (FigureInUnit, FigureInUnit) {
        do throws(FilterProblem) {
            let figures = try FilterParser.figures(text, over: fields)
            if figures.count == 2 { return (figures[0], figures[1]) }
            let extra = figures.count > 2 ? figures[2] : nil
            throw FilterProblem(
                text: text, column: extra?.column ?? text.count, found: extra?.field.name ?? "",
                expected: extra == nil ? .figure(of: fields) : .condition)
        } catch {
            var problem = error
            problem.subject = "The command"
            problem.expected.words += error.column == 0 ? others : []
            throw problem
        }
    }

    /// Parses a list of fields separated by commas or spaces, such as `name, radius:rearth, distance:bar`.
    public static func several(_ text: String, of fields: [FilterField]) throws(FilterProblem) -> [FigureInUnit] {
        do throws(FilterProblem) {
            return try FilterParser.figures(text, over: fields, asBars: true)
        } catch {
            var problem = FilterProblem(text: text, column: error.column, found: error.found, expected: error.expected)
            problem.subject = "The list of columns"
            throw problem
        }
    }
}

extension RecordOrder {
    /// Creates a sort order from its name, such as `mass` or `mass:mjup`, or returns `nil` for an unknown name. All
    /// names that filters accept are valid, including `massKg`.
    public init?(named text: String) {
        if let order = Self(rawValue: text) {
            self = order
            return
        }
        guard let fields = try? FigureInUnit.several(text, of: FilterField.all(of: Content.kind)), fields.count == 1
        else { return nil }
        self.init(rawValue: fields[0].field.name)
    }
}

/// A scanner for the tokens of a filter. In quoted text, a doubled quotation mark represents a single one.
struct FilterScanner {
    private let scalars: [Unicode.Scalar]
    private let text: String
    private var position = 0

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    /// Returns all tokens, with the end token last.
    mutating func tokens() throws(FilterProblem) -> [FilterToken] {
        var tokens: [FilterToken] = []
        repeat { tokens.append(try next()) } while tokens.last?.kind != .end
        return tokens
    }

    private mutating func next() throws(FilterProblem) -> FilterToken {
        while position < scalars.count, scalars[position].properties.isWhitespace { position += 1 }
        guard position < scalars.count else { return FilterToken(kind: .end, text: "", position: position) }
        let start = position
        if let kind = Self.single(scalars[start]) {
            position += 1
            return FilterToken(kind: kind, text: String(scalars[start]), position: start)
        }
        if let sign = sign() { return sign }
        if let end = Self.quotes[scalars[start]] { return try quoted(until: end) }
        while position < scalars.count, Self.isPartOfWord(scalars[position]) { position += 1 }
        if position == start { position += 1 }
        return FilterToken(kind: .word, text: string(scalars[start..<position]), position: start)
    }

    private static func single(_ scalar: Unicode.Scalar) -> FilterToken.Kind? {
        switch scalar {
        case "(": .open
        case ")": .close
        case ":": .colon
        default: nil
        }
    }

    private mutating func sign() -> FilterToken? {
        let start = position
        for (text, sign) in Self.operators where scalars[start...].starts(with: text.unicodeScalars) {
            position += text.unicodeScalars.count
            return FilterToken(kind: .comparison(sign), text: text, position: start)
        }
        return nil
    }

    /// The comparison operators, longest first.
    private static let operators: [(String, FilterOperator)] =
        [
            ("==", .equal), ("<>", .notEqual), ("≤", .lessOrEqual), ("≥", .greaterOrEqual), ("≠", .notEqual),
        ] + FilterOperator.allCases.map { ($0.rawValue, $0) }.sorted { $0.0.count > $1.0.count }

    private mutating func quoted(until end: Unicode.Scalar) throws(FilterProblem) -> FilterToken {
        let start = position
        var inside = String.UnicodeScalarView()
        position += 1
        while position < scalars.count {
            let isEnd = scalars[position] == end
            let isTwice = isEnd && position + 1 < scalars.count && scalars[position + 1] == end
            if isEnd && !isTwice {
                position += 1
                return FilterToken(kind: .quoted, text: String(inside), position: start)
            }
            inside.append(scalars[position])
            position += isTwice ? 2 : 1
        }
        throw FilterProblem(
            text: text, column: text.column(ofScalar: start), found: "",
            expected: FilterExpectation("a closing quotation mark", hint: "Close the quotation with \(end)."))
    }

    private static let quotes: [Unicode.Scalar: Unicode.Scalar] = ["\"": "\"", "'": "'", "“": "”"]

    static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isWhitespace && quotes[scalar] == nil && !"():<>=!~≤≥≠”".unicodeScalars.contains(scalar)
    }

    private func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(scalars)) }
}

struct FilterToken: Hashable {
    enum Kind: Hashable {
        /// A name, a keyword, a number, or an unquoted value.
        case word
        case quoted
        case comparison(FilterOperator)
        case colon, open, close, end
    }

    let kind: Kind
    let text: String
    /// The position in the text, counted in Unicode scalars from 0.
    let position: Int

    func isKeyword(_ word: String) -> Bool { kind == .word && text.lowercased() == word }

    /// Returns the text as a token, quoted if necessary.
    static func quoted(_ text: String) -> String {
        guard text.isEmpty || !text.unicodeScalars.allSatisfy(FilterScanner.isPartOfWord) else { return text }
        let inside = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false).map { String($0) }
        return "\"" + inside.joined(separator: "\"\"") + "\""
    }
}

extension String {
    /// Converts a position in Unicode scalars to a position in characters.
    func column(ofScalar position: Int) -> Int { String(unicodeScalars.prefix(position)).count }
}
