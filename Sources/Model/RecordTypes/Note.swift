/// A Markdown note, optionally about a record.
public struct Note: Recordable {
    public static let kind = Kind.note

    public var topic = ""
    public var text = ""
    /// The person, group, or planet that is the subject of the note.
    public var subject: RecordID?

    public init() {}

    public var title: String {
        if !topic.isEmpty { return topic }
        let line = text.unicodeScalars.drop(while: isLineEnd).prefix { !isLineEnd($0) }
        return line.isEmpty ? "(empty note)" : String(line)
    }

    /// Returns whether the scalar ends a line, like `Character.isNewline` but without creating characters.
    private func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    public struct Links: RecordLinks {
        public var subject: RecordReference?

        public init() {}
    }
}
