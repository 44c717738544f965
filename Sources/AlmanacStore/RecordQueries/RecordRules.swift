import Model

/// What no record may hold, checked before anything is written: text that could not be kept whole, or without end.
package enum RecordRules {
    /// In bytes of UTF-8, for a field of one line and for a label.
    static let lineLimit = 64 << 10
    /// In bytes of UTF-8, for prose and for one of several values.
    static let textLimit = 1 << 20
    /// In bytes of UTF-8, for a line of a card, which may carry a sound or a logo.
    static let cardLineLimit = 32_000_000

    package static func check<Content>(_ content: Content, in table: RecordTable<Content>) throws(RecordProblem) {
        if let problem = table.contradiction(content) { throw problem }
        for field in Content.fields {
            let limit = field.shape == .single ? lineLimit : textLimit
            for value in field.read(content) {
                try check(value.label, of: field.title, limit: lineLimit)
                try check(value.value, of: field.title, limit: limit)
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
