import Interchange
import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Taking cards in")
struct ImportTests {
    private let store: TemporaryStore

    init() async throws { store = try await TemporaryStore() }

    private func take(_ text: String, _ known: ImportPlan.Known? = nil, isRehearsed: Bool = false) async throws
        -> ImportReport
    {
        try await Deed.$current.withValue(Deed("import cards.vcf", by: nil, isRehearsed: isRehearsed)) {
            try await store.imports.take([ContactStream(text)], by: ImportPlan(known: known))
        }
    }

    private func card(_ lines: String...) -> String {
        (["BEGIN:VCARD", "VERSION:3.0"] + lines + ["END:VCARD"]).map { $0 + "\r\n" }.joined()
    }

    private var leia: String {
        card(
            "UID:rebel-1", "FN:Leia Organa", "N:Organa;Leia;;;", "EMAIL:leia@alderaan.example", "CATEGORIES:Rebels",
            "NOTE:Bring them back.")
    }

    private var luke: String { card("FN:Luke Skywalker", "N:Skywalker;Luke;;;", "TEL:+1 555 0100 200") }

    @Test("keeps a note once that a card has twice")
    func noteTwice() async throws {
        let twice = card("UID:1", "FN:Leia Organa", "NOTE:Bring them back.", "NOTE:Bring them back.", "NOTE:Soon.")
        #expect(try await take(twice).notes == 2)
        #expect(try await take(twice).counts == [.same: 1])
        #expect(try SearchCheck().findings(in: store.connection()) == [])
    }

    @Test("finds among the many who share a number of an office only who is called the same")
    func crowd() async throws {
        func employee(_ name: String) -> String {
            card("N:\(name);Wilma;;;", "FN:Wilma \(name)", "TEL:+1 555 0100 200")
        }
        let names = (0..<30).map {
            String(repeating: "abcdefghijklmnopqrstuvwxyz", count: 3).dropFirst($0 * 5 % 26).prefix(4 + $0)
        }
        #expect(try await take(names.map { employee(String($0)) }.joined(), .keepBoth).counts[.new] == 30)
        let again = card("N:\(names[28]);Wilma;;;", "FN:Wilma \(names[28])", "TEL:+1 555 0100 200", "TITLE:Pilot")
        #expect(try await take(again, .skip).counts == [.inDoubt: 1])
        #expect(try await take(employee("Zyzzyva")).counts == [.new: 1])
    }

    @Test("matches a card with those who came just before it in the same file, as with those of the store")
    func sameFile() async throws {
        let again = card("UID:rebel-1", "FN:Leia Organa", "N:Organa;Leia;;;", "TEL:+1 555 0100 100")
        let lookalike = card("FN:Luke Skywalker", "N:Skywalker;Luke;;;", "TEL:+1 555 0100 200", "TITLE:Pilot")
        let report = try await take(leia + luke + leia + again + lookalike, .merge)
        #expect(report.counts == [.new: 2, .same: 1, .changed: 1, .inDoubt: 1])
        let persons = try await store.persons.list(Listing()).records
        #expect(persons.map(\.content.title) == ["Leia Organa", "Luke Skywalker"])
        #expect(persons.map(\.content.phones.count) == [1, 1] && persons[1].content.jobTitle == "Pilot")
        #expect(persons.map(\.id.rawValue).sorted() == [1, 2])
        #expect(try SearchCheck().findings(in: store.connection()) == [])
        let step = try #require(try await store.history.nextUndo())
        _ = try await store.history.undo(step.id)
        #expect(try await store.persons.list(Listing()).records.isEmpty)
        #expect(try await take(leia).counts == [.new: 1])
        #expect(try await store.persons.list(Listing()).records.map(\.id.rawValue) == [3])
    }

    @Test("twice says that all are the same the second time, and changes nothing")
    func twice() async throws {
        #expect(try await take(leia + luke).counts == [.new: 2])
        let before = try UserContent(of: store)
        #expect(try await take(leia + luke).counts == [.same: 2])
        #expect(try UserContent(of: store).differences(from: before) == [])
        #expect(try SearchCheck().findings(in: store.connection()) == [])
    }

