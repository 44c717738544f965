import Model
import TestSupport
import Testing
import Text

@testable import AlmanacStore
@testable import Interchange
@testable import Sync

/// Ordinary cards on the CardDAV servers of other projects: nothing is lost, changed without an edit, or sent twice.
@MainActor
@Suite struct ServerCardTests {
    /// A contact as an iPhone, an Android phone, and Evolution write it.
    private static let phones = [
        (
            "iphone.vcf",
            """
            PRODID:-//Apple Inc.//iPhone OS 17.0//EN
            UID:iphone-1
            N:Organa;Leia;;;
            FN:Leia Organa
            ORG:Alderaan;Senate
            item1.TEL;type=pref:+1 555 0100
            item1.X-ABLabel:_$!<Main>!$_
            TEL;type=CELL;type=VOICE:+1 555 0101
            EMAIL;type=INTERNET;type=HOME;type=pref:leia@example.org
            item2.ADR;type=HOME;type=pref:;;1 Palace Road\\nFloor 2;Aldera;;12345;Alderaan
            item2.X-ABADR:us
            item3.URL;type=pref:https://example.org
            item3.X-ABLabel:_$!<HomePage>!$_
            BDAY:1977-05-25
            item4.X-ABDATE;type=pref:1983-05-25
            item4.X-ABLabel:_$!<Anniversary>!$_
            item5.X-ABRELATEDNAMES;type=pref:Han Solo
            item5.X-ABLabel:_$!<Spouse>!$_
            IMPP;X-SERVICE-TYPE=Skype;type=HOME;type=pref:skype:leia
            X-SOCIALPROFILE;type=twitter:http://twitter.com/leia
            NOTE:Some note\\, with comma\\; and semicolon
            CATEGORIES:Rebels,Royals
            """
        ),
        (
            "android.vcf",
            """
            UID:android-1
            PRODID:ez-vcard 0.11.3
            N:Solo;Han;;Cpt.;
            FN:Cpt. Han Solo
            NICKNAME:Scoundrel
            TEL;TYPE=CELL:+1 555 0200
            TEL;TYPE=WORK,FAX:+1 555 0201
            EMAIL;TYPE=HOME:han@example.org
            X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Leia;14;;;;;;;;;;;;;
            X-ANNIVERSARY:1983-05-25
            BDAY;X-APPLE-OMIT-YEAR=1604:1604-07-13
            GEO:52.5;13.4
            TZ:+01:00
            PHOTO;ENCODING=b;TYPE=PNG:\(photo)
            """
        ),
        (
            "evolution.vcf",
            """
            UID:evo-1
            N:Chewbacca;;;;
            FN:Chewbacca
            X-EVOLUTION-ANNIVERSARY:1990-01-02
            X-EVOLUTION-SPOUSE:Malla
            X-AIM;X-EVOLUTION-UI-SLOT=1:chewie
            LABEL;TYPE=HOME:Tree 1\\nKashyyyk
            ADR;TYPE=HOME:;;Tree 1;Kashyyyk;;;
            TEL;TYPE=HOME,VOICE;X-EVOLUTION-UI-SLOT=1:555 0300
            REV:2020-01-01T00:00:00Z
            """
        ),
    ].map { (address: CardAddress(rawValue: $0), text: card($1)) }

    private static let photo =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    private static func card(_ lines: String, version: String = "3.0") -> [UInt8] {
        let start = ["BEGIN:VCARD", "VERSION:\(version)"]
        let all = start + lines.split(separator: "\n").map(String.init) + ["END:VCARD", ""]
        return Array(all.joined(separator: "\r\n").utf8)
    }

    private func write(_ cards: [(address: CardAddress, text: [UInt8])], to book: CardDAVBook) async throws {
        for card in cards { _ = try await book.put(card.text, at: card.address, .ifNoneMatch) }
    }

    @Test(
        .long("starts servers of other projects"), arguments: Soak.sample(CardDAVServer.Program.usual.reversed(), 1))
    func `Equal cards on both sides are in sync, and nothing is sent or changed`(
        program: CardDAVServer.Program
    ) async throws {
        let server = try CardDAVServer(program)
        let (book, database) = (try CardDAVBook(server), try await ServerDatabase(server))
        try await write(Self.phones, to: book)
        try await database.add(Self.phones.map(\.text))
        let (stored, tags) = (try await book.lines(), try await book.changes(since: nil).present)
        let before = try await database.contents()
        let report = try await database.sync()
        #expect(report.isInSync && report.sent.isEmpty && report.notices.isEmpty, "\(report)")
        #expect(try await database.contents().values == before.values)
        #expect(try await book.changes(since: nil).present == tags)
        #expect(try await book.lines() == stored)
        #expect(try await database.sync() == SyncReport())
    }

