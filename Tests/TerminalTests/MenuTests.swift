import Rendering
import TestSupport
import Testing

@testable import Terminal

@Suite("The completion menu")
struct MenuTests {
    private func rows(_ state: EditorState) -> [String] {
        let setting = Frame.Setting(prompt: Line("› "), size: TerminalSize(columns: 40, rows: 8))
        return Frame(state, setting).rows.map(\.text.withoutTrailingSpaces)
    }

    @Test(
        "Completion inserts the common prefix of two candidates and lists both",
        arguments: [
            ("pl", ["planet", "plant"], "plan"), ("plan", ["planet", "plant"], "plan"),
            ("elo", ["Élodie A ", "Élodie B "], "Élodie "), ("AB", ["abc", "abd"], "ab"), ("x=", ["x", "xy"], "x="),
            ("jade", ["'Mara Jade' ", "'Jade Fox' "], "jade"),
        ])
    func commonPrefix(typed: String, candidates: [String], completed: String) {
        var state = EditorState("show " + typed)
        let completions = Completions(range: 5..<5 + typed.count, candidates: candidates.map { .init($0) })
        #expect(state.complete(with: completions) == .edited)
        #expect(state.buffer.text == "show " + completed)
        let width = candidates.map(\.count).max() ?? 0
        let first = candidates[0] + String(repeating: " ", count: width - candidates[0].count)
        let list = " \(first)  \(candidates[1])".withoutTrailingSpaces
        #expect(rows(state) == [("› show " + completed).withoutTrailingSpaces, list, "2 choices"])
        for candidate in candidates + [candidates[0]] {
            #expect(state.press(.tab) == .edited && state.buffer.text == "show " + candidate)
        }
    }

    /// Returns a state with a menu of candidates that have three columns each. Seven of them fit in a row.
    private func menu(of count: Int, total: Int? = nil, isCapped: Bool = false) -> EditorState {
        let candidates = (100..<100 + count).map { Completions.Candidate("\($0)") }
        var state = EditorState()
        _ = state.complete(with: Completions(range: 0..<0, candidates: candidates, total: total, isCapped: isCapped))
        return state
    }

    @Test(
        "A menu shows at most three rows of candidates and the number of candidates",
        arguments: [
            (7, nil, false, 1, "7 choices"), (8, nil, false, 2, "8 choices"), (20, nil, false, 3, "20 choices"),
            (21, nil, false, 3, "21 choices"), (22, nil, false, 3, "21 of 22"), (20, 21, false, 3, "20 of 21"),
            (21, 2000, true, 3, "21 of 2000+"), (20, nil, true, 3, "20+ choices"),
        ] as [(Int, Int?, Bool, Int, String)])
    func counts(count: Int, total: Int?, isCapped: Bool, height: Int, status: String) {
        let rows = rows(menu(of: count, total: total, isCapped: isCapped))
        #expect(rows.count == height + 2 && rows.last == status)
        let shown = rows.dropFirst().dropLast().flatMap { $0.split(separator: " ") }
        #expect(shown == (100..<100 + min(count, 21)).map { "\($0)" })
    }

    @Test(
        "A menu shows the page that contains the chosen candidate",
        arguments: [
            (1, "›100", "1 of 22"), (21, "›120", "21 of 22"), (22, "›121", "22 of 22"), (23, "›100", "1 of 22"),
        ])
    func pages(presses: Int, chosen: String, status: String) {
        var state = menu(of: 22)
        for _ in 0..<presses { _ = state.press(.tab) }
        let rows = rows(state)
        #expect(rows.dropFirst().contains { $0.contains(chosen) } && rows.last == status)
        #expect(rows.count == (presses == 22 ? 3 : 5))
    }
}
