import Glibc
import Testing

@testable import Terminal

@Suite("History")
struct HistoryTests {
    @Test("Lines are there for the next session, whatever is in them")
    func roundTrip() {
        let file = TemporaryName()
        var history = History(path: file.path)
        let lines = ["show 1", "note persons/7 \"a\nb\"", #"find \n \\"#, "find 漢字 👩‍👩‍👧"]
        lines.forEach { history.append($0) }
        #expect(History(path: file.path).lines == lines)
    }

    @Test("A line with a blank before it, an empty one and a repeated one are not kept")
    func leavingOut() {
        let file = TemporaryName()
        var history = History(path: file.path)
        [" secret", "", "one", "one", "two", "one"].forEach { history.append($0) }
        #expect(history.lines == ["one", "two", "one"])
        #expect(History(path: file.path).lines == history.lines)
    }

    @Test("Nobody else can read the file")
    func permissions() {
        let file = TemporaryName()
        var history = History(path: file.path)
        history.append("one")
        var information = stat()
        #expect(stat(file.path, &information) == 0)
        #expect(information.st_mode & 0o777 == 0o600)
    }

    @Test("Two sessions lose nothing")
    func sharing() {
        let file = TemporaryName()
        var first = History(path: file.path)
        var second = History(path: file.path)
        first.append("one")
        second.append("two")
        first.append("three")
        #expect(History(path: file.path).lines == ["one", "two", "three"])
        #expect(first.lines == ["one", "two", "three"])
        second.refresh()
        #expect(second.lines == first.lines)
    }

    @Test("What may not be kept is not kept, and in private nothing is, but old lines are there")
    func keeping() {
        let file = TemporaryName()
        var history = History(path: file.path, keeps: { !$0.contains("secret") })
        ["one", "secret", "two"].forEach { history.append($0) }
        var closed = History(path: file.path, isPrivate: true)
        closed.append("three")
        #expect(closed.lines == ["one", "two", "three"])
        history.refresh()
        #expect(history.lines == ["one", "two"])
    }

    @Test("The newest lines are kept, and the file does not grow for ever")
    func limit() {
        let file = TemporaryName()
        var history = History(path: file.path, limit: 10)
        (1...25).forEach { history.append("line \($0)") }
        let expected = (16...25).map { "line \($0)" }
        #expect(history.lines == expected)
        #expect(History(path: file.path, limit: 10).lines == expected)
        #expect(History(path: file.path, limit: 1000).lines == expected)
    }

    @Test("A file that is broken, missing or no file costs the history and nothing else")
    func brokenFiles() {
        let file = TemporaryName()
        let bytes: [UInt8] = [0xFF, 0xFE, 0x0A, 0x6F, 0x6B, 0x0A, 0x5C]
        let descriptor = open(file.path, O_WRONLY | O_CREAT, 0o600)
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
        #expect(History(path: file.path).lines == ["ok", ""])
        for path in ["/dev/null", "/tmp", "/nowhere/at/all"] {
            var history = History(path: path)
            history.append("one")
            #expect(history.lines == ["one"])
        }
    }
}