    @Test("is one step; undone, the content is what it was, and done again what it became")
    func undone() async throws {
        try await Cast.settle(in: store.store)
        let before = try UserContent(of: store)
        _ = try await take(leia + luke, .merge)
        let after = try UserContent(of: store)
        let step = try #require(try await store.history.nextUndo())
        #expect(step.origin == .command("import cards.vcf", by: nil))
        _ = try await store.history.undo(step.id)
        #expect(try UserContent(of: store).differences(from: before) == [])
        _ = try await store.history.redo(step.id)
        #expect(try UserContent(of: store).differences(from: after) == [])
    }

    @Test("makes groups of categories and notes of notes, and all is found")
    func ties() async throws {
        let report = try await take(leia + luke)
        #expect((report.groups, report.notes) == (1, 1))
        let person = try #require(try await store.persons.list(Listing()).records.first { $0.name.given == "Leia" })
        #expect(person.links.groups.map(\.name) == ["Rebels"])
        #expect(person.links.notes.first.map(\.name) == ["Bring them back."])
        #expect(person.card.contains("CATEGORIES:Rebels"))
        for text in ["leia", "alderaan", "skywalker", "0100200"] {
            #expect(try await store.search.find(text, at: .beginning, limit: 5).matches.isEmpty == false, "\(text)")
        }
    }

    @Test("changes nobody unasked: what is changed or in doubt leaves everything as it was")
    func open() async throws {
        _ = try await take(leia)
        let before = try UserContent(of: store)
        let changed = card("UID:rebel-1", "FN:Leia Solo", "N:Solo;Leia;;;")
        let doubtful = card("FN:Leia Organa", "N:Organa;Leia;;;", "EMAIL:LEIA@alderaan.example", "TITLE:Senator")
        let report = try await take(changed + doubtful + luke)
        #expect(report.counts == [.changed: 1, .inDoubt: 1, .new: 1])
        #expect(report.isOpen)
        #expect(report.cases.map(\.kind) == [.changed, .inDoubt])
        #expect(report.cases.map { $0.present?.name } == ["Leia Organa", "Leia Organa"])
        #expect(try UserContent(of: store).differences(from: before) == [])
    }

