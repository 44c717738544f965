import Model

/// The limits for text in records, checked before writing.
enum RecordRules {
    /// The maximum UTF-8 length of a single-line field or a label.
    static let lineLimit = 64 << 10
    /// The maximum UTF-8 length of multiline text or of a single value in a list.
    static let textLimit = 1 << 20
    /// The maximum UTF-8 length of a card line. A line may contain an image or a sound.
    static let cardLineLimit = 32_000_000

    static func check<Content>(_ content: Content, in table: RecordTable<Content>) throws(RecordProblem) {
        if let problem = table.contradiction(content) { throw problem }
        let declared = Content.fields
        // A span, because the elements of an array would be copied.
        let fields = declared.span
        for index in fields.indices {
            let limit = fields[index].shape == .single ? lineLimit : textLimit
            for value in fields[index].read(content) {
                try check(value.label, of: fields[index].title, limit: lineLimit)
                try check(value.value, of: fields[index].title, limit: limit)
            }
        }
        for text in table.hiddenTexts(content) {
            try check(text.value, of: text.label, limit: cardLineLimit)
        }
    }

    static func check(_ text: String, of field: String, limit: Int) throws(RecordProblem) {
        if text.utf8.count > limit {
            throw .tooLong(field: field, bytes: text.utf8.count, limit: limit)
        }
        if let nul = text.utf8.firstIndex(of: 0) {
            throw .holdsNul(field: field, position: text.utf8.distance(from: text.utf8.startIndex, to: nul))
        }
    }
}
