import Interchange
import Model
import Sync
import TestSupport
import Testing

@testable import AlmanacStore

@MainActor
@Suite("Address book contents") struct BookContentsTests {
    let folder: SimulatedFolder

    init() throws { folder = try SimulatedFolder() }

    private func person(_ name: String) -> Person {
        var person = Person()
        person.name.given = name
        return person
    }

    private func card(_ name: String, _ lines: String...) -> TestCard {
        TestCard(uid: name, ["FN:\(name)", "N:;\(name);;;"] + lines)
    }

    private var contents: [String] {
        folder.names.compactMap { folder.card($0)?.lines.first { $0.hasPrefix("FN") } }.sorted()
    }

    @Test func `A remote with its own contacts does not receive others unless it is the default`() async throws {
        let database = try await SyncedDatabase(folder.path, contents: .own, isDefault: false)
        _ = try await database.store.persons.add(person("Private"))
        folder.write(card("Leia"), at: "leia.vcf")
        let report = try await database.sync()
        #expect(report.received.created == 1 && report.sent.isEmpty)
        try await database.edit("Leia") { $0.jobTitle = "General" }
        #expect(try await database.sync().sent.changed == 1)
        try await database.remotes.makeDefault("phone", in: CommandContext("remote default", by: nil))
        #expect(try await database.sync().sent.created == 1)
        #expect(contents == ["FN:Leia", "FN:Private"])
        _ = try await database.store.persons.add(person("New"))
        #expect(try await database.sync().sent.created == 1)
        #expect(try await database.sync() == SyncReport())
    }

    @Test func `A contact belongs to only one of two remotes with their own contacts`() async throws {
        let other = try SimulatedFolder()
        let database = try await SyncedDatabase(folder.path, contents: .own, isDefault: true)
        let remotes = database.remotes
        try await remotes.add(
            Remote(name: "work", location: .folder(path: other.path), contents: .own),
            in: CommandContext("remote add", by: nil))
        other.write(card("Colleague"), at: "colleague.vcf")
        _ = try await database.store.persons.add(person("Friend"))
        for _ in 0..<2 {
            for remote in try await remotes.remotes() {
                let report = try await remotes.synchronize(
                    remote, options: Synchronizer.Options(), in: CommandContext("sync", by: nil), progress: { _ in })
                #expect(report.isInSync)
            }
        }
        #expect(contents == ["FN:Friend"])
        #expect(other.names == ["colleague.vcf"])
    }

    @Test func `A remote for a group contains the group’s members, and received contacts become members`()
        async throws
    {
        let store = try await TemporaryStore()
        let group = try await store.groups.add(Group(named: "Family")).id
        let remotes = store.store.remotes(passwords: NoPasswords())
        let remote = Remote(name: "family", location: .folder(path: folder.path), contents: .group(group))
        try await remotes.add(remote, in: CommandContext("remote add", by: nil))
        func sync() async throws -> SyncReport {
            try await remotes.synchronize(
                remote, options: Synchronizer.Options(), in: CommandContext("sync", by: nil), progress: { _ in })
        }
        let member = try await store.persons.add(person("Luke"))
        _ = try await store.persons.add(person("Han"))
        _ = try await store.groups.add([member.id], to: group)
        folder.write(card("Leia"), at: "leia.vcf")
        var report = try await sync()
        #expect(report.received.created == 1 && report.sent.created == 1)
        #expect(contents == ["FN:Leia", "FN:Luke"])
        #expect(try await store.groups.record(group).links.members.first.count == 2)

        // A contact that leaves the group leaves the book, but stays in the database.
        #expect(try await store.groups.remove([member.id], from: group) == 1)
        report = try await sync()
        #expect(report.sent.deleted == 1 && contents == ["FN:Leia"])
        #expect(try await store.persons.record(member.id).content.name.given == "Luke")
        _ = try await sync()
        #expect(try await sync() == SyncReport())

        // If the group is deleted, the book is not cleared.
        try await store.groups.delete([group])
        await #expect(throws: RecordProblem.notFound(group.recordID)) { try await sync() }
        #expect(contents == ["FN:Leia"])
        let status = try await remotes.status()
        #expect(status.map(\.contacts) == [1] && status.first?.wasComplete == false)
    }

    @Test func `A read-only remote is never written to`() async throws {
        let database = try await SyncedDatabase(folder.path, isReadOnly: true)
        _ = try await database.store.persons.add(person("Private"))
        folder.write(card("Leia"), at: "leia.vcf")
        #expect(try await database.sync().received.created == 1)
        try await database.edit("Leia") { $0.jobTitle = "General" }
        let report = try await database.sync()
        #expect(report.unsent == 1 && report.sent.isEmpty)
        #expect(folder.names == ["leia.vcf"] && folder.card("leia.vcf") == card("Leia"))
    }

    @Test func `The status shows the number of contacts and of changes to send`() async throws {
        let database = try await SyncedDatabase(folder.path)
        _ = try await database.store.persons.add(person("Luke"))
        var status = try #require(try await database.remotes.status().first)
        #expect(status.lastSynchronized == nil && status.contacts == 0 && status.unsent == 1)
        #expect(try await !database.remotes.wasSynchronized(status.remote))
        try await database.sync()
        #expect(try await database.remotes.wasSynchronized(status.remote))
        status = try #require(try await database.remotes.status().first)
        #expect(status.lastSynchronized != nil && status.wasComplete && status.contacts == 1 && status.unsent == 0)
        try await database.edit("Luke") { $0.jobTitle = "Pilot" }
        #expect(try await database.remotes.status().first?.unsent == 1)
        folder.write(TestCard(uid: "group", ["FN:Pilots", "N:Pilots;;;;", "KIND:group"]), at: "group.vcf")
        try await database.sync()
        status = try #require(try await database.remotes.status().first)
        #expect(status.contacts == 1 && folder.names.count == 2)
    }

    @Test func `A smart group cannot be the contents of a remote`() async throws {
        let store = try await TemporaryStore()
        var smart = Group()
        (smart.name, smart.search) = ("Smart", "leia")
        let group = try await store.groups.add(smart).id
        let remote = Remote(name: "smart", location: .folder(path: folder.path), contents: .group(group))
        await #expect(throws: RecordProblem.membersBySearch(group.recordID, search: "leia")) {
            try await store.store.remotes(passwords: NoPasswords()).add(
                remote, in: CommandContext("remote add", by: nil))
        }
    }
}
