import Localization

/// Why a text is no filter, and where.
public struct FilterProblem: UserFacingError, Hashable {
    public let text: String
    /// In characters, from 0.
    public let column: Int
    /// What stands there; empty at the end.
    public let found: String
    public internal(set) var expected: FilterExpectation

    /// Words that may have been meant.
    public var suggestions: [String] = []
    /// What the text should be.
    var subject: Message = "The filter"

    /// Whether the text is as it should be, as far as it goes.
    var isAtEnd: Bool { column == text.count }

    public var explanation: ErrorReport {
        ErrorReport(
            .wrongUsage,
            found.isEmpty
                ? "\(subject) ends where \(expected.phrase) was expected."
                : "“\(found)” stands where \(expected.phrase) was expected.",
            next: suggestions.isEmpty ? expected.hint : "Did you mean \(suggestions.joined(separator: " or "))?",
            passage: text.isEmpty ? nil : ErrorReport.Passage(text: text, column: column))
    }
}

/// What could stand in a place of a filter: for whoever has made a mistake, and for whoever presses Tab.
public struct FilterExpectation: Hashable, Sendable {
    /// As a phrase: “a number”.
    public let phrase: Message
    /// What there is, or how it is written, as a sentence.
    public let hint: Message?
    /// Words that could stand here.
    public internal(set) var words: [String]
    /// The kind of record whose name could.
    public let named: Kind?

    init(_ phrase: Message, hint: Message? = nil, words: [String] = [], named: Kind? = nil) {
        self.phrase = phrase
        self.hint = hint
        self.words = words
        self.named = named
    }

    /// Behind a whole filter.
    static let more = FilterExpectation("“and”, “or” or the end", words: ["and", "or"])
    static let closing = FilterExpectation("“and”, “or” or “)”", words: ["and", "or"])
    /// Behind the figures of a plot.
    static let condition = FilterExpectation("“where” or the end", words: ["where"])
    static let zone = FilterExpectation("“hz”", hint: "“in hz” asks for the habitable zone.", words: ["hz"])
    static let between = FilterExpectation("“between”", words: ["between"])
    static let second = FilterExpectation("“and”", hint: "Write “between 6 and 12”.", words: ["and"])

    static func field(of fields: [FilterField], inCatalog: Bool) -> FilterExpectation {
        FilterExpectation(
            "a field", hint: "There are: \(fields.map(\.name).joined(separator: ", ")).",
            words: fields.map(\.name) + ["not"] + (inCatalog ? ["in", "estimated", "measured"] : []))
    }

    static func figure(of fields: [FilterField]) -> FilterExpectation {
        FilterExpectation(
            "a figure", hint: "There are: \(fields.map(\.name).joined(separator: ", ")).", words: fields.map(\.name))
    }

    static func column(of fields: [FilterField]) -> FilterExpectation {
        FilterExpectation("a column", hint: figure(of: fields).hint, words: fields.map(\.name))
    }

    /// Behind a pure number.
    static func unitless(_ field: FilterField) -> FilterExpectation {
        FilterExpectation("the end of \(field.name)", hint: "It has no unit.")
    }

    static func unit(of field: FilterField) -> FilterExpectation {
        let units = field.units.map(\.name)
        return FilterExpectation(
            "a unit of \(field.name)", hint: "There are: \(units.joined(separator: ", ")).", words: units)
    }

    static func unitOrBar(of field: FilterField) -> FilterExpectation {
        let words = field.units.map(\.name) + [FilterField.bar]
        let phrase: Message =
            words.count > 1 ? "a unit of \(field.name) or “\(FilterField.bar)”" : "“\(FilterField.bar)”"
        return FilterExpectation(phrase, hint: "There are: \(words.joined(separator: ", ")).", words: words)
    }

    /// - Parameter hasUnit: Whether the unit has been said.
    static func test(of field: FilterField, hasUnit: Bool) -> FilterExpectation {
        let signs = field.signs.map(\.rawValue)
        let spans = field.signs.contains(.less) ? ["between"] : []
        let known = signs.joined(separator: " ") + (spans.isEmpty ? "" : ", “between … and …”")
        return FilterExpectation(
            "a comparison of \(field.name)",
            hint: hasUnit || field.units.isEmpty
                ? "There are: \(known), “is null”." : "There are: \(known), “is null”, or “:” and a unit.",
            words: signs + spans + ["is", "not"])
    }

    static func state(of field: FilterField) -> FilterExpectation {
        let words = ["null"] + (field.marks.isEmpty ? [] : ["estimated", "measured"])
        return FilterExpectation(
            "\(words.map { "“\($0)”" }.joined(separator: ", ")) or “not”", words: words + ["not"])
    }

    static func value(of field: FilterField) -> FilterExpectation {
        switch field.values {
        case .text: FilterExpectation("a text", words: field.examples)
        case .name(let kind): FilterExpectation("a name", named: kind)
        case .choice(let words): FilterExpectation("one of: \(words.joined(separator: ", "))", words: words)
        case .integer: FilterExpectation("a whole number")
        case .figure: FilterExpectation("a number")
        case .date: FilterExpectation("a date such as 1977, 1977-05 or 1977-05-25")
        case .flag: FilterExpectation("yes or no", words: ["yes", "no"])
        }
    }
}
