import FoundationEssentials
import Interchange
import Model
import Synchronization
import TestSupport
import Testing
@testable import AlmanacStore

@Suite("Importing cards")
struct ImportTests {
    let store: TemporaryStore

    init() async throws { store = try await TemporaryStore() }

    func importText(_ text: String, _ known: DuplicatePolicy? = nil, isDryRun: Bool = false) async throws
        -> ImportReport
    {
        try await CommandContext.$current.withValue(CommandContext("import cards.vcf", by: nil, isDryRun: isDryRun)) {
            try await store.imports.importContacts([ContactStream(text)], onDuplicate: known)
        }
    }

    func card(_ lines: String...) -> String { card(lines) }

    func card(_ lines: [String]) -> String {
        (["BEGIN:VCARD", "VERSION:3.0"] + lines + ["END:VCARD"]).map { $0 + "\r\n" }.joined()
    }

    var leia: String {
        card(
            "UID:rebel-1", "FN:Leia Organa", "N:Organa;Leia;;;", "EMAIL:leia@alderaan.example", "CATEGORIES:Rebels",
            "NOTE:Bring them back.")
    }

    var luke: String { card("FN:Luke Skywalker", "N:Skywalker;Luke;;;", "TEL:+1 555 0100 200") }

    @Test("A note that occurs twice is imported once")
    func noteTwice() async throws {
        let twice = card("UID:1", "FN:Leia Organa", "NOTE:Bring them back.", "NOTE:Bring them back.", "NOTE:Soon.")
        #expect(try await importText(twice).notes == 2)
        #expect(try await importText(twice).counts == [.same: 1])
        #expect(try SearchCheck().findings(in: store.connection()) == [])
    }

    private var photo: String { "PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgoAAAANSUhEUg==" }

    @Test("The text of a rejected card contains its photo, and no photo is stored")
    func refused() async throws {
        let long = "NICKNAME:" + String(repeating: "x", count: 70_000)
        let rejected = Mutex<[RejectedItem]>([])
        var listener = ImportListener()
        listener.reject = { item in rejected.withLock { $0.append(item) } }
        let stream = ContactStream(card("UID:1", "FN:Leia Organa", long, photo, "BDAY:never", "PLANET:Nowhere"))
        let report = try await store.imports.importContacts([stream], onDuplicate: nil, reportingTo: listener)
        #expect(report.rejections.count == 1 && report.warnings.count == 0 && report.counts == [:])
        let text = rejected.withLock { String(decoding: $0[0].text.bytes, as: UTF8.self) }
        #expect(text.contains("iVBORw0KGgoAAAANSUhEUg=="))
        #expect(!FileManager.default.fileExists(atPath: store.folder + "/almanac.db.photos"))
    }

    @Test("The text of a card that is rejected because of an existing invalid person also contains its photo")
    func refusedLate() async throws {
        #expect(try await importText(leia).counts == [.new: 1])
        try store.connection().run("UPDATE person SET nickname = ?1") { $0[1] = String(repeating: "x", count: 70_000) }
        let rejected = Mutex<[RejectedItem]>([])
        var listener = ImportListener()
        listener.reject = { item in rejected.withLock { $0.append(item) } }
        let stream = ContactStream(card("UID:rebel-1", "FN:Leia Organa", "N:Organa;Leia;;;", "TITLE:General", photo))
        let report = try await store.imports.importContacts([stream], onDuplicate: .merge, reportingTo: listener)
        #expect(report.rejections.count == 1)
        let text = rejected.withLock { String(decoding: $0.first?.text.bytes ?? [], as: UTF8.self) }
        #expect(text.contains("iVBORw0KGgoAAAANSUhEUg=="))
    }

    @Test("A phone number shared by many persons matches only a person with the same name")
    func crowd() async throws {
        func employee(_ name: String) -> String {
            card("N:\(name);Wilma;;;", "FN:Wilma \(name)", "TEL:+1 555 0100 200")
        }
        let names = (0..<30).map {
            String(repeating: "abcdefghijklmnopqrstuvwxyz", count: 3).dropFirst($0 * 5 % 26).prefix(4 + $0)
        }
        #expect(try await importText(names.map { employee(String($0)) }.joined(), .keepBoth).counts[.new] == 30)
        let again = card("N:\(names[28]);Wilma;;;", "FN:Wilma \(names[28])", "TEL:+1 555 0100 200", "TITLE:Pilot")
        #expect(try await importText(again, .skip).counts == [.possible: 1])
        #expect(try await importText(employee("Zyzzyva")).counts == [.new: 1])
    }

