import Interchange
import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("The order of names and letters in a database")
struct NameRulesTests {
    let store: TemporaryStore
    let maintainer: DatabaseMaintainer

    init() async throws {
        store = try await TemporaryStore()
        maintainer = DatabaseMaintainer(of: store.store.location)
    }

    private func add(_ names: (given: String, family: String)...) async throws -> [Person.ID] {
        try await store.store.persons.add(
            names.map { names in
                var person = Person()
                (person.name.given, person.name.family) = (names.given, names.family)
                return person
            }, in: .test)
    }

    private func list(_ order: RecordOrder<Person> = .name) async throws -> [String] {
        try await store.persons.list(ListRequest(by: order)).items.map(\.title)
    }

    @Test func `The name order applies to titles, references, the history, and the trash`() async throws {
        let ids = try await add(("Luke", "Skywalker"), ("太郎", "田中"))
        var group = Group()
        group.name = "Rebels"
        let groupID = try await store.store.groups.add(group, with: ids.map(\.recordID), in: .test)
        try await store.store.persons.delete([ids[1]], in: CommandContext("delete", by: nil))
        for (order, luke, taro) in [
            (NameOrder.card, "Luke Skywalker", "田中太郎"), (.given, "Luke Skywalker", "太郎 田中"),
            (.family, "Skywalker Luke", "田中太郎"),
        ] {
            try await store.store.nameRules.save(NameRules(order: order))
            #expect(try await list() == [luke])
            #expect(try await store.persons.record(ids[0]).reference.name == luke)
            #expect(try await store.groups.record(groupID).links.members.first.map(\.name) == [luke])
            let step = try #require(try await store.history.nextUndo())
            let deleted = try await store.history.changes(of: step.id, at: .beginning, limit: 9).items
            #expect(deleted.first { $0.record.id == ids[1].recordID }?.record.name == taro)
            #expect(try await store.history.deletedRecords(of: [ids[1].recordID]).map(\.record.name) == [taro])
            #expect(try await maintainer.check(.deep) == [])
        }
    }

    @Test("Names are found and resolved in either order", arguments: NameOrder.allCases)
    func lookup(order: NameOrder) async throws {
        let ids = try await add(("Luke", "Skywalker"), ("太郎", "田中"))
        try await store.store.nameRules.save(NameRules(order: order))
        for (index, names) in [["Luke Skywalker", "skywalker luke"], ["田中太郎", "太郎 田中", "田中 太郎"]].enumerated() {
            for name in names {
                #expect(try await store.persons.named(name).map(\.id) == [ids[index].recordID])
                let found = try await store.search.find(name, at: .beginning, limit: 9).matches
                #expect(found.map(\.record.reference.id) == [ids[index].recordID], "\(name)")
            }
        }
    }

    @Test("Lists and their pages are sorted by the alphabet of the sort language")
    func sorting() async throws {
        _ = try await add(("A", "Öberg"), ("B", "Zorn"), ("C", "Åberg"), ("D", "Oberg"))
        #expect(try await list() == ["C Åberg", "A Öberg", "D Oberg", "B Zorn"])
        try await store.store.nameRules.save(NameRules(sortLanguage: "sv"))
        #expect(try await list() == ["D Oberg", "B Zorn", "C Åberg", "A Öberg"])
        var request = ListRequest<Person>(limit: 1)
        var names: [String] = []
        repeat {
            let page = try await store.persons.list(request)
            names += page.items.map(\.title)
            request.after = page.hasMore ? page.items.last?.recordID : nil
        } while request.after != nil
        #expect(names == ["D Oberg", "B Zorn", "C Åberg", "A Öberg"])
        _ = try await add(("E", "Ärlig"))
        #expect(try await list() == ["D Oberg", "B Zorn", "C Åberg", "E Ärlig", "A Öberg"])
        #expect(try await maintainer.check(.deep) == [])
    }

    @Test func `Undo does not change the name rules, and restored records follow them`() async throws {
        let ids = try await add(("Leia", "Organa"), ("Åsa", "Åberg"))
        try await store.store.persons.delete(ids, in: CommandContext("delete", by: nil))
        try await store.store.nameRules.save(NameRules(order: .family, sortLanguage: "sv"))
        let step = try #require(try await store.history.nextUndo())
        _ = try await store.store.history.undo(step.id)
        #expect(try await list() == ["Organa Leia", "Åberg Åsa"])
        #expect(try await store.store.nameRules.nameRules() == NameRules(order: .family, sortLanguage: "sv"))
        #expect(try await maintainer.check(.deep) == [])
    }

