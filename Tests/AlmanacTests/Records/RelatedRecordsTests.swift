import Model
import Testing

@testable import Almanac

struct RelatedRecordsTests {
    private static let planet = RecordID(kind: .planet, number: 3)
    private static let more = LinkedRecords([RecordReference(id: planet, name: "Earth")], counted: 2)

    @Test(arguments: [
        (RelatedRecords("notes", "Notes", more, list: .note), "notes --of planets/3"),
        (RelatedRecords("notes", "Notes", more, list: .note, order: "topic"), "notes --sort topic --of planets/3"),
        (RelatedRecords(siblings: more, around: "Sun"), "system Sun"),
    ])
    func `A hint states how many of the related records are shown and how to list all`(
        records: RelatedRecords, command: String
    ) {
        let hint = records.hint(of: Self.planet)?.description
        #expect(hint == "Only the first 1 are shown. Use `\(command)` to list all of them.")
    }

    @Test func `The hint is omitted if all related records are shown`() {
        let all = LinkedRecords(Self.more.first, counted: 1)
        #expect(RelatedRecords("notes", "Notes", all, list: .note).hint(of: Self.planet) == nil)
    }
}
