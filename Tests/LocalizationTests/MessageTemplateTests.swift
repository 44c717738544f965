import TestSupport
import Testing

@Suite("Message template", .enabled(if: MessageTemplate.python != nil, "python3 is not installed"))
struct MessageTemplateTests {
    @Test("C45 The template contains messages from the sources, each only once")
    func everyMessage() throws {
        let lines = try MessageTemplate.text().split(separator: "\n")
        let messages = lines.filter { $0.hasPrefix("msgid \"") }.map { $0.dropFirst(7).dropLast() }.filter {
            !$0.isEmpty
        }
        #expect(messages.count > 1000)
        #expect(Set(messages).count == messages.count)
        #expect(messages.contains("Nothing to undo."))
    }
}
