import Display
import TestSupport
import Testing
import Text

@testable import Rendering

@Suite("Tables")
struct TablePropertyTests {
    @Test(
        "All rows of a table have the same width and are not wider than the terminal", .long("random tables"),
        arguments: 0..<UInt64(try Soak.times(atLeast: 20, byDefault: 6)))
    func rowsAreEquallyWide(seed: UInt64) throws {
        var pages = HostilePages(seed: seed)
        for width in stride(from: 20, through: 200, by: 3) {
            let table = pages.table()
            let natural = table.columns.map { column in
                max(
                    1,
                    ([column.title] + table.rows.map { $0[column.key].words(.utf8) }).map { Line($0).width }.max() ?? 0)
            }
            guard let layout = TableLayout(table.columns, natural: natural, numberWidth: 2, room: width) else {
                continue
            }
            #expect(layout.width <= width)
            for row in table.rows {
                let cells = layout.columns.map { Line(row[$0.key].words(.utf8)) }
                let lines = layout.lines(number: "1", cells: cells, .utf8).lines
                #expect(lines.allSatisfy { $0.width == layout.width })
            }
        }
    }

    @Test(
        "A line of output on a terminal fits the terminal unless it is a single character", .long("random pages"),
        arguments: 0..<UInt64(try Soak.times(atLeast: 30, byDefault: 10)))
    func everythingFits(seed: UInt64) async throws {
        var pages = HostilePages(seed: seed)
        for width in [1, 2, 5, 10, 19, 20, 33, 80, 200] {
            let page = pages.page()
            for row in try await shown(page, on: .wide(width)).rows {
                let isOneCluster = row.filter { $0 != " " }.count <= 1
                #expect(DisplayWidth.width(of: row) <= width || isOneCluster, "\(width): \(row)")
            }
        }
    }

    @Test("Prose columns wrap on narrow terminals and are not truncated", arguments: [20, 33, 80, 200])
    func prose(width: Int) async throws {
        let about = "all that matches, best first"
        let columns = [Column("type", "Type"), Column("about", "for", isProse: true)]
        let rows = ["find TEXT", "help"].map {
            Row([Field("type", "Type", .text($0)), Field("about", "for", .text(about))])
        }
        let page = Page("", [.table(Table("commands", columns: columns, rows: rows))])
        let shown = try await shown(page, on: .wide(width)).rows
        let words = shown.dropFirst().joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(width > 40 ? shown.count == 3 : shown.count > 3)
        #expect(!words.contains("…") && !words.contains("cut"))
        for word in about.split(separator: " ") {
            #expect(words.split(separator: " ").filter { $0 == word }.count == 2, "\(words)")
        }
    }

    @Test("A table that would break words becomes cards")
    func longWords() throws {
        let columns = [Column("type", "Type"), Column("about", "for", isProse: true)]
        #expect(TableLayout(columns, natural: [9, 40], minimum: [9, 9], numberWidth: 0, room: 20)?.widths == [9, 9])
        #expect(TableLayout(columns, natural: [9, 40], minimum: [9, 10], numberWidth: 0, room: 20) == nil)
    }

    @Test("Columns shrink before they are hidden, and numeric columns keep their width")
    func shrinking() throws {
        let columns = [Column("name", "Name"), Column("mass", "Mass", .trailing), Column("city", "City")]
        let wide = try #require(TableLayout(columns, natural: [30, 10, 30], numberWidth: 0, room: 80))
        #expect(wide.widths == [30, 10, 30])
        let narrow = try #require(TableLayout(columns, natural: [30, 10, 30], numberWidth: 0, room: 40))
        #expect(narrow.widths == [14, 10, 12] && narrow.hidden.isEmpty)
        let narrower = try #require(TableLayout(columns, natural: [30, 10, 30], numberWidth: 0, room: 24))
        #expect(narrower.widths == [12, 10] && narrower.hidden.map(\.key) == ["city"])
        #expect(TableLayout(columns, natural: [30, 10, 30], numberWidth: 0, room: 23) == nil)
    }

