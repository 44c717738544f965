import Model

/// The conversion between notes and the text of cards. A Markdown heading before the text is the topic.
extension Note {
    init(card text: String, about subject: RecordID? = nil) {
        self.init()
        self.subject = subject
        // Splits by bytes, because the start of a topic may combine with the space before it.
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
