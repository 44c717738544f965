import Interchange
import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Exporting cards")
struct ExportTests {
    private func export(_ store: Store, as format: ExportFormat, withGroups: Bool = false) async throws -> String {
        var writer = format.writer
        var last: Person.ID?
        repeat {
            let page = try await store.exports.cards(of: .all, after: last, limit: 7, withPhotos: true)
            for card in page.cards { _ = try writer.write(card) }
            last = page.last
        } while last != nil
        if withGroups {
            for card in try await store.exports.groups(of: .all) { _ = try writer.write(card) }
        }
        writer.finish()
        return String(decoding: writer.drain(), as: UTF8.self)
    }

    /// The number of persons in a population.
    private static let count = Soak.isOn ? 60 : 30

    @Test(
        "An exported population round-trips through another database", .long("60 persons"),
        arguments: [ExportFormat.vcard, .jcard])
    func fixedPoint(format: ExportFormat) async throws {
        let (first, second) = (try await TemporaryStore(), try await TemporaryStore())
        for store in [first, second] {
            var planet = Planet()
            planet.name = "Alderaan"
            _ = try await store.planets.add(planet)
        }
        var population = Population(Self.count, duplicateEvery: 0).persons
        for index in population.indices {
            population[index].card = []
            population[index].name.phonetic = ""
            if index.isMultiple(of: 9) { population[index].home = Planet.ID(rawValue: 1) }
        }
        _ = try await first.persons.add(population)
        try await gather(in: first.store)
        let text = try await export(first.store, as: format, withGroups: true)
        let report = try await second.imports.importContacts([ContactStream(text)], onDuplicate: .keepBoth)
        #expect(report.counts == [.new: Self.count] && report.rejections.count == 0, "\(report.rejections)")
        let (one, other) = (try await everybody(in: first.store), try await everybody(in: second.store))
        #expect(one.map(\.uuid) == other.map(\.uuid))
        for (one, other) in zip(one, other) {
            var content = other.content
            content.card = []
            #expect(content == one.content)
            #expect(one.links.groups.map(\.name) == other.links.groups.map(\.name))
            #expect(one.links.notes.first.map(\.name) == other.links.notes.first.map(\.name))
        }
        #expect(try await export(second.store, as: format) == export(first.store, as: format))
        let again = try await second.imports.importContacts([ContactStream(text)], onDuplicate: nil)
        #expect(again.counts == [.same: Self.count])
    }

    private func gather(in store: Store) async throws {
        let persons = try await everybody(in: store)
        for (number, part) in [persons.prefix(Self.count * 5 / 6), persons.dropFirst(Self.count * 2 / 3)].enumerated() {
            var group = Group()
            group.name = "Group \(number), with a comma; and more"
            _ = try await store.groups.add(part.map(\.id), to: try await store.groups.add(group).id)
        }
        for person in persons.prefix(Self.count / 3) {
            for topic in ["", "Topic of \(person.content.title)"] {
                var note = Note()
                note.topic = topic
                note.text = "Text\n\nof *two* lines; with, signs\\."
                note.subject = person.recordID
                _ = try await store.notes.add(note)
            }
        }
    }

    private func everybody(in store: Store) async throws -> [Record<Person>] {
        try await store.persons.list(ListRequest(by: .created, limit: 500)).items
    }

    @Test(
        "An unchanged card is exported without changes, regardless of the form of its UID",
        arguments: [
            ("4.0", ["UID:urn:uuid:b8767877-b4a1-4c70-9acc-505d3819e519", "REV:20200101T000000Z"]),
            ("3.0", ["UID:a\\nb\\,c"]), ("3.0", ["UID;X-A=\"a:b\":di-uid"]), ("3.0", ["UID:  x1"]), ("3.0", ["UID:"]),
            ("2.1", ["UID;ENCODING=QUOTED-PRINTABLE:ed=2Duid"]), ("3.0", ["item1.uid:x"]),
            ("3.0", ["UID:C:\\dir"]),
            ("2.1", ["AGENT:", "BEGIN:VCARD", "VERSION:2.1", "N:Agent;Susan", "UID:inner", "END:VCARD"]),
        ])
    func uid(version: String, lines: [String]) async throws {
        let store = try await TemporaryStore()
        let text =
            (["BEGIN:VCARD", "VERSION:\(version)", "N:Thomas;Susan;;;", "FN:Susan Thomas"] + lines + ["END:VCARD"]).map
        {
            $0 + "\r\n"
        }.joined()
        #expect(try await store.imports.importContacts([ContactStream(text)], onDuplicate: nil).counts == [.new: 1])
        #expect(try await export(store.store, as: .vcard) == text)
        #expect(try await store.imports.importContacts([ContactStream(text)], onDuplicate: nil).counts == [.same: 1])
    }

