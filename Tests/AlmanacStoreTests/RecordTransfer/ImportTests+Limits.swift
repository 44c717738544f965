import Interchange
import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// The recognition of persons: its limits, whitespace in identifiers, and invalid values in its tables.
extension ImportTests {
    /// Letters for names that do not resemble each other.
    private static let letters = "abcdefghijklmnopqrstuvwxyz"

    private func office(_ given: String, _ family: String) -> String {
        card("FN:\(given) \(family)", "N:\(family);\(given);;;", "TEL:+1 555 0100 200")
    }

    @Test(
        "A phone number shared by more than 24 persons matches only persons with the same name",
        arguments: [(23, 1), (24, 1), (25, 0)], [true, false])
    func commonPhone(count: (owners: Int, matches: Int), isOneFile: Bool) async throws {
        let others = Self.letters.prefix(count.owners - 1).map { office("\($0)\($0)\($0)", "\($0)\($0)") }.joined()
        let owners = office("James", "Carter") + others
        if !isOneFile { #expect(try await importText(owners, .keepBoth).counts == [.new: count.owners]) }
        let jim = try await importText((isOneFile ? owners : "") + office("Jim", "Carter"), .keepBoth, isDryRun: true)
        #expect(jim.counts[.possible, default: 0] == count.matches, "\(jim.counts)")
        let james = card("FN:James Carter", "N:Carter;James;;;", "TEL:+1 555 0100 200", "TITLE:Boss")
        let same = try await importText((isOneFile ? owners : "") + james, .keepBoth, isDryRun: true)
        #expect(same.counts[.possible] == 1, "\(same.counts)")
    }

    @Test(
        "A card without a UID is compared with at most 24 persons of the same name",
        arguments: [(23, true), (24, false)])
    func namesakes(index: Int, isFound: Bool) async throws {
        _ = try await store.persons.add(
            (0..<26).map { number in
                var person = Person()
                (person.name.given, person.name.family, person.jobTitle) = ("Ann", "Lee", "T\(number)")
                return person
            })
        let report = try await importText(card("FN:Ann Lee", "N:Lee;Ann;;;", "TITLE:T\(index)"), isDryRun: true)
        #expect((report.counts == [.same: 1]) == isFound, "\(report.counts)")
    }

    @Test("The newest 20 former cards of a person are kept", arguments: [19, 20, 21, 22])
    func formerCards(count: Int) async throws {
        _ = try await importText(leia + luke)
        let connection = try store.connection()
        try connection.transaction {
            let cards = FormerCards(connection: connection)
            let ids = [1, 2].map { Person.ID(rawValue: $0) }
            for number in 0..<count {
                for id in ids {
                    let text = card("FN:\(id) \(number)")
                    try cards.insert(FormerCard(card: VCard(Array(text.utf8)), photo: nil), of: id)
                    try cards.insert(FormerCard(card: VCard(Array(text.utf8)), photo: nil), of: id)
                }
            }
            for id in ids {
                let kept = try cards.cards(of: id).map { String(decoding: $0.card.text, as: UTF8.self) }
                #expect(kept == (max(0, count - 20)..<count).map { card("FN:\(id) \($0)") })
            }
        }
    }

    @Test(
        "A UID identifies a person regardless of whitespace around it",
        arguments: [
            (" abc ", "abc"), ("abc", "\tabc"), ("abc ", " abc"), (" urn:uuid:abc ", "abc"),
            ("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6 ", " urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
        ])
    func blanksOfUIDs(first: String, second: String) async throws {
        #expect(try await importText(card("UID:\(first)", "FN:Han Solo", "N:Solo;Han;;;")).counts == [.new: 1])
        let again = card("UID:\(second)", "FN:Chewbacca", "N:;Chewbacca;;;", "TITLE:Copilot")
        #expect(try await importText(again, .merge).counts == [.changed: 1])
        let other = card("UID:x\(second)", "FN:Mara Jade", "N:Jade;Mara;;;")
        #expect(try await importText(other, .merge).counts == [.new: 1])
    }

    @Test(
        "Members of a group card are found regardless of whitespace in their UIDs and addresses",
        arguments: ["", " ", "\t"])
    func blanksOfMembers(blank: String) async throws {
        let members = [
            "rebel-1", "urn:uuid:rebel-1", "mailto:LEIA@alderaan.example", "mailto:\(blank)leia@alderaan.example",
        ]
        let groups = members.enumerated().map { number, member in
            let lines = ["VERSION:4.0", "KIND:group", "FN:Crew \(number)", "MEMBER:\(blank)\(member)\(blank)"]
            return (["BEGIN:VCARD"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
        }
        _ = try await importText(leia + groups.joined())
        let crews = try await store.groups.list(ListRequest()).items.filter { $0.title.hasPrefix("Crew") }
        #expect(crews.map { $0.links.members.first.map(\.name) } == members.map { _ in ["Leia Organa"] })
    }

    @Test("The search for duplicates ignores keys of missing persons")
    func staleKeys() async throws {
        _ = try await importText(leia + luke)
        try store.connection().execute(
            """
            INSERT INTO trace SELECT trace.key, number.value FROM trace, json_each('[0, -1, 999, 9223372036854775807]') AS number;
            """)
        #expect(try await importText(leia + luke).counts == [.same: 2])
        let text = card("FN:Leia Solo", "N:Solo;Leia;;;", "EMAIL:leia@alderaan.example") + card("FN:Ann", "N:;Ann;;;")
        let report = try await importText(text, .merge)
        #expect(report.counts[.new, default: 0] + report.counts[.possible, default: 0] == 2, "\(report.counts)")
        _ = try await store.duplicates.pairs(matching: "", at: .beginning, limit: .max)
        #expect(try await store.persons.count(.all) >= 3)
    }

    @Test(
        "Damaged former cards do not prevent an import",
        arguments: ["x''", "x'FF00'", "CAST('BEGIN:VCARD' AS BLOB)", "CAST('END:VCARD' AS BLOB)"])
    func damagedFormerCard(blob: String) async throws {
        _ = try await importText(leia)
        try store.connection().execute("INSERT INTO former_card (person_id, card, photo) VALUES (1, \(blob), 'x')")
        let newer = leia.replacing("FN:Leia Organa", with: "FN:Leia Organa\r\nTITLE:General")
        #expect(try await importText(newer, .merge).counts == [.changed: 1])
        #expect(try await store.persons.record(Person.ID(rawValue: 1)).content.jobTitle == "General")
    }

    @Test(
        "A person with damaged card lines can be exported, edited, and imported again",
        arguments: ["", "nonsense", "BEGIN:VCARD", "END:VCARD", "\u{F6FF}", "PHOTO:\u{F6FF}1 2 3 4 5", "N:\u{F6FE}"])
    func damagedLines(line: String) async throws {
        _ = try await importText(leia)
        try store.connection().run("UPDATE person_card SET value = ?1 WHERE position > 0") { $0[1] = line }
        let record = try await store.persons.record(Person.ID(rawValue: 1))
        var person = record.content
        person.jobTitle = "General"
        _ = try await store.persons.update(record.id, version: record.version, to: person)
        let page = try await store.exports.cards(of: .all, after: nil, limit: 5, withPhotos: true)
        for format in CardVersion.allCases.map(CardFormat.vCard) + [.jCard, .jsContact, .asItCame(otherwise: .v40)] {
            var writer = CardWriter(format)
            for card in page.cards { _ = writer.write(card) }
            writer.finish()
            let text = String(decoding: writer.drain(), as: UTF8.self)
            #expect(text.contains("General") && text.contains("Organa"), "\(text)")
        }
        #expect(try await importText(leia, .merge).rejections.count == 0)
    }
}

/// Limits of the comparison of persons.
@Suite("Limits of the search for duplicates")
struct DuplicateLimitTests {
    private static func person(_ given: String, _ family: String, _ phones: String...) -> Person {
        var person = Person()
        (person.name.given, person.name.family) = (given, family)
        person.phones = phones.map { Labeled("home", $0) }
        return person
    }

    @Test(
        "A positive weight of a shared value decreases with the logarithm of the number of its owners",
        arguments: [
            (0, 7), (1, 7), (2, 7), (3, 6), (4, 6), (5, 5), (8, 5), (9, 4), (127, 1), (128, 1), (129, 0), (1000, 0),
        ])
    func shared(owners: Int, weight: Int) {
        #expect(DuplicateWeights(7, 7, 7).shared(by: owners).lowest == weight)
        #expect(DuplicateWeights(0, -3, 7).shared(by: owners).lowest == -3)
    }

    @Test("Only persons with at least even odds are possible duplicates")
    func threshold() {
        var james = Self.person("James", "Carter", "030 1234567", "030 7654321")
        var jim = Self.person("Jim", "Carter", "030 1234567", "030 1111111")
        func reasons() -> DuplicateReasons? {
            DuplicateComparison(PersonTraits(james), PersonTraits(jim)).reasons { _ in 2 }
        }
        #expect(reasons()?.score == 50)
        james.addresses = [Labeled("", PostalAddress(street: "Palace 1"))]
        jim.addresses = [Labeled("", PostalAddress(street: "Palace 2"))]
        #expect(reasons() == nil)
        jim.addresses = james.addresses
        #expect(reasons()?.score == 50)
        jim.phones = []
        jim.addresses = []
        #expect(reasons() == nil)
    }

    @Test(
        "A phone number pairs persons with similar names unless more than 24 persons share it",
        arguments: [(24, true), (25, false)])
    func commonPhone(count: Int, isFound: Bool) async throws {
        let store = try await TemporaryStore()
        let others = "abcdefghijklmnopqrstuvwxyz".prefix(count - 2).map { letter in
            Self.person("\(letter)\(letter)\(letter)", "\(letter)\(letter)", "030 1234567")
        }
        _ = try await store.persons.add(
            [Self.person("Martin", "Schmidt", "030 1234567"), Self.person("Matrin", "Schmidt", "030 1234567")] + others)
        let pairs = try await store.duplicates.pairs(matching: "", at: .beginning, limit: .max).items
        #expect(pairs.map(\.first.name) == (isFound ? ["Martin Schmidt"] : []))
    }
}
