import TestSupport
import Text

/// One program of several that count in the same few records, each by reading and then editing that very version.
final class EagerWriter {
    let child: ChildProcess
    private let name: String
    private let counters: Int
    private var remaining: Int
    private var chance: SeededGenerator
    private var heard: [UInt8] = []
    private var rows: [JSONValue] = []
    private var counter = 0
    /// How often each counter was counted up, as this program was told.
    private(set) var acknowledged: [Int: Int] = [:]
    private(set) var made = 0
    private(set) var told: [UInt8] = []
    private(set) var isDone = false

    init(_ number: Int, in home: Home, edits: Int, counters: Int) throws {
        child = try home.start("--keep-going", "--ndjson")
        name = "W\(number)"
        remaining = edits
        self.counters = counters
        chance = SeededGenerator(seed: UInt64(number))
        next()
    }

    /// What it said, and what it does next: an answer ends with the line of “version”.
    func hear(_ said: ChildProcess.ProcessOutput) throws {
        told += said.errors
        heard += said.output
        while let end = heard.firstIndex(of: UInt8(ascii: "\n")) {
            let row = try JSONReader.value(of: Array(heard[..<end]))
            heard.removeFirst(end + 1)
            if row["message"]?.string?.hasPrefix("almanac ") == true { answered() } else { rows.append(row) }
        }
        if said.isOver, !isDone {
            throw ChildProcess.Failure(description: "\(name) ended early: \(String(decoding: told, as: UTF8.self))")
        }
    }

    /// Ends as programs do that have done their work, perhaps with a conflict.
    func finish() throws {
        let ending = try child.finish()
        told += ending.errorBytes
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
            say("edit persons/\(counter) nickname=\(value + 1) --if-version \(version)")
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
            return child.hangUp()
        }
        remaining -= 1
        if chance.happens(oneIn: 4) {
            state = .making
            say("new person given=\(name) family=N\(remaining) email.work=\(name)@b.example")
        } else {
            state = .reading
            counter = chance.number(below: counters) + 1
            say("show persons/\(counter)")
        }
    }

    private func say(_ line: String) {
        child.say(line)
        child.say("version")
    }
}
