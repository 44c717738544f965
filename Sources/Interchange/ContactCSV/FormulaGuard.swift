import Text

/// An encoder that keeps spreadsheets from running values as formulas: an apostrophe is added before them and removed
/// when reading (OWASP, “CSV Injection”). Phone numbers may start with a plus sign.
enum FormulaGuard {
    static func guarded(_ text: String) -> String {
        looksLikeFormula(text) && !isPhone(text) ? "'" + text : text
    }

    static func unguarded(_ text: String) -> String {
        text.first == "'" && looksLikeFormula(text) ? String(text.dropFirst()) : text
    }

    /// Ignores leading apostrophes, so that adding and removing one is reversible.
    private static func looksLikeFormula(_ text: String) -> Bool {
        text.unicodeScalars.first { $0 != "'" }.map { triggers.contains($0) } ?? false
    }

    private static let triggers: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"]

    private static func isPhone(_ text: String) -> Bool {
        let rest = text.utf8.dropFirst()
        return text.first == "+" && rest.first?.isASCIIDigit == true
            && rest.allSatisfy { $0.isASCIIDigit || " ().-/".utf8.contains($0) }
    }
}
