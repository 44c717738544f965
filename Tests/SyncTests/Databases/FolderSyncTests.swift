@testable import AlmanacStore
import Interchange
import Model
import Sync
import TestSupport
import Testing

@MainActor
@Suite("Synchronization of a database with a folder")
struct FolderSyncTests {
    let folder: SimulatedFolder
    let database: SyncedDatabase

    init() async throws {
        folder = try SimulatedFolder()
        database = try await SyncedDatabase(folder.path)
    }

    static let luke = ["FN:Luke", "N:;Luke;;;"]
    static let leia = TestCard(
        uid: "leia", ["FN:Leia Organa", "N:Organa;Leia;;;", "TEL;TYPE=HOME:1", "EMAIL:leia@alderaan.example", "X-A:b"])

    @Test func `A contact in the folder becomes a person, and its card stays unchanged`() async throws {
        folder.write(Self.leia, at: "leia.vcf")
        let report = try await database.sync()
        #expect(report.received.created == 1 && report.sent.isEmpty && report.isInSync)
        #expect(try await database.person("Leia Organa").content.phones == [Labeled("home", "1")])
        #expect(try await database.cards() == [Self.leia])
        #expect(folder.names == ["leia.vcf"])
        #expect(try await database.sync() == SyncReport())
    }

    @Test func `A person is sent as a card, and an edit on either side is applied to the other`() async throws {
        var person = Person()
        person.name.given = "Luke"
        person.name.family = "Skywalker"
        person.phones = [Labeled("home", "1"), Labeled("work", "2")]
        _ = try await database.store.persons.add(person)
        #expect(try await database.sync().sent.created == 1)
        let name = try #require(folder.names.first)
        var card = try #require(folder.card(name))
        card.lines.removeAll { $0.hasPrefix("TEL") && $0.hasSuffix(":1") }
        folder.write(card, at: name)
        #expect(try await database.sync().received.changed == 1)
        #expect(try await database.person("Luke Skywalker").content.phones == [Labeled("work", "2")])

        try await database.edit("Luke Skywalker") { $0.phones.append(Labeled("home", "3")) }
        #expect(try await database.sync().sent.changed == 1)
        let lines = try #require(folder.card(name)).lines
        #expect(lines.contains { $0.hasPrefix("TEL") && $0.hasSuffix(":3") }, "\(lines)")
        #expect(try await database.sync() == SyncReport())
    }

    @Test func `An imported card without a UID is sent with a UID, which later edits keep`() async throws {
        let user = FileDatabase(sharing: database)
        try await user.add(
            try VCard(Array("BEGIN:VCARD\nVERSION:3.0\nFN:Han Solo\nN:Solo;Han;;;\nX-A:b\nEND:VCARD\n".utf8)))
        #expect(try await database.sync().sent.created == 1)
        let name = try #require(folder.names.first)
        let uuid = try await database.person("Han Solo").uuid
        #expect(folder.card(name) == TestCard(uid: uuid, ["FN:Han Solo", "N:Solo;Han;;;", "X-A:b"]))
        #expect(try await database.sync() == SyncReport())
        try await database.edit("Han Solo") { $0.jobTitle = "Captain" }
        #expect(try await database.sync().sent.changed == 1)
        #expect(folder.card(name)?.uid == uuid && folder.card(name)?.lines.contains("TITLE:Captain") == true)
        #expect(try await database.sync() == SyncReport())
    }

    @Test func `No UID is added to an unchanged card that another program wrote without one`() async throws {
        let text = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Han Solo\r\nN:Solo;Han;;;\r\nEND:VCARD\r\n"
        folder.write(text: text, at: "han.vcf")
        #expect(try await database.sync().received.created == 1)
        #expect(try await database.sync() == SyncReport())
        #expect(folder.text(at: "han.vcf") == text)
    }

    @Test func `A contact reminder is not sent, and it is kept when a card is received`() async throws {
        folder.write(Self.leia, at: "leia.vcf")
        var luke = Person()
        luke.name.given = "Luke"
        _ = try await database.store.persons.add(luke)
        try await database.sync()
        for name in ["Leia Organa", "Luke"] {
            try await database.edit(name) {
                ($0.contact, $0.lastContact) = (TimeSpan("30d"), CivilDate("2026-11-21"))
            }
        }
        #expect(try await database.sync() == SyncReport())
        var changed = Self.leia
        changed.lines[2] = "TEL;TYPE=HOME:9"
        folder.write(changed, at: "leia.vcf")
        #expect(try await database.sync().received.changed == 1)
        let leia = try await database.person("Leia Organa").content
        #expect(leia.contact == TimeSpan("30d") && leia.lastContact == CivilDate("2026-11-21"))
    }