    @Test(.long("starts servers of other projects"), arguments: Soak.sample(CardDAVServer.Program.usual, 1))
    func `Received cards keep all values, and an edit changes only the edited property on the server`(
        program: CardDAVServer.Program
    ) async throws {
        let server = try CardDAVServer(program)
        let (book, database, imported) = (
            try CardDAVBook(server), try await ServerDatabase(server), try await ServerDatabase(server)
        )
        try await write(Self.phones, to: book)
        let stored = try await book.lines()
        #expect(try await database.sync().received == SyncReport.Counts(created: 3))
        #expect(try await database.sync() == SyncReport())
        try await imported.add(Self.phones.map(\.text))
        let values = try await imported.contents().values
        #expect(try await database.contents().values == values)

        for name in ["Leia Organa", "Han Solo", "Chewbacca"] {
            try await database.database.edit(name) { $0.jobTitle = "General" }
        }
        let report = try await database.sync()
        #expect(report.isInSync && report.sent == SyncReport.Counts(changed: 3), "\(report)")
        #expect(try await database.sync() == SyncReport())
        for (address, lines) in try await book.lines() {
            let (old, new) = (stored[address] ?? [], lines)
            let difference = new.difference(from: old).compactMap { change in
                switch change {
                case .insert(_, let line, _): line.hasPrefix("REV") ? nil : "+\(line)"
                case .remove(_, let line, _): line.hasPrefix("REV") ? nil : "-\(line)"
                }
            }
            #expect(difference == ["+TITLE:General"], "\(address.rawValue)")
        }
    }

    @Test(.long("starts servers of other projects"), arguments: Soak.sample(CardDAVServer.Program.usual, 1))
    func `Sent cards keep all values locally, and an idle synchronization sends nothing`(
        program: CardDAVServer.Program
    ) async throws {
        let server = try CardDAVServer(program)
        let (book, database) = (try CardDAVBook(server), try await ServerDatabase(server))
        let other = try await ServerDatabase(server)
        let new = Self.card(
            """
            UID:p1
            FN:Ann
            NICKNAME:Q,Z
            GEO:geo:46.77,-71.28
            PHOTO:data:image/png;base64,\(Self.photo)
            """, version: "4.0")
        try await database.add(Self.phones.map(\.text) + [new])
        for set in ["flintstones"] {
            _ = try await CommandContext.$current.withValue(CommandContext("seed \(set)", by: nil)) {
                try await database.store.seeds.load(.named(set))
            }
        }
        let before = try await database.contents()
        let report = try await database.sync()
        #expect(report.isInSync && report.sent == SyncReport.Counts(created: before.persons.count), "\(report)")
        #expect(try await database.contents().values == before.values)
        #expect(try await database.sync() == SyncReport())
        #expect(try await book.changes(since: nil).present.count == before.persons.count)
        try await other.sync()
        let received = try await other.contents().values
        for (name, values) in before.values where received[name] != values {
            #expect(report.notices.contains { $0.title == name }, "\(name): \(values), \(received[name] ?? [])")
        }
        #expect(try await other.sync() == SyncReport())
        #expect(try await database.sync() == SyncReport())
        #expect(try await database.contents().values == before.values)
    }