    @Test("Cards match preceding cards in the same file")
    func sameFile() async throws {
        let again = card("UID:rebel-1", "FN:Leia Organa", "N:Organa;Leia;;;", "TEL:+1 555 0100 100")
        let lookalike = card("FN:Luke Skywalker", "N:Skywalker;Luke;;;", "TEL:+1 555 0100 200", "TITLE:Pilot")
        let report = try await importText(leia + luke + leia + again + lookalike, .merge)
        #expect(report.counts == [.new: 2, .same: 1, .changed: 1, .possible: 1])
        let persons = try await store.persons.list(ListRequest()).items
        #expect(persons.map(\.content.title) == ["Leia Organa", "Luke Skywalker"])
        #expect(persons.map(\.content.phones.count) == [1, 1] && persons[1].content.jobTitle == "Pilot")
        #expect(persons.map(\.id.rawValue).sorted() == [1, 2])
        #expect(try SearchCheck().findings(in: store.connection()) == [])
        let step = try #require(try await store.history.nextUndo())
        _ = try await store.history.undo(step.id)
        #expect(try await store.persons.list(ListRequest()).items.isEmpty)
        #expect(try await importText(leia).counts == [.new: 1])
        #expect(try await store.persons.list(ListRequest()).items.map(\.id.rawValue) == [3])
    }

    @Test("Cards match a person as changed by the preceding card")
    func changedPerson() async throws {
        _ = try await importText(card("N:Bell;Ann;;;", "FN:Ann Bell", "EMAIL:ann@x.example"))
        let phone = "TEL:+1 555 0100 200"
        let first = card("N:Bell;Ann;;;", "FN:Ann Bell", "EMAIL:ann@x.example", phone)
        let second = card("N:Bell;Ann;;;", "FN:Ann Bell", phone, "TITLE:Pilot")
        #expect(try await importText(first + second, .merge).counts == [.possible: 2])
        let persons = try await store.persons.list(ListRequest()).items.map(\.content)
        #expect(persons.map(\.jobTitle) == ["Pilot"])
        #expect(persons.map(\.phones.count) == [1] && persons.map(\.emails.count) == [1])
    }

    @Test("Importing a file again changes nothing")
    func twice() async throws {
        #expect(try await importText(leia + luke).counts == [.new: 2])
        let before = try UserContent(of: store)
        #expect(try await importText(leia + luke).counts == [.same: 2])
        #expect(try UserContent(of: store).differences(from: before) == [])
        #expect(try SearchCheck().findings(in: store.connection()) == [])
    }

    @Test("An import is recorded as one step, which can be undone and redone")
    func undone() async throws {
        try await SampleRecords.settle(in: store.store)
        let before = try UserContent(of: store)
        _ = try await importText(leia + luke, .merge)
        let after = try UserContent(of: store)
        let step = try #require(try await store.history.nextUndo())
        #expect(step.origin == .command("import cards.vcf", by: nil))
        _ = try await store.history.undo(step.id)
        #expect(try UserContent(of: store).differences(from: before) == [])
        _ = try await store.history.redo(step.id)
        #expect(try UserContent(of: store).differences(from: after) == [])
    }

    @Test("A changed note on a card whose former note was deleted is added and counted")
    func replacedNote() async throws {
        let person = ["FN:Leia", "N:;Leia;;;", "UID:leia"]
        _ = try await importText(card(person + ["NOTE:Old"]))
        let note = try #require(try await store.notes.list(ListRequest()).items.first)
        try await store.notes.delete([note.id])
        #expect(try await importText(card(person + ["NOTE:New"]), .merge).notes == 1)
        #expect(try await store.persons.list(ListRequest()).items.first?.links.notes.first.map(\.name) == ["New"])
    }

    @Test("Categories become groups, notes on a card become notes, and imported persons can be found")
    func ties() async throws {
        let report = try await importText(leia + luke)
        #expect((report.groups, report.notes) == (1, 1))
        let person = try #require(try await store.persons.list(ListRequest()).items.first { $0.name.given == "Leia" })
        #expect(person.links.groups.map(\.name) == ["Rebels"])
        #expect(person.links.notes.first.map(\.name) == ["Bring them back."])
        #expect(person.card.contains("CATEGORIES:Rebels"))
        for text in ["leia", "alderaan", "skywalker", "0100200"] {
            #expect(try await store.search.find(text, at: .beginning, limit: 5).matches.isEmpty == false, "\(text)")
        }
    }

    @Test("An import with undecided changes or possible duplicates leaves the database unchanged")
    func open() async throws {
        _ = try await importText(leia)
        let before = try UserContent(of: store)
        let changed = card("UID:rebel-1", "FN:Leia Solo", "N:Solo;Leia;;;")
        let doubtful = card("FN:Leia Organa", "N:Organa;Leia;;;", "EMAIL:LEIA@alderaan.example", "TITLE:Senator")
        let report = try await importText(changed + doubtful + luke)
        #expect(report.counts == [.changed: 1, .possible: 1, .new: 1])
        #expect(report.isOpen)
        #expect(report.cases.map(\.kind) == [.changed, .possible])
        #expect(report.cases.map { $0.existing?.name } == ["Leia Organa", "Leia Organa"])
        #expect(try UserContent(of: store).differences(from: before) == [])
    }

