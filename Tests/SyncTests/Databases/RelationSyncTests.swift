@testable import AlmanacStore
import Interchange
import Model
import Sync
import TestSupport
import Testing

@MainActor
@Suite("Synchronization of relations")
struct RelationSyncTests {
    typealias SourceLocation = Testing.SourceLocation

    /// Checks that Fred’s relation links to Wilma, as seen from both sides.
    private func check(
        _ form: RelationForm, family: String = "Flintstone", in database: SyncedDatabase,
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let (fred, wilma) = (
            try await database.person("Fred Flintstone"), try await database.person("Wilma \(family)")
        )
        for side in [fred, wilma] {
            #expect(
                try await database.store.persons.relations(of: [side.id], limit: 9) == [
                    PersonRelation(of: fred.reference, label: form.label, to: wilma.reference)
                ], sourceLocation: location)
        }
    }

    private func add(_ text: String, isTable: Bool, to database: SyncedDatabase) async throws {
        let source = InMemoryByteSource(text)
        let stream =
            isTable
            ? ContactStream(source, by: ContactCSVReader(file: "a.csv"))
            : ContactStream(source, by: CardReader(file: "a.vcf"))
        let report = try await database.store.imports.importContacts([stream], onDuplicate: .keepBoth)
        try #require(report.rejections.count == 0)
    }

    private func rename(in database: SyncedDatabase) async throws {
        try await database.edit("Wilma Flintstone") {
            $0.name.family = "Slate"
            $0.formattedName = ""
        }
    }

    /// Expects the lines of the relation in a card, exactly as the program wrote them.
    private func expectLines(_ form: RelationForm, in text: String?) throws {
        guard !form.isFile else { return }
        let lines = try #require(text).replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
        for line in form.lines { #expect(lines.contains(line), "\(line): \(lines)") }
    }

    @Test(
        "A relation links both persons in two databases after synchronization", .long("every form"),
        arguments: RelationForm.tested)
    func folder(form: RelationForm) async throws {
        let folder = try SimulatedFolder()
        let (one, other) = (try await SyncedDatabase(folder.path), try await SyncedDatabase(folder.path))
        if form.isFile {
            try await add(form.fred, isTable: form.isTable, to: one)
            try await add(form.wilma, isTable: false, to: one)
        } else {
            folder.write(text: form.fred, at: "fred.vcf")
            folder.write(text: form.wilma, at: "wilma.vcf")
        }
        for database in [one, other] {
            try await database.sync()
            try await check(form, in: database)
        }
        if !form.isFile { #expect(folder.text(at: "fred.vcf") == form.fred) }

        try await rename(in: one)
        for database in [one, other, try await SyncedDatabase(folder.path)] {
            try await database.sync()
            try await check(form, family: "Slate", in: database)
        }
        try await other.edit("Fred Flintstone") { $0.jobTitle = "Foreman" }
        for database in [other, one] {
            try await database.sync()
            try await check(form, family: "Slate", in: database)
            #expect(try await database.person("Fred Flintstone").content.jobTitle == "Foreman")
        }
        try expectLines(form, in: folder.text(at: "fred.vcf"))
        for database in [one, other] { #expect(try await database.sync() == SyncReport()) }
        let later = try await SyncedDatabase(folder.path)
        try await later.sync()
        try await check(form, family: "Slate", in: later)
    }

    @Test(
        "A relation links both persons after synchronization with a server", .long("starts servers of other projects"),
        .enabled(if: CardDAVServer.Program.radicale.isInstalled, "needs radicale"),
        arguments: Soak.sample(RelationForm.all.filter { !$0.isFile && !$0.isOld }, 2))
    func server(form: RelationForm) async throws {
        let server = try CardDAVServer(.radicale)
        let (one, other) = (try await ServerDatabase(server), try await ServerDatabase(server))
        try await one.add([Array(form.fred.utf8), Array(form.wilma.utf8)])
        for database in [one, other] {
            try await database.sync()
            try await check(form, in: database.database)
        }
        try await rename(in: other.database)
        for database in [other, one] {
            try await database.sync()
            try await check(form, family: "Slate", in: database.database)
        }
    }
}
