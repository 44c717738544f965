import Display
import TestSupport

@testable import Rendering

/// Returns the rendered page without cursor movements.
func shown(
    _ page: Page, as format: Format? = nil, _ extent: Extent = .everything, on traits: TerminalTraits = .wide(80)
) async throws -> String {
    let bytes = CollectedBytes()
    try await PageRenderer(format, traits).render(page, extent, to: Output(bytes))
    return String(decoding: bytes.bytes.withUnsafeBytes(CursorColumn.removed), as: UTF8.self)
}

extension String {
    /// The rows of the output, without line feeds.
    var rows: [String] {
        var rows = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if rows.last == "" { rows.removeLast() }
        return rows
    }
}

extension Table {
    /// Returns a table of ascending numbers with a few rows on each page.
    static func counting(to total: Int, from first: Int = 1, by size: Int = 10) -> Table {
        let last = min(first + size - 1, total)
        let rows = (first...last).map { Row(address: "numbers/\($0)", [Field("number", "Number", .integer($0))]) }
        let next = last < total ? NextPage { .counting(to: total, from: last + 1, by: size) } : nil
        return Table(
            "numbers", columns: [Column("number", "Number")], rows: rows, firstNumber: first, total: total, next: next)
    }
}
