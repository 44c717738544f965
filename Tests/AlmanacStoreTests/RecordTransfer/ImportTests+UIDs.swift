import Interchange
import Model
import TestSupport
import Testing

@testable import AlmanacStore

/// The recognition of persons by UID.
extension ImportTests {
    @Test("V16 A UID that is repeated in a file requires a decision before any contact is imported")
    func sameUID() async throws {
        let other = card("UID:rebel-1", "FN:Leia Solo", "N:Solo;Leia;;;")
        let report = try await importText(leia + other)
        #expect(report.counts == [.new: 1, .changed: 1] && report.isOpen)
        #expect(try await store.persons.count(.all) == 0)
    }

    @Test(
        "V16 An unusual UID identifies the person when the card is imported again",
        arguments: [
            "../../etc/passwd", "/", "a\\nb", "..", "urn:uuid:not-one", String(repeating: "u", count: 10_240), "💫",
            "'; DROP TABLE person; --",
        ])
    func hostileUID(uid: String) async throws {
        let text = card("UID:\(uid)", "FN:Han Solo", "N:Solo;Han;;;")
        #expect(try await importText(text).counts == [.new: 1])
        #expect(try await importText(text).counts == [.same: 1])
        let renamed = card("UID:\(uid)", "FN:Han", "N:;Han;;;", "TITLE:Captain")
        #expect(try await importText(renamed, .merge).counts == [.changed: 1])
        #expect(try await store.persons.count(.all) == 1)
    }

    @Test("V16 A card without a UID is recognized when it is imported again")
    func missingUID() async throws {
        let text = card("FN:Luke Skywalker", "N:Skywalker;Luke;;;")
        let namesake = card("FN:Luke Skywalker", "N:Skywalker;Luke;;;", "TITLE:Another")
        #expect(try await importText(text + namesake).counts == [.new: 2])
        #expect(try await importText(namesake + text).counts == [.same: 2])
    }

    @Test("A person updated by a later card of the same file is indexed with the new values")
    func updatedInSameFile() async throws {
        let other = card("UID:rebel-1", "FN:Leia Solo", "N:Solo;Leia;;;", "EMAIL:solo@x.example", "NOTE:Married.")
        #expect(try await importText(leia + luke + other, .merge).counts == [.new: 2, .changed: 1])
        let connection = try store.connection()
        #expect(try connection.hasRow(QueryCorrector.use, binding: SearchTable.word("solo")))
        #expect(try !connection.hasRow(QueryCorrector.use, binding: SearchTable.word("organa")))
        #expect(try SearchCheck().findings(in: connection) == [])
    }

    @Test("Cards and group cards match preceding persons whose index entries have not been written yet")
    func unindexed() async throws {
        let troopers = (0...500).map { number in
            card(
                "UID:clone-\(number)", "FN:Clone \(number)", "N:\(number);Clone;;;", "EMAIL:ct\(number)@kamino.example")
        }
        // By now, the first persons have been written, but their index entries have not.
        let renamed = card("UID:clone-0", "FN:Rex Clone", "N:Clone;Rex;;;", "EMAIL:rex@republic.example")
        let lookalike = card("FN:Clone 1", "N:1;Clone;;;", "EMAIL:ct1@kamino.example", "TITLE:Captain")
        let group = card(
            "X-ADDRESSBOOKSERVER-KIND:group", "UID:legion", "N:Legion", "FN:Legion",
            "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:clone-2", "X-ADDRESSBOOKSERVER-MEMBER:mailto:ct3@kamino.example")
        let report = try await importText(troopers.joined() + renamed + lookalike + group, .merge)
        #expect(report.counts == [.new: 501, .changed: 1, .possible: 1])
        #expect(report.warnings.reported.allSatisfy { !$0.sentence.contains("unknown members") })
        #expect(try await store.persons.count(.all) == 501)
        #expect(try SearchCheck().findings(in: store.connection()) == [])
    }

    @Test("A UUID on a card becomes the UUID of the new person unless another person has it")
    func uuid() async throws {
        let uuid = "0d9e3f2c-1f54-4c3a-9f1e-2a6b7c8d9e0f"
        _ = try await importText(card("UID:urn:uuid:\(uuid.uppercased())", "FN:Leia", "N:;Leia;;;"))
        #expect(try await store.persons.list(ListRequest()).items.map(\.uuid) == [uuid])
        _ = try await importText(card("UID:\(uuid)", "FN:Bail", "N:;Bail;;;"), .keepBoth)
        #expect(Set(try await store.persons.list(ListRequest()).items.map(\.uuid)).count == 2)
    }

