@testable import AlmanacStore
import FoundationEssentials
import Interchange
import Model
@testable import Sync
import TestSupport
import Testing

/// The records of cards, which must not depend on how a card arrives.
@MainActor
@Suite struct CardRecordTests {
    @Test(.long("imports and synchronizes 81 cards"), arguments: Soak.sample(SampleCards.own, 13))
    func `Importing and synchronizing a card result in the same record, and nothing is sent`(
        sample: SampleCards.Sample
    ) async throws {
        try await check(sample)
    }

    @Test(
        .long("imports and synchronizes each card of other programs"),
        .enabled(if: SampleCards.arePresent, "../shared/data/vcards is missing"))
    func `Importing and synchronizing cards of other programs result in the same records`() async throws {
        for sample in Soak.sample(SampleCards.foreign, 6) { try await check(sample) }
    }

    private func check(_ sample: SampleCards.Sample) async throws {
        let (folder, imported) = (try SimulatedFolder(), try await TemporaryStore())
        let synced = try await SyncedDatabase(folder.path)
        for store in [imported.store, synced.store.store] {
            var planet = Planet()
            planet.name = "Alderaan"
            _ = try await store.planets.add(planet)
        }
        folder.write(bytes: sample.text, at: "card.vcf")
        let stream = ContactStream(InMemoryByteSource(sample.text), by: CardReader(file: "card.vcf"))
        let report = try await imported.imports.importContacts([stream], onDuplicate: nil)
        let received = try await synced.sync()
        if report.rejections.count > 0 || !received.problems.isEmpty {
            #expect(report.rejections.count > 0 && !received.problems.isEmpty, "\(sample): \(report), \(received)")
            return
        }
        #expect(received.received == SyncReport.Counts(created: 1) && received.sent.isEmpty, "\(sample): \(received)")
        let records = (
            try await RecordContents(of: imported.store), try await RecordContents(of: synced.store.store)
        )
        #expect(records.0 == records.1, "\(sample)")
        let exports = (try await export(imported.store), try await export(synced.store.store))
        #expect(exports.0 == exports.1, "\(sample): \(exports.0.difference(from: exports.1))")
        #expect(try await synced.sync() == SyncReport(), "\(sample)")
        #expect(folder.bytes(at: "card.vcf") == sample.text && folder.names == ["card.vcf"], "\(sample)")
    }

    /// Returns the exported contacts and groups, without the UUIDs that each database has assigned.
    private func export(_ store: Store) async throws -> [String] {
        var writer = ExportFormat.vcard.writer
        let page = try await store.exports.cards(of: .all, after: nil, limit: 10, withPhotos: true)
        for card in try await page.cards + store.exports.groups(of: .all) {
            var card = card
            card.uid = ContactCard.uid(in: card.person.card)
            _ = try writer.write(card)
        }
        writer.finish()
        let uuids = try await store.database.reading { connection in
            try connection.all("SELECT uuid FROM person") { $0[0] as String }
        }
        let lines = String(decoding: writer.drain(), as: UTF8.self).split(separator: "\r\n").map { line in
            uuids.reduce(String(line)) { $0.replacing($1, with: "uuid") }
        }
        return lines.filter { !$0.hasPrefix("REV:") }
    }
}

/// Cards in all versions and of all kinds.
enum SampleCards {
    struct Sample: Sendable, CustomTestStringConvertible, CustomStringConvertible {
        let description: String
        let text: [UInt8]
        var testDescription: String { description }
    }

    private static let contact = [
        "N:Organa;Leia;;;", "FN:Leia Organa", "NICKNAME:Lelila", "ORG:Alderaan;Senate", "TITLE:Senator",
        "TEL;TYPE=home:+1 555 0100", "TEL;TYPE=CELL;PREF=1:+1 555 0101", "EMAIL;TYPE=INTERNET:leia@example.org",
        "ADR;TYPE=home:;;1 Palace Road;Aldera;;12345;Alderaan", "BDAY:19770525", "URL:https://example.org",
        "item1.X-ABDATE:1983-05-25", "item1.X-ABLabel:_$!<Anniversary>!$_", "X-JABBER:leia@example.org",
        "item2.X-ABRELATEDNAMES:Han Solo", "item2.X-ABLabel:_$!<Spouse>!$_", "CATEGORIES:Rebels,Royals",
        "NOTE:First note", "NOTE:# Topic\\n\\nSecond note", "NOTE:First note", "X-ALMANAC-PLANET:Alderaan",
        "X-OTHER;X-KEPT=1:a,b;c", "REV:20200101T000000Z",
    ]

