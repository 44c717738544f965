import Rendering
import TestSupport
import Testing

@testable import Terminal

@Suite("Progress")
struct ProgressTests {
    private let half = ProgressRate(done: 3270, total: 6540, elapsed: .seconds(3))

    @Test("The progress line is narrower than the terminal and shows a bar, the rate, and the remaining time")
    func line() {
        let line = Progress.line("seed", half, columns: 80, .utf8)
        #expect(line.text == "seed  3270 of 6540  [===============               ]  1090/s, 3 s left")
        for columns in 1...80 {
            #expect(Progress.line("Planting", half, columns: columns, .utf8).width <= max(columns - 3, 0))
        }
    }

    @Test(
        "The elapsed time, the rate, and the remaining time are formatted",
        arguments: [
            (nil, nil, 7, "7 s"), (nil, nil, 125, "2 min 5 s"), (nil, nil, 3720, "1 h 2 min"), (0, 9, 60, "1 min"),
            (5, nil, 10, "0.5/s"), (10, 20, 10, "1/s, 10 s left"), (24_000, 24_000, 2, "12,000/s, 0 s left"),
            (99, 100, 10, "9.9/s, 1 s left"), (100, 200, 10, "10/s, 10 s left"), (1, 2, 4, "0.3/s, 4 s left"),
            (0, 5, 59, "59 s"), (nil, nil, 61, "1 min 1 s"), (nil, nil, 3599, "59 min 59 s"), (nil, nil, 3600, "1 h"),
            (nil, nil, 7260, "2 h 1 min"),
        ] as [(Int?, Int?, Int, String)])
    func pace(done: Int?, total: Int?, seconds: Int, words: String) {
        #expect(ProgressRate(done: done, total: total, elapsed: .seconds(seconds)).words.description == words)
    }

    @Test(
        "The bar has 5 to 30 columns, and a narrower bar is omitted",
        arguments: [
            (38, "seed  3270 of 6540  1090/s, 3 s le…"), (39, "seed  3270 of 6540  1090/s, 3 s left"),
            (47, "seed  3270 of 6540  1090/s, 3 s left"), (48, "seed  3270 of 6540  [==   ]  1090/s, 3 s left"),
            (72, "seed  3270 of 6540  [==============               ]  1090/s, 3 s left"),
            (73, "seed  3270 of 6540  [===============               ]  1090/s, 3 s left"),
            (74, "seed  3270 of 6540  [===============               ]  1090/s, 3 s left"),
        ])
    func width(columns: Int, text: String) {
        #expect(Progress.line("seed", half, columns: columns, .utf8).text == text)
    }

    @Test(
        "The bar is empty at the start and full at the end, and is omitted if the total is unknown",
        arguments: [
            (0, 10, "x  0 of 10  [                 ]  10 s"), (1, 10, "x  1 of 10  0.1/s, 1 min 30 s left"),
            (10, 10, "x  10 of 10  [=======]  1/s, 0 s left"), (11, 10, "x  11 of 10  [=====]  1.1/s, 0 s left"),
            (5, nil, "x  5  0.5/s"), (5, 0, "x  5  0.5/s"), (nil, nil, "x  10 s"),
        ] as [(Int?, Int?, String)])
    func bar(done: Int?, total: Int?, text: String) {
        let rate = ProgressRate(done: done, total: total, elapsed: .seconds(10))
        #expect(Progress.line("x", rate, columns: 40, .utf8).text == text)
    }

    @Test("Each part of an operation has its own name and progress, and the last line shows the total time")
    func parts() async throws {
        let bytes = CollectedBytes()
        var progress = Progress("check", traits: .wide(80), to: Output(bytes))
        try await Task.sleep(for: .milliseconds(550))
        progress.update("pages", done: nil, of: nil)
        #expect(bytes.text.hasSuffix("check: pages  0 s"))
        try await Task.sleep(for: .milliseconds(150))
        progress.update("texts", done: 5, of: 10)
        #expect(bytes.text.contains("check: texts  5 of 10  ["))
        progress.finish()
        let end = bytes.text
        #expect(end.contains("check: done in ") && end.hasSuffix(".\n"))
        progress.finish()
        #expect(bytes.text == end)
    }

    @Test(
        "A hidden line is redrawn at the next tick, and an operation that ends while its line is hidden shows nothing")
    func hidden() async throws {
        let bytes = CollectedBytes()
        var progress = Progress("check", traits: .wide(80), to: Output(bytes))
        try await Task.sleep(for: .milliseconds(550))
        progress.update("pages", done: nil, of: nil)
        progress.hide()
        let hidden = bytes.text
        #expect(hidden.contains("check: pages") && hidden.hasSuffix("\r\u{1B}[K"))
        progress.tick()
        #expect(bytes.text.dropFirst(hidden.count).contains("check: pages"))
        progress.hide()
        let end = bytes.text
        progress.finish()
        #expect(bytes.text == end)
    }

    @Test("A short operation does not show progress, with or without a terminal")
    func quiet() throws {
        for traits in [TerminalTraits.wide(80), .wide(80, isTTY: false)] {
            let bytes = CollectedBytes()
            var progress = Progress("Planting", traits: traits, to: Output(bytes))
            progress.update(done: 1, of: 2)
            progress.tick()
            progress.finish()
            #expect(bytes.text == "")
        }
    }
}