    func importText(table text: String, _ known: DuplicatePolicy? = nil) async throws -> ImportReport {
        let stream = ContactStream(
            InMemoryByteSource(name: "people.csv", text), by: ContactCSVReader(file: "people.csv"))
        return try await store.imports.importContacts([stream], onDuplicate: known)
    }

    @Test(
        "A UID in a CSV file identifies the person and is exported again",
        arguments: [
            "row 7; of:mine", "0D9E3F2C-1F54-4C3A-9F1E-2A6B7C8D9E0F",
        ])
    func tableUID(uid: String) async throws {
        let header = "First Name,Last Name,Anniversary,UID\n"
        #expect(try await importText(table: header + "Leia,Organa,,\(uid)\n").counts == [.new: 1])
        #expect(try await importText(table: header + "Leia,Organa,,\(uid)\n").counts == [.same: 1])
        #expect(try await importText(table: header + "Leia,Solo,,\(uid)\n").counts == [.changed: 1])
        let page = try await store.exports.cards(of: .all, after: nil, limit: 5, withPhotos: true)
        #expect(page.cards.map { $0.uid.map(CardUID.key) } == [CardUID.key(uid)])
        #expect(try SearchCheck().findings(in: store.connection()) == [])
    }

    @Test("The card of a merged person matches the merged record and adds values without replacing any")
    func mergedUID() async throws {
        let other = card("UID:rebel-2", "FN:Princess", "N:Leia;Princess;;;", "TITLE:Princess")
        #expect(try await importText(leia + other).counts == [.new: 2])
        let persons = try await store.persons.list(ListRequest()).items.sorted { $0.id.rawValue < $1.id.rawValue }
        let merge = PersonMerge(persons[0].content, persons[1].content) { CardLines.joined($0, $1) }
        var content = merge.content
        content.jobTitle = "General"
        try await store.duplicates.merge(
            persons[1], into: persons[0], as: content, in: CommandContext("merge", by: nil))
        let merged = try await store.persons.record(persons[0].id)
        #expect(merged.content.uids == ["rebel-2", persons[1].uuid])
        #expect(try await importText(other).counts == [.same: 1])
        #expect(try await importText(card("UID:\(persons[1].uuid)", "FN:Princess")).counts == [.same: 1])
        let newer = card("UID:rebel-2", "FN:Princess", "N:Leia;Princess;;;", "TITLE:Queen", "TEL:+1 555 0100 999")
        #expect(try await importText(newer).counts == [.changed: 1])
        #expect(try await importText(newer, .merge).counts == [.changed: 1])
        let all = try await store.persons.list(ListRequest()).items
        #expect(all.count == 1 && all[0].content.phones.map(\.value) == ["+1 555 0100 999"])
        #expect(all[0].content.jobTitle == "General")
        #expect(ContactCard.uid(in: all[0].content.card) == "rebel-1")
        #expect(try await importText(newer).counts == [.same: 1])
    }

    @Test("A second person with the same UID is exported with its own UUID while the first person exists")
    func keptBoth() async throws {
        let other = card("UID:rebel-1", "X-A:1", "FN:Princess", "N:Leia;Princess;;;", "CATEGORIES:Rebels")
        let rebels = card("X-ADDRESSBOOKSERVER-KIND:group", "FN:Rebels", "N:Rebels;;;;")
        _ = try await importText(leia + rebels)
        _ = try await importText(other, .keepBoth)
        func exported() async throws -> (uids: [String?], text: String) {
            let cards = try await store.exports.cards(of: .all, after: nil, limit: 5, withPhotos: true).cards
            let groups = try await store.exports.groups(of: .all)
            #expect(groups.map { $0.group?.members ?? [] } == [cards.compactMap(\.uid)])
            var writer = CardWriter(.asItCame(otherwise: .v30))
            for card in cards { _ = writer.write(card) }
            return (cards.map(\.uid), String(decoding: writer.drain(), as: UTF8.self))
        }
        let persons = try await store.persons.list(ListRequest(by: .created)).items
        let both = try await exported()
        #expect(both.uids == ["rebel-1", persons[1].uuid])
        #expect(both.text == leia + other.replacing("UID:rebel-1", with: "UID:\(persons[1].uuid)"))
        #expect(try await importText(both.text + other).counts == [.same: 3])
        _ = try await store.persons.delete([persons[0].id])
        let second = try await exported()
        #expect(second.uids == ["rebel-1"] && second.text == other)
    }

