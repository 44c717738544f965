import Model
import TestSupport
import Testing

@testable import AlmanacStore

extension ImportTests {
    @Test("Importing again finds persons without a UID by the database’s sort keys")
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
