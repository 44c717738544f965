import Interchange
import Model
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Relation links")
struct RelationLinkTests {
    let store: TemporaryStore

    init() async throws { store = try await TemporaryStore() }

    // MARK: - Helpers

    /// Runs a body as a separate step of the history.
    private func step<Result>(_ body: () async throws -> Result) async throws -> Result {
        try await CommandContext.$current.withValue(CommandContext("test", by: nil), operation: body)
    }

    private func importing(_ text: String, isTable: Bool = false, into store: TemporaryStore? = nil) async throws {
        let store = store ?? self.store
        let stream =
            isTable
            ? ContactStream(InMemoryByteSource(text), by: ContactCSVReader(file: "a.csv")) : ContactStream(text)
        let report = try await step { try await store.imports.importContacts([stream], onDuplicate: .keepBoth) }
        #expect(report.rejections.count == 0, "\(report.rejections)")
    }

    private func person(_ name: String, in store: TemporaryStore? = nil) async throws -> Record<Person> {
        let store = store ?? self.store
        let found = try #require(try await store.persons.named(name).first.flatMap { Person.ID($0.id) }, "\(name)")
        return try await store.persons.record(found)
    }

    /// Checks that Fred’s relation links to a person, as seen from both sides.
    private func check(
        _ label: String, to name: String, in store: TemporaryStore? = nil, _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let (fred, other) = (try await person("Fred Flintstone", in: store), try await person(name, in: store))
        for side in [fred, other] {
            let relations = try await (store ?? self.store).persons.relations(of: [side.id], limit: 9)
            #expect(
                relations == [PersonRelation(of: fred.reference, label: label, to: other.reference)],
                sourceLocation: location)
        }
    }

    typealias SourceLocation = Testing.SourceLocation

    private func rename(_ name: String, to family: String) async throws {
        let record = try await person(name)
        var content = record.content
        content.name.family = family
        content.formattedName = ""
        _ = try await change(record, to: content)
    }

    private func change(_ record: Record<Person>, to content: Person) async throws -> Record<Person> {
        try await step { try await store.persons.update(record.id, version: record.version, to: content) }
    }

    private func delete(_ record: Record<Person>) async throws {
        try await step { try await store.persons.delete([record.id]) }
    }

    private func merge(_ other: Record<Person>, into first: Record<Person>, as content: Person) async throws {
        try await step { try await store.duplicates.merge(other, into: first, as: content, in: .test) }
    }

    private func undo() async throws {
        _ = try await store.history.undo(try #require(try await store.history.nextUndo()).id)
    }

    private func exported() async throws -> [String] {
        let page = try await store.exports.cards(of: .all, after: nil, limit: 10, withPhotos: true)
        return page.cards.map { card in
            var writer = CardWriter(.asItCame(otherwise: .v40))
            _ = writer.write(card)
            return String(decoding: writer.drain(), as: UTF8.self)
        }
    }

    private func add(_ given: String, _ family: String = "", _ relations: [Labeled<String>] = []) async throws
        -> Record<Person>
    {
        var person = Person()
        (person.name.given, person.name.family, person.relations) = (given, family, relations)
        return try await step { try await store.persons.add(person) }
    }

    // MARK: - Forms

    @Test func `By default, one relation form of each kind is tested`() {
        #expect(Soak.isOn || RelationForm.tested.count == 6)
    }

    @Test(
        "A relation links both persons after import, rename, merge, undo, export, and reimport", .long("every form"),
        arguments: RelationForm.tested)
    func form(form: RelationForm) async throws {
        try await importing(form.fred, isTable: form.isTable)
        #expect(try await store.persons.relations(of: [person("Fred Flintstone").id], limit: 9) == [])
        try await importing(form.wilma)
        try await check(form.label, to: "Wilma Flintstone")

        try await rename("Wilma Flintstone", to: "Slate")
        try await check(form.label, to: "Wilma Slate")

        let (betty, wilma) = (try await add("Betty", "Rubble"), try await person("Wilma Slate"))
        try await merge(wilma, into: betty, as: betty.content)
        try await check(form.label, to: "Betty Rubble")
        try await undo()
        try await check(form.label, to: "Wilma Slate")

        let cards = try await exported()
        if !form.isFile {
            let card = try #require(cards.first { $0.contains("Fred") })
            #expect(form.lines.allSatisfy { card.replacing("\r\n ", with: "").contains($0 + "\r\n") }, "\(card)")
        }
        let other = try await TemporaryStore()
        try await importing(cards.joined(), into: other)
        try await check(form.label, to: "Wilma Slate", in: other)
    }

    @Test func `At least forty forms of relations are tested`() { #expect(RelationForm.all.count >= 40) }

    // MARK: - Changes

    @Test func `The link to a renamed person is kept when other relations change, and undo restores a removed link`()
        async throws
    {
        let relations = [Labeled("friend", "Barney"), Labeled("spouse", "Wilma Flintstone")]
        let fred = try await add("Fred", "Flintstone", relations)
        _ = try await add("Wilma", "Flintstone")
        try await rename("Wilma Flintstone", to: "Slate")
        var content = fred.content
        content.relations.removeFirst()
        let changed = try await change(fred, to: content)
        try await check("spouse", to: "Wilma Slate")
        content.relations = [Labeled("spouse", "Betty")]
        _ = try await change(changed, to: content)
        #expect(try await store.persons.relations(of: [fred.id], limit: 9) == [])
        try await undo()
        try await check("spouse", to: "Wilma Slate")
        try await undo()
        try await check("spouse", to: "Wilma Slate")
        #expect(try await store.persons.record(fred.id).content.relations == relations)
    }

    @Test func `The link to a deleted person works again when the person is restored`() async throws {
        _ = try await add("Fred", "Flintstone", [Labeled("spouse", "Wilma Flintstone")])
        let wilma = try await add("Wilma", "Flintstone")
        try await rename("Wilma Flintstone", to: "Slate")
        try await delete(wilma)
        #expect(try await store.persons.relations(of: [person("Fred Flintstone").id], limit: 9) == [])
        try await undo()
        try await check("spouse", to: "Wilma Slate")
        try await delete(person("Fred Flintstone"))
        try await undo()
        try await check("spouse", to: "Wilma Slate")
    }

    @Test func `A relation that contains the UUID of an existing or restored person is a link`() async throws {
        let barney = try await add("Barney", "Rubble")
        _ = try await add("Betty", "Rubble", [Labeled("spouse", "urn:uuid:\(barney.uuid)")])
        let relations = try await store.persons.relations(of: [barney.id], limit: 9)
        #expect(relations.map(\.owner.name) == ["Betty Rubble"])

        let wilma = try await add("Wilma", "Flintstone")
        try await delete(wilma)
        let deletion = try #require(try await store.history.nextUndo())
        _ = try await add("Fred", "Flintstone", [Labeled("spouse", "urn:uuid:\(wilma.uuid)")])
        #expect(try await store.persons.relations(of: [person("Fred Flintstone").id], limit: 9) == [])
        _ = try await store.history.undo(deletion.id)
        try await check("spouse", to: "Wilma Flintstone")
    }

    @Test func `A person restored from a backup regains its links, and other persons are linked to it again`()
        async throws
    {
        let fred = try await add("Fred", "Flintstone", [Labeled("spouse", "Wilma Flintstone")])
        let wilma = try await add("Wilma", "Flintstone", [Labeled("spouse", "Fred Flintstone")])
        try await rename("Wilma Flintstone", to: "Slate")
        let backup = "\(store.folder)/backup.db"
        let maintainer = DatabaseMaintainer(of: store.store.location)
        _ = try await maintainer.backup(to: backup)
        // The text of the relation alone would now refer to this person.
        _ = try await add("Wilma", "Flintstone")
        for (record, other) in [(fred, wilma), (wilma, fred)] {
            try await delete(person(record.id == fred.id ? "Fred Flintstone" : "Wilma Slate"))
            #expect(try await store.persons.relations(of: [other.id], limit: 9) == [])
            _ = try await maintainer.restore([record.recordID], from: backup)
            let linked = try await store.persons.relations(of: [record.id], limit: 9)
            #expect(linked.map(\.owner.id) == [record.recordID, other.recordID])
            #expect(linked.map(\.target.id) == [other.recordID, record.recordID])
        }
        var content = try await store.persons.record(fred.id).content
        content.relations = []
        _ = try await change(store.persons.record(fred.id), to: content)
        _ = try await maintainer.restore([fred.recordID], from: backup)
        #expect(try await store.persons.relations(of: [fred.id], limit: 9).first?.target.name == "Wilma Slate")
        #expect(try await maintainer.check(.deep) == [])
    }

    @Test func `Linking a relation is not recorded as a change to the person and does not prevent undo`() async throws {
        let fred = try await add("Fred", "Flintstone")
        var content = fred.content
        content.relations = [Labeled("spouse", "Wilma Flintstone")]
        let written = try await change(fred, to: content)
        let step = try #require(try await store.history.nextUndo())
        _ = try await add("Wilma", "Flintstone")
        #expect(try await store.persons.record(fred.id).version == written.version)
        _ = try await store.history.undo(step.id)
        #expect(try await store.persons.record(fred.id).content.relations == [])
        let findings = try await DatabaseMaintainer(of: store.store.location).check(.deep)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func `A merge target receives the links of the person merged into it`() async throws {
        let fred = try await add("Fred", "Flintstone")
        let other = try await add("Frederick", "", [Labeled("spouse", "Wilma Flintstone")])
        _ = try await add("Wilma", "Flintstone")
        try await rename("Wilma Flintstone", to: "Slate")
        var content = fred.content
        content.relations = other.content.relations
        try await merge(other, into: fred, as: content)
        try await check("spouse", to: "Wilma Slate")
    }

    @Test func `Text that does not identify exactly one other person is not a link`() async throws {
        for _ in 0..<2 { _ = try await add("Wilma") }
        let fred = try await add("Fred", "Flintstone", [Labeled("spouse", "Wilma"), Labeled("me", "Fred Flintstone")])
        #expect(try await store.persons.relations(of: [fred.id], limit: 9).isEmpty)
    }

    @Test func `A name becomes a link when only one contact with that name is left`() async throws {
        let fred = try await add("Fred", "Flintstone", [Labeled("spouse", "Wilma Flintstone")])
        let other = (try await add("Wilma", "Flintstone"), try await add("Wilma", "Flintstone")).1
        let links = { try await store.persons.relations(of: [fred.id], limit: 9).count }
        // The relation was linked while there was only one Wilma, so it is written again to make it ambiguous.
        var content = fred.content
        content.relations = []
        _ = try await change(try await person("Fred Flintstone"), to: content)
        content.relations = [Labeled("spouse", "Wilma Flintstone")]
        _ = try await change(try await person("Fred Flintstone"), to: content)
        #expect(try await links() == 0)
        var betty = other.content
        betty.name.given = "Betty"
        let renamed = try await change(other, to: betty)
        try await check("spouse", to: "Wilma Flintstone")
        // The link is kept when the name becomes ambiguous again.
        _ = try await change(renamed, to: other.content)
        #expect(try await links() == 1)
    }

    @Test func `A relation to a deleted contact does not link to a namesake`() async throws {
        let fred = try await add("Fred", "Flintstone", [Labeled("spouse", "Wilma Flintstone")])
        let wilma = try await add("Wilma", "Flintstone")
        _ = try await add("Wilma", "Flintstone")
        try await delete(wilma)
        #expect(try await store.persons.relations(of: [fred.id], limit: 9).isEmpty)
        try await undo()
        let relations = try await store.persons.relations(of: [fred.id], limit: 9)
        #expect(relations.map(\.target.id) == [wilma.id.recordID])
    }

    @Test func `A name becomes a link when the other contact with the name is deleted`() async throws {
        let two = (try await add("Wilma", "Flintstone"), try await add("Wilma", "Flintstone"))
        let fred = try await add("Fred", "Flintstone", [Labeled("spouse", "Wilma Flintstone")])
        #expect(try await store.persons.relations(of: [fred.id], limit: 9).isEmpty)
        try await delete(two.0)
        try await check("spouse", to: "Wilma Flintstone")
    }

    @Test func `A relation changed by another program is linked again`() async throws {
        let fred = try await add("Fred", "Flintstone", [Labeled("spouse", "Wilma")])
        _ = (try await add("Wilma"), try await add("Betty"))
        try store.connection().execute("UPDATE person_relation SET value = 'Betty'")
        _ = try await add("Barney")
        #expect(try await store.persons.relations(of: [fred.id], limit: 9).map(\.target.name) == ["Betty"])
    }

    @Test func `Relation links round-trip through a full export`() async throws {
        _ = try await add("Fred", "Flintstone", [Labeled("spouse", "Wilma Flintstone")])
        _ = try await add("Wilma", "Flintstone")
        try await rename("Wilma Flintstone", to: "Slate")
        var writer = ArchiveJSONWriter(.document)
        var place: ArchivePosition? = .beginning
        while let from = place {
            let page = try await store.store.archive.items(from: from, limit: 7)
            for item in page.items { writer.write(item) }
            place = page.next
        }
        writer.finish()
        let other = try await TemporaryStore()
        let reader = Mutex(ArchiveJSONReader(file: "all.json"))
        reader.withLock { [bytes = writer.drain()] in
            $0.feed(bytes[...])
            $0.finish()
        }
        _ = try await other.store.archive.restore(in: .test) { try reader.withLock { try $0.next()?.item } }
        try await check("spouse", to: "Wilma Slate", in: other)
    }
}
