@testable import AlmanacStore
import Interchange
import Model
import Sync
import TestSupport
import Testing

/// Cards and records with the same UID, and changes by other programs during a synchronization.
extension FolderSyncTests {
    @Test func `If another synchronization commits first, a synchronization stops before it writes anything`()
        async throws
    {
        folder.write(Self.leia, at: "leia.vcf")
        let other = FileDatabase(sharing: database)
        var isFirst = true
        other.beforeCommit = {
            if isFirst { try await database.sync() }
            isFirst = false
        }
        await #expect(throws: RemoteCommandProblem.synchronizedElsewhere("phone")) {
            try await other.synchronize(folder.book)
        }
        #expect(try await database.cards() == [Self.leia])
        #expect(try await database.sync() == SyncReport())
    }

    @Test func `Merging two persons removes one card, which can return as a separate person`() async throws {
        let other = TestCard(uid: "other", ["FN:Leia O.", "N:O.;Leia;;;", "TEL;TYPE=CELL:2"])
        folder.write(Self.leia, at: "leia.vcf")
        folder.write(other, at: "other.vcf")
        try await database.sync()
        let (first, second) = (try await database.person("Leia Organa"), try await database.person("Leia O."))
        var merged = first.content
        merged.phones += second.content.phones
        try await database.store.duplicates.merge(
            second, into: first, as: merged, in: CommandContext("merge", by: nil))
        let report = try await database.sync()
        #expect(report.sent.deleted == 1 && report.sent.changed == 1)
        #expect(folder.names == ["leia.vcf"])
        folder.write(other, at: "other.vcf")
        #expect(try await database.sync().received.created == 1)
        #expect(try await database.sync() == SyncReport())
        #expect(folder.card("other.vcf") == other)
    }

    @Test func `Changes that were not sent before a deletion are merged if the card was edited elsewhere`() async throws
    {
        folder.write(Self.leia, at: "leia.vcf")
        try await database.sync()
        try await database.edit("Leia Organa") { $0.jobTitle = "General" }
        let person = try await database.person("Leia Organa")
        try await database.store.persons.delete([person.id])
        var changed = Self.leia
        changed.lines[2] = "TEL;TYPE=HOME:9"
        folder.write(changed, at: "leia.vcf")
        let report = try await database.sync()
        #expect(report.notices.map(\.reason) == [.deletedLocally] && report.sent.changed == 1)
        let restored = try await database.person("Leia Organa").content
        #expect(restored.jobTitle == "General" && restored.phones == [Labeled("home", "9")])
        #expect(folder.card("leia.vcf")?.lines.contains("TITLE:General") == true)
        #expect(try await database.sync() == SyncReport())
    }

    @Test func `A deleted record whose UID is used by another record does not prevent synchronization`() async throws {
        let uid = "0a0a0a0a-0000-4000-a000-000000000001"
        let card = TestCard(uid: uid, Self.luke)
        folder.write(card, at: "luke.vcf")
        try await database.sync()
        let user = FileDatabase(sharing: database)
        try await user.delete(uid)
        try await user.add(card)
        folder.write(TestCard(uid: uid, Self.luke + ["TITLE:Pilot"]), at: "luke.vcf")
        #expect(try await database.sync().isInSync)
        #expect(try await database.persons().map(\.content.jobTitle) == ["Pilot"])
        #expect(try await database.sync() == SyncReport())
    }

    @Test(arguments: [false, true])
    func `A contact that was deleted and imported again has exactly one card`(isDeletedRemotely: Bool) async throws {
        folder.write(Self.leia, at: "Leia Organa.vcf")
        try await database.sync()
        let user = FileDatabase(sharing: database)
        try await user.delete("leia")
        try await user.add(TestCard(uid: "leia", Self.leia.lines + ["TITLE:General"]))
        if isDeletedRemotely { folder.remove("Leia Organa.vcf") }
        var options = Synchronizer.Options()
        options.isDryRun = true
        let plan = try await database.sync(options)
        #expect(plan.sent.deleted == 0 && plan.sent.created + plan.sent.changed == 1 && plan.problems.isEmpty)
        let report = try await database.sync()
        #expect(report.isInSync && report.sent.deleted == 0 && report.received.deleted == 0)
        #expect(folder.names == [isDeletedRemotely ? "leia.vcf" : "Leia Organa.vcf"])
        #expect(folder.names.first.flatMap(folder.card)?.lines.contains("TITLE:General") == true)
        #expect(try await database.persons().count == 1)
        #expect(try await database.sync() == SyncReport())
    }

    @Test func `Two files whose names differ only in their Unicode normalization are two contacts`() async throws {
        folder.write(Self.leia, at: "Ren\u{E9}.vcf")
        folder.write(TestCard(uid: "luke", Self.luke), at: "Rene\u{301}.vcf")
        #expect(try await database.sync().received.created == 2)
        try await database.edit("Leia Organa") { $0.jobTitle = "General" }
        #expect(try await database.sync().sent.changed == 1)
        #expect(folder.card("Ren\u{E9}.vcf")?.lines.contains("TITLE:General") == true)
        #expect(folder.card("Rene\u{301}.vcf")?.lines == Self.luke)
        #expect(try await database.sync() == SyncReport())
    }

    @Test(arguments: [false, true])
    func `A second card whose UUID is written in another case is reported and not imported`(
        isKnown: Bool
    ) async throws {
        let uid = "0a0a0a0a-0000-4000-a000-000000000001"
        if isKnown { try await FileDatabase(sharing: database).add(TestCard(uid: uid, Self.luke)) }
        folder.write(TestCard(uid: uid.uppercased(), Self.luke), at: "a.vcf")
        folder.write(TestCard(uid: uid, Self.luke), at: "b.vcf")
        for _ in 1...2 {
            #expect(try await database.sync().problems.map(\.reason) == [.sameUID(as: "a.vcf")])
        }
        #expect(try await database.persons().count == 1)
        folder.remove("b.vcf")
        #expect(try await database.sync().isInSync)
    }

    @Test func `A contact that was imported while its card was received is not duplicated`() async throws {
        folder.write(Self.leia, at: "leia.vcf")
        let other = FileDatabase(sharing: database)
        var isFirst = true
        other.beforeCommit = {
            if isFirst { try await other.add(Self.leia) }
            isFirst = false
        }
        #expect(try await other.synchronize(folder.book).isInSync)
        #expect(try await database.cards() == [Self.leia])
        #expect(try await database.sync() == SyncReport())
    }

    @Test func `A card that gets the UID of another card is reported`() async throws {
        folder.write(Self.leia, at: "leia.vcf")
        let text = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Luke\r\nN:;Luke;;;\r\nEND:VCARD\r\n"
        folder.write(text: text, at: "luke.vcf")
        try await database.sync()
        folder.write(text: text.replacing("FN:Luke", with: "UID:leia\r\nFN:Luke"), at: "luke.vcf")
        let report = try await database.sync()
        #expect(report.problems.map(\.reason) == [.sameUID(as: CardAddress(rawValue: "leia.vcf"))])
        #expect(folder.card("leia.vcf") == Self.leia)
    }
}
