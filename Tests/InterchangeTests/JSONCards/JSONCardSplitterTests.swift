import Testing

@testable import Interchange

@Suite("Splitting JSON files into cards")
struct JSONSplitterTests {
    private func items(_ text: String, _ splitter: some CardSplitter, chunk: Int) -> [CardItem] {
        var splitter = splitter
        var items: [CardItem] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            splitter.feed(Array(bytes[start..<min(start + chunk, bytes.count)]))
            while let item = splitter.next(file: "a.json") { items.append(item) }
        }
        splitter.finish()
        while let item = splitter.next(file: "a.json") { items.append(item) }
        return items
    }

    private func check(_ items: [CardItem], _ large: String) {
        guard items.count == 3, case .rejected(let rejected) = items[1], case .card(let last) = items[2] else {
            Issue.record("\(items)")
            return
        }
        #expect(rejected.reason == "The card is larger than 64 MB.")
        #expect(rejected.place == SourceLocation(file: "a.json", line: 2, number: 2))
        #expect(rejected.text.bytes == Array(large.utf8))
        #expect(last.person.title == "Lea" && last.place?.number == 3)
    }

    @Test("An oversized JSContact card is reported as one rejected card", arguments: [1, 7, 1 << 16])
    func jsContact(chunk: Int) {
        func card(_ name: String, _ more: String = "") -> String {
            #"{"@type":"Card","version":"1.0","uid":"1","name":{"full":"\#(name)"}\#(more)}"#
        }
        let large = card("Luke", #","x":["\"}]",\#(String(repeating: #"{"a":{"b":"c"}},"#, count: 100))1]"#)
        let text = "[\(card("Leia")),\n\(large),\n\(card("Lea"))]"
        check(items(text, JSONCardSplitter(.jsContact, maximumCard: 200), chunk: chunk), large)
        let unfinished = items(
            String(large.dropLast(300)), JSONCardSplitter(.jsContact, maximumCard: 200), chunk: chunk)
        #expect(unfinished.count == 1)
    }

    @Test("An oversized jCard is reported as one rejected card", arguments: [1, 7, 1 << 16])
    func jCard(chunk: Int) {
        func card(_ name: String, _ more: String = "") -> String {
            #"["vcard",[["fn",{},"text","\#(name)"]\#(more)]]"#
        }
        let large = card("Luke", String(repeating: #",["note",{},"text","\"]"]"#, count: 100))
        let text = "[\(card("Leia")),\n\(large),\n\(card("Lea"))]"
        check(items(text, JSONCardSplitter(.jCard, maximumCard: 200), chunk: chunk), large)
        #expect(items(String(large.dropLast(300)), JSONCardSplitter(.jCard, maximumCard: 200), chunk: chunk).count == 1)
    }
}
