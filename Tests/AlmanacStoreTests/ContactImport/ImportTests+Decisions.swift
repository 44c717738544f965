import Interchange
import Model
import TestSupport
import Testing

/// Decisions about single cards.
extension ImportTests {
    @Test("A decision for a single card takes precedence over the common decision")
    func decisions() async throws {
        func titles() async throws -> [String] {
            try await store.persons.records((1...5).map { Person.ID(rawValue: $0) }).map(\.content.jobTitle)
        }
        let names = ["Ann", "Ben", "Cid", "Dan"]
        func cards(_ title: String, _ names: [String]) -> ContactStream {
            ContactStream(
                names.map { card("UID:\($0)", "N:Bell;\($0);;;", "FN:\($0) Bell", "TITLE:\(title)") }.joined())
        }
        _ = try await store.imports.importContacts([cards("old", names)], onDuplicate: nil)
        var streams: [ContactStream] { [cards("new", Array(names.prefix(3))), cards("new", [names[3]])] }
        for (text, undecided) in [("2=skip", 3), ("2=skip,1=merge,3=keep-both", 1)] {
            let decisions = try #require(DuplicateDecisions(text))
            let report = try await store.imports.importContacts(
                streams, onDuplicate: decisions, reportingTo: ImportListener(), in: .test)
            #expect(report.undecided == [.changed: undecided])
            #expect(try await titles() == Array(repeating: "old", count: 4))
        }
        let decisions = try #require(DuplicateDecisions("merge,2=skip,3=keep-both,2.1=skip"))
        _ = try await store.imports.importContacts(
            streams, onDuplicate: decisions, reportingTo: ImportListener(), in: .test)
        #expect(try await titles() == ["new", "old", "old", "old", "new"])
    }

    @Test(
        "Decisions round-trip through the value of --on-duplicate",
        arguments: [
            "", "skip", "merge,3=skip", "1=merge,3=keep-both,2.1=skip", "keep-both,2.7=merge", "changed=merge",
            "skip,changed=merge,possible=skip,2=merge",
        ])
    func decisionText(text: String) {
        #expect(DuplicateDecisions(text)?.description == text)
    }

    @Test(
        "Invalid decisions are rejected",
        arguments: ["x", "merge,0=skip", "1=x", "1.2.3=skip", "=skip", "1=skip=merge", "changed", "same=skip"])
    func invalidDecisions(text: String) {
        #expect(DuplicateDecisions(text) == nil)
    }
}