    @Test func `Journal entries are not sent, and a note that becomes an entry is removed from the card`() async throws
    {
        folder.write(Self.leia, at: "leia.vcf")
        try await database.sync()
        let leia = try await database.person("Leia Organa")
        var entry = Note()
        (entry.text, entry.subject, entry.date) = ("Secret dinner", leia.recordID, CivilDate("2026-11-20"))
        entry.kind = "met"
        _ = try await database.store.notes.add(entry)
        #expect(try await database.sync() == SyncReport())
        #expect(folder.card("leia.vcf") == Self.leia)
        var note = Note()
        (note.text, note.subject) = ("Likes tea", leia.recordID)
        let id = try await database.store.notes.add(note).id
        #expect(try await database.sync().sent.changed == 1)
        #expect(folder.card("leia.vcf")?.lines.contains("NOTE:Likes tea") == true)
        let record = try await database.store.notes.record(id)
        note.date = CivilDate("2026-11-20")
        try await database.store.notes.update(record, to: note, in: .test)
        #expect(try await database.sync().sent.changed == 1)
        #expect(folder.card("leia.vcf") == Self.leia)
        // A received card does not change the journal entries.
        var changed = Self.leia
        changed.lines.append("NOTE:Secret dinner")
        folder.write(changed, at: "leia.vcf")
        try await database.sync()
        folder.write(Self.leia, at: "leia.vcf")
        try await database.sync()
        let texts = try await database.store.notes.list(ListRequest(by: .created)).items.map(\.text)
        #expect(texts == ["Secret dinner", "Likes tea"])
    }

    @Test func `A note that has become private does not return as a public note with an outdated card`() async throws {
        var stale = Self.leia
        stale.lines.append("NOTE:Likes tea")
        folder.write(stale, at: "leia.vcf")
        try await database.sync()
        let notes = database.store.notes
        let note = try #require(try await notes.list(ListRequest(by: .created)).items.first)
        var entry = note.content
        entry.kind = "met"
        try await notes.update(note, to: entry, in: .test)
        #expect(try await database.sync().sent.changed == 1)
        #expect(folder.card("leia.vcf") == Self.leia)
        // Another program changes its outdated copy of the card and writes it to the folder.
        stale.lines.append("TITLE:General")
        folder.write(stale, at: "leia.vcf")
        #expect(try await database.sync().received.changed == 1)
        #expect(try await database.person("Leia Organa").content.jobTitle == "General")
        #expect(try await notes.list(ListRequest(by: .created)).items.map(\.content.kind) == ["met"])
        try await database.sync()
        #expect(try await database.sync() == SyncReport())
    }

    @Test func `Deletions are applied to the other side, and a record whose card was deleted moves to the trash`()
        async throws
    {
        let luke = TestCard(uid: "luke", Self.luke)
        folder.write(Self.leia, at: "leia.vcf")
        folder.write(luke, at: "luke.vcf")
        try await database.sync()
        folder.remove("leia.vcf")
        #expect(try await database.sync().received.deleted == 1)
        #expect(try await database.store.history.trash(matching: "", at: .beginning, limit: 10).items.count == 1)
        let person = try await database.person("Luke")
        try await database.store.persons.delete([person.id])
        #expect(try await database.sync().sent.deleted == 1)
        #expect(folder.names.isEmpty)
        #expect(try await database.sync() == SyncReport())
    }

    @Test func `Deleting all other cards requires confirmation even if there is a new card`() async throws {
        for name in ["a", "b", "c"] { folder.write(TestCard(uid: name, ["FN:\(name)"]), at: "\(name).vcf") }
        try await database.sync()
        let step = try #require(try await database.store.history.nextUndo())
        _ = try await database.store.history.undo(step.id)
        folder.write(TestCard(uid: "d", ["FN:d"]), at: "d.vcf")
        #expect(try await database.sync().unconfirmed?.count == 3)
        #expect(folder.names.count == 4)
    }

    @Test func `A synchronization is one step, and the next synchronization sends the undo of that step`() async throws
    {
        folder.write(Self.leia, at: "leia.vcf")
        try await database.sync()
        var changed = Self.leia
        changed.lines[2] = "TEL;TYPE=HOME:9"
        folder.write(changed, at: "leia.vcf")
        folder.write(TestCard(uid: "luke", Self.luke), at: "luke.vcf")
        try await database.sync()
        let step = try #require(try await database.store.history.nextUndo())
        _ = try await database.store.history.undo(step.id)
        #expect(try await database.cards() == [Self.leia])
        let report = try await database.sync()
        #expect(report.sent.changed == 1 && report.sent.deleted == 1 && report.received.isEmpty)
        #expect(folder.names == ["leia.vcf"])
        #expect(folder.card("leia.vcf") == Self.leia)
    }

