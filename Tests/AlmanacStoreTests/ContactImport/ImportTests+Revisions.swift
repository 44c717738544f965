import Interchange
import Model
import TestSupport
import Testing

@testable import AlmanacStore

/// Imports of older and previously imported cards of edited persons.
extension ImportTests {
    private func edit(_ change: (inout Person) -> Void) async throws {
        let record = try #require(try await store.persons.list(ListRequest()).items.first)
        var content = record.content
        change(&content)
        _ = try await store.persons.update(record.id, version: record.version, to: content)
    }

    private var onlyPerson: Person {
        get async throws { try #require(try await store.persons.list(ListRequest()).items.first).content }
    }

    @Test("The same card contains no new information about an edited person", arguments: ["UID:1", "X-NO:uid"])
    func known(line: String) async throws {
        let pilot = card(line, "FN:Luke", "N:;Luke;;;", "TITLE:Pilot", "EMAIL:luke@x.example", "CATEGORIES:Rebels")
        _ = try await importText(pilot)
        try await edit {
            $0.jobTitle = "Master"
            $0.emails = []
        }
        #expect(try await importText(pilot).counts == [.same: 1])
        #expect(try await importText(pilot, .merge).counts == [.same: 1])
        let person = try await onlyPerson
        #expect(person.jobTitle == "Master" && person.emails.isEmpty)
    }

    @Test("An imported newer card is recognized after an edit, even if lines of the previous card were kept")
    func knownWinner() async throws {
        _ = try await importText(
            card("UID:1", "FN:Luke", "N:;Luke;;;", "TITLE:Pilot", "item1.X-A:1", "item1.X-ABLabel:a"))
        let newer = card("UID:1", "FN:Luke", "N:;Luke;;;", "TITLE:Jedi", "item1.X-B:1", "item1.X-ABLabel:b")
        #expect(try await importText(newer, .merge).counts == [.changed: 1])
        try await edit { $0.jobTitle = "Master" }
        #expect(try await importText(newer, .merge).counts == [.same: 1])
        #expect(try await onlyPerson.jobTitle == "Master")
    }

    @Test("An older card does not replace the values of a new person, but a card with the same revision does")
    func madeHere() async throws {
        var leia = Person()
        leia.name.given = "Leia"
        leia.jobTitle = "Senator"
        _ = try await store.persons.add(leia)
        let before = try await store.exports.cards(of: .all, after: nil, limit: 1, withPhotos: true).cards
        let earlier = Timestamp(rawValue: "2020-01-02T03:04:05.678Z")
        func text(_ version: CardVersion, revised: Timestamp?, title: String) throws -> String {
            var card = try #require(before.first)
            card.revised = revised
            card.person.jobTitle = title
            var writer = CardWriter(.vCard(version))
            #expect(writer.write(card).losses == [])
            return String(decoding: writer.drain(), as: UTF8.self)
        }
        for (version, revision) in [(CardVersion.v30, "2020-01-02T03:04:05Z"), (.v40, "20200102T030405Z")] {
            let old = try text(version, revised: earlier, title: "Queen")
            #expect(old.contains("REV:\(revision)\r\n"))
            #expect(try await importText(old, .merge).counts == [.older: 1])
            #expect(try await onlyPerson.jobTitle == "Senator")
        }
        let present = try text(.v40, revised: before.first?.revised, title: "Senator")
        #expect(try await importText(present).counts == [.same: 1])
        let newer = try text(.v40, revised: before.first?.revised, title: "Queen")
        #expect(try await importText(newer, .merge).counts == [.changed: 1])
        #expect(try await onlyPerson.jobTitle == "Queen")
    }

    @Test(
        "An earlier revision only adds values, but a later or incomparable revision also replaces existing values",
        arguments: [
            ("20250102T030405Z", "20250102T030404Z", false), ("2025-01-02T03:04:05Z", "20250101", false),
            ("2025-01-02T03:04:05.5Z", "2025-01-02T03:04:06Z", true), ("20250102", "20250102T000000Z", true),
            ("20250102T030405Z", "once", true), ("20250102T030405Z", "20250102T030405+0100", true),
        ])
    func revisions(present: String, other: String, wins: Bool) async throws {
        _ = try await importText(card("UID:1", "FN:Luke", "N:;Luke;;;", "TITLE:Jedi", "REV:\(present)"))
        let old = card("UID:1", "FN:Luke", "N:;Luke;;;", "TITLE:Pilot", "TEL:+1 555 0100 200", "REV:\(other)")
        #expect(try await importText(old, .merge).counts == [wins ? .changed : .older: 1])
        let person = try await onlyPerson
        #expect(person.jobTitle == (wins ? "Pilot" : "Jedi") && person.phones.count == 1)
        #expect(person.card.contains("REV:\(wins ? other : present)"))
        #expect(try await importText(old, .merge).counts == [wins ? .same : .older: 1])
    }
}
