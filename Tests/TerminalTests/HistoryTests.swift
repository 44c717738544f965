import Glibc
import TestSupport
import Testing

@testable import Terminal

@Suite("History")
struct HistoryTests {
    /// Returns the lines that the next session reads.
    private func kept(in file: TemporaryName, limit: Int = History.defaultLimit) -> [String] {
        var history = History(path: file.path, limit: limit)
        history.refresh()
        return Array(history.lines)
    }

    @Test("The next session reads lines with line breaks, backslashes, and emoji")
    func roundTrip() {
        let file = TemporaryName()
        var history = History(path: file.path)
        let lines = ["show 1", "note persons/7 \"a\nb\"", #"find \n \\"#, "find 漢字 👩‍👩‍👧"]
        for line in lines { history.append(line) }
        #expect(kept(in: file) == lines)
    }

    @Test("Encoded lines round-trip, with combining characters and backslashes in any order", arguments: 0..<100)
    func writtenLines(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let parts = ["\\", "n", "\n", "\u{301}", "e", "\r\n", "\u{2028}", "👩‍👩‍👧", " ", "\u{B}"]
        let lines = (0..<20).map { _ in "a" + (0..<6).map { _ in chance.pick(parts) }.joined() + "z" }
        let past = HistoryLines(lines)
        var read = HistoryLines()
        read.append(written: past.written)
        #expect(read == past)
        let expected = lines.map { line in String(line.map { $0.isNewline ? "\n" : $0 }) }
        #expect(Array(past) == expected)
        for beginning in ["a\n", "a\\", "a", "ae", "b"] {
            let found = past.last(before: 20, beginningWith: beginning, otherThan: "")
            #expect(found == expected.lastIndex { $0.utf8.starts(with: beginning.utf8) })
        }
    }

    @Test("Empty lines, immediate repetitions, and lines that start with a space are not saved")
    func leavingOut() {
        let file = TemporaryName()
        var history = History(path: file.path)
        for line in [" secret", "", "one", "one", "two", "one"] { history.append(line) }
        #expect(history.lines == ["one", "two", "one"])
        #expect(kept(in: file) == Array(history.lines))
    }

    @Test("The history file is readable only by its owner")
    func permissions() {
        let file = TemporaryName()
        var history = History(path: file.path)
        history.append("one")
        var information = stat()
        #expect(stat(file.path, &information) == 0)
        #expect(information.st_mode & 0o777 == 0o600)
    }

    @Test("Two sessions that share a history file do not lose lines")
    func sharing() {
        let file = TemporaryName()
        var first = History(path: file.path)
        var second = History(path: file.path)
        first.append("one")
        second.append("two")
        first.append("three")
        #expect(kept(in: file) == ["one", "two", "three"])
        #expect(first.lines == ["one", "two", "three"])
        second.refresh()
        #expect(second.lines == first.lines)
    }

    @Test("Excluded lines and lines of private sessions are not saved, but older lines are available")
    func keeping() {
        let file = TemporaryName()
        var history = History(path: file.path, keeps: { !$0.contains("secret") })
        for line in ["one", "secret", "two"] { history.append(line) }
        var closed = History(path: file.path, isPrivate: true)
        closed.refresh()
        closed.append("three")
        #expect(closed.lines == ["one", "two", "three"])
        history.refresh()
        #expect(history.lines == ["one", "two"])
    }

    @Test("The history and its file keep only the newest lines")
    func limit() {
        let file = TemporaryName()
        var history = History(path: file.path, limit: 10)
        for number in 1...25 { history.append("line \(number)") }
        let expected = (16...25).map { "line \($0)" }
        #expect(Array(history.lines) == expected)
        #expect(kept(in: file, limit: 10) == expected)
        #expect(kept(in: file, limit: 1000) == expected)
    }

    @Test("Readable lines of a damaged file are kept, and a history without a usable file keeps its lines in memory")
    func brokenFiles() {
        let file = TemporaryName()
        let bytes: [UInt8] = [0xFF, 0xFE, 0x0A, 0x6F, 0x6B, 0x0A, 0x5C]
        let descriptor = open(file.path, O_WRONLY | O_CREAT, 0o600)
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
        #expect(kept(in: file) == ["ok", ""])
        for path in ["/dev/null", "/tmp", "/nowhere/at/all"] {
            var history = History(path: path)
            history.append("one")
            #expect(history.lines == ["one"])
        }
    }
}