    @Test(
        "Cards that match an existing contact are skipped, merged, or imported as new contacts, as requested",
        arguments: DuplicatePolicy.allCases)
    func known(_ known: DuplicatePolicy) async throws {
        _ = try await importText(leia)
        let changed = card("UID:rebel-1", "FN:Leia Solo", "N:Solo;Leia;;;", "TEL:+1 555 0100 300")
        let doubtful = card("FN:Leia Organa", "N:Organa;Leia;;;", "EMAIL:LEIA@alderaan.example", "TITLE:Senator")
        for text in [doubtful, changed] { _ = try await importText(text, known) }
        let persons = try await store.persons.list(ListRequest(by: .created)).items
        switch known {
        case .skip:
            #expect(persons.map(\.content.title) == ["Leia Organa"])
            #expect(persons[0].jobTitle == "" && persons[0].phones.isEmpty)
        case .merge:
            #expect(persons.map(\.content.title) == ["Leia Solo"])
            #expect(persons[0].jobTitle == "Senator" && persons[0].phones.count == 1 && persons[0].emails.isEmpty)
            #expect(try await importText(changed).counts == [.same: 1])
        case .keepBoth:
            #expect(persons.count == 3)
            for text in [doubtful, changed] { #expect(try await importText(text).counts == [.same: 1]) }
        }
    }

    @Test("A newer label replaces the old label, and two labels for the same number are kept")
    func newerLabels() async throws {
        let old = card("UID:1", "FN:Leia", "N:;Leia;;;", "TEL;TYPE=HOME:+1 555 1", "TEL;TYPE=WORK:7", "TEL;TYPE=HOME:7")
        let new = card("UID:1", "FN:Leia", "N:;Leia;;;", "TEL;TYPE=CELL:+1-555-1", "TEL;TYPE=WORK:7", "TEL;TYPE=HOME:7")
        _ = try await importText(old)
        #expect(try await importText(new, .merge).counts == [.changed: 1])
        let phones = try #require(try await store.persons.list(ListRequest()).items.first).content.phones
        #expect(phones == [Labeled("mobile", "+1 555 1"), Labeled("work", "7"), Labeled("home", "7")])
        #expect(try await importText(new).counts == [.same: 1])
    }

    @Test("A dry run reports the new contacts and changes nothing")
    func dryRun() async throws {
        let before = try UserContent(of: store)
        #expect(try await importText(leia + luke, isDryRun: true).counts == [.new: 2])
        #expect(try UserContent(of: store).differences(from: before) == [])
    }

    @Test("An invalid card does not stop the import, and its text is reported")
    func rejected() async throws {
        let rejects = InMemoryByteTarget { _ in }
        var listener = ImportListener()
        let bad = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Lost\r\n"
        listener.reject = { rejects.write($0.text.bytes) }
        let report = try await store.imports.importContacts(
            [ContactStream(leia + bad + luke)], onDuplicate: nil, reportingTo: listener)
        #expect(report.counts == [.new: 2], "\(report)")
        #expect(report.rejections.count == 1)
        #expect(report.rejections.reported.map(\.place) == [SourceLocation(file: "cards.vcf", line: 10, number: 2)])
        #expect(String(decoding: rejects.written, as: UTF8.self).contains("FN:Lost"))
    }

    @Test(
        "A merge skips and reports a differing value of a possible duplicate")
    func contradiction() async throws {
        func ann(_ title: String) -> String {
            card("FN:Ann Bell", "N:Bell;Ann;;;", "EMAIL:ann@x.example", "TITLE:\(title)")
        }
        _ = try await importText(ann("CEO"))
        #expect(try await importText(ann("CEO")).counts == [.same: 1])
        #expect(try await importText(ann("Queen")).isOpen)
        let merged = try await importText(ann("Queen"), .merge)
        let sentence = "Skipped Title “Queen”: Ann Bell (persons/1) has “CEO”."
        #expect(
            merged.counts == [.possible: 1] && merged.warnings.reported.map(\.sentence.description) == [sentence],
            "\(merged)")
        _ = try await importText(ann("Queen"), .keepBoth)
        #expect(try await store.persons.list(ListRequest()).items.map(\.content.jobTitle).sorted() == ["CEO", "Queen"])
        #expect(try await importText(ann("Queen")).counts == [.same: 1])
    }

