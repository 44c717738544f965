import Model
import Testing

@testable import Almanac
@testable import Navigation

/// Excerpts that show changes to long text in human-readable output.
struct LongChangeTests {
    private func shown(_ old: String, _ new: String) throws -> (old: String, new: String) {
        let address = RecordID(kind: .note, number: 1)
        let change = RecordChange(
            record: RecordReference(id: address, name: "Plans"), action: .changed,
            fields: [FieldChange(key: "text", title: "Text", old: old, new: new)])
        let row = try #require(change.rows.first)
        return (row["old"].words, row["new"].words)
    }

    @Test func `A change to short text is shown in full`() throws {
        let words = String(repeating: "я", count: 200)
        #expect(try shown(words, words + "!") == (words, words + "!"))
    }

    @Test func `A change to text within the limit is not shortened`() throws {
        let words = String(repeating: "я", count: 300)
        #expect(try shown(words, "east") == (words, "east"))
    }

    @Test func `An excerpt shows a change in the middle of long text`() throws {
        let before = String(repeating: "a", count: 5_000)
        let (old, new) = try shown(before + " east" + before, before + " west" + before)
        #expect(old.hasPrefix("…a") && old.hasSuffix("a…") && old.contains(" east") && old.count == 402)
        #expect(new.contains(" west") && !new.contains(" east"))
    }

    @Test func `An excerpt shows a change at the beginning of long text`() throws {
        let (old, new) = try shown("x" + String(repeating: "a", count: 5_000), "east")
        #expect(old.hasPrefix("xa") && old.hasSuffix("a…") && new == "east")
    }
}
