import Interchange
import Model
import TestSupport
import Testing

@testable import AlmanacStore
@testable import Sync

/// Random changes to groups by two databases and a phone that share a book.
@MainActor
@Suite("Group simulation") struct GroupSimulationTests {
    private static let contacts = ["Ada", "Ben", "Cleo"]
    private static let groups = ["Red", "Green", "Blue"]

    @Test(
        "All sides have the same groups and members after any changes, and dry runs predict nearly all of them",
        .long("hundreds of simulations"))
    func changes() async throws {
        var (dryRuns, different) = (0, 0)
        for seed in 1...(try Soak.times(atLeast: 100, byDefault: 1)) {
            var simulation = try await Simulation(seed: UInt64(seed))
            try await simulation.run(steps: 30)
            dryRuns += simulation.dryRuns
            different += simulation.differentDryRuns
        }
        // The effects of local and received changes to the same group depend on the order of the requests. The first
        // simulation has no such dry run.
        #expect(different * 16 <= dryRuns, "\(different) of \(dryRuns) dry runs differ from the synchronization.")
    }

    @MainActor
    private struct Simulation {
        let seed: UInt64
        private var chance: SeededGenerator
        private let folder: SimulatedFolder
        private let databases: [SyncedDatabase]
        private var log: [String] = []
        private(set) var dryRuns = 0
        private(set) var differentDryRuns = 0

        init(seed: UInt64) async throws {
            (self.seed, chance) = (seed, SeededGenerator(seed: seed))
            folder = try SimulatedFolder()
            databases = [try await SyncedDatabase(folder.path), try await SyncedDatabase(folder.path)]
        }

        mutating func run(steps: Int) async throws {
            for name in contacts { writeContact(name, categories: []) }
            for number in 0...1 { try await sync(number) }
            for _ in 0..<steps {
                switch Int.random(in: 0..<10, using: &chance) {
                case 0..<3: changeOnPhone()
                case 3..<7: try await change(in: Int.random(in: 0...1, using: &chance))
                default: try await sync(Int.random(in: 0...1, using: &chance))
                }
            }
            try await synchronizeAll()
            let first = try await memberships(in: databases[0])
            let second = try await memberships(in: databases[1])
            let later = try await SyncedDatabase(folder.path)
            _ = try await later.sync()
            let third = try await memberships(in: later)
            #expect(first == second && first == third, "seed \(seed): \(first), \(second), \(third)\n\(text)")
        }

        private var text: String { log.joined(separator: "\n") }

        // MARK: - The phone

        private mutating func changeOnPhone() {
            let (contact, group) = (pick(contacts), pick(GroupSimulationTests.groups))
            switch Int.random(in: 0..<5, using: &chance) {
            case 0, 1: writeContact(contact, categories: some(of: GroupSimulationTests.groups))
            case 2, 3: writeGroup(group, members: some(of: contacts))
            default:
                let cards = folder.names.filter {
                    folder.card($0)?.lines.contains { $0.hasPrefix("X-ADDRESSBOOK") } == true
                }
                guard let card = cards.randomElement(using: &chance) else { return }
                log.append("phone: delete \(card)")
                folder.remove(card)
            }
        }

        private mutating func writeContact(_ name: String, categories: [String]) {
            log.append("phone: \(name) CATEGORIES:\(categories.joined(separator: ","))")
            let line = categories.isEmpty ? [] : ["CATEGORIES:\(categories.joined(separator: ","))"]
            folder.write(TestCard(uid: name, ["N:;\(name);;;", "FN:\(name)"] + line), at: "\(name).vcf")
        }

        private mutating func writeGroup(_ name: String, members: [String]) {
            log.append("phone: group \(name) \(members)")
            let lines = members.map { "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:\($0)" }
            let card = folder.names.first { folder.card($0)?.lines.contains("FN:\(name)") == true } ?? "g\(name).vcf"
            let uid = folder.card(card)?.uid ?? "g\(name)"
            folder.write(
                TestCard(uid: uid, ["N:\(name);;;;", "FN:\(name)", "X-ADDRESSBOOKSERVER-KIND:group"] + lines), at: card)
        }

        // MARK: - The databases

        private mutating func change(in number: Int) async throws {
            let database = databases[number]
            let (contact, name) = (pick(contacts), pick(GroupSimulationTests.groups))
            let person = try await database.person(contact).id
            let groups = database.store.groups
            let known = try await groups.named(name).first.flatMap { Group.ID($0.id) }
            switch (Int.random(in: 0..<7, using: &chance), known) {
            case (0..<3, _):
                log.append("\(number): add \(contact) to \(name)")
                let group = if let known { known } else { try await groups.add(Group(named: name)).id }
                _ = try await groups.add([person], to: group)
            case (3...4, let known?):
                log.append("\(number): remove \(contact) from \(name)")
                _ = try await groups.remove([person], from: known)
            case (5, let known?):
                let other = "\(name) \(log.count)"
                log.append("\(number): rename \(name) to \(other)")
                let record = try await groups.record(known)
                var content = record.content
                content.name = other
                _ = try await groups.update(record.id, version: record.version, to: content)
            case (_, let known?):
                log.append("\(number): delete \(name)")
                try await groups.delete([known])
            default: break
            }
        }

        private mutating func sync(_ number: Int) async throws {
            var options = Synchronizer.Options()
            options.isDryRun = true
            let planned = try await databases[number].sync(options)
            let report = try await databases[number].sync()
            log.append("\(number): sync \(report.received), \(report.sent) \(report.notices.map(\.reason))")
            dryRuns += 1
            if planned.received != report.received || planned.sent != report.sent { differentDryRuns += 1 }
        }

        private mutating func synchronizeAll() async throws {
            for round in 1...6 {
                var isQuiet = true
                for number in 0...1 {
                    let report = try await databases[number].sync()
                    log.append(
                        "\(number): last sync \(report.received), \(report.sent) \(report.notices.map(\.reason))")
                    isQuiet = isQuiet && report.received.isEmpty && report.sent.isEmpty
                }
                if isQuiet { return }
                if round == 6 { Issue.record("seed \(seed): the databases do not become equal\n\(text)") }
            }
        }

        /// Returns the names of the members of each group that has members.
        private func memberships(in database: SyncedDatabase) async throws -> [String: [String]] {
            try await database.store.database.reading { connection in
                let rows = try connection.all(
                    """
                    SELECT name, person.display_name FROM membership JOIN people_group ON people_group.id = group_id
                    JOIN person ON person.id = person_id ORDER BY 1, 2
                    """
                ) { (group: $0[0] as String, member: $0[1] as String) }
                return Dictionary(grouping: rows, by: \.group).mapValues { $0.map(\.member) }
            }
        }

        private mutating func pick(_ names: [String]) -> String { names.randomElement(using: &chance) ?? names[0] }

        private mutating func some(of names: [String]) -> [String] {
            names.filter { _ in Bool.random(using: &chance) }
        }
    }
}
