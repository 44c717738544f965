import Display
import Localization
import Testing
import Text

@testable import Rendering

@Suite("Readable output")
struct ReadableTests {
    private let leia = Page(
        "persons › Leia Organa", address: "persons/7", isFavorite: true,
        [
            .record([
                Field("home", "home", .reference(RecordLink(address: "planets/19", name: "Alderaan"))),
                Field(
                    "email", "e-mail",
                    .list([
                        .labeled("work", .text("leia@alderaan.example")),
                        .labeled("private", .text("leia@example.org")),
                    ])),
                Field("title", "title", .none),
                Field("birthday", "birthday", .date(iso: "--05-04", words: "4 May")),
                Field("mass", "mass", .quantity(Quantity(5.9722e24, unit: "kg", basis: .computed))),
            ])
        ])

    @Test("A record is shown as a card")
    func card() async throws {
        #expect(
            try await shown(leia, on: .wide(60)).rows == [
                "persons › Leia Organa                           persons/7  ★",
                "",
                "  home      Alderaan · planets/19",
                "  e-mail    work     leia@alderaan.example",
                "            private  leia@example.org",
                "  birthday  4 May",
                "  mass      ~5.9722×10²⁴ kg",
            ])
    }

    @Test("A narrow terminal shows titles above values")
    func narrowCard() async throws {
        let rows = try await shown(leia, on: .wide(18)).rows
        #expect(rows.starts(with: ["persons › Leia", "Organa", "persons/7  ★", "", "home", "  Alderaan ·"]))
    }

    @Test("A form shows section headings and placeholders for empty values, and JSON omits the placeholders")
    func form() async throws {
        let page = Page(
            "edit",
            [
                .record([
                    Field("given", "Given name", .text("Leia"), section: "Name"),
                    Field("family", "Family name", .none, section: "Name"),
                    Field("birthday", "Birthday", .placeholder("1977-05-25", for: .none), section: "Dates"),
                    Field("phone", "Phone", .placeholder("label: value", for: .list([])), section: "Contact"),
                ])
            ])
        #expect(
            try await shown(page).rows == [
                "edit", "", "Name", "  Given name  Leia", "Dates", "  Birthday    [1977-05-25]", "Contact",
                "  Phone       [label: value]",
            ])
        #expect(try await shown(page, as: .ndjson).contains(#""family":null,"birthday":null,"phone":[]"#))
        #expect(try await shown(page, as: .plain).rows == ["given\tLeia"])
    }

    @Test("A list shows row numbers, headers, and columns")
    func list() async throws {
        let columns = [Column("name", "Name"), Column("mass", "Mass", .trailing)]
        let rows = [("Fred", 80), ("漢字", 12_345)].map { name, mass in
            Row([Field("name", "Name", .text(name)), Field("mass", "Mass", .integer(mass))])
        }
        let table = Table("persons", columns: columns, rows: rows, firstNumber: 9)
        #expect(
            try await shown(Page("Persons", [.table(table)]), .firstPage).rows == [
                "Persons", "", "    Name    Mass", " 9  Fred      80", "10  漢字  12,345",
            ])
    }

    @Test("A comparison shows versions one below the other")
    func comparison() async throws {
        let comparison = Comparison(
            names: ["yours", "in the store"],
            rows: [
                .init(key: "phone", title: "phone", values: [.text("1"), .list([.labeled("home", .text("2"))])]),
                .init(key: "title", title: "title", values: [.none, .text("Princess")]),
            ])
        #expect(
            try await shown(Page("", [.comparison(comparison)])).rows == [
                "  phone  yours         1", "         in the store  home: 2",
                "  title  yours         (none)", "         in the store  Princess",
            ])
    }

    @Test("Markdown text is wrapped and formatted")
    func prose() async throws {
        let text: Message =
            "# Plans\nof the\nstation:\n\n- one that is longer than the line\n12. two\n\n```\nlet  x\n```"
        #expect(
            try await shown(Page("", [.prose(text)]), on: .wide(20)).rows == [
                "# Plans", "of the station:", "", "• one that is longer", "  than the line", "12. two", "", "  let  x",
            ])
    }

    /// A Markdown table with a long cell and an incomplete row.
    private static let proseTable: Message = """
        | sign | meaning |
        | :-- | --- |
        | `a` | the first letter of the alphabet |
        | b |
        """

    @Test("A Markdown table is shown with columns, and its cells are wrapped")
    func proseTable() async throws {
        let rows = try await shown(Page("", [.prose(Self.proseTable)]), on: .wide(30)).rows
        #expect(
            rows.map { String($0.reversed().drop { $0 == " " }.reversed()) } == [
                "sign  meaning", "`a`   the first letter of the", "      alphabet", "b",
            ])
    }

    @Test("A Markdown table is shown as cards if it is too wide or in the vertical format")
    func proseTableAsCards() async throws {
        #expect(
            try await shown(Page("", [.prose(Self.proseTable)]), as: .vertical).rows == [
                "  sign     `a`", "  meaning  the first letter of the alphabet", "", "  sign  b",
            ])
        let narrow = try await shown(Page("", [.prose(Self.proseTable)]), on: .wide(16)).rows
        #expect(narrow.contains { $0.contains("alphabet") } && narrow.allSatisfy { $0.count <= 16 })
    }

    @Test(
        "Lines with vertical bars that are not a table are wrapped as text",
        arguments: [
            ("| a\n| b\nc", ["| a | b", "c"]), ("| a\n|\n| b", ["| a | | b"]),
            ("| a |\n| - | - |", ["| a | | - | - |"]),
        ] as [(Message, [String])])
    func noTable(text: Message, expected: [String]) async throws {
        #expect(try await shown(Page("", [.prose(text)]), on: .wide(20)).rows == expected)
    }

    @Test("A vertical bar after a backslash does not end a cell")
    func escapedBar() async throws {
        let table: Message = "| `a \\| b` | **c** |\n| --- | --- |\n| d \\| e | f |"
        let rows = try await shown(Page("", [.prose(table)]), on: .wide(40)).rows
        #expect(rows.map(\.trimmed) == ["`a | b`  **c**", "d | e    f"])
    }

    @Test(
        "Inline markup is styled in color and kept as typed without color",
        arguments: [
            ("a **b c** d", "a [1]b c[0] d"), ("*a* _b_ `c`", "[3]a[0] [3]b[0] [36]c[0]"), ("2 * 3 * 4", "2 * 3 * 4"),
            ("snake_case_name and __x__", "snake_case_name and [1]x[0]"), ("**open", "**open"), ("****", "****"),
            ("see [Mars](https://m.example) now", "see Mars[2] <https://m.example>[0] now"), ("[1] (2)", "[1] (2)"),
            ("`a * b` * c", "[36]a * b[0] * c"), ("*a*b*", "[3]a*b[0]"),
        ])
    func inline(source: String, painted: String) {
        let marks = painted.replacing("[", with: "\u{1B}[").replacing("]", with: "m")
        let settings = { RenderSettings(width: nil, palette: Palette(isColored: $0), charset: .utf8) }
        let colored = Palette.colored.paint(InlineMarkdown(settings: settings(true)).line(source))
        if painted != source { #expect(colored == marks) } else { #expect(colored == source) }
        #expect(InlineMarkdown(settings: settings(false)).line(source).text == source)
    }

    @Test("A line is not wrapped between code or bold text and the punctuation that follows", arguments: 1...40)
    func punctuation(width: Int) {
        let text = "Use `:up`, `:review` (**all**), or `日本語`."
        let line = InlineMarkdown(settings: RenderSettings(width: nil, palette: .colored, charset: .utf8)).line(text)
        let rows = line.wrapped(to: width).map(\.text)
        #expect(rows.joined().replacing(" ", with: "") == line.text.replacing(" ", with: ""))
        #expect(rows.allSatisfy { DisplayWidth.width(of: $0) <= max(2, width) })
        guard width > 10 else { return }
        #expect(rows.allSatisfy { !$0.hasPrefix(",") && !$0.hasPrefix(".") && !$0.hasPrefix(")") })
    }

    @Test("Rendering long text with unmatched markup does not make the text longer")
    func hopelessMarks() {
        let settings = RenderSettings(width: nil, palette: .colored, charset: .utf8)
        let marks = String(repeating: "[*_`(", count: 20_000)
        #expect(InlineMarkdown(settings: settings).line(marks).text.count <= marks.count)
    }

    @Test("Each line of a quotation has a marker")
    func quotation() async throws {
        #expect(
            try await shown(Page("", [.prose("> one that is longer than that")]), on: .wide(20)).rows == [
                "> one that is longer", "> than that",
            ])
    }

    @Test("Markdown output escapes stored text")
    func markdown() async throws {
        let table = Table(
            "persons", columns: [Column("name", "Name"), Column("age", "Age", .trailing)],
            rows: [
                Row([Field("name", "Name", .text("a|b *c*")), Field("age", "Age", .integer(7))])
            ])
        #expect(
            try await shown(Page("Persons", [.table(table)]), as: .markdown)
                == "# Persons\n\n| Name | Age |\n| --- | --: |\n| a\\|b \\*c\\* | 7 |\n")
    }

    @Test(
        "Numbers are formatted for human readers",
        arguments: [
            (0, "0"), (5, "5"), (1977, "1977"), (12_345, "12,345"), (149_597_870.7, "149,597,870"),
            (5.9722e24, "5.9722×10²⁴"),
            (0.05, "0.05"), (1e-7, "1×10⁻⁷"), (1.0 / 3, "0.33333333"), (999_999_999.9, "1×10⁹"), (-2.5, "-2.5"),
            (0.0001, "0.0001"),
            (99_999_999.99, "100,000,000"),
        ] as [(Double, String)])
    func figures(value: Double, text: String) {
        #expect(NumberText.format(value, .utf8) == text)
    }

    @Test(
        "Halves are rounded as in machine-readable output",
        arguments: [(0.125, 2, "0.13"), (2.5, 1, "3"), (-0.125, 2, "-0.13"), (1234.5, 4, "1235"), (0.25, 1, "0.3")])
    func halves(value: Double, digits: Int, text: String) {
        #expect(NumberText.format(value, .utf8, digits: digits) == text)
        #expect("\(value.rounded(toDigits: digits))".replacing(/\.0$/, with: "") == text)
    }

    @Test(
        "Uncertainties follow the value and are rounded to two significant digits",
        arguments: [(0.02, 0.02, "0.46 ± 0.02 M♃"), (0.0312, 0.02, "0.46 +0.031 −0.02 M♃")])
    func uncertainty(upper: Double, lower: Double, text: String) async throws {
        let quantity = Quantity(0.46, unit: "M♃", uncertainty: Quantity.Uncertainty(upper: upper, lower: lower))
        let page = Page("b", [.record([Field("mass", "Mass", .quantity(quantity))])])
        #expect(try await shown(page).contains(text))
        let ascii = try await shown(page, on: .wide(60, environment: ["LC_ALL": "C"]))
        #expect(ascii.contains(upper == lower ? "0.46 +- 0.02" : "0.46 +0.031 -0.02"))
    }

    @Test("Output in a locale without UTF-8 uses ASCII symbols")
    func ascii() async throws {
        let text = try await shown(leia, on: .wide(60, environment: ["LC_ALL": "C"]))
        #expect(
            text.contains("persons/7  *") && text.contains("~5.9722e24 kg") && text.contains("Alderaan - planets/19"))
    }
}
