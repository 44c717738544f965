import Interchange
@testable import Sync
import TestSupport
import Testing

/// Servers that write the same values in another way, as observed.
@MainActor
@Suite struct RespelledCardTests {
    enum Server: CaseIterable {
        case cyrus, davical, sogo

        /// Returns the line that the server stores.
        func stored(_ line: String) -> String {
            var line = Self.escapingSemicolons(line)
            switch self {
            case .cyrus: if line.hasPrefix("TEL;TYPE=") { line = line.replacing(",", with: ";TYPE=") }
            case .davical: line = Self.uppercasingHead(line)
            case .sogo:
                line = Self.uppercasingHead(line).replacing(";TYPE=HOME;TYPE=pref", with: ";TYPE=HOME,pref")
                while line.hasSuffix(";") { line.removeLast() }
                line = line.replacing("GEO:52.5;", with: "GEO:52.5\\;")
            }
            return line
        }

        private static func escapingSemicolons(_ line: String) -> String {
            let name = "X-ANDROID-CUSTOM:"
            guard line.hasPrefix(name) else { return line }
            return name + line.dropFirst(name.count).replacing("\\;", with: ";").replacing(";", with: "\\;")
        }

        /// Returns the line with its group, its name, and its parameter names in uppercase.
        private static func uppercasingHead(_ line: String) -> String {
            guard let colon = line.firstIndex(of: ":") else { return line }
            let parts = line[..<colon].split(separator: ";").map { part in
                let value = part.drop { $0 != "=" }
                return part.dropLast(value.count).uppercased() + value
            }
            return parts.joined(separator: ";") + line[colon...]
        }
    }

    private static let card = TestCard(
        uid: "leia",
        [
            "N:Organa;Leia;;;", "FN:Leia Organa", "item1.TEL;type=pref:+1 555 0100", "item1.X-ABLabel:_$!<Main>!$_",
            "TEL;TYPE=WORK,FAX:+1 555 0201", "EMAIL;type=HOME;type=pref:leia@example.org",
            "item2.ADR;type=HOME;type=pref:;;1 Palace Road\\nFloor 2;Aldera;;;", "item2.X-ABADR:us",
            "item4.X-ABDATE;type=pref:1983-05-25", "item4.X-ABLabel:_$!<Anniversary>!$_",
            "item5.X-ABRELATEDNAMES;type=pref:Han Solo", "item5.X-ABLabel:_$!<Spouse>!$_",
            "IMPP;X-SERVICE-TYPE=Skype;type=HOME;type=pref:skype:leia", "GEO:52.5;13.4",
            "X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Luke;13;;;;;;;;;;;;;",
        ])

    @Test(arguments: Server.allCases)
    func `A card that the server writes differently is in sync, and nothing is sent`(
        server: Server
    ) async throws {
        let (book, database) = (InMemoryBook(), try await FileDatabase("/book"))
        book.write(TestCard(uid: "leia", Self.card.lines.map(server.stored)), at: "leia.vcf")
        try await database.add(Self.card)
        let report = try await database.synchronize(book)
        #expect(report.isInSync && report.sent.isEmpty && report.notices.isEmpty, "\(report)")
        #expect(!book.requests.contains("put"))
        #expect(try await database.synchronize(book) == SyncReport())
    }

    @Test(arguments: Server.allCases)
    func `A sent card keeps its values, and only an edited property changes on the server`(
        server: Server
    ) async throws {
        let (book, database) = (InMemoryBook(), try await FileDatabase("/book"))
        book.storedLines = { $0.map(server.stored) }
        try await database.add(Self.card)
        #expect(try await database.synchronize(book).notices.isEmpty)
        #expect(try await database.cards() == [Self.card])
        #expect(try await database.synchronize(book) == SyncReport())
        let stored = try #require(book.card("leia.vcf"))
        let before = try await database.database.persons().map(\.content)
        try await database.database.edit("Leia Organa") { $0.jobTitle = "Senator" }
        let report = try await database.synchronize(book)
        #expect(report.isInSync && report.sent == SyncReport.Counts(changed: 1) && report.notices.isEmpty, "\(report)")
        #expect(book.card("leia.vcf")?.lines == stored.lines + ["TITLE:Senator"])
        var after = try await database.database.persons().map(\.content)
        after[0].jobTitle = ""
        after[0].card = before[0].card
        #expect(after == before)
        #expect(try await database.synchronize(book) == SyncReport())
    }
}
