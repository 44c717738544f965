import FoundationEssentials
import Testing

/// The list of bad inputs has numbers (C1 is of tables), and so has the list of how a terminal program behaves (C01); each
/// has a test whose name begins with it.
@Suite("The lists of what must and must not happen")
struct RowCoverageTests {
    private static let rows =
        (1...30).map { "D\($0)" } + (1...12).map { "F\($0)" } + (1...5).map { "A\($0)" } + (1...8).map { "C\($0)" }
        + (1...6).map { "N\($0)" }
        + (1...10).map { "T\($0)" } + (1...48).map { $0 < 10 ? "C0\($0)" : "C\($0)" }

    @Test func everyNumberHasATest() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let files = try FileManager.default.subpathsOfDirectory(atPath: tests.path).filter { $0.hasSuffix(".swift") }
        var named: Set<String> = []
        for file in files {
            let text = try String(decoding: Data(contentsOf: tests.appending(path: file)), as: UTF8.self)
            for line in text.split(separator: "\n") { named.formUnion(Self.numbers(in: line)) }
        }
        #expect(Self.rows.filter { !named.contains($0) } == [])
    }

    /// Those before the sentence of a name: `"D20, D21 …"`.
    private static func numbers(in line: Substring) -> [String] {
        guard let start = line.firstIndex(where: { $0 == "\"" || $0 == "`" }) else { return [] }
        let words = line[line.index(after: start)...].split(separator: " ")
        return words.map { $0.last == "," ? String($0.dropLast()) : String($0) }.prefix { rows.contains($0) }.map { $0 }
    }
}
