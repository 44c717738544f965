/// A property line: `group.NAME;PARAMETER=value:value` (RFC 6350 section 3.3).
struct ContentLine {
    /// The maximum number of parameters of an interpreted line. Lines with more parameters are kept but not
    /// interpreted.
    static let maximumParameters = 1_000
    static let maximumName = 100

    let head: LineHead
    /// The range of card entries that belong to the property. Quoted-printable and base64 values can have several.
    var entries: Range<Int>
    let line: Int
    /// The range of bytes after the colon, with a line feed between entries.
    var value: Range<Int>

    var group: String { head.group }
    var name: String { head.name }
    var parameters: [CardParameter] { head.parameters }
    var isQuotedPrintable: Bool { head.isQuotedPrintable }
    var isBase64: Bool { head.isBase64 }

    func parameter(_ name: String) -> String? {
        head.parameters.first { $0.name == name }?.value
    }
}

extension String {
    /// Returns whether the string equals an ASCII word, ignoring case.
    func isWord(_ word: StaticString) -> Bool {
        guard utf8.count == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { letters in zip(utf8, letters).allSatisfy { $0.uppercased == $1.uppercased } }
    }
}