    @Test(
        .long("starts servers of other projects"), arguments: Soak.sample(CardDAVServer.Program.usual.reversed(), 1))
    func `Edits, deletions, and new cards on both sides are synchronized, and a conflict is reported`(
        program: CardDAVServer.Program
    ) async throws {
        let server = try CardDAVServer(program)
        let (one, other) = (try await ServerDatabase(server), try await ServerDatabase(server))
        let cards = (0..<6).map { Self.card("UID:u\($0)\nN:Person;\($0);;;\nFN:\($0) Person\nTITLE:Old\nTEL:\($0)") }
        try await one.add(cards)
        #expect(try await one.sync().sent.created == 6)
        #expect(try await other.sync().received.created == 6)
        try await one.database.edit("0 Person") { $0.jobTitle = "One" }
        try await other.database.edit("1 Person") { $0.jobTitle = "Other" }
        try await one.database.edit("2 Person") { $0.jobTitle = "One" }
        try await other.database.edit("2 Person") { $0.jobTitle = "Other" }
        try await one.delete("3 Person")
        try await other.delete("4 Person")
        try await one.add([Self.card("UID:new1\nN:New;One;;;\nFN:One New")])
        try await other.add([Self.card("UID:new2\nN:New;Other;;;\nFN:Other New")])
        let sent = try await one.sync()
        #expect(sent.isInSync && sent.sent == SyncReport.Counts(created: 1, changed: 2, deleted: 1), "\(sent)")
        let merged = try await other.sync()
        #expect(merged.problems.isEmpty && merged.failure == nil, "\(merged)")
        #expect(merged.received == SyncReport.Counts(created: 1, changed: 2, deleted: 1), "\(merged)")
        #expect(merged.sent == SyncReport.Counts(created: 1, changed: 1, deleted: 1), "\(merged)")
        #expect(merged.conflicts.map { $0.properties.map(\.property) } == [["TITLE"]])
        let received = try await one.sync()
        #expect(received.isInSync && received.sent.isEmpty, "\(received)")
        #expect(received.received == SyncReport.Counts(created: 1, changed: 1, deleted: 1), "\(received)")
        #expect(try await one.contents().values == other.contents().values)
        #expect(try await one.sync() == SyncReport())
        #expect(try await other.sync() == SyncReport())
    }

    @Test(.long("starts servers of other projects"), arguments: Soak.sample(CardDAVServer.Program.usual, 1))
    func `A photo, groups, notes, and categories are received`(program: CardDAVServer.Program) async throws {
        let server = try CardDAVServer(program)
        let (one, other) = (try await ServerDatabase(server), try await ServerDatabase(server))
        var random = SeededGenerator(seed: 1)
        let start = Base64.decoded(Array(Self.photo.utf8)[...]) ?? []
        let bytes = start + (0..<(Soak.isOn ? 300_000 : 3_000)).map { _ in UInt8(random.number(below: 256)) }
        let photo = "PHOTO;ENCODING=b;TYPE=PNG:\(String(decoding: Base64.encoded(bytes), as: UTF8.self))"
        try await one.add([
            Self.card("UID:a\nN:Solo;Han;;;\nFN:Han Solo\nCATEGORIES:Rebels,Pilots\nNOTE:About Han\n\(photo)"),
            Self.card(
                """
                UID:11111111-2222-4333-8444-555555555555
                N:Bowling;;;;
                FN:Bowling
                NOTE:Server text
                X-ADDRESSBOOKSERVER-KIND:group
                X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:a
                """),
        ])
        let sent = try await one.sync()
        #expect(sent.isInSync && sent.sent.created == 1, "\(sent)")
        let book = try CardDAVBook(server)
        try await write(
            [
                (
                    "team.vcf",
                    Self.card(
                        """
                        UID:22222222-2222-4333-8444-555555555555
                        N:Team;;;;
                        FN:Team
                        NOTE:Team text
                        CATEGORIES:Groups
                        X-ADDRESSBOOKSERVER-KIND:group
                        X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:a
                        """)
                )
            ], to: book)
        // With the first group card, groups become cards, and the contact no longer lists the group “Bowling”.
        for (database, sent) in [(one, 1), (other, 0), (one, 0), (other, 0)] {
            let report = try await database.sync()
            #expect(report.isInSync && report.sent.changed == sent, "\(report)")
        }
        for database in [one, other] {
            #expect(try await database.sync() == SyncReport())
            let contents = try await database.contents()
            let blob = try #require(contents.persons.first?.photo)
            let stored = try database.store.blobs.load(blob, as: Photo.self).bytes
            #expect(stored == bytes)
            #expect(Set(contents.groups.map(\.name)) == ["Rebels", "Pilots", "Bowling", "Team"])
            #expect(Set(contents.notes.map(\.text)) == ["About Han", "Server text", "Team text"])
            #expect(contents.members.count == 4)
        }
    }
}

extension ServerDatabase {
    fileprivate func delete(_ name: String) async throws {
        let person = try await database.person(name)
        try await store.persons.delete([person.id], in: CommandContext("delete", by: nil))
    }
}