    @Test("Identifying columns shrink less than other columns on narrow terminals and are not hidden")
    func telling() throws {
        let columns = [
            Column("step", "Step", .trailing), Column("what", "What", isIdentifying: true), Column("by", "By"),
        ]
        let narrow = try #require(TableLayout(columns, natural: [4, 30, 30], numberWidth: 0, room: 52))
        #expect(narrow.widths == [4, 22, 22])
        let narrower = try #require(TableLayout(columns, natural: [4, 30, 30], numberWidth: 0, room: 30))
        #expect(narrower.widths == [4, 12, 10])
        #expect(
            TableLayout(columns, natural: [4, 30, 30], numberWidth: 0, room: 20)?.columns.map(\.key) == [
                "step", "what",
            ])
        let two = [Column("when", "When", isIdentifying: true), Column("what", "What", isIdentifying: true)]
        #expect(TableLayout(two, natural: [20, 20], numberWidth: 4, room: 27) == nil)
    }

    @Test("Essential columns are never truncated or hidden, and the table becomes cards instead")
    func essentials() throws {
        let columns = [
            Column("name", "Name"), Column("city", "City"), Column("id", "ID", isEssential: true),
        ]
        let narrow = try #require(TableLayout(columns, natural: [30, 30, 11], numberWidth: 1, room: 29))
        #expect(narrow.columns.map(\.key) == ["name", "id"] && narrow.widths == [13, 11])
        #expect(TableLayout(columns, natural: [30, 30, 11], numberWidth: 1, room: 27) == nil)
    }

    @Test("If rows have numbers, the ID column is hidden before a column shrinks")
    func recordIDs() throws {
        let columns = [Column("name", "Name"), Column("city", "City"), Column("id", "ID", isRecordID: true)]
        let wide = try #require(TableLayout(columns, natural: [20, 20, 11], numberWidth: 1, room: 58))
        #expect(wide.widths == [20, 20, 11] && wide.hidden.isEmpty)
        let narrow = try #require(TableLayout(columns, natural: [20, 20, 11], numberWidth: 1, room: 57))
        #expect(narrow.widths == [20, 20] && narrow.hidden.map(\.key) == ["id"])
        let withoutNumbers = try #require(TableLayout(columns, natural: [20, 20, 11], numberWidth: 0, room: 40))
        #expect(withoutNumbers.columns.map(\.key) == ["name", "city", "id"] && withoutNumbers.widths.last == 11)
    }

    @Test("Phone numbers and email addresses are shown in full at each width", arguments: [20, 30, 40, 60, 80, 200])
    func wholeValues(width: Int) async throws {
        let columns = [
            Column("name", "Name"), Column("email", "Email", isWhole: true), Column("phone", "Phone", isWhole: true),
            Column("work", "Organization"), Column("id", "ID", isRecordID: true),
        ]
        let row = { (name: String, email: String, phone: String) in
            let work = "United States House of Representatives"
            return Row(
                zip(columns, [name, email, phone, work, "persons/7"]).map { Field($0.key, $0.title, .text($1)) })
        }
        let rows = [
            row("Leia Organa of Alderaan", "leia.organa@alderaan.example", "+1-555-010-0123"),
            row("Han Solo", "han@falcon.example", "+1-555-0101"),
            row("Fred", "a.very.long.email.address.of.fred@slate-rock-and-gravel.example", ""),
        ]
        for extent in [Extent.firstPage, .everything] {
            let page = Page("", [.table(Table("persons", columns: columns, rows: rows, firstNumber: 1))])
            let text = try await shown(page, extent, on: .wide(width))
            for value in rows.flatMap({ row in ["email", "phone"].map { row[$0].words(.utf8) } }) {
                let isOnOneLine = value.count < width - 5
                #expect(
                    isOnOneLine ? text.contains(value) : text.rows.joined().withoutSpaces.contains(value), "\(text)")
            }
        }
    }

    @Test("A column that cannot be truncated and does not fit is shown below the rows, with its title below the header")
    func foldedColumns() async throws {
        let columns = [
            Column("name", "Name"), Column("email", "Email", isWhole: true), Column("phone", "Phone", isWhole: true),
        ]
        let rows = [["Leia Organa", "leia@alderaan.example", "+1-555-0101"], ["Han Solo", "", "+1-555-0102"]].map {
            Row(zip(columns, $0).map { Field($0.key, $0.title, .text($1)) })
        }
        let page = Page("", [.table(Table("persons", columns: columns, rows: rows, firstNumber: 1))])
        #expect(
            try await shown(page, .firstPage, on: .wide(40)).rows.map(\.withoutTrailingSpaces) == [
                "   Name         Phone", "   Email", "1  Leia Organa  +1-555-0101", "   leia@alderaan.example",
                "2  Han Solo     +1-555-0102",
            ])
    }

    @Test("A column without values is omitted if no other page follows")
    func columnsWithoutValues() async throws {
        let columns = [Column("name", "Name"), Column("city", "City")]
        let rows = [Row([Field("name", "Name", .text("Fred"))])]
        let next = NextPage { Table("persons", columns: columns, rows: rows) }
        var table = Table("persons", columns: columns, rows: rows)
        #expect(!(try await shown(Page("", [.table(table)]), on: .wide(80)).contains("City")))
        table.next = next
        #expect(try await shown(Page("", [.table(table)]), .firstPage, on: .wide(80)).contains("City") == false)
        #expect(try await shown(Page("", [.table(table)]), .everything, on: .wide(80)).contains("City"))
    }

    @Test("The footer shows which rows of the list are on the page")
    func positions() async throws {
        let table = { (rows: Int, preceding: Int?) in
            let position = preceding.map { number in PagePosition(total: { 546 }, preceding: { number }) }
            let row = Row([Field("name", "Name", .text("Leia"))])
            return Table(
                "persons", columns: [Column("name", "Name")], rows: Array(repeating: row, count: rows),
                next: preceding == 545 ? nil : NextPage { .counting(to: 1) },
                position: position ?? PagePosition(total: { 546 }))
        }
        for (rows, preceding, footer) in [
            (16, nil, "1–16 of 546"), (16, 16, "17–32 of 546"), (1, 545, "546 of 546"),
        ] as [(Int, Int?, String)] {
            #expect(
                try await shown(Page("", [.table(table(rows, preceding))]), .firstPage, on: .wide(80)).rows.last
                    == footer)
        }
    }

    @Test("Empty columns shrink and are hidden first")
    func emptyColumns() throws {
        let columns = [Column("name", "Name"), Column("mail", "Mail"), Column("city", "City")]
        let narrow = try #require(TableLayout(columns, natural: [20, 12, 20], empty: [1], numberWidth: 0, room: 52))
        #expect(narrow.widths == [20, 8, 20])
        let narrower = try #require(TableLayout(columns, natural: [20, 12, 20], empty: [1], numberWidth: 0, room: 24))
        #expect(narrower.columns.map(\.key) == ["name", "city"])
    }

    @Test("The footer shows the total and counts hidden columns and truncated values")
    func footer() async throws {
        let columns = ["name", "organization", "home", "remark"].map { Column($0, $0.capitalized) }
        let row = Row(columns.map { Field($0.key, $0.title, .text("Leia of the house of Organa")) })
        let next = NextPage { Table("persons", columns: columns, rows: [row]) }
        let table = Table("persons", columns: columns, rows: [row, row], total: 537, next: next)
        let text = try await shown(Page("persons", [.table(table)]), .firstPage, on: .wide(24))
        #expect(text.rows.suffix(3) == ["1–2 of 537 · 2 columns", "hidden: Home, Remark · 4", "values truncated"])
    }

    @Test("Full output shows all rows, columns, and values and is not wider than the terminal")
    func inFull() async throws {
        var page = Page("numbers", [.table(.counting(to: 35))])
        page.isInFull = true
        #expect(try await shown(page, .firstPage).rows.count == 38)

        let columns = ["name", "organization", "home", "remark"].map { Column($0, $0.capitalized) }
        let row = Row(columns.map { Field($0.key, $0.title, .text("Leia of the house of Organa")) })
        var wide = Page("persons", [.table(Table("persons", columns: columns, rows: [row, row]))])
        #expect(try await shown(wide, on: .wide(24)).contains("hidden"))
        wide.isInFull = true
        let text = try await shown(wide, on: .wide(24))
        #expect(text.rows.allSatisfy { DisplayWidth.width(of: $0) <= 24 })
        #expect(!text.contains("hidden") && text.split(separator: "Organa").count == 9)
    }

    @Test("Output in an explicit format includes the last row and does not depend on the terminal")
    func exactness() async throws {
        let page = Page("numbers", [.table(.counting(to: 1000))])
        for format in Format.allCases {
            let onTerminal = try await shown(page, as: format, on: .wide(20))
            #expect(onTerminal == (try await shown(page, as: format, on: .wide(80, isTTY: false))))
            #expect(onTerminal.contains("1000") || onTerminal.contains("1,000"), "\(format)")
        }
    }

    @Test("Output contains the first page or all rows, as requested")
    func extents() async throws {
        let table = Table.counting(to: 35)
        #expect(try await shown(Page("", [.table(table)]), as: .plain, .firstPage).rows.count == 10)
        #expect(try await shown(Page("", [.table(table)]), as: .plain, .everything).rows == (1...35).map(String.init))
    }

    @Test("An empty list is shown as a placeholder in readable output and has no rows in plain, JSON, and CSV output")
    func emptiness() async throws {
        let page = Page(
            "", [.table(Table("persons", columns: [Column("name", "Name")], rows: [], placeholder: "Nobody yet."))])
        #expect(try await shown(page) == "Nobody yet.\n")
        #expect(try await shown(page, as: .plain) == "")
        #expect(try await shown(page, as: .json) == "[]\n")
        #expect(try await shown(page, as: .csv) == "name\n")
    }
}

extension String {
    fileprivate var withoutSpaces: String { filter { $0 != " " } }
    fileprivate var withoutTrailingSpaces: String { String(reversed().drop { $0 == " " }.reversed()) }
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
