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

    @Test func `An invalid filter of a smart group is reported and not changed`() async throws {
        try place.folder.runAsOtherProgram("UPDATE people_group SET person_filter = 'given ==' WHERE id = 1")
        try await place.expect(.quick, .badValue, "Invalid filter of groups/1: “given ==”.")
        #expect(try await place.maintenance.repair().left.map(\.name) == [.badValue])
    }
}
