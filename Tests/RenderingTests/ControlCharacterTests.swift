import Display
import Localization
import TestSupport
import Testing
import Text

@testable import Rendering

@Suite("Control characters in output", .long("every hostile character"))
struct ControlCharacterTests {
    @Test("No format outputs control characters from stored text", arguments: Format.allCases)
    func noFormatLetsControlThrough(format: Format) async throws {
        for seed in 0..<UInt64(try Soak.times(atLeast: 150, byDefault: 6)) {
            var pages = HostilePages(seed: seed)
            let page = pages.page()
            for traits in [TerminalTraits.wide(60), .wide(60, isTTY: false)] {
                let text = try await shown(page, as: format, on: traits)
                let hostile = text.unicodeScalars.filter { scalar in
                    (scalar.value < 0x20 && scalar != "\n"
                        && !(scalar == "\t" && [.plain, .csv, .csvRaw].contains(format)))
                        || (0x7F...0x9F).contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
                }
                #expect(hostile.isEmpty, "\(seed): \(hostile)")
            }
        }
    }

    @Test(
        "Every output format replaces or escapes every control, format, and default ignorable character",
        arguments: Format.allCases)
    func everyHostileCharacter(format: Format) async throws {
        let text = HostileCharacters.text
        let fields = [Field("a", text, .text(text)), Field("b", "B", .prose(text))]
        let table = Table(
            "rows", columns: [Column("a", text, .leading)], rows: [Row(address: text, fields)],
            placeholder: "")
        let axis = Axis(text, unit: text, around: [1, 2])
        let plot = Plot(
            text, x: axis, y: axis, .points, marks: [text: [Plot.Marker(text, x: 1, y: 2)]],
            guides: [Plot.Guide(text, along: [(1, 1), (2, 2)])], omissions: [Plot.Omission(1, text)])
        for block in [
            .record(fields), .table(table), .prose(Message(data: text)), .verbatim(text),
            .message([Message(data: text)]), .picture(.plot(plot)),
        ] as [Block] {
            let page = Page(Message(data: text), address: text, [block])
            let shown = try await shown(page, as: format, on: .wide(60, isTTY: false))
            let hasTabs = [.plain, .csv, .csvRaw].contains(format)
            let hostile = HostileCharacters.found(in: shown).filter { $0 != "\t" || !hasTabs }
            #expect(hostile.isEmpty, "\(block)")
        }
    }

    @Test("Stored escape characters are shown as symbols, and Markdown is styled only in color")
    func colors() async throws {
        let page = Page(
            "Leia\u{1B}[31m", address: "persons/7", isFavorite: true, [.prose("# Plans\n\nof the **Death Star**")])
        let colored = try await shown(page, on: .wide(60, environment: ["NO_COLOR": "", "CLICOLOR_FORCE": "1"]))
        #expect(colored.contains("\u{1B}[1mLeia␛[31m"))
        #expect(colored.contains("\u{1B}[1mDeath Star\u{1B}[0m"))
        #expect(try await shown(page, on: .wide(60)).contains("of the **Death Star**"))
    }

    @Test("Tab-separated records escape tabs, line breaks, and backslashes and omit empty fields")
    func plainLines() async throws {
        let fields = [Field("note", "Note", .text("a\tb\nc\\d")), Field("none", "None", .none)]
        #expect(try await shown(Page("", [.record(fields)]), as: .plain) == "note\ta\\tb\\nc\\\\d\n")
    }
}