    @Test("A card without a UID is recognized in each version and as jCard", arguments: CardVersion.allCases)
    func withoutUID(version: CardVersion) async throws {
        let han = card("N:Solo;Han;;;", "FN:Han Solo", "NICKNAME:Slick")
        _ = try await importText(han.replacing("3.0", with: version.rawValue))
        for target in CardVersion.allCases {
            #expect(try await importText(out(.vCard(target))).counts == [.same: 1], "\(version) as \(target)")
        }
        #expect(try await importText(out(.jCard)).counts == [.same: 1], "\(version) as jCard")
    }

    @Test("An edited card without a UID is recognized, but cards with the same name and different data are not")
    func editedWithoutUID() async throws {
        let han = ["N:Solo;Han;;;", "FN:Han Solo"]
        _ = try await importText(card(han + ["TITLE:Pilot"]))
        let record = try #require(try await store.persons.list(ListRequest()).items.first)
        var person = record.content
        person.jobTitle = "General"
        _ = try await store.persons.update(record.id, version: record.version, to: person)
        let edited = try await out(.asItCame(otherwise: .v40))
        #expect(!edited.contains("UID") && edited.contains("General"))
        #expect(try await importText(edited).counts == [.same: 1])
        #expect(try await importText(card(han)).counts == [.new: 1])
        #expect(try await importText(card(han + ["TITLE:Captain"])).counts == [.new: 1])
    }

    func out(_ format: CardFormat) async throws -> String {
        var writer = CardWriter(format)
        for card in try await store.exports.cards(of: .all, after: nil, limit: 100, withPhotos: true).cards {
            _ = writer.write(card)
        }
        writer.finish()
        return String(decoding: writer.drain(), as: UTF8.self)
    }

    @Test("Importing the exported card of a new person changes nothing")
    func ownCard() async throws {
        var person = Person()
        person.name.given = "Luke"
        person.customFields = [Labeled("gender", "male"), Labeled("height", "172"), Labeled("died", "4 ABY")]
        person.birthday = PartialDate("--05-04")
        _ = try await store.persons.add(person)
        #expect(try await importText(out(.asItCame(otherwise: .v40))).counts == [.same: 1])
    }

    @Test("A person imported with the UUID of an existing person is exported with its own UUID")
    func keptBesideTheirOwn() async throws {
        var person = Person()
        person.name.given = "Leia"
        let made = try await store.persons.add(person)
        _ = try await importText(card("UID:urn:uuid:\(made.uuid)", "FN:Princess", "N:;Princess;;;"), .keepBoth)
        let persons = try await store.persons.list(ListRequest(by: .created)).items
        let cards = try await store.exports.cards(of: .all, after: nil, limit: 5, withPhotos: true).cards
        #expect(cards.map(\.uid) == persons.map(\.uuid))
        #expect(Set(cards.map(\.uid)).count == 2)
    }

    @Test("A card that adds only a UID is a possible duplicate, because groups list members by UID")
    func newUID() async throws {
        var person = Person()
        person.name.given = "Leia"
        person.name.family = "Organa"
        person.emails = [Labeled("", "leia@alderaan.example")]
        _ = try await store.persons.add(person)
        let leia = card("UID:rebel-1", "FN:Leia Organa", "N:Organa;Leia;;;", "EMAIL:leia@alderaan.example")
        let group = card("KIND:group", "FN:Pilots", "MEMBER:rebel-1")
        #expect(try await importText(leia + group).counts == [.possible: 1])
        #expect(try await importText(leia + group, .merge).counts == [.possible: 1])
        #expect(try await importText(leia + group).counts == [.same: 1])
        let pilots = try #require(try await store.groups.named("Pilots").first.flatMap { Group.ID($0.id) })
        #expect(try await store.groups.record(pilots).links.members.first.map(\.name) == ["Leia Organa"])
    }
}
