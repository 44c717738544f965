import Model

/// Conversion between notes and the note texts of cards. The topic is a Markdown heading before the text.
extension Note {
    init(card text: String, about subject: RecordID? = nil) {
        self.init()
        self.subject = subject
        // Splits bytes, because a combining character at the start of a topic merges with the preceding space.
        let lines = text.utf8.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
        guard lines.count == 3, lines[0].starts(with: "# ".utf8), lines[0].count > 2, lines[1].isEmpty else {
            self.text = text
            return
        }
        topic = String(Substring(lines[0].dropFirst(2)))
        self.text = String(Substring(lines[2]))
    }

    var cardText: String { topic.isEmpty ? text : "# \(topic)\n\n\(text)" }
}
