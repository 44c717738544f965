/// A property as it stands in a card: `group.NAME;PARAMETER=value:value` (RFC 6350 section 3.3).
struct ContentLine {
    /// More parameters make a line that is kept, but not understood.
    static let maximumParameters = 1_000
    static let maximumName = 100

    /// The entries of the card it takes up: more than one if it is quoted-printable or base64 without folding.
    var entries: Range<Int>
    /// Of the file, from 1.
    var line: Int
    /// As written; empty for none.
    var group = ""
    /// In upper case; empty if the line is no property.
    var name = ""
    var parameters: [CardParameter] = []
    /// The bytes after the colon; a line feed between two entries.
    var value: Range<Int>

    func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    var isQuotedPrintable: Bool { parameter("ENCODING")?.isWord("QUOTED-PRINTABLE") == true }

    var isBase64: Bool {
        guard let encoding = parameter("ENCODING") else { return false }
        return encoding.isWord("B") || encoding.isWord("BASE64")
    }
}

extension String {
    /// Whether it is this word in any case.
    func isWord(_ word: StaticString) -> Bool {
        guard utf8.count == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { letters in zip(utf8, letters).allSatisfy { $0.uppercased == $1.uppercased } }
    }
}
