import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// Stored text that Almanac parses, changed by another program.
struct StoredTextTests {
    let place: DamagedStore

    init() async throws { place = try await DamagedStore() }

    @Test(arguments: ["{", "", #"["given"]"#, #"[{"key":"given","label":"","operation":"guess","value":"Han"}]"#])
    func `An unreadable draft is reported, and a repair saves its text in a note`(words: String) async throws {
        try place.folder.runAsOtherProgram("INSERT INTO draft (place, words) VALUES ('persons/1/edit', '\(words)')")
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        await #expect(throws: StoreProblem.unreadableDraft(place: "persons/1/edit")) {
            _ = try await store.drafts.draft(at: "persons/1/edit", of: nil)
        }
        try await place.expect(.quick, .unreadableDraft, "The draft of persons/1/edit cannot be read: “\(words)”.")
        let report = try await place.maintenance.repair()
        #expect(report.left == [])
        #expect(report.repaired.contains { $0.contains("of unreadable drafts to notes/2") }, "\(report.repaired)")
        #expect(try await store.drafts.draft(at: "persons/1/edit", of: nil) == nil)
        store.close()
    }

    @Test func `A readable draft is not reported`() async throws {
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        let draft = Draft(words: [FieldAssignment(key: "given", value: "Han")])
        try await store.drafts.save(draft, at: "persons/1/edit", of: nil)
        store.close()
        #expect(try await place.maintenance.check(.quick) == [])
    }

    @Test(arguments: [
        ("location = 'book'", true), ("location = 'https:///book'", true), ("location = 'https://a b/'", true),
        ("password_source = 'command', password_location = NULL", true),
        ("password_source = 'file', password_location = ''", true),
        ("permitted_origins = 'https://a.example' || char(10) || 'file:///etc'", true),
        ("location = '/srv/book'", true), ("location = '/srv/book', permitted_origins = ''", false),
        ("permitted_origins = ''", false), ("password_source = 'prompt'", false),
        ("location = 'http://localhost:5232/'", false),
    ])
    func `An unreadable remote is reported, and a repair saves its text in a note`(
        change: String, isUnreadable: Bool
    ) async throws {
        try place.folder.runAsOtherProgram(
            """
            INSERT INTO remote (
                name, location, contents, is_read_only, is_default, permitted_origins, accepts_version_4, rejects_writes,
                batch_size, generation, has_group_cards, last_change, is_complete)
            VALUES ('home', 'https://a.example/book/', 'all', 0, 0, 'https://a.example', 0, 0, 1, 0, 0, 0, 0);
            UPDATE remote SET \(change)
            """)
        let findings = try await place.maintenance.check(.quick)
        #expect(findings.map(\.name) == (isUnreadable ? [.unreadableRemote] : []), "\(findings)")
        guard isUnreadable else { return }
        let report = try await place.maintenance.repair()
        #expect(report.left == [])
        #expect(report.repaired.contains { $0.contains("of unreadable remotes to notes/2") }, "\(report.repaired)")
    }

    @Test func `An invalid filter of a smart group is reported and not changed`() async throws {
        try place.folder.runAsOtherProgram("UPDATE people_group SET person_filter = 'given ==' WHERE id = 1")
        try await place.expect(.quick, .badValue, "Invalid filter of groups/1: “given ==”.")
        #expect(try await place.maintenance.repair().left.map(\.name) == [.badValue])
    }
}
