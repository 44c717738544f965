import TestSupport
import Text

/// A program that increments counters in shared records, editing only the version of a record that it has read.
final class ConcurrentWriter {
    let child: ChildProcess
    private let name: String
    private let counters: Int
    private var remaining: Int
    private var chance: SeededGenerator
    private var unread: [UInt8] = []
    private var rows: [JSONValue] = []
    private var counter = 0
    /// The number of acknowledged increments by counter.
    private(set) var acknowledged: [Int: Int] = [:]
    private(set) var made = 0
    private(set) var errors: [UInt8] = []
    private(set) var isDone = false

    init(_ number: Int, in home: Home, edits: Int, counters: Int) throws {
        child = try home.start("--keep-going", "--ndjson")
        name = "W\(number)"
        remaining = edits
        self.counters = counters
        chance = SeededGenerator(seed: UInt64(number))
        next()
    }

    /// Reads output and sends the next line after each response, which ends with the output of `version`.
    func receive(_ new: ChildProcess.NewOutput) throws {
        errors += new.errors
        unread += new.output
        while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
            let row = try JSONReader.value(of: Array(unread[..<end]))
            unread.removeFirst(end + 1)
            if row["message"]?.string?.hasPrefix("almanac ") == true { answered() } else { rows.append(row) }
        }
        if new.isOver, !isDone {
            throw ChildProcess.Failure(description: "\(name) ended early: \(String(decoding: errors, as: UTF8.self))")
        }
    }

    /// Waits for the program to exit. Edit conflicts are allowed.
    func finish() throws {
        let ending = try child.finish()
        errors += ending.errorBytes
        guard [0, 1].contains(ending.status) else {
            throw ChildProcess.Failure(description: "\(name) ended with \(ending.status): \(ending.errors)")
        }
    }

    private func answered() {
        let row = rows.first
        rows = []
        switch state {
        case .reading:
            guard let row, let version = row["version"]?.integer else { return next() }
            let value = (row["nickname"]?.string).flatMap { Int($0) } ?? 0
            state = .counting
            send("edit persons/\(counter) nickname=\(value + 1) --if-version \(version)")
        case .counting:
            if row != nil { acknowledged[counter, default: 0] += 1 }
            next()
        case .making:
            if row != nil { made += 1 }
            next()
        }
    }

    private enum State { case reading, counting, making }
    private var state = State.reading

    private func next() {
        guard remaining > 0 else {
            isDone = true
            return child.closeInput()
        }
        remaining -= 1
        if chance.happens(oneIn: 4) {
            state = .making
            send("new person given=\(name) family=N\(remaining) email.work=\(name)@b.example")
        } else {
            state = .reading
            counter = chance.number(below: counters) + 1
            send("show persons/\(counter)")
        }
    }

    private func send(_ line: String) {
        child.writeLine(line)
        child.writeLine("version")
    }
}