    @Test("does with those who are here what was said", arguments: ImportPlan.Known.allCases)
    func known(_ known: ImportPlan.Known) async throws {
        _ = try await take(leia)
        let changed = card("UID:rebel-1", "FN:Leia Solo", "N:Solo;Leia;;;", "TEL:+1 555 0100 300")
        let doubtful = card("FN:Leia Organa", "N:Organa;Leia;;;", "EMAIL:LEIA@alderaan.example", "TITLE:Senator")
        for text in [doubtful, changed] { _ = try await take(text, known) }
        let persons = try await store.persons.list(Listing(by: .created)).records
        switch known {
        case .skip:
            #expect(persons.map(\.content.title) == ["Leia Organa"])
            #expect(persons[0].jobTitle == "" && persons[0].phones.isEmpty)
        case .merge:
            #expect(persons.map(\.content.title) == ["Leia Solo"])
            #expect(persons[0].jobTitle == "Senator" && persons[0].phones.count == 1 && persons[0].emails.count == 1)
            #expect(try await take(changed).counts == [.same: 1])
        case .keepBoth:
            #expect(persons.count == 3)
            for text in [doubtful, changed] { #expect(try await take(text).counts == [.same: 1]) }
        }
    }

    @Test("V16 the same UID twice is a question, never a silent duplicate")
    func sameUID() async throws {
        let other = card("UID:rebel-1", "FN:Leia Solo", "N:Solo;Leia;;;")
        let report = try await take(leia + other)
        #expect(report.counts == [.new: 1, .changed: 1] && report.isOpen)
        #expect(try await store.persons.count(.all) == 0)
    }

    @Test(
        "V16 a UID is any text, and never a name of a file",
        arguments: [
            "../../etc/passwd", "/", "a\\nb", "..", "urn:uuid:not-one", String(repeating: "u", count: 10_240), "💫",
            "'; DROP TABLE person; --",
        ])
    func hostileUID(uid: String) async throws {
        let text = card("UID:\(uid)", "FN:Han Solo", "N:Solo;Han;;;")
        #expect(try await take(text).counts == [.new: 1])
        #expect(try await take(text).counts == [.same: 1])
        let renamed = card("UID:\(uid)", "FN:Han", "N:;Han;;;", "TITLE:Captain")
        #expect(try await take(renamed, .merge).counts == [.changed: 1])
        #expect(try await store.persons.count(.all) == 1)
    }

    @Test("V16 without a UID and with nothing but a name, the same card is known again")
    func missingUID() async throws {
        let text = card("FN:Luke Skywalker", "N:Skywalker;Luke;;;")
        let namesake = card("FN:Luke Skywalker", "N:Skywalker;Luke;;;", "TITLE:Another")
        #expect(try await take(text + namesake).counts == [.new: 2])
        #expect(try await take(namesake + text).counts == [.same: 2])
    }

    @Test("A UUID is the person's own wherever the card comes in, unless somebody has it already")
    func uuid() async throws {
        let uuid = "0d9e3f2c-1f54-4c3a-9f1e-2a6b7c8d9e0f"
        _ = try await take(card("UID:urn:uuid:\(uuid.uppercased())", "FN:Leia", "N:;Leia;;;"))
        #expect(try await store.persons.list(Listing()).records.map(\.uuid) == [uuid])
        _ = try await take(card("UID:\(uuid)", "FN:Bail", "N:;Bail;;;"), .keepBoth)
        #expect(Set(try await store.persons.list(Listing()).records.map(\.uuid)).count == 2)
    }

    private func take(table text: String, _ known: ImportPlan.Known? = nil) async throws -> ImportReport {
        let stream = ContactStream(
            BytesInMemory(name: "people.csv", text), beginning: [], by: ContactCSVReader(file: "people.csv"))
        return try await store.imports.take([stream], by: ImportPlan(known: known))
    }

    @Test(
        "What a table says of a UID finds its person again, and is given out again",
        arguments: [
            "row 7; of:mine", "0D9E3F2C-1F54-4C3A-9F1E-2A6B7C8D9E0F",
        ])
    func tableUID(uid: String) async throws {
        let header = "First Name,Last Name,Anniversary,UID\n"
        #expect(try await take(table: header + "Leia,Organa,,\(uid)\n").counts == [.new: 1])
        #expect(try await take(table: header + "Leia,Organa,,\(uid)\n").counts == [.same: 1])
        #expect(try await take(table: header + "Leia,Solo,,\(uid)\n").counts == [.changed: 1])
        let page = try await store.exports.cards(of: .everybody, after: nil, limit: 5, withPhotos: true)
        #expect(page.cards.map { $0.uid.map(CardTraits.bare) } == [CardTraits.bare(uid)])
        #expect(try SearchCheck().findings(in: store.connection()) == [])
    }

    @Test("The card of somebody who was merged into another leads to that one, and decides nothing")
    func mergedUID() async throws {
        let other = card("UID:rebel-2", "FN:Princess", "N:Leia;Princess;;;", "TITLE:Princess")
        #expect(try await take(leia + other).counts == [.new: 2])
        let persons = try await store.persons.list(Listing()).records.sorted { $0.id.rawValue < $1.id.rawValue }
        let merge = PersonMerge(persons[0].content, persons[1].content) { CardLines.joined($0, $1) }
        var content = merge.content
        content.jobTitle = "General"
        let merged = try await Deed.$current.withValue(Deed("merge", by: nil)) {
            try await store.duplicates.merge(persons[1], into: persons[0], as: content)
        }
        #expect(merged.content.uids == ["rebel-2", persons[1].uuid])
        #expect(try await take(other).counts == [.same: 1])
        #expect(try await take(card("UID:\(persons[1].uuid)", "FN:Princess")).counts == [.same: 1])
        let newer = card("UID:rebel-2", "FN:Princess", "N:Leia;Princess;;;", "TITLE:Queen", "TEL:+1 555 0100 999")
        #expect(try await take(newer).counts == [.changed: 1])
        #expect(try await take(newer, .merge).counts == [.changed: 1])
        let all = try await store.persons.list(Listing()).records
        #expect(all.count == 1 && all[0].content.phones.map(\.value) == ["+1 555 0100 999"])
        #expect(all[0].content.jobTitle == "General")
        #expect(ContactCard.uid(in: all[0].content.card) == "rebel-1")
        #expect(try await take(newer).counts == [.same: 1])
    }

    @Test("A label that a newer card has is the label; the same number twice keeps its own")
    func newerLabels() async throws {
        let old = card("UID:1", "FN:Leia", "N:;Leia;;;", "TEL;TYPE=HOME:+1 555 1", "TEL;TYPE=WORK:7", "TEL;TYPE=HOME:7")
        let new = card("UID:1", "FN:Leia", "N:;Leia;;;", "TEL;TYPE=CELL:+1-555-1", "TEL;TYPE=WORK:7", "TEL;TYPE=HOME:7")
        _ = try await take(old)
        #expect(try await take(new, .merge).counts == [.changed: 1])
        let phones = try #require(try await store.persons.list(Listing()).records.first).content.phones
        #expect(phones == [Labelled("mobile", "+1 555 1"), Labelled("work", "7"), Labelled("home", "7")])
        #expect(try await take(new).counts == [.same: 1])
    }

    @Test("only tried, it keeps nothing and tells the same")
    func rehearsed() async throws {
        let before = try UserContent(of: store)
        #expect(try await take(leia + luke, isRehearsed: true).counts == [.new: 2])
        #expect(try UserContent(of: store).differences(from: before) == [])
    }

    @Test("one bad card never stops the rest, and its bytes are given away")
    func rejected() async throws {
        let rejects = FileInMemory { _ in }
        var plan = ImportPlan()
        let bad = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Lost\r\n"
        plan.reject = { rejects.write($0.bytes) }
        let report = try await store.imports.take([ContactStream(leia + bad + luke)], by: plan)
        #expect(report.counts == [.new: 2], "\(report)")
        #expect(report.rejected == 1)
        #expect(report.rejections.first?.file == "cards.vcf" && report.rejections.first?.card == 2)
        #expect(String(decoding: rejects.written, as: UTF8.self).contains("FN:Lost"))
    }

    @Test("cards of groups take in their members, wherever in the file those are")
    func groups() async throws {
        let group = card(
            "UID:group-1", "X-ADDRESSBOOKSERVER-KIND:group", "N:Pilots", "FN:Pilots",
            "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:rebel-1", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:nobody")
        let report = try await take(group + leia)
        #expect(report.counts == [.new: 1] && report.groups == 2)
        let pilots = try #require(try await store.groups.named("Pilots").first.flatMap { Group.ID($0.address) })
        #expect(try await store.groups.record(pilots).links.members.first.map(\.name) == ["Leia Organa"])
        #expect(try await take(group + leia).groups == 0)
    }

    @Test(
        "a group without a name is made once, by its UID or else by its members",
        arguments: [
            ["UID:0d9e3f2c-1f54-4c3a-9f1e-2a6b7c8d9e0f"], ["UID:group 1"], [],
        ])
    func namelessGroup(uid: [String]) async throws {
        let lines = ["BEGIN:VCARD", "VERSION:4.0", "KIND:group"] + uid + ["MEMBER:rebel-1", "END:VCARD", ""]
        let group = lines.joined(separator: "\r\n")
        #expect(try await take(group + leia).groups == 2)
        #expect(try await take(group + leia).groups == 0)
        let named = group.replacing("KIND:group", with: "KIND:group\r\nFN:Pilots")
        #expect(try await take(named).groups == (uid.isEmpty ? 1 : 0))
    }

    @Test("the notes and the description of a group come with its card and go out with it")
    func groupNotes() async throws {
        let group = card(
            "X-ADDRESSBOOKSERVER-KIND:group", "UID:0d9e3f2c-1f54-4c3a-9f1e-2a6b7c8d9e0f", "N:Pilots;;;;", "FN:Pilots",
            "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:rebel-1", "NOTE:# Rules\\n\\nFly low.", "NOTE:Red and gold.",
            "X-ALMANAC-SUMMARY:Who flies", "X-COLOR:red")
        let report = try await take(leia + group)
        #expect(report.notes == 3)
        #expect(report.warnings.contains { $0.sentence.hasSuffix("nothing else: X-COLOR.") })
        #expect(try await take(leia + group).notes == 0)
        let out = try #require(try await store.exports.groups(of: .everybody).first { $0.group?.name == "Pilots" })
        #expect(out.notes == ["# Rules\n\nFly low.", "Red and gold."] && out.group?.summary == "Who flies")
        #expect(out.group?.members == ["rebel-1"])
    }

    @Test("nobody is put into a group that a search fills, and its card has whom the search finds")
    func smartGroup() async throws {
        var rebels = Group()
        (rebels.name, rebels.search) = ("Rebels", "leia")
        let id = try await store.groups.add(rebels).id
        let group = card("KIND:group", "FN:Rebels", "MEMBER:luke-1")
        let other = card("UID:luke-1", "FN:Luke Skywalker", "N:Skywalker;Luke;;;", "CATEGORIES:Rebels")
        let report = try await take(leia + other + group)
        #expect(report.groups == 0 && report.warnings.count == 3)
        #expect(
            report.warnings.contains {
                $0.sentence == "The members of “Rebels” are found by a search; nobody was put into it."
            })
        let hidden = try store.connection().first("SELECT count(*) FROM membership") { $0[0] as Int }
        #expect(hidden == 0)
        #expect(try await take(leia + other).counts == [.same: 2])
        #expect(try await store.groups.record(id).links.members.first.map(\.name) == ["Leia Organa"])
        #expect(try await store.exports.groups(of: .everybody).map { $0.group?.members } == [["rebel-1"]])
    }

    @Test("the UID of a card is news of somebody without one: groups name their members by it")
    func newUID() async throws {
        var person = Person()
        person.name.given = "Leia"
        person.name.family = "Organa"
        person.emails = [Labelled("", "leia@alderaan.example")]
        _ = try await store.persons.add(person)
        let leia = card("UID:rebel-1", "FN:Leia Organa", "N:Organa;Leia;;;", "EMAIL:leia@alderaan.example")
        let group = card("KIND:group", "FN:Pilots", "MEMBER:rebel-1")
        #expect(try await take(leia + group).counts == [.inDoubt: 1])
        #expect(try await take(leia + group, .merge).counts == [.inDoubt: 1])
        #expect(try await take(leia + group).counts == [.same: 1])
        let pilots = try #require(try await store.groups.named("Pilots").first.flatMap { Group.ID($0.address) })
        #expect(try await store.groups.record(pilots).links.members.first.map(\.name) == ["Leia Organa"])
    }

    @Test("stopped, it leaves nothing behind")
    func stopped() async throws {
        let before = try UserContent(of: store)
        let work = Task {
            var plan = ImportPlan()
            plan.progress = { done, _ in if done == 200 { withUnsafeCurrentTask { $0?.cancel() } } }
            let cards = (0..<1000).map { number in
                card("UID:\(number)", "FN:Nr \(number)", "N:Nr;\(number);;;", "PHOTO;ENCODING=b;TYPE=GIF:\(Self.photo)")
            }
            return try await store.imports.take([ContactStream(cards.joined())], by: plan)
        }
        await #expect(throws: CancellationError.self) { _ = try await work.value }
        #expect(try UserContent(of: store).differences(from: before) == [])
        #expect(try store.blobs.ids() == [])
    }

    /// A GIF of one pixel.
    private static let photo = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

    @Test("a photo is kept once, as a file, and its line comes back as it was")
    func photo() async throws {
        let line = "PHOTO;ENCODING=b;TYPE=GIF:\(Self.photo)"
        let text = card("UID:p", "FN:Leia", "N:;Leia;;;", line)
        #expect(try await take(text).photos == 1)
        #expect(try await take(text).counts == [.same: 1])
        let person = try #require(try await store.persons.list(Listing()).records.first)
        #expect(person.content.photo != nil)
        let page = try await store.exports.cards(of: .everybody, after: nil, limit: 5, withPhotos: true)
        var writer = ExportFormat.vcard.writer
        #expect(try writer.write(page.cards[0]) == [])
        #expect(String(decoding: writer.drain(), as: UTF8.self).contains(line.prefix(60)))
        #expect(page.cards[0].photo?.bytes.count == 42)
    }
}
