import Localization

/// A syntax error in a filter.
public struct FilterProblem: UserFacingError, Hashable {
    public let text: String
    /// The position of the error, counted in characters from 0.
    public let column: Int
    /// The unexpected token; empty at the end of the text.
    public let found: String
    public internal(set) var expected: FilterExpectation

    /// The words that the user may have meant.
    public var suggestions: [String] = []
    /// The subject of the error message.
    var subject: Message = "The filter"

    /// Whether the error is at the end of the text, so that more input can make the filter valid.
    var isAtEnd: Bool { column == text.count }

    public var explanation: ErrorReport {
        ErrorReport(
            .wrongUsage,
            found.isEmpty
                ? "\(subject) is incomplete: expected \(expected.phrase)."
                : "Expected \(expected.phrase), found “\(found)”.",
            next: namesFavorites
                ? "Each account has its own favorites. Use “where favorite” in a list instead."
                : suggestions.isEmpty ? expected.hint : "Did you mean \(suggestions.joined(separator: " or "))?",
            passage: text.isEmpty ? nil : ErrorReport.Passage(text: text, column: column))
    }

    /// Whether the error is the use of favorites in a saved filter.
    private var namesFavorites: Bool { found.lowercased() == FilterField.favorite }
}

/// The input that is expected at a position in a filter, used by error messages and completion.
public struct FilterExpectation: Hashable, Sendable {
    /// A noun phrase for the expected input, such as “a number”.
    public let phrase: Message
    /// A sentence that lists the choices or explains the syntax.
    public let hint: Message?
    /// The valid words that completion offers.
    public internal(set) var words: [String]
    /// The kind of record whose names are valid, or `nil` if names are not expected.
    public let named: Kind?

    init(_ phrase: Message, hint: Message? = nil, words: [String] = [], named: Kind? = nil) {
        self.phrase = phrase
        self.hint = hint
        self.words = words
        self.named = named
    }

    static let more = FilterExpectation("“and”, “or”, or the end of the filter", words: ["and", "or"])
    static let closing = FilterExpectation("“and”, “or”, or “)”", words: ["and", "or"])
    static let condition = FilterExpectation("“where” or the end of the command", words: ["where"])
    static let zone = FilterExpectation(
        "“hz” or “any group”", hint: "Use “in hz” for the habitable zone, or “in any group”.", words: ["hz", "any"])
    static let anyGroup = FilterExpectation("“any group”", hint: "Use “in any group”.", words: ["any", "group"])
    static let since = FilterExpectation("“since”", hint: "Use “changed since yesterday”.", words: ["since"])
    static let sampleData = FilterExpectation(
        "“sample data”", hint: "Use “from sample data”.", words: ["sample", "data"])
    static let between = FilterExpectation("“between”", words: ["between"])
    static let second = FilterExpectation("“and”", hint: "Use “between 6 and 12”.", words: ["and"])

    static func field(of fields: [FilterField], inCatalog: Bool) -> FilterExpectation {
        FilterExpectation(
            "a field", hint: "Available fields: \(fields.map(\.name).joined(separator: ", ")).",
            words: fields.map(\.name) + ["not", "has"] + (inCatalog ? ["in", "estimated", "measured"] : []))
    }

    static func figure(of fields: [FilterField]) -> FilterExpectation {
        FilterExpectation(
            "a numeric field", hint: "Available fields: \(fields.map(\.name).joined(separator: ", ")).",
            words: fields.map(\.name))
    }

    static func column(of fields: [FilterField]) -> FilterExpectation {
        FilterExpectation("a column", hint: figure(of: fields).hint, words: fields.map(\.name))
    }

    static func unitless(_ field: FilterField) -> FilterExpectation {
        FilterExpectation("another field or the end of the input", hint: "\(field.name) has no unit.")
    }

    static func unit(of field: FilterField) -> FilterExpectation {
        let units = field.units.map(\.name)
        return FilterExpectation(
            "a unit for \(field.name)", hint: "Use one of: \(units.joined(separator: ", ")).", words: units)
    }

    static func unitOrBar(of field: FilterField) -> FilterExpectation {
        let words = field.units.map(\.name) + [FilterField.bar]
        guard words.count > 1 else { return FilterExpectation("“\(FilterField.bar)”", words: words) }
        return FilterExpectation(
            "a unit for \(field.name) or “\(FilterField.bar)”", hint: "Use one of: \(words.joined(separator: ", ")).",
            words: words)
    }

    /// Returns the input that is expected after a field.
    /// - Parameter hasUnit: Whether a unit already follows the field.
    static func test(of field: FilterField, hasUnit: Bool) -> FilterExpectation {
        let operators = field.operators.map(\.rawValue)
        let spans = field.operators.contains(.less) ? ["between"] : []
        let known = operators.joined(separator: " ") + (spans.isEmpty ? "" : ", “between … and …”")
        return FilterExpectation(
            "a comparison of \(field.name)",
            hint: hasUnit || field.units.isEmpty
                ? "Use one of: \(known), “is null”." : "Use one of: \(known), “is null”, or “:” and a unit.",
            words: operators + spans + ["is", "not"])
    }

    static func state(of field: FilterField) -> FilterExpectation {
        let words =
            ["null"] + (field.marks.isEmpty ? [] : ["estimated"])
            + (field.hasProvenance ? ["measured", "unknown"] : [])
        return FilterExpectation(
            "\(words.map { "“\($0)”" }.joined(separator: ", "))\(words.count > 1 ? "," : "") or “not”",
            words: words + ["not"])
    }

    static func value(of field: FilterField, insteadOf text: String) -> FilterExpectation {
        guard field.values == .date else { return value(of: field) }
        switch DateInput(text) {
        case .date:
            return FilterExpectation(
                "a date with a year such as 1977-05-25",
                hint: "A date without a year can be compared only with “=” and “!=”.")
        case .either(let first, let second):
            return FilterExpectation(
                "an unambiguous date", hint: "“\(text)” can mean \(first.description) or \(second.description).")
        case nil: return value(of: field)
        }
    }

    static func value(of field: FilterField) -> FilterExpectation {
        switch field.values {
        case .text: FilterExpectation("text", words: field.examples)
        case .phone: FilterExpectation("a phone number or a part of one")
        case .name(let kind): FilterExpectation("a name", named: kind)
        case .choice(let words): FilterExpectation("one of: \(words.joined(separator: ", "))", words: words)
        case .integer: FilterExpectation("a whole number")
        case .figure: FilterExpectation("a number")
        case .date: FilterExpectation("a date such as 1977, 1977-05-25, “25 May 1977”, or “2 weeks ago”")
        case .period: FilterExpectation("a period such as 30d, 2w, 3m, or 1y")
        case .flag: FilterExpectation("yes or no", words: ["yes", "no"])
        }
    }
}
