import Glibc
import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// The messages of `check` and `check --fix`, which name records, tables, and values.
struct FindingMessageTests {
    let place: DamagedStore

    init() async throws { place = try await DamagedStore() }

    private static let remote = """
        INSERT INTO remote (
            name, location, contents, is_read_only, is_default, password_source, permitted_origins, accepts_version_4,
            rejects_writes, batch_size, generation, has_group_cards, last_change, is_complete)
        VALUES ('home', 'book', 'all', 0, 0, 'command', 'https://a.example', 0, 0, 1, 0, 0, 0, 0);
        """

    private static let photo = String(repeating: "../x", count: 16)

    @Test(arguments: [
        (
            """
            \(remote)
            INSERT INTO remote_card (remote_id, address, etag, kind, record_id, dropped, base)
            SELECT id, 'a.vcf', '1', 'person', 99, '', x'' FROM remote;
            UPDATE person SET photo = '\(photo)' WHERE id = 1;
            """, CheckDepth.quick,
            [
                "The remote home has a card for persons/99, which never existed.",
                "The remote home cannot be read: location “book”, password source “command”, servers “https://a.example”.",
                "persons/1 has an invalid photo name: “\(photo)”.",
            ]
        ),
        (
            """
            INSERT INTO note (id, topic, display_name, sort_key) VALUES (\(RecordID.limit + 1), 'a', 'a', 'a');
            INSERT INTO note (id, topic, display_name, sort_key) VALUES (\(Int64.max), 'b', 'b', 'b');
            """, .quick,
            [
                "Table note contains the row ID 9223372036854775807, so no row can be added.",
                "The ID of notes/549755813889 exceeds the limit of 549755813888.",
                "The last issued ID of table note is 9223372036854775807, which exceeds the limit of 549755813888.",
            ]
        ),
        (
            """
            DELETE FROM person_email WHERE person_id = 3;
            DROP TRIGGER person_email_insert_recorded;
            INSERT INTO person_email VALUES (3, 0, 'home', 'leia@rebels.example');
            DROP TRIGGER person_email_delete_recorded;
            DELETE FROM person_email WHERE person_id = 1;
            """, .deep,
            [
                "A row of persons/1 in table person_email is missing, but was not recorded as deleted.",
                "A row of persons/3 in table person_email exists, but was recorded as deleted.",
            ]
        ),
        (
            """
            PRAGMA foreign_keys = OFF;
            DROP TRIGGER change_never_deleted;
            DELETE FROM change WHERE id < 4;
            """, .deep, ["Missing history changes: 1 to 3."]
        ),
    ])
    func `Findings name their records, tables, and values`(
        damage: String, depth: CheckDepth, details: [String]
    ) async throws {
        try place.folder.runAsOtherProgram(damage)
        let found = Set(try await place.maintenance.check(depth).map(\.detail.description))
        for detail in details { #expect(found.contains(detail), "\(found.sorted())") }
    }

    @Test func `A changed account without a card is reported with the changed column and the table`() async throws {
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        _ = try await store.accounts.add(name: "Leia", passphrase: nil)
        store.close()
        try place.folder.runAsOtherProgram("DROP TRIGGER account_update_recorded; UPDATE account SET name = 'Han'")
        let findings = try await place.maintenance.check(.deep)
        let expected = Finding(
            .historyDiffers, "A row differs from its last recorded state: name of account.")
        #expect(findings.contains(expected), "\(findings)")
    }

    @Test func `A repair saves the names and values of unreadable rows in notes`() async throws {
        try place.folder.runAsOtherProgram(
            """
            \(Self.remote)
            INSERT INTO draft (place, words) VALUES ('persons/1/edit', '{');
            UPDATE people_group SET search = 'fred', person_filter = 'given ==' WHERE id = 1;
            """)
        let report = try await place.maintenance.repair()
        #expect(report.left == [])
        #expect(
            Set(report.repaired.map(\.description)).isSuperset(of: [
                "Saved 1 row of unreadable drafts to notes/2 as text.",
                "Saved 1 row of invalid filters to notes/3 as text.",
                "Saved 1 row of unreadable remotes to notes/4 as text.",
            ]), "\(report.repaired)")
        let connection = try Connection(at: place.folder.location.path, mode: .readOnly)
        let texts = try connection.all("SELECT text FROM note WHERE id > 1 ORDER BY id") { $0[0] as String }
        #expect(
            texts.map { $0.split(separator: "\n").joined() } == [
                "- draft: place: persons/1/edit; words: {", "- groups/1: filter: given ==; search: fred",
                "- remote: name: home; location “book”, password source “command”, servers “https://a.example”",
            ])
    }

    @Test func `A repair of a shared database names the restricted folder and its former mode`() async throws {
        chmod(place.folder.path, 0o2770)
        chmod(place.folder.location.path, 0o660)
        chmod(place.folder.location.photos, 0o775)
        try #require(place.folder.location.isShared)
        let repaired = try await place.maintenance.repair().repaired.map(\.description)
        let photos = place.folder.location.photos
        #expect(repaired.contains("Restricted \(photos) to its owner and group (the mode was 0775)."), "\(repaired)")
        #expect(try place.folder.permissions("store.db.photos") & 0o777 == 0o770)
    }

    @Test func `The error for an invalid stored value names the column and the kind`() throws {
        let connection = try Connection.inMemory()
        func message<Content: StoredRecord>(_ name: String, of type: Content.Type, _ sql: String) throws -> String? {
            let column = try #require(Content.table.columns.first { $0.name == name })
            let error = #expect(throws: SQLiteError.self) {
                try connection.first(sql) { row in
                    var content = Content()
                    try column.read(&content, row, 0)
                }
            }
            return error?.message
        }
        #expect(
            try message("rings", of: Planet.self, "SELECT 2") == "invalid value in the rings column of a planet")
        #expect(
            try message("birthday", of: Person.self, "SELECT 'x'") == "invalid value in the birthday column of a person"
        )
    }
}
