/// A piece of a filter as it was typed.
struct FilterToken: Hashable {
    enum Kind: Hashable {
        /// A name, a keyword, a number or an unquoted value.
        case word
        case quoted
        case sign(FilterSign)
        case colon, open, close, end
    }

    let kind: Kind
    let text: String
    /// Where it begins, in characters.
    let column: Int

    func isKeyword(_ word: String) -> Bool { kind == .word && text.lowercased() == word }

    /// The text as a token, in quotes where it needs them.
    static func quoted(_ text: String) -> String {
        guard text.isEmpty || !text.unicodeScalars.allSatisfy(FilterScanner.isPartOfWord) else { return text }
        let inside = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false).map { String($0) }
        return "\"" + inside.joined(separator: "\"\"") + "\""
    }
}