    private static let group = [
        "N:Rebels;;;;", "FN:Rebels", "NOTE:Group note", "CATEGORIES:Teams", "X-ALMANAC-SUMMARY:All rebels",
        "X-COLOR:red",
    ]

    private static func photo(in version: String) -> String {
        let bytes = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        return switch version {
        case "4.0": "PHOTO:data:image/png;base64,\(bytes)"
        case "3.0": "PHOTO;ENCODING=b;TYPE=PNG:\(bytes)"
        default: "PHOTO;ENCODING=BASE64;TYPE=PNG:\(bytes)\r\n"
        }
    }

    /// Contacts, organizations, and groups in each version, with and without a UID.
    static let own: [Sample] = ["2.1", "3.0", "4.0"].flatMap { version in
        let kinds = [
            ("contact", contact + [photo(in: version)]),
            ("organization", ["N:;;;;", "FN:Senate", "ORG:Senate", "X-ABShowAs:COMPANY", "KIND:org", "NOTE:Office"]),
            ("group", group + ["KIND:group", "MEMBER:urn:uuid:aaaaaaaa-2222-4333-8444-555555555555", "MEMBER:x y"]),
            ("Apple group", group + ["X-ADDRESSBOOKSERVER-KIND:group", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:han"]),
            ("name", ["FN:Han Solo"]), ("nameless contact", ["TEL:1"]), ("parts", ["N:Solo;Han;;;"]),
            ("Evolution list", ["FN:Choir", "X-EVOLUTION-LIST:TRUE", "EMAIL;X-NUM=0:Ina Test <ina@example.org>"]),
            ("card with other names", ["First name:Egon", "Home phone:030 1"]),
        ]
        return kinds.flatMap { kind, lines in
            [nil, "uid-1", "urn:uuid:11111111-2222-4333-8444-555555555555"].map { uid in
                let all = ["BEGIN:VCARD", "VERSION:\(version)"] + (uid.map { ["UID:\($0)"] } ?? []) + lines
                return Sample(
                    description: "\(kind) in \(version) with \(uid ?? "no UID")",
                    text: Array((all + ["END:VCARD", ""]).joined(separator: "\r\n").utf8))
            }
        }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../../shared"
    ).standardized

    static let arePresent = FileManager.default.fileExists(atPath: folder.appending(path: "data/vcards").path)

    /// The cards in files of other programs.
    static let foreign: [Sample] = ["data/vcards", "cases"].flatMap { name in
        let part = folder.appending(path: name)
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: part.path)) ?? []
        return paths.filter { $0.hasSuffix(".vcf") }.sorted().flatMap { path -> [Sample] in
            guard let bytes = try? Data(contentsOf: part.appending(path: path)) else { return [] }
            return cards(in: Array(bytes)).enumerated().map {
                Sample(description: "\(path) \($0.offset + 1)", text: $0.element)
            }
        }
    }

    /// Returns the cards that are not nested.
    private static func cards(in bytes: [UInt8]) -> [[UInt8]] {
        var (cards, depth): ([[UInt8]], Int) = ([[]], 0)
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let word = String(decoding: line, as: UTF8.self).uppercased()
            if word.hasPrefix("BEGIN:VCARD") { depth += 1 }
            cards[cards.count - 1] += line + [0x0A]
            if word.hasPrefix("END:VCARD") {
                depth -= 1
                if depth == 0 { cards.append([]) }
            }
        }
        return cards.filter { String(decoding: $0, as: UTF8.self).uppercased().contains("BEGIN:VCARD") }
    }
}
