import Interchange
import Model
import Sync

/// Two databases and a third client that change the same book at random, with faults and terminations of processes at
/// any request and commit. Every typed value is recorded.
@MainActor
public final class SyncSimulation {
    /// The end of a process, which loses everything that is not committed.
    public struct Kill: Error {}

    /// A value that is neither current nor replaced by a user who saw it.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    private let remote: any SimulatedRemote
    private let book: InstrumentedBook
    private let databases: [any SimulatedDatabase]
    private var random: SeededGenerator
    /// The values that no user has replaced.
    private var values = TypedValues()
    /// A former version of each card, by name.
    private var formerCards: [String: TestCard] = [:]
    private var isCalm = false

    /// Creates a simulation.
    /// - Parameter makeRemote: A closure that returns the book, as other programs see it and for synchronization.
    public init(
        seed: UInt64, databases: [any SimulatedDatabase],
        remote makeRemote: (inout SeededGenerator) throws -> (any SimulatedRemote, any RemoteBook)
    ) rethrows {
        random = SeededGenerator(seed: seed)
        self.databases = databases
        let (remote, book) = try makeRemote(&random)
        (self.remote, self.book) = (remote, InstrumentedBook(book))
        addHooks()
    }

    /// Returns whether a fault occurs.
    public func hasFault(oneIn count: Int) -> Bool { !isCalm && random.happens(oneIn: count) }

    private func addHooks() {
        book.beforeRequest = { [unowned self] name in try disturb(name, isBefore: true) }
        book.afterRequest = { [unowned self] name in try disturb(name, isBefore: false) }
        for database in databases {
            database.beforeCommit = { [unowned self, unowned database] in
                if hasFault(oneIn: 25) { throw Kill() }
                if hasFault(oneIn: 10) { try await edit(database) }
            }
            database.afterCommit = { [unowned self] in if hasFault(oneIn: 25) { throw Kill() } }
        }
    }

    public func run(steps: Int) async throws {
        for _ in 0..<steps {
            let database = random.pick(databases)
            switch random.number(below: 4) {
            case 0: editRemotely()
            case 1: try await sync(database)
            default: try await edit(database)
            }
        }
        isCalm = true
        for _ in 0..<4 {
            for database in databases { try await sync(database) }
        }
        try await check()
    }

    private func sync(_ database: any SimulatedDatabase) async throws {
        do {
            let report = try await database.synchronize(book)
            if isCalm, let problem = report.problems.first { throw Failure(description: "\(problem)") }
            if isCalm, let failure = report.failure { throw Failure(description: "\(failure)") }
        } catch is Kill {
            // The next synchronization completes this one.
        }
    }

    // MARK: - Faults

    private func disturb(_ name: String, isBefore: Bool) throws {
        if isCalm { return }
        if random.happens(oneIn: isBefore && name == "put" ? 3 : 8) { editRemotely() }
        if random.happens(oneIn: 25) { throw Kill() }
        guard random.happens(oneIn: 15) else { return }
        if isBefore {
            if random.happens(oneIn: 6), name == "list" { throw RemoteProblem.invalidToken }
            throw random.pick([
                RemoteProblem.disconnected(wasSent: false, reason: ""), .disconnected(wasSent: true, reason: ""),
                .failed(status: 503), .busy(seconds: 1), .busy(seconds: 3_600), .preconditionFailed,
            ])
        }
        throw random.pick([
            RemoteProblem.failed(status: 500), .disconnected(wasSent: true, reason: "half of the answer"),
            .invalidResponse(reason: "half of the answer"),
        ])
    }

    // MARK: - Edits

    private func edit(_ database: any SimulatedDatabase) async throws {
        let cards = try await database.cards()
        guard !cards.isEmpty, !random.happens(oneIn: 6), cards.count < 20 || random.happens(oneIn: 2) else {
            return try await database.add(newCard())
        }
        let card = random.pick(cards)
        if random.happens(oneIn: 8) {
            values.forget(card.lines)
            try await database.delete(card.uid)
        } else {
            var changed = card
            change(&changed.lines)
            try await database.edit(card, to: changed)
        }
    }

    /// Reads a card and writes it immediately as a third client, without a precondition.
    private func editRemotely() {
        if random.happens(oneIn: 8) { return restoreRemotely() }
        guard let name = remote.names.isEmpty ? nil : random.pick(remote.names), var card = remote.card(name),
            !random.happens(oneIn: 6)
        else {
            let card = newCard()
            return remote.write(card, at: "third-\(card.uid).vcf")
        }
        formerCards[name] = card
        switch random.number(below: 8) {
        case 0:
            values.forget(card.lines)
            remote.remove(name)
        case 1:
            remote.remove(name)
            remote.write(card, at: "renamed-\(values.unused()).vcf")
        default:
            change(&card.lines)
            remote.write(card, at: name)
        }
    }

