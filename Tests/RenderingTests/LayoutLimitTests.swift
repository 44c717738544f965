import Display
import Testing
import Text

@testable import Rendering

@Suite("Limits of layouts")
struct LayoutLimitTests {
    @Test(
        "The ID of a record is right-aligned in the first 80 columns",
        arguments: [(40, 40), (79, 79), (80, 80), (81, 80), (200, 80)])
    func header(columns: Int, width: Int) async throws {
        let page = Page("Leia Organa", address: "persons/7", [])
        let row = try await shown(page, on: .wide(columns)).rows[0]
        #expect(DisplayWidth.width(of: row) == width && row.hasSuffix("persons/7"))
    }

    @Test(
        "A record ID is on the same line as the title if two spaces fit between them",
        arguments: [(19, 2), (20, 1), (21, 1)])
    func longTitle(titleWidth: Int, rows: Int) async throws {
        let page = Page("\(String(repeating: "x", count: titleWidth))", address: "persons/7", [])
        #expect(try await shown(page, on: .wide(30)).rows.count == (rows == 2 ? 1 : 2))
    }

    @Test(
        "A value is below its title if fewer than 16 columns remain for it",
        arguments: [(25, true), (26, false), (27, false)])
    func narrowValue(columns: Int, isBelow: Bool) async throws {
        let page = Page("x", [.record([Field("title", "Titles", .text("value"))])])
        #expect(try await shown(page, on: .wide(columns)).rows.contains("  Titles  value") != isBelow)
    }

    @Test("The label column is at most 24 characters wide", arguments: [(23, 23), (24, 24), (25, 24)])
    func labels(width: Int, column: Int) async throws {
        let labels = [String(repeating: "x", count: width), "y"]
        let values = labels.map { Value.labeled($0, .text("value")) }
        let rows = try await shown(Page("x", [.record([Field("email", "Email", .list(values))])])).rows
        let last = try #require(rows.last)
        #expect(last == String(repeating: " ", count: 9) + "y" + String(repeating: " ", count: column + 1) + "value")
    }

    @Test(
        "Numbers from 0.0001 to 999,999,999 are written without an exponent",
        arguments: [
            (0.000_1, "0.0001"), (0.000_099, "9.9×10⁻⁵"), (999_999_990, "999,999,990"), (1_000_000_000, "1×10⁹"),
            (-0.000_1, "-0.0001"), (-1_000_000_000, "-1×10⁹"), (12_345_678, "12,345,678"), (1.234_567_89, "1.2345679"),
        ] as [(Double, String)])
    func numbers(number: Double, text: String) { #expect(NumberText.format(number, .utf8) == text) }
}
