import Interchange
import TestSupport

@testable import Sync

/// A simulation in which two databases and a third client randomly change a book on a real server, with connection faults
/// and a possible termination at any request. Every typed value is recorded.
@MainActor
final class ServerSimulation {
    /// A lost value, which is neither current nor replaced by a user who saw it, or a difference between two sides.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let databases: [any SimulatedDatabase]
    private let transport: FaultyTransport
    private let book: CardDAVBook
    /// The book for the third client, which writes without preconditions.
    private let otherBook: CardDAVBook
    private var random: SeededGenerator
    private var values = TypedValues()

    init(
        _ server: CardDAVServer, seed: UInt64, databases: [any SimulatedDatabase], bug: InMemoryStore.SeededBug? = nil
    ) throws {
        self.databases = databases
        // SOGo deletes cards despite If-Match, so a change that another client made immediately before would be lost.
        transport = FaultyTransport(
            CurlTransport(), seed: seed, removesPreconditions: bug == .noPrecondition,
            interferesWithDeletions: server.program != .sogo)
        book = try CardDAVBook(server, transport)
        otherBook = try CardDAVBook(server)
        random = SeededGenerator(seed: seed)
        // SOGo stores a removed card again despite If-Match. A card that is renamed before the request then has two addresses.
        let renames = server.program != .sogo
        transport.setInterference { [weak self] in try await self?.editRemotely(renames: renames) }
    }

    func run(steps: Int) async throws {
        for _ in 0..<steps {
            let database = random.pick(databases)
            switch random.number(below: 5) {
            case 0: try await editRemotely()
            case 1, 2: try await sync(database)
            default: try await edit(database)
            }
        }
        transport.stopFaults()
        for _ in 0..<3 {
            for database in databases { try await sync(database, isCalm: true) }
        }
        try await check()
    }

    private func sync(_ database: any SimulatedDatabase, isCalm: Bool = false) async throws {
        do {
            let report = try await database.synchronize(book)
            if isCalm, let problem = report.problems.first { throw Failure(description: "\(problem)") }
            if isCalm, let failure = report.failure { throw Failure(description: "\(failure)") }
        } catch is FaultyTransport.Kill {
            // The next synchronization completes this one.
        }
    }

    // MARK: - Edits

    private func edit(_ database: any SimulatedDatabase) async throws {
        let cards = try await database.cards()
        guard !cards.isEmpty, !random.happens(oneIn: 3) else { return try await database.add(newCard()) }
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

    private func editRemotely(renames: Bool = true) async throws {
        let all = try await otherBook.changes(since: nil).present.keys.sorted { $0.rawValue < $1.rawValue }
        guard !all.isEmpty, !random.happens(oneIn: 4) else {
            let card = newCard()
            return try await otherBook.overwrite(card, at: CardAddress(rawValue: "other \(card.uid).vcf"))
        }
        let address = random.pick(all)
        guard let text = try await otherBook.cards(at: [address]).first?.text else { return }
        var card = TestCard(try VCard(text))
        switch random.number(below: 6) {
        case 0:
            values.forget(card.lines)
            try await remove(address)
        case 1 where renames:
            try await remove(address)
            try await otherBook.overwrite(card, at: CardAddress(rawValue: "renamed \(values.unused()).vcf"))
        default:
            change(&card.lines)
            try await otherBook.overwrite(card, at: address)
        }
    }

    private func remove(_ address: CardAddress) async throws {
        _ = try await otherBook.dav.send(HTTPRequest(.delete, otherBook.location.url(of: address)))
    }

    private func newCard() -> TestCard {
        let name = values.typed()
        return TestCard(
            uid: values.unused(), ["N:\(name);;;;", "FN:\(values.typed())", "TEL;TYPE=HOME:\(values.typed())"])
    }

    private func change(_ lines: inout [String]) {
        switch random.number(below: 7) {
        case 0: replace("FN", in: &lines)
        case 1: replace("NOTE", in: &lines)
        case 5: replace("CATEGORIES", in: &lines)
        case 6: replace("PHOTO;VALUE=uri", in: &lines)
        case 2: lines.append("TEL;TYPE=\(random.pick(["HOME", "CELL"])):\(values.typed())")
        case 3: lines.append("EMAIL:\(values.typed())")
        default:
            guard let place = lines.firstIndex(where: { $0.hasPrefix("TEL") || $0.hasPrefix("EMAIL") }) else { return }
            values.forget([lines.remove(at: place)])
        }
    }

    private func replace(_ name: String, in lines: inout [String]) {
        values.forget(lines.filter { $0.hasPrefix("\(name):") })
        lines.removeAll { $0.hasPrefix("\(name):") }
        lines.append("\(name):\(values.typed())")
    }

    // MARK: - Checks

    private func check() async throws {
        let addresses = try await otherBook.changes(since: nil).present.keys.sorted { $0.rawValue < $1.rawValue }
        var remote: [TestCard] = []
        for card in try await otherBook.cards(at: addresses) { remote.append(TestCard(try VCard(card.text))) }
        try require(Set(remote.map(\.uid)).count == remote.count, "a card is duplicated")
        var conflicts: [PropertyConflict] = []
        for (number, database) in databases.enumerated() {
            let (here, there) = (Self.content(try await database.cards()), Self.content(remote))
            try require(
                here == there, "database \(number): \(here.subtracting(there)), book: \(there.subtracting(here))")
            try require(try await database.openIntents() == 0, "an intent is open")
            conflicts += try await database.conflicts()
        }
        let present = TypedValues.values(in: remote.flatMap(\.lines))
        let lost = values.current.subtracting(present).subtracting(
            TypedValues.values(in: conflicts.flatMap { $0.mine + $0.theirs }))
        try require(lost.isEmpty, "lost: \(lost.sorted())")
    }

    /// Returns the values of each card, without the syntax that the server may change.
    private static func content(_ cards: [TestCard]) -> [String: [String]] {
        Dictionary(cards.map { ($0.uid, TypedValues.values(in: $0.lines).sorted()) }) { $0 + $1 }
    }

    private func require(_ holds: Bool, _ text: String) throws {
        if !holds { throw Failure(description: text) }
    }
}

extension [String: [String]] {
    fileprivate func subtracting(_ other: Self) -> Self { filter { other[$0.key] != $0.value } }
}
