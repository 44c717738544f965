import Interchange
import Model
@testable import Sync
import TestSupport
import Testing

@testable import AlmanacStore

@MainActor
@Suite("Synchronization of groups") struct GroupSyncTests {
    let folder: SimulatedFolder
    let database: SyncedDatabase

    init() async throws {
        folder = try SimulatedFolder()
        database = try await SyncedDatabase(folder.path)
    }

    private var store: TemporaryStore { database.store }

    private static func card(_ name: String, _ lines: String...) -> TestCard {
        TestCard(uid: name, ["FN:\(name)", "N:;\(name);;;"] + lines)
    }

    private static let pilots = TestCard(
        uid: "pilots",
        [
            "N:Pilots;;;;", "FN:Pilots", "X-ADDRESSBOOKSERVER-KIND:group", "X-COLOR:red",
            "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:Luke", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:nobody",
        ])

    private func groupRecord(_ name: String) async throws -> Record<Group> {
        let found = try #require(try await store.groups.named(name).first)
        return try await store.groups.record(try #require(Group.ID(found.id)))
    }

    private func members(_ name: String) async throws -> [String] {
        try await groupRecord(name).links.members.first.map(\.name)
    }

    private func categories(_ file: String) -> [String] {
        (folder.card(file)?.lines ?? []).filter { $0.hasPrefix("CATEGORIES") }
    }

    @Test func `Groups are synchronized in both directions as categories of contacts`() async throws {
        folder.write(Self.card("Leia", "CATEGORIES:Rebels,Royals"), at: "leia.vcf")
        try await database.sync()
        #expect(try await members("Rebels") == ["Leia"])
        folder.write(Self.card("Leia", "CATEGORIES:Royals"), at: "leia.vcf")
        #expect(try await database.sync().received.changed == 1)
        #expect(try await members("Rebels") == [])
        #expect(try await members("Royals") == ["Leia"])

        let pilots = try await store.groups.add(Group(named: "Pilots")).id
        _ = try await store.groups.add([try await database.person("Leia").id], to: pilots)
        #expect(try await database.sync().sent.changed == 1)
        #expect(categories("leia.vcf") == ["CATEGORIES:Royals,Pilots"])
        let record = try await groupRecord("Pilots")
        var renamed = record.content
        renamed.name = "Aces"
        _ = try await store.groups.update(record.id, version: record.version, to: renamed)
        #expect(try await database.sync().sent.changed == 1)
        #expect(categories("leia.vcf") == ["CATEGORIES:Royals,Aces"])
        try await store.groups.delete([pilots])
        #expect(try await database.sync().sent.changed == 1)
        #expect(categories("leia.vcf") == ["CATEGORIES:Royals"])
        #expect(try await database.sync() == SyncReport())
    }

    private static let bowling = TestCard(
        uid: "bowling",
        [
            "N:Bowling;;;;", "FN:Bowling", "X-ADDRESSBOOKSERVER-KIND:group", "NOTE:Server text", "NOTE:Other text",
            "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:Luke",
        ])

    private func notes(about group: Group.ID) async throws -> [String] {
        try await store.database.reading { connection in
            try connection.all("SELECT text FROM note WHERE group_id = ?1 ORDER BY text", binding: group) { $0[0] }
        }
    }

    @Test func `Notes added to or removed from a group card are added or removed locally`() async throws {
        folder.write(Self.card("Luke"), at: "Luke.vcf")
        folder.write(Self.bowling, at: "bowling.vcf")
        try await database.sync()
        var card = Self.bowling
        card.lines.removeAll { $0 == "NOTE:Server text" }
        card.lines.append("NOTE:New text")
        folder.write(card, at: "bowling.vcf")
        #expect(try await database.sync().received.changed == 1)
        let group = try await groupRecord("Bowling")
        #expect(try await notes(about: group.id) == ["New text", "Other text"])
        #expect(try await database.sync() == SyncReport())
        #expect(folder.card("bowling.vcf") == card)
    }

    @Test(arguments: [nil, "Server text", "Local text"])
    func `The notes on a group card are received and stay on the card`(localNote: String?) async throws {
        if let localNote {
            let group = try await store.groups.add(Group(named: "Bowling")).id
            var note = Note()
            (note.subject, note.text) = (RecordID(kind: .group, number: group.rawValue), localNote)
            _ = try await store.notes.add(note)
        }
        folder.write(Self.card("Luke"), at: "Luke.vcf")
        folder.write(Self.bowling, at: "bowling.vcf")
        #expect(try await database.sync().received.created == 2)
        let group = try await groupRecord("Bowling")
        let expected = Set(["Other text", "Server text"] + [localNote].compactMap(\.self)).sorted()
        #expect(try await notes(about: group.id) == expected)
        let written = Set((folder.card("bowling.vcf")?.lines ?? []).filter { $0.hasPrefix("NOTE") })
        #expect(written == Set(expected.map { "NOTE:\($0)" }))
        if expected.count == 2 { #expect(folder.card("bowling.vcf") == Self.bowling) }
        #expect(try await database.sync() == SyncReport())
    }

    @Test func `A group with the name of a received card keeps its description, and the received text is a conflict`()
        async throws
    {
        var group = Group(named: "Bowling")
        group.summary = "Local"
        _ = try await store.groups.add(group)
        var card = Self.bowling
        card.lines.append("X-ALMANAC-SUMMARY:Server")
        folder.write(card, at: "bowling.vcf")
        try await database.sync()
        #expect(try await groupRecord("Bowling").content.summary == "Local")
        let conflicts = try await database.remotes.conflicts()
        #expect(conflicts.map(\.property.theirs) == [["X-ALMANAC-SUMMARY:Server"]])
    }

    @Test func `A group card becomes a group with its members, and its other lines and absent members are kept`()
        async throws
    {
        // The group precedes its members in the list.
        folder.write(Self.pilots, at: "a.vcf")
        for name in ["Luke", "Wedge"] { folder.write(Self.card(name), at: "\(name).vcf") }
        #expect(try await database.sync().received.created == 3)
        #expect(try await members("Pilots") == ["Luke"])
        #expect(folder.card("a.vcf") == Self.pilots)
        #expect(try await database.sync() == SyncReport())

        let group = try await groupRecord("Pilots").id
        _ = try await store.groups.add([try await database.person("Wedge").id], to: group)
        #expect(try await database.sync().sent.changed == 1)
        var card = try #require(folder.card("a.vcf"))
        #expect(Set(Self.pilots.lines).isSubset(of: card.lines))
        #expect(card.lines.contains("X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:Wedge"))
        #expect(categories("Wedge.vcf") == [])

        card.lines.removeAll { $0.hasSuffix("Luke") }
        card.lines = card.lines.map { $0.replacing("Pilots", with: "Aces") }
        folder.write(card, at: "a.vcf")
        #expect(try await database.sync().received.changed == 1)
        #expect(try await members("Aces") == ["Wedge"])
        #expect(try await database.sync() == SyncReport())
    }

    @Test func `In a book with group cards, a new group is sent as a card`() async throws {
        folder.write(Self.pilots, at: "a.vcf")
        folder.write(Self.card("Luke"), at: "Luke.vcf")
        try await database.sync()
        let group = try await store.groups.add(Group(named: "Jedi")).id
        _ = try await store.groups.add([try await database.person("Luke").id], to: group)
        _ = try await database.sync()
        let cards = folder.names.compactMap { folder.card($0) }
        let jedi = try #require(cards.first { $0.lines.contains("FN:Jedi") })
        #expect(jedi.lines.contains("X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:Luke"), "\(jedi.lines)")
        #expect(try await database.sync() == SyncReport())
    }

    @Test func `A group card joins the existing group with the same name`() async throws {
        let group = try await store.groups.add(Group(named: "Pilots")).id
        var person = Person()
        person.name.given = "Han"
        _ = try await store.groups.add([try await store.persons.add(person).id], to: group)
        folder.write(Self.pilots, at: "a.vcf")
        folder.write(Self.card("Luke"), at: "Luke.vcf")
        _ = try await database.sync()
        #expect(try await groupRecord("Pilots").id == group)
        #expect(try await members("Pilots").sorted() == ["Han", "Luke"])
        let card = try #require(folder.card("a.vcf"))
        #expect(card.lines.count == Self.pilots.lines.count + 1, "\(card.lines)")
        #expect(try await database.sync() == SyncReport())
    }

    // MARK: - Groups with both categories and a group card

    private static let rebels = TestCard(
        uid: "rebels",
        ["FN:Rebels", "X-ADDRESSBOOKSERVER-KIND:group", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:Leia"])

    /// Writes two contacts and a group card that names one of them, and synchronizes them.
    private func receiveRebels() async throws {
        folder.write(Self.card("Leia", "CATEGORIES:Rebels"), at: "Leia.vcf")
        folder.write(Self.card("Luke", "CATEGORIES:Jedi"), at: "Luke.vcf")
        folder.write(Self.rebels, at: "rebels.vcf")
        let report = try await database.sync()
        #expect(report.received.created == 3 && report.sent.isEmpty, "\(report)")
    }

    @Test func `A category of a received contact is not sent as a group card`() async throws {
        try await receiveRebels()
        #expect(folder.names == ["Leia.vcf", "Luke.vcf", "rebels.vcf"])
        #expect(try await members("Jedi") == ["Luke"])
        _ = try await store.groups.add([try await database.person("Leia").id], to: groupRecord("Jedi").id)
        #expect(try await database.sync().sent.changed == 1)
        #expect(folder.names == ["Leia.vcf", "Luke.vcf", "rebels.vcf"])
        #expect(categories("Leia.vcf") == ["CATEGORIES:Rebels,Jedi"])
        #expect(try await database.sync() == SyncReport())
    }

    @Test(arguments: [true, false])
    func `A group whose card was deleted is deleted together with the categories that name it`(
        namesCategory: Bool
    ) async throws {
        try await receiveRebels()
        let other = try await SyncedDatabase(folder.path)
        try await other.sync()
        folder.remove("rebels.vcf")
        if !namesCategory { folder.write(Self.card("Leia"), at: "Leia.vcf") }
        let report = try await database.sync()
        #expect(report.notices == [] && report.received.deleted == 1, "\(report)")
        #expect(report.sent == SyncReport.Counts(changed: namesCategory ? 1 : 0), "\(report)")
        #expect(categories("Leia.vcf") == [])
        for database in [database, other, try await SyncedDatabase(folder.path)] {
            _ = try await database.sync()
            #expect(try await database.store.groups.named("Rebels").isEmpty)
        }
        #expect(folder.names == ["Leia.vcf", "Luke.vcf"])
    }

    @Test func `A group that was edited locally is kept even if its card was deleted`() async throws {
        try await receiveRebels()
        _ = try await store.groups.add([try await database.person("Luke").id], to: groupRecord("Rebels").id)
        folder.remove("rebels.vcf")
        folder.write(Self.card("Leia"), at: "Leia.vcf")
        let report = try await database.sync()
        #expect(report.notices.map(\.reason) == [.deletedRemotely], "\(report)")
        #expect(try await members("Rebels").sorted() == ["Leia", "Luke"])
    }

    @Test func `A contact that loses a category remains a member while the group card lists it`() async throws {
        try await receiveRebels()
        folder.write(Self.card("Leia"), at: "Leia.vcf")
        #expect(try await database.sync().received.changed == 1)
        #expect(folder.card("rebels.vcf") == Self.rebels)
        let other = try await SyncedDatabase(folder.path)
        for database in [database, other] {
            #expect(try await database.sync().sent.isEmpty)
            #expect(try await database.person("Leia").links.groups.map(\.name) == ["Rebels"])
        }
    }

    @Test(arguments: [false, true])
    func `A renamed group keeps its members in other databases, even after undo`(isUndone: Bool) async throws {
        try await receiveRebels()
        let other = try await SyncedDatabase(folder.path)
        try await other.sync()
        let record = try await groupRecord("Rebels")
        var renamed = record.content
        renamed.name = "Alliance"
        _ = try await store.groups.update(record.id, version: record.version, to: renamed)
        for database in [database, other] { try await database.sync() }
        if isUndone {
            _ = try await store.history.undo(try #require(try await store.history.nextUndo()).id)
            for database in [database, other, database] { try await database.sync() }
        }
        for database in [database, other, try await SyncedDatabase(folder.path)] {
            try await database.sync()
            let groups = try await database.person("Leia").links.groups.map(\.name)
            #expect(groups == [isUndone ? "Rebels" : "Alliance"])
            #expect(try await database.store.groups.named(groups[0]).count == 1)
        }
    }

    @Test func `Groups with the same name that are created in two databases become one`() async throws {
        try await receiveRebels()
        let other = try await SyncedDatabase(folder.path)
        try await other.sync()
        for (database, name) in [(database, "Leia"), (other, "Luke")] {
            let group = try await database.store.groups.add(Group(named: "New")).id
            _ = try await database.store.groups.add([try await database.person(name).id], to: group)
        }
        for database in [database, other, database, other] { try await database.sync() }
        for database in [database, other, try await SyncedDatabase(folder.path)] {
            try await database.sync()
            for name in ["Leia", "Luke"] {
                #expect(try await database.person(name).links.groups.map(\.name).contains("New"), "\(name)")
            }
        }
        #expect(categories("Leia.vcf") == ["CATEGORIES:Rebels"])
        // A group that exists only as a category is not sent if it has no members.
        _ = try await store.groups.remove([try await database.person("Luke").id], from: groupRecord("Jedi").id)
        try await database.sync()
        #expect(!folder.names.contains { folder.card($0)?.lines.contains("FN:Jedi") == true })
    }

    @Test func `A category with the former name of a renamed group card is removed`() async throws {
        try await receiveRebels()
        var renamed = Self.rebels
        renamed.lines[0] = "FN:Alliance"
        folder.write(renamed, at: "rebels.vcf")
        #expect(try await database.sync().sent.changed == 1)
        #expect(categories("Leia.vcf") == [])
        let other = try await SyncedDatabase(folder.path)
        try await other.sync()
        #expect(try await other.store.groups.named("Rebels").isEmpty)
        #expect(try await other.store.groups.named("Alliance").count == 1)
    }
}
