/// A property as it stands in a card: `group.NAME;PARAMETER=value:value` (RFC 6350 section 3.3).
struct ContentLine {
    /// More parameters make a line that is kept, but not understood.
    static let maximumParameters = 1_000
    static let maximumName = 100

    let head: LineHead
    /// The entries of the card it takes up: more than one if it is quoted-printable or base64 without folding.
    var entries: Range<Int>
    /// Of the file, from 1.
    let line: Int
    /// The bytes after the colon; a line feed between two entries.
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
    /// Whether it is this word in any case.
    func isWord(_ word: StaticString) -> Bool {
        guard utf8.count == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { letters in zip(utf8, letters).allSatisfy { $0.uppercased == $1.uppercased } }
    }
}
