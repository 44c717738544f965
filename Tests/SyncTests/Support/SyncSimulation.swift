import Interchange
import Model
import Sync
import TestSupport

/// Two databases and a third client that change the same book at random, with faults and ends of processes at any request
/// and commit. Every typed value is recorded.
@MainActor
final class SyncSimulation {
    /// The end of a process, which loses everything that is not committed.
    struct Kill: Error {}

    /// A value that is neither current nor replaced by a user who saw it.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let remote: any SimulatedRemote
    private let book: InstrumentedBook
    let stores = [InMemoryStore(), InMemoryStore()]
    private var random: SeededGenerator
    /// The values that no user has replaced.
    private var values = TypedValues()
    private var isCalm = false

    /// Creates a simulation with a server with random features.
    init(seed: UInt64, bug: InMemoryStore.SeededBug? = nil) {
        random = SeededGenerator(seed: seed)
        let server = InMemoryBook()
        (remote, book) = (server, InstrumentedBook(server))
        server.ignoresPreconditions = bug == .noPrecondition
        server.returnsTags = random.happens(oneIn: 2)
        server.supportsTokens = !random.happens(oneIn: 4)
        server.pageSize = random.happens(oneIn: 2) ? 2 : 1_000
        server.answeredTag = { [unowned self] tag in
            !isCalm && random.happens(oneIn: 10) ? ETag(rawValue: "wrong") : tag
        }
        addHooks(bug)
    }

    /// Creates a simulation with a folder.
    init(seed: UInt64, folder: SimulatedFolder) {
        random = SeededGenerator(seed: seed)
        (remote, book) = (folder, InstrumentedBook(folder.book))
        addHooks(nil)
    }

    private func addHooks(_ bug: InMemoryStore.SeededBug?) {
        book.beforeRequest = { [unowned self] name in try disturb(name, isBefore: true) }
        book.afterRequest = { [unowned self] name in try disturb(name, isBefore: false) }
        for store in stores {
            store.bug = bug == .noPrecondition ? nil : bug
            store.beforeCommit = { [unowned self] in
                if !isCalm, random.happens(oneIn: 25) { throw Kill() }
                if !isCalm, random.happens(oneIn: 10) { edit(store) }
            }
            store.afterCommit = { [unowned self] in if !isCalm, random.happens(oneIn: 25) { throw Kill() } }
        }
    }

    func run(steps: Int) async throws {
        for _ in 0..<steps {
            let store = random.pick(stores)
            switch random.number(below: 4) {
            case 0: editRemotely()
            case 1: try await sync(store)
            default: edit(store)
            }
        }
        isCalm = true
        for _ in 0..<4 {
            for store in stores { try await sync(store) }
        }
        try check()
    }

    private func sync(_ store: InMemoryStore) async throws {
        do {
            let report = try await Synchronizer(book, with: store, pause: { _ in }).run()
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

    private func edit(_ store: InMemoryStore) {
        let cards = store.cards()
        guard !cards.isEmpty, !random.happens(oneIn: 6), cards.count < 20 || random.happens(oneIn: 2) else {
            return create { try store.add($0) }
        }
        let card = random.pick(cards)
        if random.happens(oneIn: 8) {
            values.forget(card.lines)
            try? store.delete(card.uid)
        } else {
            try? store.edit(card.uid) { change(&$0) }
        }
    }

    /// A third client reads a card and writes it at once, without a precondition.
    private func editRemotely() {
        guard let name = remote.names.isEmpty ? nil : random.pick(remote.names), var card = remote.card(name),
            !random.happens(oneIn: 6)
        else {
            return create { self.remote.write($0, at: "third-\($0.uid).vcf") }
        }
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

    private func create(_ add: (TestCard) throws -> some Any) {
        let uid = values.unused()
        _ = try? add(
            TestCard(
                uid: uid, ["FN:\(values.typed())", "TEL;TYPE=HOME:\(values.typed())", "CATEGORIES:\(values.typed())"]))
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

    private func check() throws {
        let remote = self.remote.names.compactMap(self.remote.card)
        try require(remote.count == self.remote.names.count, "a card is broken")
        for (number, store) in stores.enumerated() {
            let (here, there) = (Self.content(store.cards()), Self.content(remote))
            try require(
                here == there, "database \(number): \(here.subtracting(there)), book: \(there.subtracting(here))")
            try require(store.intentCount == 0, "an intent is open")
        }
        try require(Set(remote.map(\.uid)).count == remote.count, "a card is duplicated")
        let present = TypedValues.values(in: remote.flatMap(\.lines))
        try require(Set(present).count == present.count, "a value is duplicated")
        let conflicts = stores.flatMap(\.conflicts).flatMap { $0.mine + $0.theirs }
        let lost = values.current.subtracting(present).subtracting(TypedValues.values(in: conflicts))
        try require(lost.isEmpty, "lost: \(lost.sorted())")
    }

    private static func content(_ cards: [TestCard]) -> Set<TestCard> {
        Set(cards.map { TestCard(uid: $0.uid, $0.lines.sorted()) })
    }

    private func require(_ holds: Bool, _ text: String) throws {
        if !holds { throw Failure(description: text) }
    }
}
