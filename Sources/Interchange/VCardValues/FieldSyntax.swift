import Model
import Text

/// The syntax rules for languages and some custom fields in vCard 4.0.
enum FieldSyntax {
    /// Returns whether the text has the form of a language tag (RFC 5646 section 2.1), such as `de` or `zh-Hant`.
    static func isLanguage(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map(Array.init)
        guard let first = parts.first?[...],
            parts.allSatisfy({ 1...8 ~= $0.count && $0.allSatisfy(\.isASCIIAlphanumeric) })
        else { return false }
        if parts.count > 1, first.isASCII("I") || first.isASCII("X") { return true }
        return 2...3 ~= first.count && first.allSatisfy(\.isASCIILetter)
    }

    static func isDate(_ text: String) -> Bool {
        CardDate.date(of: text, omittedYear: nil)?.basicFormat == text
    }
}
