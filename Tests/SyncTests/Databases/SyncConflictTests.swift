import Interchange
import Model
import Sync
import TestSupport
import Testing

@testable import AlmanacStore

@MainActor
@Suite("Synchronization conflicts") struct SyncConflictTests {
    let folder: SimulatedFolder
    let database: SyncedDatabase

    init() async throws {
        folder = try SimulatedFolder()
        database = try await SyncedDatabase(folder.path)
        folder.write(card("BDAY:1977-05-25"), at: "leia.vcf")
        try await database.sync()
        try await database.edit("Leia") { $0.birthday = PartialDate("1977-05-26") }
        folder.write(card("BDAY:1977-05-27"), at: "leia.vcf")
        let report = try await database.sync()
        #expect(report.status == .declined && report.conflicts.count == 1)
    }

    private func card(_ line: String) -> TestCard { TestCard(uid: "leia", ["FN:Leia", "N:;Leia;;;", line]) }

    private var birthdayInFolder: String? { folder.card("leia.vcf")?.lines.first { $0.hasPrefix("BDAY") } }

    private func conflict() async throws -> SyncConflict {
        let conflicts = try await database.remotes.conflicts()
        #expect(conflicts.count == 1)
        return try #require(conflicts.first)
    }

    @Test func `A conflict keeps both values until it is resolved`() async throws {
        let conflict = try await conflict()
        #expect(conflict.remote == "phone" && conflict.record.name == "Leia")
        #expect(conflict.property.mine == ["BDAY:1977-05-26"] && conflict.property.theirs == ["BDAY:1977-05-27"])
        #expect(try await database.remotes.status().first?.conflicts == 1)
        #expect(try await database.sync().isInSync)
        #expect(try await database.remotes.conflicts() == [conflict])
    }

    @Test(arguments: [(ConflictDecision.mine, "1977-05-26"), (.theirs, "1977-05-27")])
    func `The chosen value is kept on both sides`(decision: ConflictDecision, date: String) async throws {
        let conflict = try await conflict()
        let context = CommandContext("resolve 1", by: nil)
        let isChanged = try await database.remotes.resolve(conflict.id, keeping: decision, in: context)
        #expect(isChanged == (decision == .mine))
        #expect(try await database.remotes.conflicts().isEmpty)
        #expect(try await database.remotes.status().first?.conflicts == 0)
        #expect(try await database.person("Leia").content.birthday?.description == date)
        try await database.sync()
        #expect(birthdayInFolder == "BDAY:\(date)")
        await #expect(throws: RemoteCommandProblem.unknownConflict(conflict.id)) {
            _ = try await database.remotes.resolve(conflict.id, keeping: decision, in: context)
        }
    }

    @Test func `Undoing a conflict resolution reopens the conflict, and redoing it resolves it again`() async throws {
        let conflict = try await conflict()
        _ = try await database.remotes.resolve(conflict.id, keeping: .mine, in: CommandContext("resolve 1", by: nil))
        let history = database.store.history
        let step = try #require(try await history.nextUndo())
        _ = try await history.undo(step.id, in: .test)
        #expect(try await database.remotes.conflicts() == [conflict])
        #expect(try await database.remotes.status().first?.conflicts == 1)
        _ = try await history.redo(step.id, in: .test)
        #expect(try await database.remotes.conflicts().isEmpty)
    }

    @Test func `A new conflict replaces the resolved conflict about the same property`() async throws {
        _ = try await database.remotes.resolve(
            try await conflict().id, keeping: .mine, in: CommandContext("resolve 1", by: nil))
        let step = try #require(try await database.store.history.nextUndo())
        try await database.sync()
        try await database.edit("Leia") { $0.birthday = PartialDate("1977-05-28") }
        folder.write(card("BDAY:1977-05-29"), at: "leia.vcf")
        try await database.sync()
        let newer = try await conflict()
        #expect(newer.property.mine == ["BDAY:1977-05-28"] && newer.property.theirs == ["BDAY:1977-05-29"])
        await #expect(throws: HistoryProblem.self) { try await database.store.history.undo(step.id, in: .test) }
        #expect(try await database.remotes.conflicts() == [newer])
    }

    @Test func `A new conflict does not replace a conflict whose resolution was undone`() async throws {
        let former = try await conflict()
        _ = try await database.remotes.resolve(former.id, keeping: .mine, in: CommandContext("resolve 1", by: nil))
        let step = try #require(try await database.store.history.nextUndo())
        _ = try await database.store.history.undo(step.id, in: .test)
        try await database.edit("Leia") { $0.birthday = PartialDate("1977-05-28") }
        folder.write(card("BDAY:1977-05-29"), at: "leia.vcf")
        try await database.sync()
        let conflicts = try await database.remotes.conflicts()
        #expect(conflicts.map(\.property.theirs) == [["BDAY:1977-05-27"], ["BDAY:1977-05-29"]])
    }

    @Test func `Undoing a change that did not resolve a conflict does not reopen it`() async throws {
        let conflict = try await conflict()
        let leia = try await database.person("Leia")
        var content = leia.content
        content.jobTitle = "General"
        try await database.store.persons.update(leia, to: content, in: .test)
        try await database.remotes.dismiss(conflict.id, in: CommandContext("resolve 1", by: nil))
        let step = try #require(try await database.store.history.nextUndo())
        _ = try await database.store.history.undo(step.id, in: .test)
        #expect(try await database.person("Leia").content.jobTitle.isEmpty)
        #expect(try await database.remotes.conflicts().isEmpty)
    }

    @Test func `Dismissing a conflict does not change the record`() async throws {
        let before = try await database.cards()
        try await database.remotes.dismiss(try await conflict().id, in: CommandContext("edit", by: nil))
        #expect(try await database.remotes.conflicts().isEmpty)
        #expect(try await database.cards() == before)
    }

    @Test(arguments: [nil, .mine, .theirs] as [ConflictDecision?])
    func `A contact that is deleted in the address book is kept until its conflict is resolved`(
        decision: ConflictDecision?
    ) async throws {
        let (conflict, context) = (try await conflict(), CommandContext("resolve", by: nil))
        folder.write(TestCard(uid: "han", ["FN:Han", "N:;Han;;;"]), at: "han.vcf")
        if let decision {
            _ = try await database.remotes.resolve(conflict.id, keeping: decision, in: context)
        }
        try await database.sync()
        folder.remove("leia.vcf")
        let report = try await database.sync()
        guard decision == nil else {
            #expect(report.received.deleted == 1 && folder.names == ["han.vcf"])
            return
        }
        #expect(report.notices.map(\.reason) == [.deletedRemotely] && report.received.deleted == 0)
        #expect(try await database.remotes.conflicts() == [conflict] && folder.names == ["han.vcf", "leia.vcf"])
        _ = try await database.remotes.resolve(conflict.id, keeping: .mine, in: context)
        try await database.sync()
        #expect(birthdayInFolder == "BDAY:1977-05-26")
    }

    @Test func `The conflicts of a deleted record reappear if it is restored`() async throws {
        let conflict = try await conflict()
        try await database.store.persons.delete([try await database.person("Leia").id])
        #expect(try await database.remotes.conflicts().isEmpty)
        _ = try await database.store.history.restore([conflict.record.id], in: .test)
        #expect(try await database.remotes.conflicts() == [conflict])
    }
}
