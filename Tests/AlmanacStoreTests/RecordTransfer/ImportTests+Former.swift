import Interchange
import Model
import TestSupport
import Testing

@testable import AlmanacStore

/// Imports of cards that an earlier version has imported with another meaning.
extension ImportTests {
    private static let broken = ["NOTE:Treffen am Montag", "Ort: Aldera", "Tel: 030 99", "TEL:+49302"]

    /// Adds a person as an earlier version imported a card with line breaks that are not encoded: it read the further
    /// lines of the note as separate properties.
    private func addFormer(_ lines: [String], note: String) async throws -> RecordID {
        let card = ContactCard(lines: ["BEGIN:VCARD", "VERSION:3.0"] + lines + ["END:VCARD"])
        #expect(card.notes == ["Treffen am Montag"] && card.person.phones.map(\.value) == ["030 99", "+49302"])
        let person = try await store.persons.add(card.person)
        _ = try await store.notes.add(Note(card: note, about: person.recordID))
        return person.recordID
    }

    private func contents(_ id: RecordID) async throws -> (person: Person, notes: [String]) {
        let record = try #require(try await store.persons.list(ListRequest()).items.first)
        return (record.content, try await store.notes.list(ListRequest()).items.map(\.content.text).sorted())
    }

    @Test("Importing a card again completes a note that an earlier version of Almanac truncated")
    func cutNote() async throws {
        let lines = ["UID:1", "FN:Leia Organa", "N:Organa;Leia;;;"] + Self.broken
        let address = try await addFormer(lines, note: "Treffen am Montag")
        #expect(try await importText(card(lines), .merge).counts == [.changed: 1])
        let (person, notes) = try await contents(address)
        #expect(notes == ["Treffen am Montag\nOrt: Aldera\nTel: 030 99"])
        #expect(person.phones.map(\.value) == ["+49302"])
        #expect(try await importText(card(lines)).counts == [.same: 1])
    }

    @Test("A note that an earlier version of Almanac truncated is kept if it was edited since then")
    func editedNote() async throws {
        let lines = ["UID:1", "FN:Leia Organa", "N:Organa;Leia;;;"] + Self.broken
        let address = try await addFormer(lines, note: "Treffen am Dienstag")
        _ = try await importText(card(lines), .merge)
        #expect(try await contents(address).notes.contains("Treffen am Dienstag"))
    }
}