    @Test func `Changing the name rules is not recorded as a change to records`() async throws {
        let id = try await add(("Leia", "Organa"))[0]
        let before = try await store.persons.record(id)
        try await store.store.nameRules.save(NameRules(order: .family, sortLanguage: "hu"))
        let after = try await store.persons.record(id)
        #expect(after.title == "Organa Leia")
        #expect(after.version == before.version && after.modified == before.modified)
        #expect(
            try await store.history.steps(about: nil, since: nil, matching: "", at: .beginning, limit: 9).items.count
                == 1)
    }

    @Test func `A repair corrects a title that another program has changed`() async throws {
        let id = try await add(("Leia", "Organa"))[0]
        try await store.store.nameRules.save(NameRules(order: .family))
        try store.connection().execute("UPDATE person SET display_name = 'Leia Organa'")
        let findings = try await maintainer.check(.deep)
        #expect(
            findings.map { "\($0.detail)" } == ["The stored name or sort key of Leia Organa (persons/1) is outdated."])
        _ = try await maintainer.repair()
        #expect(try await store.persons.record(id).title == "Organa Leia")
        #expect(try await maintainer.check(.deep) == [])
    }

    @Test func `A new database uses the sort language of the locale, and an existing database keeps its own`()
        async throws
    {
        let folder = try TemporaryFolder()
        for language in ["sv", "de"] {
            let store = try await Store.open(
                at: folder.location, mode: .createIfMissing, sortLanguage: language)
            #expect(try await store.nameRules.nameRules().sortLanguage == "sv")
            store.close()
        }
    }

    @Test func `A backup contains the name rules`() async throws {
        _ = try await add(("Leia", "Organa"))
        try await store.store.nameRules.save(NameRules(order: .family))
        let backup = StoreLocation(store.folder + "/backup.db")
        _ = try await maintainer.backup(to: backup.path)
        let copy = try await Store.open(at: backup, mode: .readOnly)
        #expect(try await copy.persons.list(ListRequest()).items.map(\.title) == ["Organa Leia"])
        #expect(try await copy.nameRules.nameRules().order == .family)
    }

    @Test func `Migration reads the name order from cards, in a step that can be undone`() async throws {
        let folder = try TemporaryFolder()
        try folder.makeStore(Array(Migration.embedded.prefix { $0.name != "name_rules" }))
        let taro = [
            "BEGIN:VCARD", "VERSION:3.0", "FN:Tanaka Taro", "N:Tanaka;Taro;;;", "NOTE:Tanaka Taro", "END:VCARD",
        ]
        let card = taro.joined(separator: "\n")
        try folder.runAsOtherProgram(
            """
            INSERT INTO person (id, given, family, formatted_name, card_language)
            VALUES (1, 'Taro', 'Tanaka', NULL, NULL), (2, 'Taro', 'Tanaka', '', ''), (3, 'Taro', 'Suzuki', '', ''),
                (4, 'Taro', 'Tanaka', '', '');
            INSERT INTO person_card
            VALUES (1, 0, '\(card)'), (2, 0, '\(card)'), (3, 0, '\(card)'),
                (4, 0, '\(card.replacing("FN:Tanaka Taro", with: "FN:Taro Tanaka"))');
            """)
        let store = try await Store.open(at: folder.location, mode: .readWrite)
        defer { store.close() }
        let ids = (1...4).map { Person.ID(rawValue: $0) }
        let titles = ["Tanaka Taro", "Tanaka Taro", "Taro Suzuki", "Taro Tanaka"]
        #expect(try await store.persons.records(ids).map(\.title) == titles)
        let step = try #require(try await store.history.steps(about: nil, at: .beginning, limit: 1).items.first)
        #expect(step.records == 2)
        _ = try await store.history.undo(step.id)
        #expect(try await store.persons.records(ids).map(\.version) == [3, 3, 1, 1])
        #expect(try await DatabaseMaintainer(of: folder.location).check(.deep) == [])
    }
}