    @Test func `A record deleted locally and edited in the folder is restored with its note and group`() async throws {
        var card = Self.leia
        card.lines += ["CATEGORIES:Rebels", "NOTE:Princess"]
        folder.write(card, at: "leia.vcf")
        try await database.sync()
        let person = try await database.person("Leia Organa")
        try await database.store.persons.delete([person.id])
        card.lines.append("TEL;TYPE=CELL:5")
        folder.write(card, at: "leia.vcf")
        let report = try await database.sync()
        #expect(report.notices.map(\.reason) == [.deletedLocally])
        #expect(try await database.person("Leia Organa").id == person.id)
        #expect(try await database.cards() == [card])
        #expect(try await database.sync() == SyncReport())
    }

    @Test func `All changes made on a phone are received exactly, and local edits are kept and sent`() async throws {
        let changes = PhoneChange.all.enumerated().map { (uid: "contact\($0.offset)", change: $0.element) }
        for (uid, _) in changes { folder.write(TestCard(uid: uid, PhoneChange.card), at: "\(uid).vcf") }
        #expect(try await database.sync().received.created == 28)
        for person in try await database.persons() {
            var content = person.content
            content.emails.append(Labeled("home", "mine@b.c"))
            content.pronouns = "she/her"
            try await database.store.persons.update(person, to: content, in: CommandContext("edit", by: nil))
        }
        for (uid, change) in changes { folder.write(TestCard(uid: uid, change.lines), at: "\(uid).vcf") }
        let report = try await database.sync()
        #expect(report.isInSync && report.received.changed == 28 && report.sent.changed == 28)
        let cards = Dictionary(try await database.cards().map { ($0.uid, $0) }) { $1 }
        for (uid, change) in changes {
            let here = try #require(cards[uid]).lines
            let mine = here.filter { !change.lines.contains($0) }
            #expect(Set(change.lines).isSubset(of: here), "\(change.title): \(here)")
            #expect(mine.count == 2, "\(change.title): \(mine)")
            #expect(folder.card("\(uid).vcf")?.lines.sorted() == here.sorted(), "\(change.title)")
        }
        #expect(try await database.sync() == SyncReport())
    }

    @Test func `A card that cannot be stored does not block the others, and is reported by each synchronization`()
        async throws
    {
        let long = String(repeating: "x", count: 70_000)
        let another = TestCard(uid: "another", ["FN:Long", "N:;Long;;;"])
        folder.write(another, at: "another.vcf")
        folder.write(TestCard(uid: "long", ["FN:Long", "N:;Long;;;", "TITLE:\(long)"]), at: "long.vcf")
        folder.write(Self.leia, at: "leia.vcf")
        var options = Synchronizer.Options()
        options.isDryRun = true
        let planned = try await database.sync(options)
        #expect(planned.received.created == 2 && planned.problems.map(\.address.rawValue) == ["long.vcf"])
        #expect(planned.plannedChanges.map(\.address.rawValue) == ["another.vcf", "leia.vcf"])
        for _ in 0..<2 {
            let report = try await database.sync()
            #expect(report.problems.map(\.address.rawValue) == ["long.vcf"] && report.status == .failed)
            guard case .invalid(.tooLong)? = report.problems.first?.reason else {
                Issue.record("\(report.problems)")
                return
            }
        }
        #expect(try await database.cards() == [another, Self.leia])
        folder.write(TestCard(uid: "long", ["FN:Long", "N:;Long;;;"]), at: "long.vcf")
        #expect(try await database.sync().received.created == 1)
    }

    @Test func `A dry run reports changes without making them`() async throws {
        folder.write(Self.leia, at: "leia.vcf")
        try await database.sync()
        var changed = Self.leia
        changed.lines[2] = "TEL;TYPE=HOME:9"
        folder.write(changed, at: "leia.vcf")
        var person = Person()
        person.name.given = "Luke"
        _ = try await database.store.persons.add(person)
        var options = Synchronizer.Options()
        options.isDryRun = true
        let before = try await database.remotes.status()
        let report = try await database.sync(options)
        #expect(report.plannedChanges.map(\.title) == ["Leia Organa", "Luke"])
        #expect(report.plannedChanges.first?.differences.map(\.new) == [["TEL;TYPE=HOME:9"]])
        #expect(try await database.remotes.status() == before)
        #expect(folder.names == ["leia.vcf"])
        #expect(try await database.person("Leia Organa").content.phones == [Labeled("home", "1")])
    }