    @Test("A card does not match the person whose card contains it as an agent")
    func agent() async throws {
        let store = try await TemporaryStore()
        let agent = "BEGIN:VCARD\r\nVERSION:2.1\r\nN:Agent;Susan\r\nUID:inner\r\nEND:VCARD\r\n"
        let boss = "BEGIN:VCARD\r\nVERSION:2.1\r\nN:Boss;Big\r\nAGENT:\r\n\(agent)END:VCARD\r\n"
        for text in [boss, agent] {
            let report = try await store.imports.importContacts([ContactStream(text)], onDuplicate: .merge)
            #expect(report.counts == [.new: 1])
        }
        #expect(try await everybody(in: store.store).map(\.content.title) == ["Big Boss", "Susan Agent"])
    }

    @Test("An unknown home planet stays on the card until the person has another home planet")
    func strangePlanet() async throws {
        let store = try await TemporaryStore()
        func card(_ planet: String) -> String {
            ["BEGIN:VCARD", "VERSION:3.0", "N:Skywalker;Luke;;;", "FN:Luke Skywalker", planet, "END:VCARD"].map {
                $0 + "\r\n"
            }.joined()
        }
        let text = card("X-ALMANAC-PLANET:Tatooine")
        _ = try await store.imports.importContacts([ContactStream(text)], onDuplicate: nil)
        #expect(try await export(store.store, as: .vcard) == text)
        #expect(try await store.imports.importContacts([ContactStream(text)], onDuplicate: nil).counts == [.same: 1])

        var planet = Planet()
        planet.name = "Naboo"
        let naboo = try await store.planets.add(planet)
        let luke = try #require(try await everybody(in: store.store).first)
        var person = luke.content
        person.home = naboo.id
        let moved = try await store.persons.update(luke.id, version: luke.version, to: person)
        #expect(try await export(store.store, as: .vcard) == card("X-ALMANAC-PLANET:Naboo"))

        person.card = person.card.map { $0.replacing("Tatooine", with: "NABOO") }
        let spelled = try await store.persons.update(luke.id, version: moved.version, to: person)
        #expect(try await export(store.store, as: .vcard) == card("X-ALMANAC-PLANET:NABOO"))
        person.home = nil
        _ = try await store.persons.update(luke.id, version: spelled.version, to: person)
        #expect(!(try await export(store.store, as: .vcard)).contains("PLANET"))
    }

    @Test(
        "An export imported into its own database changes nothing", .long("every format"),
        arguments: Soak.sample([ExportFormat.vcard, .jcard, .vcard40, .vcard30, .vcard21], 2))
    func again(format: ExportFormat) async throws {
        let store = try await TemporaryStore()
        _ = try await store.persons.add(Population(Self.count, duplicateEvery: 0).persons)
        try await gather(in: store.store)
        let cards =
            ["2.1", "3.0", "4.0"].map { version in
                [
                    "BEGIN:VCARD", "VERSION:\(version)", "UID:nr-\(version)", "N:Nr;\(version);;;", "FN:\(version) Nr",
                    "item1.X-FOO;TYPE=a:b\\, c",
                    "item1.X-ABLabel:Boat", "TZ:-05:00", "TEL;TYPE=HOME;X-P=1:+1 555", "CLASS:PUBLIC", "END:VCARD",
                ].map { $0 + "\r\n" }.joined()
            }.joined()
        #expect(try await store.imports.importContacts([ContactStream(cards)], onDuplicate: nil).counts == [.new: 3])
        let before = try UserContent(of: store)
        let text = try await export(store.store, as: format)
        let report = try await store.imports.importContacts([ContactStream(text)], onDuplicate: .merge)
        #expect(report.counts == [.same: Self.count + 3], "\(report.cases)")
        #expect(try UserContent(of: store).differences(from: before) == [])
    }

    @Test("A person selected twice is exported once, and unknown IDs are skipped")
    func selection() async throws {
        let store = try await TemporaryStore()
        try await SampleRecords.settle(in: store.store)
        func names(_ selection: ExportSelection) async throws -> [String] {
            var (names, last): ([String], Person.ID?) = ([], nil)
            repeat {
                let page = try await store.exports.cards(of: selection, after: last, limit: 1, withPhotos: true)
                names += page.cards.map(\.person.title)
                last = page.last
            } while last != nil
            return names
        }
        #expect(try await names(.all).count == 5)
        #expect(try await names(.persons([3, 1, 3, 99].map(Person.ID.init))) == ["Leia Organa", "Han Solo"])
        #expect(try await names(.persons([])) == [])
    }
}
