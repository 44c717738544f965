/// An encoder that prevents spreadsheets from interpreting values as formulas (OWASP, “CSV Injection”). It prefixes
/// such values with an apostrophe, which the reader removes. Numbers and phone numbers with a plus sign are unchanged.
public enum FormulaGuard {
    public static func guarded(_ text: String) -> String {
        looksLikeFormula(text) && !isPhone(text) && !isNumber(text) ? "'" + text : text
    }

    public static func unguarded(_ text: String) -> String {
        text.first == "'" && looksLikeFormula(text) ? String(text.dropFirst()) : text
    }

    /// Returns whether a spreadsheet would interpret the text as a formula. Leading apostrophes are ignored, so that
    /// the reader can remove an added apostrophe.
    private static func looksLikeFormula(_ text: String) -> Bool {
        text.unicodeScalars.first { $0 != "'" }.map { triggers.contains($0) } ?? false
    }

    private static let triggers: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]

    private static func isPhone(_ text: String) -> Bool {
        let rest = text.utf8.dropFirst()
        return text.first == "+" && rest.first?.isASCIIDigit == true
            && rest.allSatisfy { $0.isASCIIDigit || " ().-/".utf8.contains($0) }
    }

    private static func isNumber(_ text: String) -> Bool {
        let rest = text.utf8.dropFirst()
        return text.first == "-" && rest.first?.isASCIIDigit == true && Double(text) != nil
            && rest.allSatisfy { $0.isASCIIDigit || ".e-+".utf8.contains($0) }
    }
}
