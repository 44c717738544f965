import Text

/// What a spreadsheet would run as a formula is written with an apostrophe before it (OWASP, “CSV Injection”), which is
/// taken off again by whoever reads it here. A telephone number may begin with its plus.
enum FormulaGuard {
    static func guarded(_ text: String) -> String {
        looksLikeFormula(text) && !isPhone(text) ? "'" + text : text
    }

    static func unguarded(_ text: String) -> String {
        text.first == "'" && looksLikeFormula(text) ? String(text.dropFirst()) : text
    }

    /// With any number of apostrophes before it, so that one can be put before each and taken off.
    private static func looksLikeFormula(_ text: String) -> Bool {
        text.unicodeScalars.first { $0 != "'" }.map { triggers.contains($0) } ?? false
    }

    /// In half and full width.
    private static let triggers: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"]

    /// A plus and a digit, then nothing but digits and what is written between them.
    private static func isPhone(_ text: String) -> Bool {
        let rest = text.utf8.dropFirst()
        return text.first == "+" && rest.first?.isASCIIDigit == true
            && rest.allSatisfy { $0.isASCIIDigit || " ().-/".utf8.contains($0) }
    }
}
