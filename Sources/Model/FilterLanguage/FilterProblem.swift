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
