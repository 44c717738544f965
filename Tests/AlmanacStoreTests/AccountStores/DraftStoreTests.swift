import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

struct DraftStoreTests {
    let folder: TemporaryFolder
    let store: Store

    init() async throws {
        folder = try TemporaryFolder()
        store = try await folder.newStore()
    }

    static let drafts = [
        Draft(),
        Draft(version: 3, words: [FieldAssignment(key: "given", value: "Leia")], focus: .question("family")),
        Draft(words: (1...12).map { FieldAssignment(key: "note", operation: .add, value: "line \($0)") }),
        Draft(words: [
            FieldAssignment(key: "field", label: "a=b+", operation: .remove, value: "=\"'\\\n\u{1F600}é, [{}]"),
            FieldAssignment(key: "phone", label: "", value: ""),
            FieldAssignment(key: "phone", label: nil, value: "null"),
        ]),
    ]

    @Test("A saved draft is read back unchanged", arguments: drafts)
    func roundTrip(draft: Draft) async throws {
        try await store.drafts.save(draft, at: "persons/7/edit", of: nil)
        #expect(try await store.drafts.draft(at: "persons/7/edit", of: nil) == draft)
    }

    @Test("Saving a draft replaces the previous draft of the same form")
    func replacing() async throws {
        for draft in Self.drafts { try await store.drafts.save(draft, at: "persons/new", of: nil) }
        #expect(try await store.drafts.draft(at: "persons/new", of: nil) == Self.drafts.last)
        #expect(try await store.drafts.places(of: nil) == ["persons/new"])
    }

    @Test("Each account and the guest have their own drafts")
    func separate() async throws {
        let leia = try await store.accounts.add(name: "Leia", passphrase: nil).id
        try await store.drafts.save(Self.drafts[1], at: "persons/new", of: leia)
        try await store.drafts.save(Self.drafts[2], at: "persons/new", of: nil)
        try await store.drafts.save(Self.drafts[0], at: "notes/new", of: leia)
        #expect(try await store.drafts.draft(at: "persons/new", of: leia) == Self.drafts[1])
        #expect(try await store.drafts.draft(at: "persons/new", of: nil) == Self.drafts[2])
        #expect(try await store.drafts.places(of: leia) == ["notes/new", "persons/new"])
        try await store.drafts.discard(at: "persons/new", of: leia)
        #expect(try await store.drafts.places(of: leia) == ["notes/new"])
        #expect(try await store.drafts.places(of: nil) == ["persons/new"])
    }

    @Test("Reading a missing draft returns nil, and discarding it is not an error")
    func none() async throws {
        try await store.drafts.discard(at: "persons/7/edit", of: nil)
        #expect(try await store.drafts.draft(at: "persons/7/edit", of: nil) == nil)
    }

    @Test("Draft assignments are stored as JSON")
    func json() async throws {
        try await store.drafts.save(Self.drafts[1], at: "persons/7/edit", of: nil)
        let words = try await store.database.sqlite.read { try $0.first("SELECT words FROM draft") { $0[0] as String } }
        #expect(words == #"[{"key":"given","label":null,"operation":"=","value":"Leia"}]"#)
    }
}