    @Test("A cancelled import changes nothing")
    func stopped() async throws {
        let before = try UserContent(of: store)
        let work = Task {
            var listener = ImportListener()
            listener.progress = { done, _ in if done == 200 { withUnsafeCurrentTask { $0?.cancel() } } }
            let cards = (0..<1000).map { number in
                card("UID:\(number)", "FN:Nr \(number)", "N:Nr;\(number);;;", "PHOTO;ENCODING=b;TYPE=GIF:\(Self.photo)")
            }
            return try await store.imports.importContacts(
                [ContactStream(cards.joined())], onDuplicate: nil, reportingTo: listener)
        }
        await #expect(throws: CancellationError.self) { _ = try await work.value }
        #expect(try UserContent(of: store).differences(from: before) == [])
        #expect(try store.blobs.ids() == [])
    }

    /// A GIF with one pixel.
    private static let photo = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

    @Test("A photo on a card is stored with the person, and its line is restored on export")
    func photo() async throws {
        let line = "PHOTO;ENCODING=b;TYPE=GIF:\(Self.photo)"
        let text = card("UID:p", "FN:Leia", "N:;Leia;;;", line)
        #expect(try await importText(text).photos == 1)
        #expect(try await importText(text).counts == [.same: 1])
        let person = try #require(try await store.persons.list(ListRequest()).items.first)
        #expect(person.content.photo != nil)
        let page = try await store.exports.cards(of: .all, after: nil, limit: 5, withPhotos: true)
        var writer = ExportFormat.vcard.writer
        #expect(try writer.write(page.cards[0]).losses == [])
        #expect(String(decoding: writer.drain(), as: UTF8.self).contains(line.prefix(60)))
        #expect(page.cards[0].photo?.bytes.count == 42)
    }

    @Test("The estimated number of cards differs from the actual number by less than four percent")
    func progress() async throws {
        func totals(_ count: Int, chunk: Int = 64 << 10) async throws -> [Int?] {
            let told = Mutex<[Int?]>([])
            var listener = ImportListener()
            listener.progress = { _, total in told.withLock { $0.append(total) } }
            let cards = (10_000..<10_000 + count).map { card("UID:\($0)", "FN:Nr \($0)", "N:Nr;\($0);;;") }
            let source = InMemoryByteSource(Array(cards.joined().utf8), chunk: chunk)
            _ = try await store.imports.importContacts(
                [ContactStream(source, by: CardReader(file: source.name))], onDuplicate: nil, reportingTo: listener)
            return told.withLock { $0 }
        }
        #expect(try await totals(300).prefix(2) == [nil, nil])
        let many = try await totals(1_500, chunk: 8 << 10).compactMap(\.self)
        #expect(many.count > 10 && many.allSatisfy { 1_450...1_550 ~= $0 }, "\(many)")
    }

    @Test("A search for the formatted name finds a person, even if that name differs from the name parts")
    func wholeNames() async throws {
        let anna = card("FN:Mom", "N:Smith;Anna;;;", "EMAIL:anna@x.example", "X-PLAN:;")
        _ = try await importText(anna + card("FN;LANGUAGE=en:Ken Oe", "FN;LANGUAGE=ja:大江", "N:Oe;Ken;;;"))
        for (typed, name, field, text) in [
            ("mom", "Anna Smith", "formattedName", "Mom"), ("大江", "Ken Oe", "name", "大江"),
            ("oe", "Ken Oe", "name", "Ken Oe"),
        ] {
            let match = try #require(try await store.search.find(typed, at: .beginning, limit: 5).matches.first)
            #expect(match.reference.name == name && match.field == field && match.text == text)
        }
        #expect(try await store.recipients.recipients(matching: "mom", limit: nil).map(\.email) == ["anna@x.example"])
        #expect(try SearchCheck().findings(in: store.connection()) == [])
    }
}

extension ImportTests {
    @Test("A repeated import recognizes persons without a UID by the database’s sort keys")
    func sortLanguage() async throws {
        let text = card("FN:Öberg Åsa", "N:Öberg;Åsa;;;") + card("FN:+1 555 0100", "N:;;;;", "TEL:+1 555 0100")
        try await store.store.nameRules.save(NameRules(order: .given, sortLanguage: "sv"))
        #expect(try await importText(text).counts == [.new: 2])
        #expect(try await importText(text).counts == [.same: 2])
        #expect(try await store.persons.list(ListRequest()).items.map(\.title) == ["+1 555 0100", "Åsa Öberg"])
        try await store.store.nameRules.save(NameRules())
        #expect(try await importText(text).counts == [.same: 2])
        #expect(try await store.persons.list(ListRequest()).items.map(\.title) == ["+1 555 0100", "Öberg Åsa"])
        #expect(try SearchCheck().findings(in: store.connection()) == [])
    }
}
