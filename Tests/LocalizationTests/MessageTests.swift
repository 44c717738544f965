import Localization
import TestSupport
import Testing

/// A translator for some messages that also reverses the order of two values.
private struct ReversingTranslator: Translator {
    func words(for english: String) -> String {
        switch english {
        case "{1} of {2}": "{2}: {1}"
        case "1 row": "eine Zeile"
        case "Fields": "Felder"
        case "It has {1}.": "Es hat {1}."
        case "{{ }} {1}": "}}{1}{{"
        default: english
        }
    }

    func words(for one: String, or other: String, number: Int) -> String {
        number == 1 ? words(for: one) : other == "{1} rows" ? "{1} Zeilen" : other
    }
}

@Suite("Messages")
struct MessageTests {
    @Test func `The English text of a message is its string literal`() {
        let (name, number) = ("Leia", 7)
        let message: Message = "\(name) is persons/\(number)."
        #expect(message.description == "Leia is persons/7." && message.localized == message.description)
        #expect(message == "Leia is persons/7.")
        #expect(Set([message, "Leia is persons/7."]).count == 1)
    }

    @Test(arguments: [(0, "0"), (9999, "9999"), (10_000, "10,000"), (-1_234_567, "-1,234,567")])
    func `Numbers with more than four digits are grouped with commas`(number: Int, text: String) {
        #expect(("\(number) rows" as Message).description == "\(text) rows")
        #expect(Message(number, "row").description == "\(text) rows")
        #expect(Message(number, one: "1 row", other: "\(number) rows").description == "\(text) rows")
        #expect(("Line \(String(number))" as Message).description == "Line \(number)")
    }

    @Test func `A translation can reorder the values`() {
        let message: Message = "\(3) of \("many")"
        #expect(localized(message) == "many: 3")
        #expect(message.description == "3 of many")
    }

    @Test func `Nested messages are translated`() {
        let rows = [1, 2].map { Message($0, "row") }
        #expect(localized("It has \(rows[0]).") == "Es hat eine Zeile.")
        #expect(localized("It has \(rows[1]).") == "Es hat 2 Zeilen.")
        #expect(localized("It has \(title: "Fields").") == "Es hat Felder.")
        #expect(localized(rows.joined(separator: ", ")) == "eine Zeile, 2 Zeilen")
        #expect(rows.joined(separator: ", ") == "1 row, 2 rows")
    }

    @Test(arguments: ["{1}", "{2}", "{", "}", "{{1}}", "{ {1} }", "{1", "{x}", "{0}", "{-1}", "{99999999999999999999}"])
    func `Values are not interpreted as placeholders, and literal braces are kept`(value: String) {
        #expect(("\(value)" as Message).description == value)
        #expect(("It has \(value)." as Message).description == "It has \(value).")
        #expect(localized("It has \(value).") == "Es hat \(value).")
        #expect(localized("{ } \(value)") == "}\(value){")
        #expect(Message(data: value).description == value)
    }

    @Test func `An empty message stays empty`() {
        #expect(("" as Message).isEmpty && localized("").isEmpty)
        #expect(([] as [Message]).joined().isEmpty)
    }

    @Test(arguments: [0, 1, 2, 5])
    func `A message uses its singular form for 1 and its plural form for other numbers`(number: Int) {
        let message = Message(number, one: "\(number) row is left", other: "\(number) rows are left")
        #expect(message.description == (number == 1 ? "1 row is left" : "\(number) rows are left"))
    }

    private func localized(_ message: Message) -> String {
        Translation.$current.withValue(ReversingTranslator()) { message.localized }
    }
}