    /// Replaces a card with a former version, or creates a removed card again, as a third client. In a folder, removed
    /// cards are not created again, because this could add a second card with the UID of a record that is created again
    /// at the same time.
    private func restoreRemotely() {
        guard let name = formerCards.isEmpty ? nil : random.pick(formerCards.keys.sorted()),
            let card = formerCards[name],
            !remote.names.contains(where: { $0 != name && remote.card($0)?.uid == card.uid })
        else { return }
        if let current = remote.card(name) {
            guard current.uid == card.uid else { return }
            values.forget(current.lines)
        } else if !remote.rejectsUsedUIDs {
            return
        }
        remote.write(card, at: name)
    }

    private func newCard() -> TestCard {
        TestCard(
            uid: values.unused(),
            ["FN:\(values.typed())", "N:;;;;", "TEL;TYPE=HOME:\(values.typed())", "CATEGORIES:\(values.typed())"])
    }

    private func change(_ lines: inout [String]) {
        switch random.number(below: 9) {
        case 0: set("FN", in: &lines)
        case 1: set("X-UNKNOWN", in: &lines)
        case 2: set("PHOTO;VALUE=uri", in: &lines)
        case 3: lines.append("TEL;TYPE=\(random.pick(["HOME", "CELL"])):\(values.typed())")
        case 4: lines.append("EMAIL:\(values.typed())")
        case 5: lines.append("item\(lines.count).TEL:\(values.typed())\ritem\(lines.count).X-ABLabel:ship")
        case 6: changeCategories(&lines)
        case 7:
            let place = random.number(below: lines.count)
            guard lines[place].hasPrefix("TEL") else { return }
            values.forget([lines[place]])
            lines[place] = "TEL;TYPE=HOME:\(values.typed())"
        default:
            let place = random.number(below: lines.count)
            guard lines[place].hasPrefix("TEL") || lines[place].hasPrefix("EMAIL") else { return }
            values.forget([lines.remove(at: place)])
        }
        lines = lines.flatMap { $0.split(separator: "\r").map(String.init) }
    }

    private func set(_ name: String, in lines: inout [String]) {
        values.forget(lines.filter { $0.hasPrefix(name) })
        lines.removeAll { $0.hasPrefix(name) }
        lines.append("\(name):\(values.typed())")
    }

    private func changeCategories(_ lines: inout [String]) {
        let old = lines.filter { $0.hasPrefix("CATEGORIES") }.flatMap { $0.dropFirst(11).split(separator: ",") }
        let removed = random.happens(oneIn: 2) ? old.first : nil
        if let removed { values.forget([String(removed)]) }
        lines.removeAll { $0.hasPrefix("CATEGORIES") }
        lines.append(
            "CATEGORIES:" + (old.filter { $0 != removed }.map(String.init) + [values.typed()]).joined(separator: ","))
    }

    // MARK: - Checks

    private func check() async throws {
        let remote = self.remote.names.compactMap(self.remote.card)
        try require(remote.count == self.remote.names.count, "a card is broken")
        var conflicts: [PropertyConflict] = []
        for (number, database) in databases.enumerated() {
            let (here, there) = (Self.content(try await database.cards()), Self.content(remote))
            try require(
                here == there, "database \(number): \(here.subtracting(there)), book: \(there.subtracting(here))")
            try require(try await database.openIntents() == 0, "an intent is open")
            conflicts += try await database.conflicts()
        }
        try require(Set(remote.map(\.uid)).count == remote.count, "a card is duplicated")
        let present = TypedValues.values(in: remote.flatMap(\.lines))
        try require(Set(present).count == present.count, "a value is duplicated")
        let lost = values.current.subtracting(present).subtracting(
            TypedValues.values(in: conflicts.flatMap { $0.mine + $0.theirs }))
        try require(lost.isEmpty, "lost: \(lost.sorted())")
    }

    /// Returns the values of each card, without the syntax, which the programs may change.
    private static func content(_ cards: [TestCard]) -> Set<TestCard> {
        Set(cards.map { TestCard(uid: $0.uid, TypedValues.values(in: $0.lines).sorted()) })
    }

    private func require(_ holds: Bool, _ text: String) throws {
        if !holds { throw Failure(description: text) }
    }
}