    @Test func `A dry run reports the same problems and numbers as the synchronization, even for several batches`()
        async throws
    {
        for number in 100...230 {
            let uid = number == 220 ? "card101" : "card\(number)"
            folder.write(TestCard(uid: uid, ["FN:\(number)", "N:\(number);;;;"]), at: "\(number).vcf")
        }
        folder.write(
            TestCard(uid: "group", ["FN:Pilots", "N:Pilots;;;;", "KIND:group", "MEMBER:urn:uuid:card105"]),
            at: "999.vcf")
        var luke = Person()
        luke.name.given = "Luke"
        _ = try await database.store.persons.add(luke)
        var options = Synchronizer.Options()
        options.isDryRun = true
        let planned = try await database.sync(options)
        let report = try await database.sync()
        #expect(planned.problems == report.problems && planned.problems.map(\.address.rawValue) == ["220.vcf"])
        #expect(planned.received == report.received && planned.received.created == 131)
        #expect(planned.sent == report.sent && planned.sent.created == 1)
    }

    @Test func `A note that is changed on a card keeps its ID, and receiving the card keeps favorites`() async throws {
        folder.write(TestCard(uid: "luke", Self.luke + ["NOTE:old"]), at: "luke.vcf")
        try await database.sync()
        let luke = try await database.person("Luke")
        let account = try await database.store.accounts.add(name: "Leia", passphrase: nil)
        try await database.store.favorites.setFavorite(true, luke.id.recordID, of: account.id)
        folder.write(TestCard(uid: "luke", Self.luke + ["NOTE:new"]), at: "luke.vcf")
        #expect(try await database.sync().received.changed == 1)
        let notes = try await database.person("Luke").links.notes.first
        #expect(notes.map(\.name) == ["new"])
        #expect(notes.map(\.id) == luke.links.notes.first.map(\.id))
        #expect(try await database.store.favorites.favorites(of: account.id).count == 1)
    }

    @Test func `A photo is synchronized in both directions, and a missing photo file removes nothing`() async throws {
        let pixels = ["AAAAAAAP", "AAAP8AAP"].map { "R0lGODlhAQABAI\($0)///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" }
        folder.write(TestCard(uid: "luke", Self.luke + ["PHOTO;ENCODING=b;TYPE=GIF:\(pixels[0])"]), at: "luke.vcf")
        try await database.sync()
        let first = try #require(try await database.person("Luke").content.photo)
        let bytes = try await database.store.blobs.load(first)
        #expect(bytes.count == 42)
        // Byte 13 is the red component of the first color.
        let second = try await database.store.blobs.store(
            bytes.enumerated().map { $0.offset == 13 ? 0xFF : $0.element })
        try await database.edit("Luke") { $0.photo = second }
        #expect(try await database.sync().sent.changed == 1)
        let photo = folder.card("luke.vcf")?.lines.first { $0.hasPrefix("PHOTO") }
        #expect(photo?.hasSuffix(pixels[0]) == false)
        try await database.edit("Luke") { $0.jobTitle = "Pilot" }
        database.store.blobs.remove(second)
        #expect(try await database.sync().sent.changed == 1)
        #expect(folder.card("luke.vcf")?.lines.contains("TITLE:Pilot") == true)
        #expect(folder.card("luke.vcf")?.lines.first { $0.hasPrefix("PHOTO") } == photo)
    }

    @Test func `A restored older database receives the newer changes without losing any`() async throws {
        folder.write(Self.leia, at: "leia.vcf")
        try await database.sync()
        let maintainer = DatabaseMaintainer(of: database.store.store.location)
        let backup = database.store.folder + "/backup.db"
        _ = try await maintainer.backup(to: backup)
        folder.write(TestCard(uid: "luke", Self.luke), at: "luke.vcf")
        var changed = Self.leia
        changed.lines[2] = "TEL;TYPE=HOME:9"
        folder.write(changed, at: "leia.vcf")
        try await database.edit("Leia Organa") { $0.jobTitle = "General" }
        try await database.sync()
        let present = folder.names.compactMap { folder.card($0) }
        _ = try await maintainer.restore(from: backup, in: CommandContext("restore", by: nil))
        let report = try await database.sync()
        #expect(report.isInSync && report.sent.isEmpty && report.received.created == 1 && report.received.changed == 1)
        #expect(folder.names.compactMap { folder.card($0) } == present)
        #expect(Set(try await database.cards().map(\.uid)) == ["leia", "luke"])
    }
}
